import Glibc
import HTTPServer
import ParlayAPI
import Reactor
import Synchronization

// Answers every request with 200 and one line of JSON that says what the server read; the same line is the field
// `X-Seen`, so that it is also there after HEAD, and is appended to a file.
//
//     Recorder <port> <file> [idle timeout in seconds]

/// Appends lines to a file.
final class Journal: Sendable {
    private let descriptor: Int32
    private let number = Mutex<Int>(0)

    init(_ path: String) { descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644) }

    /// The line, after it was written.
    func add(_ fields: String) -> String {
        number.withLock { number in
            number += 1
            let line = "{\"n\":\(number),\(fields)}"
            let bytes = Array((line + "\n").utf8)
            _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            return line
        }
    }
}

/// In quotes, with everything that is not printable ASCII escaped.
func quoted(_ text: String) -> String {
    let digits = Array("0123456789abcdef".unicodeScalars)
    var result = "\""
    for unit in text.utf16 {
        if unit >= 0x20 && unit < 0x7F && unit != 0x22 && unit != 0x5C {
            result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
        } else {
            result += "\\u"
            for shift in [12, 8, 4, 0] {
                result.unicodeScalars.append(digits[Int(unit >> UInt16(shift)) & 15])
            }
        }
    }
    return result + "\""
}

/// RFC 1950.
func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
        a = (a + UInt32(byte)) % 65_521
        b = (b + a) % 65_521
    }
    return b << 16 | a
}

/// Lets each request through after a millisecond, before a large body is read.
final class CheckingHandler: RequestHandler {
    private let body: @Sendable (Request) async -> Response

    init(_ body: @escaping @Sendable (Request) async -> Response) { self.body = body }

    func check(_ request: Request) async -> Response? {
        await EventLoop.current?.sleep(for: .milliseconds(1))
        return nil
    }
    func respond(to request: Request) async -> Response { await body(request) }
    func refusal(of problem: Problem) -> Response? { nil }
}

struct RecordingApplication: HTTPApplication {
    let journal: Journal

    /// Refused before its body is read, which then is dropped.
    private func none(_ head: RequestHead) -> Admission {
        let target = head.query.map { "\(head.path)?\($0)" } ?? head.path
        let line = journal.add(
            "\"method\":\(quoted(head.methodName)),\"target\":\(quoted(target)),\"size\":0,\"sum\":1,"
                + "\"stream\":\(quoted(head.headers["X-Stream"] ?? ""))"
        )
        let response = Response(status: 404, contentType: "application/json", body: Array((line + "\n").utf8))
        return .respond(response.with("X-Seen", line))
    }

    func admit(_ head: RequestHead, trace: RequestTrace) -> Admission {
        // After 200 to CONNECT a proxy would take the connection for a tunnel.
        let status = head.methodName == "CONNECT" ? 405 : 200
        if head.path.hasPrefix("/none") { return none(head) }
        let journal = journal
        let body: @Sendable (Request) async -> Response = { request in
            let head = request.head
            if head.path.hasPrefix("/slow") {
                let pairs = RequestTarget.pairs(head.query) ?? []
                let time = pairs.first.flatMap { Int($0.value) } ?? 0
                await EventLoop.current?.sleep(for: .milliseconds(time))
            }
            let target = head.query.map { "\(head.path)?\($0)" } ?? head.path
            let line = journal.add(
                "\"method\":\(quoted(head.methodName)),\"target\":\(quoted(target)),"
                    + "\"size\":\(request.body.count),\"sum\":\(adler32(request.body)),"
                    + "\"stream\":\(quoted(head.headers["X-Stream"] ?? ""))"
            )
            var body = Array((line + "\n").utf8)
            if head.path.hasPrefix("/big") {
                let pairs = RequestTarget.pairs(head.query) ?? []
                let size = pairs.first.flatMap { Int($0.value) } ?? 0
                body += [UInt8](repeating: 0x62, count: max(0, min(size, 16 << 20)))
            }
            return Response(status: status, contentType: "application/json", body: body).with("X-Seen", line)
        }
        guard head.path.hasPrefix("/checked") else {
            return .handle(Handling(bodyLimit: 1 << 20, respond: body))
        }
        return .handle(Handling(bodyLimit: 1 << 20, checksFirst: true, handler: CheckingHandler(body)))
    }
}

DescriptorLimit.raise()
Allocator.returnFreedPages()
let arguments = CommandLine.arguments
let settings = ServerSettings(
    port: UInt16(arguments[1]) ?? 0,
    idleTimeout: arguments.count > 3 ? Int(arguments[3]) ?? 75 : 75,
    connectionsPerAddress: 100_000
)
let loops = try EventLoopGroup(count: 2, name: "recorder")
let front = FrontServer(
    settings,
    application: RecordingApplication(journal: Journal(arguments[2])),
    loops: loops.loops
) { _ in }
try await front.start()
print("listening on \(front.port)")
fflush(nil)
while true {
    try await Task.sleep(for: .seconds(5))
    let held = front.budgets.bodies.held + front.budgets.answers.held
    let connections = try await front.connectionCount
    let requests = try await front.openRequests
    print("connections \(connections) requests \(requests) held \(held)")
    fflush(nil)
}
