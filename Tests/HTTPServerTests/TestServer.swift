internal import HTTPServer
internal import ParlayAPI
internal import Reactor
internal import Synchronization
import TestSupport
internal import Testing

/// Counts the requests that are still retained, to find leaks.
final class RetainCounter: Sendable {
    private let stored = Atomic<Int>(0)
    var alive: Int { stored.load(ordering: .relaxed) }

    final class Retained: Sendable {
        private let owner: RetainCounter
        init(of owner: RetainCounter) {
            self.owner = owner
            owner.stored.add(1, ordering: .relaxed)
        }
        deinit { owner.stored.subtract(1, ordering: .relaxed) }
    }
}

/// A gate that handlers wait at.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var arrived = 0

    func pass() async {
        arrived += 1
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for one in waiting { one.resume() }
        waiting = []
    }
}

/// Answers with the size of the body, after a check.
private final class CheckingHandler: RequestHandler {
    private let body: @Sendable (Request) async -> Response?

    init(_ body: @escaping @Sendable (Request) async -> Response?) { self.body = body }

    func check(_ request: Request) async -> Response? { await body(request) }
    func respond(to request: Request) async -> Response { .text("\(request.body.count)") }
    func refusal(of problem: Problem) -> Response? { nil }
}

/// A handler that is counted as long as it lives.
private final class RetainedHandler: RequestHandler {
    private let handler: any RequestHandler
    private let retained: RetainCounter.Retained

    init(_ handler: any RequestHandler, _ retained: RetainCounter.Retained) {
        self.handler = handler
        self.retained = retained
    }

    func check(_ request: Request) async -> Response? { await handler.check(request) }
    func respond(to request: Request) async -> Response { await handler.respond(to: request) }
    func refusal(of problem: Problem) -> Response? { handler.refusal(of: problem) }
}

/// The routes that the tests of the server call.
struct TestApplication: HTTPApplication {
    static let bodyLimit = 64 * 1024
    static let shared = SharedBytes(compressing: [UInt8](repeating: 0x73, count: 1_000_000))
    let gate = Gate()
    let retainCounter = RetainCounter()
    let sockets = SocketHub()
    private var router = Router<Handling>()

    init() {
        let gate = gate
        router.add(.get, "hello", Handling { _ in .text("hello") })
        router.add(.get, "target/{name}", Handling { .text("\($0.head.path) \($0.head.query ?? "-")") })
        router.add(.get, "id", Handling { .text($0.head.id) })
        router.add(.get, "peer", Handling { .text($0.head.peer.description) })
        router.add(
            .get,
            "slow",
            Handling { request in
                let pairs = RequestTarget.pairs(request.head.query) ?? []
                let milliseconds = pairs.first.flatMap { Int($0.value) } ?? 50
                await EventLoop.current?.sleep(for: .milliseconds(milliseconds))
                return .text("slow \(milliseconds)")
            }
        )
        router.add(
            .get,
            "gate",
            Handling { _ in
                await gate.pass(); return .text("passed")
            }
        )
        router.add(
            .get,
            "big",
            Handling { request in
                let count = Int(RequestTarget.pairs(request.head.query)?.first?.value ?? "") ?? 0
                return Response(status: 200, body: pattern(count))
            }
        )
        let echo = Handling(bodyLimit: Self.bodyLimit) { request in
            Response(status: 200, contentType: "text/plain", body: request.body)
        }
        router.add(.post, "echo", echo)
        router.add(.put, "echo", echo)
        let slowEcho = Handling(bodyLimit: Self.bodyLimit) { request in
            await gate.pass()
            return Response(status: 200, contentType: "text/plain", body: request.body)
        }
        router.add(.post, "gated-echo", slowEcho)
        let checked = Handling(
            bodyLimit: 1024 * 1024,
            checksFirst: true,
            handler: CheckingHandler { request in
                await EventLoop.current?.sleep(for: .milliseconds(5))
                guard request.head.headers["Authorization"] != nil else {
                    return Response(status: 401, body: Array("no".utf8))
                }
                return nil
            }
        )
        router.add(.post, "checked", checked)
        let checkedAtOnce = Handling(
            bodyLimit: 1024 * 1024,
            checksFirst: true,
            handler: CheckingHandler {
                $0.head.headers["Authorization"] == nil ? Response(status: 401) : nil
            }
        )
        router.add(.post, "checked-at-once", checkedAtOnce)
        let refused = Handling(
            bodyLimit: .max,
            checksFirst: true,
            handler: CheckingHandler { _ in Response(status: 413) }
        )
        router.add(.post, "refused", refused)
        router.add(
            .get,
            "shared",
            Handling { _ in Response(status: 200, contentType: "text/plain", body: Self.shared) }
        )
        let sockets = sockets
        router.add(.get, "socket", Handling { sockets.answer($0) })
        router.add(.get, "events", Handling { sockets.answerEvents($0) })
        router.add(
            .get,
            "slow-socket",
            Handling { request in
                await gate.pass()
                return sockets.answer(request)
            }
        )
        router.add(.get, "empty", Handling { _ in .noContent })
    }

