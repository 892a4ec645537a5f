internal import HTTPServer
import TestSupport
import Testing

/// Requests that two programs could read differently, or that are not HTTP: one reading, or a refusal after which the
/// connection is closed. Each is followed by a request that must not be served in the second case.
@Suite struct FramingTests {
    struct Hostile: CustomTestStringConvertible, Sendable {
        let name: String
        let bytes: [UInt8]
        /// The allowed answers; the first answer counts.
        let statuses: Set<Int>
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ statuses: Set<Int>) {
            self.init(name, Array(text.utf8), statuses)
        }

        init(_ name: String, _ bytes: [UInt8], _ statuses: Set<Int>) {
            self.name = name
            self.bytes = bytes
            self.statuses = statuses
        }
    }

    private static func post(_ headers: String, _ body: String = "hello") -> String {
        "POST /echo HTTP/1.1\r\nHost: a\r\n\(headers)\r\n\r\n\(body)"
    }

    private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n" }

    static let refused: [Hostile] = [
        Hostile("both lengths", post("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n"), [400]),
        Hostile(
            "both lengths, turned",
            post("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
            [400]
        ),
        Hostile("two equal lengths", post("Content-Length: 5\r\nContent-Length: 5"), [400]),
        Hostile("two unequal lengths", post("Content-Length: 5\r\nContent-Length: 6"), [400]),
        Hostile("a length in other digits", post("Content-Length: ٥"), [400]),
        Hostile("a length in wide digits", post("Content-Length: ５"), [400]),
        Hostile("a list of lengths", post("Content-Length: 5, 5"), [400]),
        Hostile("plus", post("Content-Length: +5"), [400]),
        Hostile("minus", post("Content-Length: -5"), [400]),
        Hostile("two numbers", post("Content-Length:  5 5"), [400]),
        Hostile("hexadecimal", post("Content-Length: 0x5"), [400]),
        Hostile("no number", post("Content-Length: "), [400]),
        Hostile("2^63", post("Content-Length: 9223372036854775808"), [413]),
        Hostile("2^64 + 5", post("Content-Length: 18446744073709551621"), [413]),
        Hostile("gzip", post("Transfer-Encoding: gzip"), [400, 501]),
        Hostile(
            "chunked twice in one field",
            post("Transfer-Encoding: chunked, chunked", "0\r\n\r\n"),
            [400]
        ),
        Hostile(
            "chunked in two fields",
            post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
            [400]
        ),
        Hostile("identity", post("Transfer-Encoding: identity"), [400]),
        Hostile("xchunked", post("Transfer-Encoding: xchunked"), [400]),
        Hostile("vertical tab", post("Transfer-Encoding: \u{B}chunked", "0\r\n\r\n"), [400]),
        Hostile("blank behind the encoding", post("Transfer-Encoding: chunked ", "0\r\n\r\n"), [400]),
        Hostile("tab behind the encoding", post("Transfer-Encoding: chunked\t", "0\r\n\r\n"), [400]),
        Hostile("blank before the colon", post("Transfer-Encoding : chunked", "0\r\n\r\n"), [400]),
        Hostile("tab before the colon", post("Content-Length\t: 5"), [400]),
        Hostile(
            "HTTP/1.0 chunked",
            "POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            [400]
        ),
        Hostile(
            "bare LF in the headers",
            "POST /echo HTTP/1.1\r\nHost: a\nContent-Length: 5\r\n\r\nhello",
            [400]
        ),
        Hostile("bare LF at the end of the headers", "GET /hello HTTP/1.1\r\nHost: a\r\n\n", [400]),
        Hostile("bare LF after the request line", "GET /hello HTTP/1.1\nHost: a\r\n\r\n", [400]),
        Hostile("bare LF throughout", "GET /hello HTTP/1.1\nHost: a\n\n", [400]),
        Hostile("bare CR in a value", post("X: a\rContent-Length: 3"), [400]),
        Hostile("folded value", post("X: a\r\n b\r\nContent-Length: 5"), [400]),
        Hostile("folded length", post("Content-Length: 5\r\n 5"), [400]),
        Hostile("folded encoding", post("Transfer-Encoding:\r\n chunked", "0\r\n\r\n"), [400]),
        Hostile("blank before the first header", "GET /hello HTTP/1.1\r\n Host: a\r\nHost: a\r\n\r\n", [400]),
        Hostile("header without colon", "GET /hello HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n", [400]),
        Hostile("header without name", "GET /hello HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n", [400]),
        Hostile("NUL in a value", post("Content-Length: 5\0 6"), [400]),
        Hostile("NUL in a name", post("Content-\0Length: 5"), [400]),
        Hostile("NUL in the target", get("/hello\0/x"), [400]),
        Hostile("NUL in the method", "GET\0 /hello HTTP/1.1\r\nHost: a\r\n\r\n", [400]),
        Hostile("control character in a value", "GET /hello HTTP/1.1\r\nHost: a\r\nX: \u{1}\r\n\r\n", [400]),
        Hostile("no host", "GET /hello HTTP/1.1\r\n\r\n", [400]),
        Hostile("two hosts", "GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", [400]),
        Hostile("blank in the target", get("/hel lo"), [400]),
        Hostile("two blanks", "GET  /hello HTTP/1.1\r\nHost: a\r\n\r\n", [400]),
        Hostile("tab for a blank", "GET\t/hello\tHTTP/1.1\r\nHost: a\r\n\r\n", [400]),
        Hostile(
            "no UTF-8 in the target",
            Array("GET /target/".utf8) + [0xFF] + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
            [400]
        ),
        Hostile("odd method", "GE(T /hello HTTP/1.1\r\nHost: a\r\n\r\n", [400]),
        Hostile("HTTP/0.9", "GET /hello\r\n\r\n", [400]),
        Hostile("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [505]),
        Hostile("HTTP/1.1 in small letters", "GET /hello http/1.1\r\nHost: a\r\n\r\n", [400]),
        Hostile("HTTP/1.10", "GET /hello HTTP/1.10\r\nHost: a\r\n\r\n", [400]),
        Hostile("a line of 100 kB", get("/" + String(repeating: "a", count: 100_000)), [414]),
        Hostile(
            "a query of 100 kB",
            get("/hello?" + String(repeating: "a&", count: 50_000)),
            [414]
        ),
        Hostile(
            "a header of 40 kB",
            "GET /hello HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 40_000))\r\n\r\n",
            [431]
        ),
        Hostile(
            "a header of 100 kB",
            "GET /hello HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 100_000))\r\n\r\n",
            [431]
        ),
        Hostile("negative chunk", post("Transfer-Encoding: chunked", "-5\r\nhello\r\n0\r\n\r\n"), [400]),
        Hostile("chunk with plus", post("Transfer-Encoding: chunked", "+5\r\nhello\r\n0\r\n\r\n"), [400]),
        Hostile("chunk with 0x", post("Transfer-Encoding: chunked", "0x5\r\nhello\r\n0\r\n\r\n"), [400]),
        Hostile("chunk of no size", post("Transfer-Encoding: chunked", "\r\nhello\r\n0\r\n\r\n"), [400]),
        Hostile(
            "chunk of 2^64 + 5",
            post("Transfer-Encoding: chunked", "10000000000000005\r\nhello\r\n0\r\n\r\n"),
            [413]
        ),
        Hostile(
            "chunk that is longer than it says",
            post("Transfer-Encoding: chunked", "4\r\nhello\r\n0\r\n\r\n"),
            [400]
        ),
        Hostile(
            "blank before the extension",
            post("Transfer-Encoding: chunked", "5 ;a\r\nhello\r\n0\r\n\r\n"),
            [400]
        ),
        chunked("bare LF behind a chunk's size", "5\nhello\r\n0\r\n\r\n"),
        chunked("bare LF behind an extension", "5;a\nhello\r\n0\r\n\r\n"),
        chunked("bare LF inside an extension", "5;a\nb\r\nhello\r\n0\r\n\r\n"),
        chunked("bare CR inside an extension", "5;a\rb\r\nhello\r\n0\r\n\r\n"),
        chunked("bare LF behind a chunk", "5\r\nhello\n0\r\n\r\n"),
        chunked("bare CR behind a chunk", "5\r\nhello\r0\r\n\r\n"),
        chunked("bare LF behind the last size", "5\r\nhello\r\n0\n\r\n"),
        chunked("bare LF for the last line", "5\r\nhello\r\n0\r\n\n"),
        chunked("bare LF behind a trailer", "5\r\nhello\r\n0\r\nX: y\n\r\n"),
        chunked("bare LF throughout", "5\nhello\n0\n\n"),
        chunked("folded trailer", "0\r\nX: y\r\n z\r\n\r\n"),
        chunked("trailer without colon", "0\r\nnonsense\r\n\r\n"),
        chunked("no hexadecimal size", "five\r\nhello\r\n0\r\n\r\n"),
        chunked(
            "an extension of 100 kB",
            "5;\(String(repeating: "a", count: 100_000))\r\nhello\r\n0\r\n\r\n"
        ),
        chunked("a trailer of 100 kB", "0\r\nX: \(String(repeating: "a", count: 100_000))\r\n\r\n", [431]),
        chunked("1,000 trailers", "0\r\n" + String(repeating: "X: y\r\n", count: 1_000) + "\r\n", [431]),
        Hostile("1,000 empty parameters", get("/hello?" + String(repeating: "&", count: 1_000)), [400]),
        Hostile(
            "1,000 parameters without name",
            get("/hello?" + String(repeating: "=&", count: 1_000)),
            [400]
        ),
        Hostile("700 parameters without name", get("/hello?" + String(repeating: "=&", count: 700)), [400]),
        Hostile(
            "2,000 cookies",
            "GET /hello HTTP/1.1\r\nHost: a\r\nCookie: \(String(repeating: "a;", count: 2_000))\r\n\r\n",
            [431]
        ),
        Hostile(
            "2,000 headers",
            "GET /hello HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: y\r\n", count: 2_000))\r\n",
            [431]
        ),
        Hostile("empty lines without end", String(repeating: "\r\n", count: 100), [400]),
        Hostile("host with a blank", "GET /hello HTTP/1.1\r\nHost: a b\r\n\r\n", [400]),
        Hostile("host with a path", "GET /hello HTTP/1.1\r\nHost: a/b\r\n\r\n", [400]),
        Hostile("host with a user", "GET /hello HTTP/1.1\r\nHost: a@b\r\n\r\n", [400]),
        Hostile("host with two ports", "GET /hello HTTP/1.1\r\nHost: a:1:2\r\n\r\n", [400]),
        Hostile("two hosts of HTTP/1.0", "GET /hello HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", [400]),
        Hostile("unknown expectation", post("Content-Length: 5\r\nExpect: a miracle"), [417]),
        Hostile("two expectations", post("Content-Length: 5\r\nExpect: 100-continue, more"), [417]),
    ]

    private static func chunked(_ name: String, _ body: String, _ statuses: Set<Int> = [400]) -> Hostile {
        Hostile(name, post("Transfer-Encoding: chunked", body), statuses)
    }

    @Test(arguments: refused)
    func `is refused and the connection closed`(hostile: Hostile) async throws {
        let server = try await TestServer(loops: 1)
        let smuggled = Array("GET /id HTTP/1.1\r\nHost: a\r\nX-Request-Id: smuggled\r\n\r\n".utf8)
        let (reply, rest) = try await server.with { port in
            let client = try RawClient(port: port)
            client.sendWhatGoes(hostile.bytes + smuggled)
            let reply = try client.receive()
            client.halfClose()
            return (reply, try client.receiveToEnd())
        }
        #expect(hostile.statuses.contains(reply.status))
        #expect(!rest.contains("HTTP/1.1"), "the connection went on")
        #expect(reply["content-type"] == "application/problem+json")
        let id = try #require(reply["x-request-id"])
        #expect(reply.text.contains("\"request_id\":\"\(id)\""))
        try await server.untilQuiet()
        #expect(server.completed.all.map(\.status) == [reply.status])
        #expect(server.completed.all.map(\.id) == [id])
        #expect(try await server.stillServes())
    }

    /// Each piece is read by itself.
    @Test(arguments: [["5\n", "hello\r\n0\r\n\r\n"], ["5\r\nhello", "\n", "0\r\n\r\n"], ["0\r\n", "\n"]])
    func `a bare line feed in a piece of its own is refused`(pieces: [String]) async throws {
        let server = try await TestServer(loops: 1)
        let reply = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send(Self.post("Transfer-Encoding: chunked", ""))
            for piece in pieces {
                // Answered on another connection of the same loop: what was sent before has been read.
                let other = try RawClient(port: port)
                try other.send(Self.get("/hello"))
                _ = try other.receive()
                client.sendWhatGoes(Array(piece.utf8))
            }
            return try client.receive()
        }
        #expect(reply.status == 400)
        #expect(reply["content-type"] == "application/problem+json")
        try await server.untilQuiet()
    }

    @Test(arguments: ["GARBAGE\r\n\r\n", "GET /hello HTTP/1.1\nHost: a\n\n", "POST /echo HTTP/2.0\r\n\r\n"])
    func `requests before a refused one are answered`(refused: String) async throws {
        let server = try await TestServer(loops: 1)
        let text = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send(
                Self.get("/slow?ms=30") + Self.post("Transfer-Encoding: chunked", "0\r\n\r\n") + refused
            )
            return try client.receiveToEnd()
        }
        let statuses = text.matches(of: /HTTP\/1.1 (\d+)/).map(\.output.1)
        #expect(statuses.count == 3)
        #expect(statuses.prefix(2) == ["200", "200"] && ["400", "505"].contains(statuses[2]))
        // The refusal is the last answer.
        let heads = text.split(separator: "\r\n\r\n").filter { $0.contains("\r\n") }
        #expect(text.ranges(of: "Connection: close").count == 1)
        #expect(text.hasSuffix("}"))
        #expect(heads.last?.contains("Connection: close") == true)
        try await server.untilQuiet()
    }

    @Test(arguments: [200, 240, 260, 280, 300, 320, 330, 340, 350, 360, 400])
    func `a head at the edge of what fits is served or refused by us`(count: Int) async throws {
        let server = try await TestServer(loops: 1)
        let tail = String(repeating: Self.get("/hello"), count: 600)
        let padding = "X: " + String(repeating: "p", count: 20_000) + "\r\n"
        for extra in ["", padding] {
            let parameters = "?" + (0..<count).map { "a\($0)" }.joined(separator: "&")
            let fields = (0..<count).map { "X-\($0): y\r\n" }.joined()
            for head in [
                "GET /hello\(parameters) HTTP/1.1\r\nHost: a\r\n\(extra)\r\n",
                "GET /hello HTTP/1.1\r\nHost: a\r\n\(extra)\(fields)\r\n",
                "GET /hello HTTP/1.1\r\nHost: a\r\n\(extra)Cookie: \(String(repeating: "a=b;", count: count))\r\n\r\n",
            ] {
                let reply = try await server.with { port in
                    let client = try RawClient(port: port)
                    client.sendWhatGoes(Array((head + tail).utf8))
                    return try client.receive()
                }
                #expect([200, 400, 431].contains(reply.status))
                #expect(reply.status == 200 || reply["content-type"] == "application/problem+json")
            }
        }
        try await server.untilQuiet()
    }

    static let read: [Hostile] = [
        Hostile("absolute form", get("http://host.example/target/x?a=b"), [200]),
        Hostile("absolute form without path", get("http://host.example"), [404]),
        Hostile("absolute form with a port and a query", get("HTTP://[::1]:80?a"), [404]),
        Hostile("absolute form without host", get("http:///target/x"), [400]),
        Hostile("absolute form with a port alone", get("http://:80/target/x"), [400]),
        Hostile("absolute form of nothing", get("https://"), [400]),
        Hostile("absolute form with a user", get("http://ann@host.example/target/x"), [400]),
        Hostile(
            "combining marks in the path",
            get("/target/a" + String(repeating: "\u{301}", count: 65)),
            [400]
        ),
        Hostile(
            "combining marks in the path, encoded",
            get("/target/a" + String(repeating: "%CC%81", count: 65)),
            [400]
        ),
        Hostile("a few combining marks", get("/target/a" + String(repeating: "%CC%81", count: 64)), [200]),
        Hostile(
            "combining marks in a field",
            "GET /hello HTTP/1.1\r\nHost: a\r\nAccept: a\(String(repeating: "\u{316}", count: 65))\r\n\r\n",
            [400]
        ),
        Hostile("absolute form, capitals", get("HTTP://host.example/target/x"), [200]),
        Hostile("a fragment", get("/target/x#y"), [400]),
        Hostile("asterisk", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", [204, 400, 404]),
        Hostile("no slash", get("hello"), [400]),
        Hostile("two slashes", get("//hello"), [400, 404]),
        Hostile("two slashes at the end", get("/target//"), [400, 404]),
        Hostile("slashes alone", get("//"), [400, 404]),
        Hostile("trailing slash", get("/hello/"), [200]),
        Hostile("%00", get("/target/%00"), [400]),
        Hostile("bad escape", get("/target/%zz"), [400]),
        Hostile("cut escape", get("/target/%4"), [400]),
        Hostile("no UTF-8 escaped", get("/target/%FF"), [400]),
        Hostile("overlong", get("/target/%C0%AF"), [400]),
        Hostile("two dots", get("/target/../hello"), [400]),
        Hostile("two dots escaped", get("/target/%2e%2E/hello"), [400]),
        Hostile("one dot", get("/./hello"), [400]),
        Hostile("escaped slash", get("/target/a%2Fb"), [200]),
        Hostile(
            "200 headers",
            "GET /hello HTTP/1.1\r\nHost: a\r\n" + (0..<200).map { "X-\($0): y\r\n" }.joined() + "\r\n",
            [200]
        ),
        Hostile("many pairs", get("/target/x?" + (0..<300).map { "a\($0)=b" }.joined(separator: "&")), [200]),
        Hostile(
            "a header of 30 kB",
            "GET /hello HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 30_000))\r\n\r\n",
            [200]
        ),
        Hostile("empty lines before", "\r\n\r\nGET /hello HTTP/1.1\r\nHost: a\r\n\r\n", [200, 400]),
        Hostile(
            "blanks around a value",
            "GET /id HTTP/1.1\r\nHost: a\r\nX-Request-Id: \t abc \t\r\n\r\n",
            [200]
        ),
        Hostile(
            "chunk extension",
            post("Transfer-Encoding: chunked", "5;a=\"b\"\r\nhello\r\n0\r\n\r\n"),
            [200]
        ),
        Hostile("encoding in capitals", post("TRANSFER-ENCODING: CHUNKED", "5\r\nhello\r\n0\r\n\r\n"), [200]),
        Hostile("leading zeros", post("Content-Length: 0005"), [200]),
        Hostile(
            "leading zeros of a chunk",
            post("Transfer-Encoding: chunked", "0005\r\nhello\r\n00\r\n\r\n"),
            [200]
        ),
        Hostile(
            "trailers",
            post("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\nX: y\r\nZ: \r\n\r\n"),
            [200]
        ),
        Hostile(
            "signed chunks",
            post(
                "Transfer-Encoding: chunked",
                "5;chunk-signature=\(String(repeating: "a", count: 64))\r\nhello\r\n0;chunk-signature=b\r\n\r\n"
            ),
            [200]
        ),
        Hostile("host with a port", "GET /hello HTTP/1.1\r\nHost: a.example:8080\r\n\r\n", [200]),
        Hostile("host by IPv6", "GET /hello HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", [200]),
        Hostile("empty host", "GET /hello HTTP/1.1\r\nHost:\r\n\r\n", [200]),
        Hostile("100 empty parameters", get("/hello?" + String(repeating: "&", count: 100)), [200]),
    ]

    @Test(arguments: read)
    func `has one reading`(request: Hostile) async throws {
        let server = try await TestServer(loops: 1)
        let replies = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send(request.bytes + Array(Self.get("/id").utf8))
            let first = try client.receive()
            guard !first.closes else { return [first] }
            return [first, try client.receive()]
        }
        #expect(request.statuses.contains(replies[0].status))
        #expect(replies.count == 1 || replies[1].status == 200)
    }

    @Test func `a thousand headers are read or refused`() async throws {
        let server = try await TestServer()
        let request =
            "GET /hello HTTP/1.1\r\nHost: a\r\n" + (0..<1_000).map { "X-\($0): y\r\n" }.joined() + "\r\n"
        let replies = try await server.answers(request, count: 1)
        #expect([200, 400, 431].contains(replies[0].status))
        #expect(try await server.stillServes())
    }

    @Test func `headers that come in pieces have the same reading`() async throws {
        let server = try await TestServer()
        let value = String(repeating: "v", count: 900)
        let request =
            "GET /target/x HTTP/1.1\r\nHost: a\r\n" + (0..<30).map { "X-\($0): \(value)\r\n" }.joined()
            + "\r\n"
        for size in [1_000, 3_001, 7_777] {
            let reply = try await server.with { port in
                let client = try RawClient(port: port)
                var rest = Array(request.utf8)[...]
                while !rest.isEmpty {
                    try client.send(Array(rest.prefix(size)))
                    rest = rest.dropFirst(size)
                }
                return try client.receive()
            }
            #expect(reply.status == 200, "\(size)")
        }
    }

    @Test func `headers over the limit are a problem document`() async throws {
        let server = try await TestServer()
        let value = String(repeating: "a", count: 33_000)
        let replies = try await server.answers(
            "GET /hello HTTP/1.1\r\nHost: a\r\nX: \(value)\r\n\r\n",
            count: 1
        )
        #expect(replies[0].status == 431)
        #expect(replies[0]["content-type"] == "application/problem+json")
    }

    @Test func `a TLS hello is closed and harms nobody`() async throws {
        var settings = ServerSettings.test()
        settings.headerTimeout = 1
        let server = try await TestServer(settings)
        let hello: [UInt8] = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3] + [UInt8](repeating: 0x77, count: 500)
        let text = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send(hello)
            return try client.receiveToEnd()
        }
        #expect(!text.contains("200"))
        #expect(try await server.stillServes())
    }
}
