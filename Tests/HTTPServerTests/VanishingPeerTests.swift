internal import HTTPServer
import TestSupport
import Testing

/// Peers that go away in the middle, at every step: nothing is kept, nobody else is harmed.
@Suite(.serialized) struct VanishingPeerTests {
    enum Leaving: CaseIterable, Sendable {
        case close, reset, halfClose
    }

    static let steps = [
        "", "G", "GET /hello", "GET /hello HTTP/1.1\r\n", "GET /hello HTTP/1.1\r\nHos",
        "GET /hello HTTP/1.1\r\nHost: a\r\n", "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /slow?ms=30 HTTP/1.1\r\nHost: a\r\n\r\n", "GET /big?n=5000000 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /slow?ms=30 HTTP/1.1\r\nHost: a\r\n\r\nGET /slow?ms=30 HTTP/1.1\r\nHost: a\r\n\r\nGET /he",
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel",
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
        "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nhel",
        "POST /checked HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nhel",
        "POST /checked HTTP/1.1\r\nHost: a\r\nAuthorization: x\r\nContent-Length: 100000\r\n\r\nhel",
        "POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel",
    ]

    @Test(arguments: steps, Leaving.allCases)
    func `a peer that leaves is forgotten`(sent: String, leaving: Leaving) async throws {
        let server = try await TestServer(loops: 1)
        try await server.with { port in
            for _ in 0..<10 {
                let client = try RawClient(port: port)
                if leaving == .reset { client.resetOnClose() }
                try client.send(sent)
                if leaving == .halfClose { client.halfClose() }
            }
        }
        try await server.untilQuiet()
        #expect(try await server.stillServes())
        try await eventually { server.application.retainCounter.alive == 0 }
    }

    @Test(arguments: Leaving.allCases)
    func `a peer that leaves while its handler waits is forgotten when that ends`(leaving: Leaving)
        async throws
    {
        let server = try await TestServer(loops: 1)
        let gate = server.application.gate
        for request in [
            "GET /gate HTTP/1.1\r\nHost: a\r\n\r\n",
            "POST /gated-echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
        ] {
            try await server.with { port in
                for _ in 0..<25 {
                    let client = try RawClient(port: port)
                    if leaving == .reset { client.resetOnClose() }
                    try client.send(request)
                    if leaving == .halfClose { client.halfClose() }
                    // The request is known to be under way before the peer leaves.
                    let other = try RawClient(port: port)
                    try other.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
                    _ = try other.receive()
                }
            }
        }
        try await eventually { await gate.arrived == 50 }
        // A reset that comes before the request is suspended ends it at once, and its handler still waits.
        try await eventually("the end of the other calls") {
            let open = try await server.front.openRequests
            return leaving == .reset ? open <= 50 : open == 50
        }
        await gate.open()
        try await server.untilQuiet()
        try await eventually { server.application.retainCounter.alive == 0 }
        #expect(try await server.stillServes())
    }
}
