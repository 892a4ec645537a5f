import Components
import Database
import Foundation
import ParlayAPI
import Tenancy
import TestSupport
import Testing

@testable import App

/// The types of events that components declare, against what their statements append and what the guide lists.
@Suite struct EventTypesTests {
    private let events = Features.components.map(\.reference).flatMap(\.events)
    private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func `every kind of notice is a type of event`() {
        let types = Set(events.map(\.type))
        for kind in NoticeKind.allCases { #expect(types.contains(kind.eventType), "\(kind.rawValue)") }
        #expect(types.count == events.count, "declared twice")
    }

    @Test func `every type that a statement appends is declared`() {
        let declared = Set(events.map(\.type))
        let pattern = /'([a-z]+\.[a-z_]+)'/
        var seen: Set<String> = []
        for statement in Features.components.flatMap(\.allStatements)
        where statement.sql.contains("stream_events") {
            for match in statement.sql.matches(of: pattern)
            where !match.1.hasPrefix("parlay.") && !match.1.hasPrefix("content.hide") {
                seen.insert(String(match.1))
            }
        }
        #expect(seen.count > 20)
        let audited: Set<String> = ["report.decide", "content.show"]
        for type in seen.subtracting(audited) { #expect(declared.contains(type), "\(type)") }
    }

    @Test func `the guide lists every type with its subject and sentence`() throws {
        let guide = try String(contentsOf: root.appending(path: "docs/stream.md"), encoding: .utf8)
        for event in events {
            #expect(
                guide.contains("| `\(event.type)` | `\(event.subject)` | \(event.summary) |"),
                "\(event.type)"
            )
        }
    }
}
