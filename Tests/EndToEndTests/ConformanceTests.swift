import Foundation
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// `clients/conformance.json`, which the clients for JavaScript and Python play too.
@Suite struct ConformanceTests {
    @Test(.demoDatabase) func `the library plays the main job of each module`() async throws {
        let script = try JSONParser.parseObject(
            [UInt8](Data(contentsOf: URL(filePath: "clients/conformance.json")))
        )
        guard case .array(let jobs)? = script["jobs"] else { throw ConformanceFailure("no jobs") }
        try await Site.with { site in
            _ = try await site.serve()
            for job in jobs {
                guard let tenant = job["tenant"]?.text, case .array(let steps)? = job["steps"] else {
                    throw ConformanceFailure("a job without tenant or steps")
                }
                var play = ConformancePlay(site: site, tenant: tenant)
                for (number, step) in steps.enumerated() {
                    do { try await play.step(step) } catch {
                        Issue.record(
                            "\(tenant), step \(number + 1), \(step["call"]?.text ?? "a stream"): \(error)"
                        )
                        break
                    }
                }
            }
            #expect(jobs.count == 5)
        }
    }
}

/// Why a step is not as the script says.
struct ConformanceFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
