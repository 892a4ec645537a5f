internal import Glibc
internal import HTTPServer
internal import Reactor
internal import Synchronization
import TestSupport
import Testing

@Suite(.serialized) struct StopTests {
    private static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `a request under way is finished and its connection closed`() async throws {
        let server = try await TestServer()
        async let text = server.with { port in
            let client = try RawClient(port: port)
            try client.send("GET /gate HTTP/1.1\r\nHost: a\r\n\r\n")
            return try client.receiveToEnd()
        }
        try await eventually { await server.application.gate.arrived == 1 }
        async let unfinished = server.front.stop(grace: .seconds(60))
        let port = server.port
        try await eventually("a refused connection") {
            try await blocking {
                do {
                    _ = try RawClient(port: port, seconds: 1)
                    return false
                } catch RawClientError.connect(errno: ECONNREFUSED) { return true } catch { return false }
            }
        }
        await server.application.gate.open()
        #expect(try await unfinished == 0)
        let answer = try await text
        #expect(answer.contains("Connection: close") && answer.hasSuffix("passed"))
    }

    @Test func `what does not end in time is counted`() async throws {
        let server = try await TestServer()
        let client = Mutex<RawClientBox?>(nil)
        let box = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send("GET /gate HTTP/1.1\r\nHost: a\r\n\r\n")
            return RawClientBox(client)
        }
        client.withLock { $0 = box }
        try await eventually { await server.application.gate.arrived == 1 }
        #expect(try await server.front.stop(grace: .milliseconds(200)) == 1)
        await server.application.gate.open()
        try await eventually { try await server.front.openRequests == 0 }
    }

    @Test func `idle connections end`() async throws {
        let server = try await TestServer()
        async let isClosed = server.with { port in
            let fresh = try RawClient(port: port)
            let used = try RawClient(port: port)
            try used.send(Self.hello)
            _ = try used.receive()
            return try (fresh.isClosed(), used.isClosed())
        }
        try await eventually { try await server.front.connectionCount == 2 }
        #expect(try await server.front.stop(grace: .seconds(120)) == 0)
        #expect(try await isClosed == (true, true))
        #expect(try await server.front.connectionCount == 0)
    }

    @Test func `a kept connection may send one more request while draining`() async throws {
        let server = try await TestServer()
        let (first, second) = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send(Self.hello)
            return (try client.receive(), RawClientBox(client))
        }
        #expect(!first.closes)
        async let unfinished = server.front.stop(grace: .seconds(120))
        let last = try await blocking {
            try second.client.send(Self.hello)
            return try second.client.receive()
        }
        #expect(last.status == 200)
        #expect(try await unfinished == 0)
    }

    /// Servers on one port, as processes would be: one after another joins and stops while clients come and go.
    @Test func `restarts beside another server fail no request`() async throws {
        let staying = try await TestServer()
        var settings = ServerSettings.test()
        settings.port = staying.port
        let joining = settings
        let counters = Counters()
        let port = staying.port
        try await withThrowingTaskGroup { group in
            for _ in 0..<12 {
                group.addTask {
                    try await blocking {
                        while !counters.isDone { counters.add(isFailure: !Self.isServed(port: port)) }
                    }
                }
            }
            for _ in 0..<5 {
                let leaving = try await TestServer(joining)
                #expect(leaving.port == port)
                try await eventually { leaving.completed.all.count > 100 }
                #expect(try await leaving.front.stop(grace: .seconds(120)) == 0)
            }
            let served = counters.value.served
            try await eventually { counters.value.served > served + 200 }
            counters.finish()
            try await group.waitForAll()
        }
        #expect(counters.value.failed == 0)
        #expect(try await staying.front.stop(grace: .seconds(120)) == 0)
    }

    private static func isServed(port: UInt16) -> Bool {
        do {
            let client = try RawClient(port: port)
            try client.send(hello)
            return try client.receive().status == 200
        } catch {
            return false
        }
    }

    private final class Counters: Sendable {
        private let state = Mutex((served: 0, failed: 0, isDone: false))
        var value: (served: Int, failed: Int) { state.withLock { ($0.served, $0.failed) } }
        var isDone: Bool { state.withLock { $0.isDone } }
        func finish() { state.withLock { $0.isDone = true } }
        func add(isFailure: Bool) {
            state.withLock { if isFailure { $0.failed += 1 } else { $0.served += 1 } }
        }
    }
}

/// `@unchecked Sendable`: one thread at a time uses the client.
private final class RawClientBox: @unchecked Sendable {
    let client: RawClient
    init(_ client: RawClient) { self.client = client }
}
