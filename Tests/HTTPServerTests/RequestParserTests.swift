import Testing

@testable internal import HTTPServer

/// The bytes of a connection are read alike however they are cut.
@Suite struct RequestParserTests {
    /// Why reading stopped, and the requests that were read, each with its body.
    private struct Reading: Equatable {
        var refusal: RequestRefusal?
        var requests: [String] = []
        /// Bytes that were not read.
        var rest = 0
    }

    private static func reading(of bytes: [UInt8], pieces cuts: [Int]) -> Reading {
        var parser = RequestParser(RequestParser.Limits(head: 1024))
        var reading = Reading()
        var request = ""
        var (start, ends) = (0, cuts + [bytes.count])
        do throws(RequestRefusal) {
            while !ends.isEmpty {
                let piece = Array(bytes[start..<ends[0]])
                start = ends.removeFirst()
                var index = 0
                reading.rest = piece.count
                while let event = try parser.next(piece.span, &index) {
                    switch event {
                    case .head:
                        let head = parser.head
                        request = "\(head.methodName) \(head.target ?? "-")"
                        for field in head.headers.fields { request += " \(field.name)=\(field.value)" }
                        request += head.closes ? " closes:" : ":"
                    case .body(let range): request += String(decoding: piece[range], as: UTF8.self)
                    case .end:
                        reading.requests.append(request)
                        reading.rest = piece.count - index
                    }
                }
            }
        } catch {
            reading.refusal = error
        }
        return reading
    }

    private static func reading(of text: String, pieces size: Int) -> Reading {
        let bytes = Array(text.utf8)
        return reading(of: bytes, pieces: Array(stride(from: size, to: bytes.count, by: size)))
    }

    private static func faults(_ text: String, pieces size: Int) -> (RequestRefusal?, completed: Int) {
        let reading = reading(of: text, pieces: size)
        return (reading.refusal, reading.requests.count)
    }

    private static let head = "POST /x HTTP/1.1\r\nHost: a\r\n"

    @Test(arguments: [1, 2, 3, 7, 10_000])
    func `whole requests are counted`(size: Int) {
        let requests =
            "GET /x?a=b HTTP/1.1\r\nHost: a\r\n\r\n\r\nPOST / HTTP/1.0\r\ncontent-LENGTH: \t5\r\n\r\nhello"
            + Self.head
            + "Transfer-Encoding:\tCHUNKED\r\n\r\n5;a=\"b\"\r\nhe\nll\r\n0\r\nX: y\r\n\r\n" + Self.head
            + "Content-Length: 0\r\n\r\n"
        let (refusal, completed) = Self.faults(requests, pieces: size)
        #expect(refusal == nil)
        #expect(completed == 4)
    }

    @Test(arguments: [
        "GET /x HTTP/1.1\nHost: a\r\n\r\n", "GET /x HTTP/1.1\r\nHost: a\n\r\n",
        "GET /x HTTP/1.1\r\nHost: a\r\n\n",
        "GET /x HTTP/1.1\rHost: a\r\n\r\n", "GET /x HTTP/1.1\r\nA: \0\r\n\r\n", "\nGET /x HTTP/1.1\r\n\r\n",
        "\u{16}\u{3}",
        "GET /x HTTP/1.1\r\n A: b\r\n\r\n", "GET /x HTTP/1.1\r\nA: b\r\n c: d\r\n\r\n",
        "GET /x HTTP/1.1\r\n: b\r\n\r\n",
        "GET /x HTTP/11.1\r\n\r\n", "GET  HTTP/1.1\r\nx", "GET /x\r\n",
        head + "Content-Length: \r\n", head + "Content-Length: 5 \r\n", head + "Content-Length: +5\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\n5\n",
        head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\n",
        head + "Transfer-Encoding: chunked\r\n\r\n0\r\n\n", head + "Transfer-Encoding: chunked\r\n\r\n;",
        head + "Transfer-Encoding: chunked\r\n\r\n5;\u{7F}",
    ])
    func `what is malformed is refused in any pieces`(text: String) {
        for size in [1, 2, 3, 7, 10_000] {
            guard case (.malformed?, _) = Self.faults(text, pieces: size) else {
                Issue.record("taken in pieces of \(size)")
                continue
            }
        }
    }

