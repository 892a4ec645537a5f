import App
import Foundation
import TestDatabases
import TestSupport
import Testing

/// The rules of Prometheus and the dashboard of Grafana in `deploy/`, held against running processes.
@Suite(.database) struct MonitoringTests {
    private static let deploy =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/deploy"

    /// The words of a file that look like metrics, without what Prometheus adds to the name of a histogram.
    private static func metrics(in file: String, histograms: Set<String>) throws -> Set<String> {
        let text = try String(contentsOfFile: "\(deploy)/\(file)", encoding: .utf8)
        let words = text.matches(of: /\b(?:parlay|process)_[a-z0-9_]+/).map { String($0.output) }
        return Set(
            words.map { word in
                let base = word.replacing(/_(?:bucket|count|sum)$/, with: "")
                return histograms.contains(base) ? base : word
            }
        )
    }

    @Test func `every metric of the rules and the dashboard exists on a running server`() async throws {
        try await Site.with { site in
            let port = try Parlay.freePort()
            _ = try await site.serve()
            _ = try await site.work(with: ["PARLAY_WORKER_ADDR": "127.0.0.1:\(port)"])
            let front = try ExpositionParser.parse(try await site.session().send("GET", "/metrics").body)
            let worker = try ExpositionParser.parse(
                try await HTTPSession(port: port).send("GET", "/metrics").body
            )
            let families = front.merging(worker) { $1 }
            let histograms = Set(families.values.filter { $0.type == "histogram" }.map(\.name))
            for file in ["prometheus/rules.yml", "prometheus/rules-test.yml", "grafana/parlay.json"] {
                let named = try Self.metrics(in: file, histograms: histograms)
                #expect(!named.isEmpty, "\(file)")
                #expect(named.subtracting(families.keys) == [], "\(file)")
            }
            // And the dashboard shows all of them.
            let shown = try Self.metrics(in: "grafana/parlay.json", histograms: histograms)
            #expect(Set(families.keys).subtracting(shown) == [])
        }
    }
}
