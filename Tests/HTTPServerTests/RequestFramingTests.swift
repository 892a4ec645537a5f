import Testing

@testable internal import HTTPServer

/// The bytes of a connection are judged alike however they are cut.
@Suite struct RequestFramingTests {
    private static func faults(_ text: String, pieces size: Int) -> (RequestFraming.Refusal?, completed: Int)
    {
        var framing = RequestFraming(headerLimit: 1024, memory: 16 * 1024)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            if let fault = framing.receive(piece.span) { return (fault.refusal, framing.completed) }
        }
        return (nil, framing.completed)
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
        let cases: [(String, RequestFraming.Refusal)] = [
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

    /// Its head is refused by the server, which closes the connection.
    @Test(arguments: [
        "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: gzip",
        "Content-Length: 5\r\nContent-Length: 6",
        "Transfer-Encoding: chunked ",
    ])
    func `nothing is read behind a head of two readings`(fields: String) {
        let (refusal, completed) = Self.faults(Self.head + fields + "\r\n\r\n\n\n\n", pieces: 10_000)
        #expect(refusal == nil)
        #expect(completed == 0)
    }

    @Test func `what belongs to the requests before is told apart`() {
        var framing = RequestFraming(headerLimit: 1024, memory: 16 * 1024)
        let first = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n"
        let fault = framing.receive(Array((first + "nonsense\r\n").utf8).span)
        #expect(fault?.start == first.utf8.count)
    }
}
