internal import HTTPServer
internal import Reactor
import TestSupport
import Testing

/// Peers that dawdle are let go; the limits are set low, and the tests wait for the end of the stream.
@Suite struct SlowPeerTests {
    private static func settings() -> ServerSettings {
        var settings = ServerSettings.test()
        settings.headerTimeout = 1
        settings.idleTimeout = 3
        settings.progressTimeout = 1
        settings.slowestRate = 1_000
        settings.rateWindow = .seconds(1)
        return settings
    }

    /// Only the given limit of the two is in the way.
    private static func settings(timeout: Int = 3_600, rate: Int = 1, window: Int = 3_600) -> ServerSettings {
        var settings = ServerSettings.test()
        settings.progressTimeout = timeout
        settings.slowestRate = rate
        settings.rateWindow = .seconds(window)
        return settings
    }

    /// Sends `start`, then `drop` again and again; whether the server closes.
    private func isGivenUp(_ server: TestServer, start: String, drop: String) async throws -> Bool {
        try await server.with { port in
            let client = try RawClient(port: port)
            let begin = ContinuousClock.now
            try client.send(start)
            while ContinuousClock.now - begin < .seconds(120) {
                do { try client.send(drop) } catch { return true }
                if client.hasEnded(waitingMilliseconds: 100) { return true }
            }
            return false
        }
    }

    @Test(arguments: [
        ("", "G"),
        ("GET /hello HTTP/1.1\r\n", "a"),
        ("GET /hello HTTP/1.1\r\nHost: a\r\n", "X: a\r\n"),
        ("\r\n", "\r\n"),
    ])
    func `headers that trickle in are given up`(start: String, drop: String) async throws {
        let server = try await TestServer(Self.settings())
        #expect(try await isGivenUp(server, start: start, drop: drop))
        try await server.untilQuiet()
    }

    @Test func `a request line that trickles in on a kept connection is given up`() async throws {
        let server = try await TestServer(Self.settings())
        let start = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(try await isGivenUp(server, start: start, drop: "G"))
        try await server.untilQuiet()
    }

    @Test(arguments: ["Content-Length: 50000", "Transfer-Encoding: chunked"])
    func `a body below the rate is given up`(length: String) async throws {
        let server = try await TestServer(Self.settings())
        let start = "POST /echo HTTP/1.1\r\nHost: a\r\n\(length)\r\n\r\n"
        let drop = length.hasPrefix("C") ? "b" : "1\r\nb\r\n"
        #expect(try await isGivenUp(server, start: start, drop: drop))
        try await server.untilQuiet()
        #expect(server.completed.all.map(\.status) == [499])
    }

