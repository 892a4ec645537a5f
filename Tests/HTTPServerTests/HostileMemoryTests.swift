import Reactor
import TestSupport
import Testing

@testable import HTTPServer

/// Clients that want the server to hold much for them.
@Suite struct HostileMemoryTests {
    private static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let part = [UInt8](repeating: 0x62, count: 60_000)

    private static func post(_ length: Int, _ path: String = "echo") -> String {
        "POST /\(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n"
    }

    /// With room for three bodies of 64 KiB.
    private static func server() async throws -> TestServer {
        var settings = ServerSettings.test()
        settings.bodyMemory = 256 * 1024
        return try await TestServer(settings)
    }

    private static func isOverloaded(_ reply: RawReply) -> Bool {
        reply.status == 503 && reply["retry-after"] == "1" && reply.text.contains("\"overloaded\"")
            && reply["content-type"] == "application/problem+json"
    }

    // MARK: Bodies

    /// Clients that have each sent all but the last bytes of a body, once the server has read them.
    private static func unfinished(_ count: Int, of server: TestServer) async throws -> Crowd {
        let clients = Crowd()
        try await server.with { port in
            try clients.join(count, port: port, Array(Self.post(60_040).utf8) + Self.part)
        }
        try await eventually { server.front.budgets.bodies.held == count * 60_040 }
        return clients
    }

    @Test func `a body that is too large by itself is 413, however little memory there is`() async throws {
        let server = try await Self.server()
        let statuses = try await server.with { port in
            try ["refused", "echo", "checked"].map { path in
                let client = try RawClient(port: port)
                try client.send(Self.post(300_000, path))
                return try client.receive().status
            }
        }
        // The last one would be read if there were memory for it.
        #expect(statuses == [413, 413, 503])
        try await server.untilQuiet()
    }

