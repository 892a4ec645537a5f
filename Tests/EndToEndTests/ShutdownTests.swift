import App
import Cluster
import Database
import Glibc
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// What SIGTERM does.
@Suite(.database) struct ShutdownTests {
    @Test(.withoutProxy) func `a front finishes what is under way, takes nothing new and exits with 0`()
        async throws
    {
        try await Site.with { site in
            let front = try await site.serve()
            try await site.makeTenant()
            let body = Site.registration("ann")
            let head = """
                POST /v1/wordup/register/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r
                Content-Length: \(body.utf8.count)\r\n\r\n
                """
            let port = site.port
            let reply = try await blocking {
                let client = try RawClient(port: port)
                try client.send(head + body.prefix(20))
                // It is under way once the server waits for the rest: another connection is served meanwhile.
                _ = try HTTPSession(port: port).exchange("GET", "/healthz")
                front.signal(SIGTERM)
                while (try? HTTPSession(port: port).exchange("GET", "/readyz").status) == 200 {
                    usleep(10_000)
                }
                guard front.isRunning else { throw Parlay.Failure("it did not wait") }
                try client.send(String(body.dropFirst(20)))
                return (try client.receive(), client.hasEnded(waitingMilliseconds: 20_000))
            }
            #expect(reply.0.status == 201, "\(reply.0.text)")
            #expect(reply.1)
            #expect(try await front.end() == .code(0), "\(front.errors)")
            #expect(try await site.readiness() == nil)
            let count = try TestDatabase.current.owner.query("select count(*) from accounts")[0].integer(0)
            #expect(count == 1)
        }
    }

    @Test func `fronts that share a port are exchanged under load and lose nothing`() async throws {
        try await Site.with { site in
            var front = try await site.serve()
            try await site.makeTenant()
            let load = try Load(port: site.port, writers: 4)
            for _ in 0..<2 {
                try await load.acknowledge(30)
                let next = try site.start("serve")
                try await eventually("the next front") { next.errors.contains("listening") }
                try await load.acknowledge(10)
                #expect(try await front.stop() == .code(0))
                front = next
            }
            try await load.acknowledge(30)
            try await load.stop()
            #expect(load.record.faults == [])
            #expect(load.record.broken == 0 && load.record.refused == 0)
            try expectAcknowledged(load.record, in: try TestDatabase.current.owner)
        }
    }

    @Test func `a signal at any moment of the start ends in good order too`() async throws {
        try await Site.with { site in
            // Nobody listens there: both wait for the database.
            let away = ["DATABASE_URL": "postgresql:///parlay?host=/nonexistent"]
            for command in ["serve", "work"] {
                let process = try site.start(command, with: away)
                try await eventually("the wait") { process.errors.contains("waiting for the database") }
                #expect(try await process.stop() == .code(0))
            }
            for _ in 0..<5 {
                let front = try site.start("serve")
                try await eventually("the first line") { front.errors.contains("listening") }
                #expect(try await front.stop() == .code(0))
            }
        }
    }

    @Test func `an idle front and an idle worker exit with 0, by SIGINT too`() async throws {
        try await Site.with { site in
            let front = try await site.serve()
            let worker = try await site.work()
            front.signal(SIGINT)
            #expect(try await front.end() == .code(0))
            #expect(try await worker.stop() == .code(0))
            #expect(worker.errors.contains("stopped"))
        }
    }
}