    @Test(arguments: [settings(timeout: 1), settings(rate: 1_000, window: 2)])
    func `a body that came fast and then stops is given up`(_ settings: ServerSettings) async throws {
        let server = try await TestServer(settings)
        let isClosed = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 65536\r\n\r\n")
            try client.send([UInt8](repeating: 0x62, count: 65_496))
            return try client.isClosed()
        }
        #expect(isClosed)
        try await server.untilQuiet()
        #expect(server.completed.all.map(\.status) == [499])
    }

    @Test func `a body that slows down is given up, whatever came before`() async throws {
        let server = try await TestServer(Self.settings(rate: 1_000, window: 2))
        let start = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 65536\r\n\r\n"
        let first = String(repeating: "b", count: 60_000)
        #expect(try await isGivenUp(server, start: start + first, drop: "b"))
        try await server.untilQuiet()
    }

    @Test func `a small body that is refused and never sent is given up`() async throws {
        let server = try await TestServer(Self.settings())
        let start = "POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"
        #expect(try await isGivenUp(server, start: start, drop: "b"))
        try await server.untilQuiet()
    }

    @Test func `a body above the rate is read however long it takes`() async throws {
        var settings = Self.settings()
        settings.slowestRate = 10
        // The client may wait for a processor.
        (settings.progressTimeout, settings.rateWindow) = (60, .seconds(60))
        let server = try await TestServer(settings)
        let text = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3000\r\n\r\n")
            for _ in 0..<30 {
                try client.send(String(repeating: "b", count: 100))
                _ = client.hasEnded(waitingMilliseconds: 100)
            }
            return try client.receive().text
        }
        #expect(text.count == 3_000)
    }

    @Test func `an empty line after a request does not make the connection slow`() async throws {
        var settings = Self.settings()
        (settings.headerTimeout, settings.idleTimeout) = (1, 3_600)
        let server = try await TestServer(settings)
        let reply = try await server.with { port in
            let client = try RawClient(port: port)
            // Some clients end a body so (RFC 9112, 2.2).
            try client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n\r\n")
            _ = try client.receive()
            #expect(!client.hasEnded(waitingMilliseconds: 3_000))
            try client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            return try client.receive()
        }
        #expect(reply.text == "hello")
    }

    @Test func `an idle connection is closed`() async throws {
        let server = try await TestServer(Self.settings())
        let isClosed = try await server.with { port in
            let fresh = try RawClient(port: port)
            let used = try RawClient(port: port)
            try used.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try used.receive()
            return try (fresh.isClosed(), used.isClosed())
        }
        #expect(isClosed == (true, true))
        try await server.untilQuiet()
    }

    @Test(arguments: [settings(timeout: 1), settings(rate: 1_000, window: 2)], ["big?n=20000000", "shared"])
    func `a peer that does not read a big answer is given up`(
        _ settings: ServerSettings,
        target: String
    ) async throws {
        let server = try await TestServer(settings)
        let wasReset = try await server.with { port in
            let client = try RawClient(port: port, receiveBuffer: 4_096)
            try client.send("GET /\(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            return client.wasReset(waitingMilliseconds: 60_000)
        }
        #expect(wasReset)
        try await server.untilQuiet()
    }

    @Test func `a peer that slows down in the middle of an answer is given up`() async throws {
        let server = try await TestServer(Self.settings(rate: 100_000, window: 2))
        let wasReset = try await server.with { port in
            let client = try RawClient(port: port, receiveBuffer: 4_096)
            try client.send("GET /big?n=20000000 HTTP/1.1\r\nHost: a\r\n\r\n")
            try client.take(10_000_000)
            // It goes on, a kilobyte at a time.
            for _ in 0..<600 where !client.wasReset(waitingMilliseconds: 100) { try? client.take(1_000) }
            return client.wasReset(waitingMilliseconds: 0)
        }
        #expect(wasReset)
        try await server.untilQuiet()
    }

    @Test func `a peer that leaves small answers with the kernel is given up`() async throws {
        let server = try await TestServer(Self.settings(timeout: 1))
        let wasReset = try await server.with { port in
            let client = try RawClient(port: port, receiveBuffer: 4_096)
            let request = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
            client.sendWhatGoes(Array(String(repeating: request, count: 2_000).utf8))
            return client.wasReset(waitingMilliseconds: 60_000)
        }
        #expect(wasReset)
        try await server.untilQuiet()
    }

    @Test func `a handler may take longer than any limit on the peer`() async throws {
        let server = try await TestServer(Self.settings())
        let replies = try await server.answers("GET /slow?ms=5000 HTTP/1.1\r\nHost: a\r\n\r\n", count: 1)
        #expect(replies[0].text == "slow 5000")
    }

    @Test func `two thousand idle connections cost nobody else`() async throws {
        let server = try await TestServer()
        let served = try await server.with { port in
            let idle = try (0..<2_000).map { _ in try RawClient(port: port) }
            let client = try RawClient(port: port)
            var served = 0
            for _ in 0..<200 {
                try client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
                if try client.receive().text == "hello" { served += 1 }
            }
            for one in idle.suffix(20) {
                try one.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
                if try one.receive().text == "hello" { served += 1 }
            }
            return served
        }
        #expect(served == 220)
        try await server.untilQuiet()
    }

    @Test func `an address has a limited number of connections`() async throws {
        var settings = ServerSettings.test()
        settings.connectionsPerAddress = 10
        let server = try await TestServer(settings)
        let (served, refused) = try await server.with { port in
            let request = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
            var clients: [RawClient] = []
            for _ in 0..<10 {
                let client = try RawClient(port: port)
                try client.send(request)
                if try client.receive().text == "hello" { clients.append(client) }
            }
            let eleventh = try RawClient(port: port)
            eleventh.sendWhatGoes(Array(request.utf8))
            return (clients.count, try eleventh.isClosed())
        }
        #expect(served == 10 && refused)
        try await server.untilQuiet()
        #expect(try await server.stillServes())
    }

    @Test func `the connections of a trusted proxy are not counted`() async throws {
        var settings = ServerSettings.test()
        settings.connectionsPerAddress = 10
        settings.isTrustedProxy = { $0.description == "127.0.0.1" }
        let server = try await TestServer(settings)
        let served = try await server.with { port in
            let clients = try (0..<300).map { _ in
                let client = try RawClient(port: port)
                try client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
                return client
            }
            return try clients.filter { try $0.receive().text == "hello" }.count
        }
        #expect(served == 300)
        try await server.untilQuiet()
    }

    @Test func `a refused connection counts until its peer has gone`() async throws {
        var settings = ServerSettings.test()
        settings.connectionsPerAddress = 5
        let server = try await TestServer(settings)
        let sixthIsRefused = try await server.with { port in
            let request = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 8388608\r\n\r\n"
            let refused = try (0..<5).map { _ in
                let client = try RawClient(port: port)
                try client.send(request)
                _ = try client.receive()
                return client
            }
            let sixth = try RawClient(port: port)
            sixth.sendWhatGoes(Array("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            return try withExtendedLifetime(refused) { try sixth.isClosed() }
        }
        #expect(sixthIsRefused)
        try await eventually { (try? await server.stillServes()) == true }
        try await server.untilQuiet()
    }

    @Test func `a full loop serves again when a connection ends`() async throws {
        var settings = ServerSettings.test()
        settings.connectionLimit = 5
        let server = try await TestServer(settings, loops: 1)
        let texts = try await server.with { port in
            let request = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
            var held = try (0..<5).map { _ in
                let client = try RawClient(port: port)
                try client.send(request)
                _ = try client.receive()
                return client
            }
            let waiting = try (0..<5).map { _ in
                let client = try RawClient(port: port)
                try client.send(request)
                return client
            }
            held.removeAll()
            return try waiting.map { try $0.receive().text }
        }
        #expect(texts == Array(repeating: "hello", count: 5))
        try await server.untilQuiet()
    }
}