    @Test func `each limit has its refusal`() {
        let long = String(repeating: "a", count: 1100)
        let cases: [(String, RequestRefusal)] = [
            ("GET /\(long)", .targetTooLong), ("GET /x HTTP/1.1\r\nA: \(long)", .headersTooLarge),
            ("GET /x?\(String(repeating: "&", count: 300)) HTTP/1.1\r\n", .tooManyParameters),
            ("GET /x HTTP/2.0\r\n", .version),
            (Self.head + "Content-Length: 9223372036854775808\r\n", .bodyTooLarge),
            (Self.head + "Transfer-Encoding: chunked\r\n\r\n00000000000000005\r\n", .bodyTooLarge),
        ]
        for (text, refusal) in cases {
            for size in [1, 10_000] {
                #expect(Self.faults(text, pieces: size).0 == refusal, "\(text.prefix(40))")
            }
        }
    }

    @Test(arguments: [
        "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: gzip",
        "Content-Length: 5\r\nContent-Length: 6",
        "Transfer-Encoding: chunked ",
    ])
    func `nothing is read behind a head of two readings`(fields: String) {
        let (refusal, completed) = Self.faults(Self.head + fields + "\r\n\r\n\n\n\n", pieces: 10_000)
        guard case .malformed? = refusal else {
            Issue.record("it was read")
            return
        }
        #expect(completed == 0)
    }

    @Test(arguments: [
        ("HTTP/1.1", "", false), ("HTTP/1.1", "close", true), ("HTTP/1.1", "keep-alive, Close", true),
        ("HTTP/1.0", "", true), ("HTTP/1.0", "Keep-Alive", false), ("HTTP/1.0", "close, keep-alive", true),
    ])
    func `the connection ends as the client asks, and closing wins`(
        version: String,
        value: String,
        ends: Bool
    ) {
        let text = "GET /x \(version)\r\nHost: a\r\nConnection: \(value)\r\n\r\n"
        let requests = Self.reading(of: text, pieces: 10_000).requests
        #expect(requests.map { $0.hasSuffix(" closes:") } == [ends])
    }

    @Test(arguments: ["\n", "\0", "\rx"])
    func `a limit comes before what is malformed behind it, however it is cut`(bad: String) {
        for (start, refusal) in [
            ("GET /", RequestRefusal.targetTooLong), ("GET / HTTP/1.1\r\nA: ", .headersTooLarge),
        ] {
            let text = start + String(repeating: "a", count: 1_100) + bad
            for size in [1, 7, 1_090, 10_000] { #expect(Self.faults(text, pieces: size).0 == refusal) }
        }
    }

    @Test func `requests before a malformed one are read`() {
        let first = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n"
        let reading = Self.reading(of: first + "nonsense\r\n", pieces: 10_000)
        #expect(reading.requests == ["GET /x Host=a:"])
        #expect(reading.rest == "nonsense\r\n".utf8.count)
    }

    private static let stream =
        "\r\nGET /x?a=b HTTP/1.1\r\nHost: a\r\nX: \t y \r\n\r\nPOST / HTTP/1.0\r\ncontent-LENGTH: \t5\r\n\r\nhello"
        + head
        + "Transfer-Encoding:\tCHUNKED\r\nConnection: a, Close\r\n\r\n5;a=\"b\"\r\nhe\nll\r\n0\r\nX: y\r\n\r\n"
        + head + "Content-Length: 0\r\n\r\n"

    @Test func `every split in two gives the same reading`() {
        let bytes = Array(Self.stream.utf8)
        let whole = Self.reading(of: bytes, pieces: [])
        #expect(
            whole.requests == [
                "GET /x?a=b Host=a X=y:", "POST / content-LENGTH=5 closes:hello",
                "POST /x Host=a Transfer-Encoding=CHUNKED Connection=a, Close closes:he\nll",
                "POST /x Host=a Content-Length=0:",
            ]
        )
        for cut in 1..<bytes.count {
            #expect(Self.reading(of: bytes, pieces: [cut]).requests == whole.requests, "cut at \(cut)")
        }
    }

    /// A generator whose seed is printed when a test fails.
    private struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 33)
        }
    }

    @Test func `damaged requests are read alike byte by byte, in any pieces and all at once`() {
        var random = Random(state: 20_261_126)
        let alphabet = Array("\r\n \t:;,?&=0fAZ/\0\u{7F}é".utf8)
        for round in 0..<3_000 {
            var bytes = Array(Self.stream.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = alphabet.randomElement(using: &random) ?? 0
                case 1: bytes.remove(at: place)
                default: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: place)
                }
            }
            var whole = Self.reading(of: bytes, pieces: [])
            whole.rest = 0
            let cuts = (0..<4).map { _ in Int.random(in: 0..<bytes.count, using: &random) }.sorted()
            for pieces in [Array(1..<bytes.count), cuts] {
                var reading = Self.reading(of: bytes, pieces: pieces)
                reading.rest = 0
                #expect(
                    reading == whole,
                    "round \(round): \(String(decoding: bytes, as: UTF8.self).debugDescription)"
                )
            }
        }
    }
}