    func admit(_ head: RequestHead, trace: RequestTrace) -> Admission {
        guard let segments = RequestTarget.segments(head.path) else {
            return .respond(
                .problem(Problem(status: 400, code: "bad_target", title: "Bad target"), requestID: head.id)
            )
        }
        switch router.match(head.method, segments[...]) {
        case .found(let number, let parameters):
            let handling = router[number]
            let retained = RetainCounter.Retained(of: retainCounter)
            return .handle(
                Handling(
                    parameters: parameters,
                    bodyLimit: handling.bodyLimit,
                    checksFirst: handling.checksFirst,
                    handler: RetainedHandler(handling.handler, retained)
                )
            )
        case .methodNotAllowed(let allow):
            return .respond(Response(status: 405).with("Allow", allow))
        case .options(let allow):
            return .respond(Response(status: 204).with("Allow", allow))
        case .notFound:
            return .respond(
                .problem(Problem(status: 404, code: "not_found", title: "Not found"), requestID: head.id)
            )
        }
    }
}

/// A server on a free loopback port with two loops.
final class TestServer: Sendable {
    let application: TestApplication
    let front: FrontServer
    let loops: EventLoopGroup
    let completed: CompletedLog

    final class CompletedLog: Sendable {
        private let stored = Mutex<[CompletedRequest]>([])
        func add(_ request: CompletedRequest) { stored.withLock { $0.append(request) } }
        var all: [CompletedRequest] { stored.withLock { $0 } }
    }

    init(_ settings: ServerSettings = .test(), loops count: Int = 2) async throws {
        DescriptorLimit.raise()
        application = TestApplication()
        loops = try EventLoopGroup(count: count, name: "test")
        let log = CompletedLog()
        completed = log
        front = FrontServer(settings, application: application, loops: loops.loops) { log.add($0) }
        try await front.start()
    }

    deinit { loops.stop() }

    var port: UInt16 { front.port }

    /// Runs blocking client code on a thread of its own with the server's port.
    func with<Value: Sendable>(_ body: @escaping @Sendable (UInt16) throws -> Value) async throws -> Value {
        let port = port
        return try await blocking { try body(port) }
    }

    /// The answers to what `request` holds, `count` of them, on one connection.
    func answers(_ request: String, count: Int) async throws -> [RawReply] {
        try await with { port in
            let client = try RawClient(port: port)
            try client.send(request)
            return try (0..<count).map { _ in try client.receive() }
        }
    }

    /// Waits until nothing is open any more: no connection, no request.
    func untilQuiet(_ what: String = "quiet", fileID: StaticString = #fileID, line: Int = #line) async throws
    {
        try await eventually(what, fileID: fileID, line: line) { [front] in
            let connections = try await front.connectionCount
            let requests = try await front.openRequests
            return connections == 0 && requests == 0
        }
    }

    /// Waits until no WebSocket is open.
    func untilNoSockets(fileID: StaticString = #fileID, line: Int = #line) async throws {
        try await eventually("no socket", fileID: fileID, line: line) { [front, application] in
            front.socketCount == 0 && application.sockets.openCount == 0
        }
    }

    /// Whether an ordinary request on a new connection is answered.
    func stillServes() async throws -> Bool {
        let replies = try await answers("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n", count: 1)
        return replies.map(\.text) == ["hello"]
    }
}

extension ServerSettings {
    /// Without the time limits, which would end what waits for a processor.
    static func test() -> ServerSettings {
        ServerSettings(
            port: 0,
            headerTimeout: 3_600,
            idleTimeout: 3_600,
            progressTimeout: 3_600,
            rateWindow: .seconds(3_600),
            connectionsPerAddress: 5_000,
            pingInterval: .seconds(3_600)
        )
    }
}

/// Bytes of which each block differs from the one before it.
func pattern(_ count: Int) -> [UInt8] {
    var bytes = (0..<251).map { UInt8($0) }
    while bytes.count < count { bytes += bytes }
    return Array(bytes.prefix(count))
}