    @Test func `bodies beyond the memory for them are refused until there is room again`() async throws {
        let server = try await Self.server()
        let clients = try await Self.unfinished(3, of: server)
        let (large, small) = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send(Self.post(60_040))
            let large = try client.receive()
            let small = try RawClient(port: port)
            try small.send(Self.post(4) + "body")
            return (large, try small.receive().text)
        }
        #expect(Self.isOverloaded(large) && large.closes)
        // Those who send little still get in.
        #expect(small == "body")
        clients.leave()
        try await eventually { server.front.budgets.bodies.held == 0 }
        let reply = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send(Self.post(60_000))
            try client.send(Self.part)
            return try client.receive()
        }
        #expect(reply.status == 200 && reply.body.count == 60_000)
        #expect(server.front.budgets.bodies.held == 0)
        try await server.untilQuiet()
    }

    @Test func `a chunked body is refused where the memory ends`() async throws {
        let server = try await Self.server()
        let clients = try await Self.unfinished(3, of: server)
        let reply = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<15 {
                client.sendWhatGoes(Array("1000\r\n".utf8) + Self.part.prefix(4096) + [13, 10])
            }
            let reply = try client.receive()
            client.halfClose()
            #expect(try client.isClosed())
            return reply
        }
        #expect(Self.isOverloaded(reply) && reply.closes)
        #expect(reply["x-request-id"]?.isEmpty == false)
        clients.leave()
        try await server.untilQuiet()
        #expect(server.front.budgets.bodies.held == 0)
    }

    @Test func `a length that is only announced takes no memory`() async throws {
        let server = try await Self.server()
        let clients = Crowd()
        try await server.with { try clients.join(20, port: $0, Array((Self.post(60_000) + "b").utf8)) }
        let budget = server.front.budgets.bodies
        try await eventually { budget.held == 20 * MemoryBudget.smallSize }
        clients.leave()
        try await server.untilQuiet()
        #expect(budget.held == 0)
    }

    @Test func `memory is held while the handler works, and then no more`() async throws {
        let server = try await Self.server()
        let clients = Crowd()
        let request = Array(Self.post(60_000, "gated-echo").utf8) + Self.part
        try await server.with { try clients.join(1, port: $0, request) }
        try await eventually { await server.application.gate.arrived == 1 }
        #expect(server.front.budgets.bodies.held == 60_000)
        await server.application.gate.open()
        try await eventually { server.front.budgets.bodies.held == 0 }
        clients.leave()
        try await server.untilQuiet()
    }

    // MARK: Answers

    /// Clients that ask and take nothing of the answer.
    private static func readers(_ count: Int, _ target: String, of server: TestServer) async throws -> Crowd {
        let clients = Crowd()
        let request = Array("GET /\(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        try await server.with { try clients.join(count, port: $0, receiveBuffer: 4096, request) }
        return clients
    }

    @Test func `answers beyond the memory for them are refused, but for small ones and those to writes`()
        async throws
    {
        var settings = ServerSettings.test()
        settings.answerMemory = 8 * 1024 * 1024
        let server = try await TestServer(settings)
        let budget = server.front.budgets.answers
        let clients = try await Self.readers(2, "big?n=3400000", of: server)
        try await eventually { budget.held == 6_800_000 }
        let replies = try await server.with { port in
            try ["GET /big?n=700000 HTTP/1.1\r\nHost: a\r\n\r\n", Self.hello, Self.post(60_000)].map {
                request in
                let client = try RawClient(port: port)
                try client.send(request)
                if request.hasPrefix("P") { try client.send(Self.part) }
                return try client.receive()
            }
        }
        #expect(Self.isOverloaded(replies[0]))
        #expect(replies[1].text == "hello")
        #expect(replies[2].body.count == 60_000)
        clients.leave()
        try await server.untilQuiet()
        #expect(budget.held == 0)
        let again = try await server.answers("GET /big?n=700000 HTTP/1.1\r\nHost: a\r\n\r\n", count: 1)
        #expect(again[0].body.count == 700_000)
    }

    @Test func `an answer larger than the memory for answers is sent alone, byte for byte`() async throws {
        var settings = ServerSettings.test()
        settings.answerMemory = 2 * 1024 * 1024
        let server = try await TestServer(settings)
        let budget = server.front.budgets.answers
        let clients = try await Self.readers(1, "big?n=9000000", of: server)
        try await eventually { budget.held == 1024 * 1024 }
        let request = "GET /big?n=9000000 HTTP/1.1\r\nHost: a\r\n\r\n"
        let refused = try await server.answers(request, count: 1)
        #expect(Self.isOverloaded(refused[0]))
        clients.leave()
        try await eventually { budget.held == 0 }
        let replies = try await server.answers(request, count: 1)
        #expect(replies[0].body == pattern(9_000_000))
        try await server.untilQuiet()
    }

    @Test func `an answer that all requests share is not held for each of them`() async throws {
        let server = try await TestServer()
        let clients = try await Self.readers(100, "shared", of: server)
        try await eventually { try await server.front.openRequests == 100 }
        #expect(server.front.budgets.answers.held == 0)
        let replies = try await server.answers("GET /shared HTTP/1.1\r\nHost: a\r\n\r\n", count: 1)
        #expect(replies[0].body == TestApplication.shared.bytes)
        clients.leave()
        try await server.untilQuiet()
    }

    // MARK: Giving back

    @Test func `freed memory is given back once, when most of what was held is gone`() {
        let megabyte = 1024 * 1024
        var memory = MemoryReturn()
        var now = Instant(nanoseconds: 0)
        func look(_ held: Int) -> Bool {
            now = now + .seconds(11)
            return memory.isDue(held * megabyte, now: now)
        }
        #expect([look(0), look(2), look(0)] == [false, false, false])
        #expect([look(40), look(60), look(31), look(30), look(29)] == [false, false, false, true, false])
        #expect([look(10), look(10), look(0)] == [true, false, true])
    }
}
