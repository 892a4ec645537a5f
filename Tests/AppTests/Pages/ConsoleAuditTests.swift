import Components
import Database
import HTTPServer
import Pages
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

/// Every form of the console that writes leaves an entry in the audit log. The forms are those that the screens declare, so a new
/// one is walked without being listed here.
@Suite(.database) struct ConsoleAuditTests {
    typealias World = RouteMatrixFixture

    /// Calls whose entry is about something else than what their path names, and why.
    private static let subjectsElsewhere = [
        "showContent": "the entry is about what was hidden; the path names the row that hid it"
    ]

    @Test func `every form of the console leaves an entry with who, on what, and what changed`() async throws
    {
        let world = try await World()
        var walked = 0
        for screen in World.screens {
            guard case .role = screen.access else { continue }
            for write in screen.writes {
                walked += 1
                try await walk(write.name, on: screen, world)
            }
        }
        #expect(walked > 30, "only \(walked) forms")
        #expect(world.failureReports == [])
    }

    private func walk(_ name: String, on screen: Screen, _ world: World) async throws {
        let scenario = try world.scenario()
        let page = try #require(try ScreenCase.all(scenario).first { $0.screen.pattern == screen.pattern })
        let call = try #require(try MatrixRoute.all().first { $0.callName == name }, "no call \(name)")
        let target = try ScreenCase.target(of: name, scenario)
        let text = call.example.body?(scenario, scenario) ?? "{}"
        guard case .object(let body) = try JSONParser.parse(Array(text.utf8)) else { return }
        let form =
            [("_call", name), ("_target", target), ("_key", "audit-\(scenario.number)")]
            + Self.fields(.object(body), at: "")
        let last = try world.owner.query("select coalesce(max(id), 0) from audit")[0].integer(0)
        let cookie = try world.browser(of: scenario.admin)
        let answer = try await world.post(page.path, form, cookie: cookie)
        let what = "\(name) on /\(page.path)"
        #expect([200, 303].contains(answer.status), "\(what): \(answer.status) \(Self.alerts(answer))")

        let entries = try world.owner.query(
            """
            select coalesce(account_id, 0), action, coalesce(subject_id, 0), details::text
              from audit
             where id > $1 and tenant_id = (select id from tenants where slug = 'alpha')
            """,
            .integer(last)
        )
        #expect(!entries.isEmpty, "\(what) leaves no entry")
        for entry in entries {
            let action = try entry.text(1)
            #expect(try entry.integer(0) == scenario.admin.id, "\(what): nobody did \(action)")
            try expectSubject(try entry.integer(2), of: call, target, what)
            try expectChange(try entry.text(3), of: call, body, what)
        }
    }

    /// A call without a target that creates nothing changes the tenant itself.
    private func expectSubject(_ subject: Int64, of call: MatrixRoute, _ target: String, _ what: String)
        throws
    {
        let ids = target.split(separator: "/").compactMap { Int64($0) }
        if ids.isEmpty {
            #expect((subject == 0) == (call.route.method != .post), "\(what): about \(subject)")
        } else if Self.subjectsElsewhere[call.callName] == nil {
            #expect(ids.contains(subject), "\(what): about \(subject), not \(target)")
        } else {
            #expect(subject > 0, "\(what): about nothing")
        }
    }

    /// The action of a call that makes, moves or deletes something says it. One that edits says what.
    private func expectChange(_ details: String, of call: MatrixRoute, _ body: JSONObject, _ what: String)
        throws
    {
        guard [.patch, .put].contains(call.route.method) else { return }
        guard case .object(let changes) = try JSONParser.parse(Array(details.utf8)) else {
            Issue.record("\(what): \(details)")
            return
        }
        #expect(body.keys.contains { changes[$0] != nil }, "\(what) says only \(details)")
    }

    /// A body as a form sends it.
    private static func fields(_ value: JSONValue, at name: String) -> [(String, String)] {
        switch value {
        case .null: return [(name, "")]
        case .bool(let isTrue): return [(name, isTrue ? "true" : "false")]
        case .integer(let number):
            return [(name, name.hasSuffix("_cents") ? "\(number / 100)" : "\(number)")]
        case .number: return [(name, String(decoding: value.jsonBytes(), as: UTF8.self))]
        case .string(let text): return [(name, text)]
        case .array(let elements):
            return elements.enumerated().flatMap { index, element in
                if case .object = element { return fields(element, at: "\(name).\(index)") }
                return fields(element, at: name)
            }
        case .object(let object):
            return object.members.flatMap { member in
                fields(member.value, at: name.isEmpty ? member.key : "\(name).\(member.key)")
            }
        }
    }

    /// What the page says about a refusal.
    private static func alerts(_ answer: Answer) -> String {
        answer.text.matches(of: /class="(?:error|alert bad)"[^>]*>(.{0,300})/).map { String($0.1) }
            .joined(separator: " ")
    }
}
