import Foundation
import Testing

@Suite struct RunbookTests {
    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/deploy"

    @Test func `the runbook names every alert`() throws {
        let rules = try String(contentsOfFile: "\(Self.folder)/prometheus/rules.yml", encoding: .utf8)
        let runbook = try String(contentsOfFile: "\(Self.folder)/runbook.md", encoding: .utf8)
        let alerts = rules.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: "alert: ")
            return parts.count == 2 ? String(parts[1]) : nil
        }
        #expect(alerts.count > 10)
        #expect(alerts.filter { !runbook.contains($0) } == [])
    }
}
