import App
import Cluster
import TestSupport
import Testing

extension Site {
    /// Waits until no request is open, according to `/metrics`, and stops the front, which counts them.
    func expectNoOpenRequest(_ front: ParlayProcess) async throws {
        try await eventually("the end of all requests") {
            let answer = try await self.session().send("GET", "/metrics")
            let metrics = try ExpositionParser.parse(answer.body)
            return metrics["parlay_http_in_flight"]?.points.first?.value == 0
        }
        #expect(try await front.stop(within: .seconds(180)) == .code(0))
        #expect(!front.errors.contains("requests cancelled at shutdown"), "\(front.errors.suffix(300))")
    }
}
