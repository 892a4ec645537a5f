internal import HTTPServer
import TestSupport
import Testing

@Suite struct ConnectionTests {
    @Test func `a connection serves one request after another`() async throws {
        let server = try await TestServer()
        let texts = try await server.with { port in
            let client = try RawClient(port: port)
            return try (0..<50).map { index in
                try client.send("GET /target/x?n=\(index) HTTP/1.1\r\nHost: a\r\n\r\n")
                return try client.receive().text
            }
        }
        #expect(texts == (0..<50).map { "/target/x n=\($0)" })
        try await server.untilQuiet()
    }

    @Test func `pipelined requests are answered in order and none is lost`() async throws {
        let server = try await TestServer()
        let paths = (0..<300).map { index in
            index % 7 == 0 ? "/slow?ms=\(1 + index % 3)" : "/target/x?n=\(index)"
        }
        let request = paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()
        let replies = try await server.answers(request, count: 300)
        let expected = (0..<300).map { index in
            index % 7 == 0 ? "slow \(1 + index % 3)" : "/target/x n=\(index)"
        }
        #expect(replies.map(\.text) == expected)
        try await server.untilQuiet()
    }

    @Test func `bodies pipelined behind one another stay apart`() async throws {
        let server = try await TestServer()
        let first = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nfirst"
        let second =
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nsecond\r\n0\r\n\r\n"
        let third = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
        let replies = try await server.answers(first + second + third, count: 3)
        #expect(replies.map(\.text) == ["first", "second", "hello"])
    }

    @Test func `no answer lets a browser guess its type`() async throws {
        let server = try await TestServer()
        let request = ["/hello", "/nowhere", "/big?n=1000"].map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }
        for reply in try await server.answers(request.joined(), count: 3) {
            #expect(reply["x-content-type-options"] == "nosniff")
        }
    }

    @Test func `HEAD has the headers of GET and no body`() async throws {
        let server = try await TestServer()
        let (head, get) = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send(
                "HEAD /big?n=1000 HTTP/1.1\r\nHost: a\r\n\r\nGET /big?n=1000 HTTP/1.1\r\nHost: a\r\n\r\n"
            )
            let head = try client.receive(bodiless: true)
            return (head, try client.receive())
        }
        #expect(head.status == 200 && get.body.count == 1000)
        let ignored: Set = ["x-request-id", "date"]
        #expect(
            head.headers.filter { !ignored.contains($0.name) }.map { "\($0.name): \($0.value)" }
                == get.headers.filter { !ignored.contains($0.name) }.map { "\($0.name): \($0.value)" }
        )
        #expect(head["content-length"] == "1000")
    }

    @Test func `OPTIONS and 405 say what is allowed and keep the connection`() async throws {
        let server = try await TestServer()
        let request = """
            OPTIONS /echo HTTP/1.1\r\nHost: a\r\n\r\nDELETE /echo HTTP/1.1\r\nHost: a\r\n\r\n\
            BREW /hello HTTP/1.1\r\nHost: a\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n\
            GET /empty HTTP/1.1\r\nHost: a\r\n\r\n
            """
        let replies = try await server.answers(request, count: 5)
        #expect(replies.map(\.status) == [204, 405, 405, 404, 204])
        #expect(replies[0]["allow"] == "OPTIONS, POST, PUT")
        #expect(replies[1]["allow"] == "OPTIONS, POST, PUT")
        #expect(replies[2]["allow"] == "GET, HEAD, OPTIONS")
        #expect(replies[4]["content-length"] == nil)
    }

    @Test func `a big answer arrives whole`() async throws {
        let server = try await TestServer()
        let replies = try await server.answers("GET /big?n=20000000 HTTP/1.1\r\nHost: a\r\n\r\n", count: 1)
        #expect(replies[0].body.count == 20_000_000)
    }

    @Test func `HTTP 1_0 is answered and closed unless it asks to stay`() async throws {
        let server = try await TestServer()
        let (plain, kept) = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send("GET /hello HTTP/1.0\r\n\r\n")
            let text = try client.receiveToEnd()
            let other = try RawClient(port: port)
            try other.send("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            let first = try other.receive()
            try other.send("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            return (text, [first, try other.receive()])
        }
        #expect(plain.hasSuffix("hello"))
        #expect(kept.map(\.text) == ["hello", "hello"])
    }

    @Test func `a request to close is honoured`() async throws {
        let server = try await TestServer()
        let text = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send("GET /slow?ms=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            return try client.receiveToEnd()
        }
        #expect(text.contains("Connection: close") && text.hasSuffix("slow 1"))
    }

    @Test func `a client that has sent all and half-closed still gets its answer`() async throws {
        let server = try await TestServer()
        for path in ["/hello", "/slow?ms=50", "/big?n=3000000"] {
            let reply = try await server.with { port in
                let client = try RawClient(port: port)
                try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
                client.halfClose()
                return try client.receive()
            }
            #expect(reply.status == 200, "\(path)")
            try await server.untilQuiet("\(path)")
        }
    }

    @Test func `the request id is taken when well formed and otherwise made`() async throws {
        let server = try await TestServer()
        let request = """
            GET /id HTTP/1.1\r\nHost: a\r\nX-Request-Id: abc.DEF_1-2\r\n\r\n\
            GET /id HTTP/1.1\r\nHost: a\r\nX-Request-Id: a b\r\n\r\n\
            GET /id HTTP/1.1\r\nHost: a\r\nX-Request-Id: \(String(repeating: "a", count: 129))\r\n\r\n\
            GET /id HTTP/1.1\r\nHost: a\r\n\r\n
            """
        let replies = try await server.answers(request, count: 4)
        #expect(replies[0].text == "abc.DEF_1-2")
        for reply in replies { #expect(reply["x-request-id"] == reply.text) }
        #expect(replies[1].text != "a b" && !replies[1].text.isEmpty)
        #expect(replies[2].text.count < 129)
        #expect(replies[3].text != replies[2].text)
    }

    @Test func `request ids are unique over the loops`() async throws {
        let server = try await TestServer()
        let request = String(repeating: "GET /id HTTP/1.1\r\nHost: a\r\n\r\n", count: 20)
        var ids: [String] = []
        for _ in 0..<20 { ids += try await server.answers(request, count: 20).map(\.text) }
        #expect(Set(ids).count == 400)
        #expect(Set(server.completed.all.map(\.loop)) == [0, 1])
    }
}
