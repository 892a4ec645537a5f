import App
import Cluster
import Glibc
import TestDatabases
import TestSupport
import Testing

/// `/healthz`, `/readyz` and `/metrics` of a worker.
@Suite(.database) struct WorkerAddressTests {
    @Test func `a worker answers for its health where it was told to`() async throws {
        try await Site.with { site in
            let port = try Parlay.freePort()
            let address = ["PARLAY_WORKER_ADDR": "127.0.0.1:\(port)"]
            let worker = try await site.work(with: address)
            let session = HTTPSession(port: port)
            let health = try await session.send("GET", "/healthz")
            #expect(health.status == 200 && health.text == "ok\n", "\(health)")
            #expect(try await session.send("GET", "/readyz/").text == "ready \(Program.version)\n")
            #expect(try await session.send("HEAD", "/readyz").status == 200)
            let metrics = try ExpositionParser.parse(try await session.send("GET", "/metrics").body)
            #expect(metrics["parlay_jobs_finished_total"] != nil)
            #expect(try await session.send("POST", "/healthz").status == 405)
            let other = try await session.send("GET", "/v1/wordup/about/")
            #expect(other.status == 404 && other.text.contains("/healthz, /readyz, /metrics"), "\(other)")

            // Fronts share a port, but two workers could not be told apart.
            let second = try await site.run(["work"], with: address)
            #expect(second.code == 1, "\(second)")
            #expect(second.errors.contains("PARLAY_WORKER_ADDR: cannot listen on 127.0.0.1"), "\(second)")
            #expect(second.output.isEmpty)
            #expect(try await session.send("GET", "/readyz").status == 200)
            #expect(try await worker.stop() == .code(0))
        }
    }

    @Test func `an address that nobody chose may be in use`() async throws {
        try await Site.with { site in
            let port = try Parlay.freePort()
            let listener = try Parlay.listener(port: port)
            defer { close(listener) }
            let address = ["PARLAY_WORKER_ADDR": "", "PARLAY_UP_WORKER_ADDR": "127.0.0.1:\(port)"]
            let worker = try await site.work(with: address)
            #expect(worker.errors.contains("no health and metrics"), "\(worker.errors)")
            #expect(try await worker.stop() == .code(0))
        }
    }

    @Test func `off is silent`() async throws {
        try await Site.with { site in
            let worker = try await site.work()
            #expect(!worker.errors.contains("health"), "\(worker.errors)")
            #expect(try await worker.stop() == .code(0))
        }
    }
}
