internal import HTTPServer
import TestSupport
import Testing

@Suite struct BodyTests {
    private static let large = [UInt8](repeating: 0x61, count: 8 * 1024 * 1024)

    @Test(arguments: [0, 1, 5, 1_000, TestApplication.bodyLimit])
    func `a body of announced length is echoed`(size: Int) async throws {
        let server = try await TestServer()
        let body = String(repeating: "b", count: size)
        let request = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n\(body)"
        let replies = try await server.answers(request + "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n", count: 2)
        #expect(replies.map(\.text) == [body, "hello"])
    }

    @Test func `chunks make one body`() async throws {
        let server = try await TestServer()
        let chunks = "5\r\nhello\r\n1;a=b\r\n \r\n00005\r\nworld\r\n0\r\nTrailer: x\r\n\r\n"
        let head = "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let replies = try await server.answers(head + chunks + head + "0\r\n\r\n", count: 2)
        #expect(replies.map(\.text) == ["hello world", ""])
    }

    @Test func `a body that arrives byte by byte is read`() async throws {
        let server = try await TestServer()
        let head = "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let text = try await server.with { port in
            let client = try RawClient(port: port)
            for byte in Array((head + "5\r\nhello\r\n0\r\n\r\n").utf8) { try client.send([byte]) }
            return try client.receive().text
        }
        #expect(text == "hello")
    }

    @Test func `a length over the limit is refused at once`() async throws {
        let server = try await TestServer()
        let reply = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 8388608\r\n\r\n")
            let reply = try client.receive()
            client.halfClose()
            #expect(try client.isClosed())
            return reply
        }
        #expect(reply.status == 413)
        #expect(reply.closes)
        #expect(reply["content-type"] == "application/problem+json")
        try await server.untilQuiet()
    }

    @Test func `a client that sends its whole body first still reads the refusal`() async throws {
        let server = try await TestServer()
        for _ in 0..<5 {
            let reply = try await server.with { port in
                let client = try RawClient(port: port)
                try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 8388608\r\n\r\n")
                try client.send(Self.large)
                return try client.receive()
            }
            #expect(reply.status == 413)
        }
        try await server.untilQuiet()
    }

    @Test func `chunks that grow over the limit are refused midway`() async throws {
        let server = try await TestServer()
        for _ in 0..<5 {
            let reply = try await server.with { port in
                let client = try RawClient(port: port)
                try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                for _ in 0..<400 {
                    try client.send(Array("1000\r\n".utf8) + Self.large.prefix(4096) + [13, 10])
                }
                let reply = try client.receive()
                client.halfClose()
                #expect(try client.isClosed())
                return reply
            }
            #expect(reply.status == 413 && reply.closes)
            #expect(reply["content-type"] == "application/problem+json")
            #expect(reply["x-request-id"]?.isEmpty == false)
        }
        try await server.untilQuiet()
        #expect(server.completed.all.map(\.status) == [413, 413, 413, 413, 413])
    }

    @Test func `a client that waits for 100 is told to go on`() async throws {
        let server = try await TestServer()
        let replies = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send(
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n"
            )
            let interim = try client.receive()
            try client.send("body")
            return [interim, try client.receive()]
        }
        #expect(replies.map(\.status) == [100, 200])
        #expect(replies[1].text == "body")
        try await server.untilQuiet()
    }

    @Test func `a client that waits for 100 is refused before it sends`() async throws {
        let server = try await TestServer()
        let head = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 8388608\r\nExpect: 100-continue\r\n\r\n"
        let replies = try await server.answers(head, count: 1)
        #expect(replies.map(\.status) == [413])
        try await server.untilQuiet()
    }

    @Test(arguments: ["checked", "checked-at-once"])
    func `a check that refuses comes before the body`(path: String) async throws {
        let server = try await TestServer()
        let lengths = ["Content-Length: 500000", "Transfer-Encoding: chunked"]
        for length in lengths + lengths.map({ "\($0)\r\nExpect: 100-continue" }) {
            let replies = try await server.answers(
                "POST /\(path) HTTP/1.1\r\nHost: a\r\n\(length)\r\n\r\n",
                count: 1
            )
            #expect(replies[0].status == 401, "\(length)")
            #expect(replies[0].closes)
        }
        let reply = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send("POST /\(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
            try client.send(Array(Self.large.prefix(1_000_000)))
            return try client.receive()
        }
        #expect(reply.status == 401)
        try await server.untilQuiet()
    }

    @Test(arguments: ["checked", "checked-at-once"])
    func `a check that agrees lets the whole body in`(path: String) async throws {
        let server = try await TestServer()
        let head = "POST /\(path) HTTP/1.1\r\nHost: a\r\nAuthorization: x\r\n"
        let texts = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send(head + "Content-Length: 500000\r\n\r\n")
            try client.send(Array(Self.large.prefix(500_000)))
            let first = try client.receive()
            try client.send(head + "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n")
            let second = try client.receive()
            try client.send(head + "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n")
            let interim = try client.receive()
            try client.send("abc")
            return [first.text, second.text, "\(interim.status)", try client.receive().text]
        }
        #expect(texts == ["500000", "4", "100", "3"])
        try await server.untilQuiet()
    }

    @Test func `a refusal of a small body keeps the connection`() async throws {
        let server = try await TestServer()
        let body = "Host: a\r\nContent-Length: 4\r\n\r\nbody"
        let request =
            "POST /nowhere HTTP/1.1\r\n\(body)DELETE /echo HTTP/1.1\r\n\(body)POST /echo HTTP/1.1\r\n\(body)"
        let replies = try await server.answers(request, count: 3)
        #expect(replies.map(\.status) == [404, 405, 200])
        #expect(replies[2].text == "body")
    }
}
