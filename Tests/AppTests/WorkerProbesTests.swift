import HTTPServer
import Jobs
import Reactor
import Testing

@testable import App
@testable import Console

@Suite struct WorkerProbesTests {
    @Test func `a worker without a claim or a poll for 30 seconds is not healthy`() throws {
        let start = Instant(nanoseconds: 1_000_000_000)
        let probes = WorkerProbes(pulse: WorkerPulse(now: start), isDraining: DrainFlag())
        func status(after seconds: Int64) -> Int {
            probes.health(requestID: "r", at: start + .seconds(seconds)).status
        }
        #expect(status(after: 0) == 200)
        #expect(status(after: 29) == 200)
        let stuck = probes.health(requestID: "r", at: start + .seconds(42))
        #expect(stuck.status == 503)
        let text = String(decoding: stuck.body.bytes, as: UTF8.self)
        #expect(text.contains("for 42 s") && text.contains("\"request_id\":\"r\""), "\(text)")
        // It takes no more jobs, but finishes those that it has.
        probes.isDraining.set()
        #expect(status(after: 42) == 200)
    }

    @Test func `only the address that somebody chose must be free`() throws {
        func address(_ environment: [String: String]) throws -> (text: String, isConfigured: Bool) {
            try Configuration.read(environment: environment).configuration.effectiveWorkerAddress
        }
        #expect(try address([:]) == ("127.0.0.1:8081", false))
        #expect(try address(["PARLAY_UP_WORKER_ADDR": "127.0.0.1:91"]) == ("127.0.0.1:91", false))
        let both = ["PARLAY_UP_WORKER_ADDR": "127.0.0.1:91", "PARLAY_WORKER_ADDR": "0.0.0.0:92"]
        #expect(try address(both) == ("0.0.0.0:92", true))
        #expect(try address(["PARLAY_WORKER_ADDR": "off"]) == ("off", true))
    }
}
