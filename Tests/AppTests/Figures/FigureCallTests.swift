import Database
import Foundation
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import App

/// What the API says of the figures, and to whom.
@Suite(.database) struct FigureCallTests {
    private static let range = "admin/figures/?from=2026-05-18&to=2026-05-20"

    private func report(_ answer: Answer) throws -> FigureReport {
        try JSONDecoder().decode(FigureReport.self, from: Data(answer.body))
    }

    @Test func `admins see all, moderators what is not about money, and members nothing`() async throws {
        let world = try await FigureWorld()
        try world.load()
        try await world.count(at: FigureWorld.now)
        let people = (try await world.world.person("ada"), try await world.world.person("mod"))
        try world.world.promote(people.0, .admin)
        try world.world.promote(people.1, .moderator)
        let all = try await world.world.send("GET", Self.range, token: people.0.token)
        #expect(all.status == 200 && all["counted_at"]?.text?.hasPrefix("2026-05-20T12:34:00") == true)
        let series = try report(all).figures
        for (day, figures) in FigureWorld.counted {
            for one in series {
                let value = one.days.first { $0.day.description == day }?.value
                #expect(value == figures[one.name] ?? 0, "\(one.name) on \(day)")
            }
        }
        let some = try await world.world.send("GET", Self.range, token: people.1.token)
        let names = series.map(\.name)
        let ofAdmins = ["http_requests", "jobs_finished", "stakes"]
        #expect(names.contains("people") && ofAdmins.allSatisfy(names.contains))
        #expect(try report(some).figures.map(\.name) == names.filter { !ofAdmins.contains($0) })
        let member = try await world.world.person("eve")
        #expect(try await world.world.send("GET", Self.range, token: member.token).status == 403)
        #expect(try await world.world.send("GET", Self.range).status == 401)
    }

    @Test(arguments: ["from=2026-05-21&to=2026-05-20", "from=2025-05-19&to=2026-05-20", "from=yesterday"])
    func `a range that is no range is refused`(_ query: String) async throws {
        let world = try await FigureWorld()
        let admin = try await world.world.person("ada")
        try world.world.promote(admin, .admin)
        let answer = try await world.world.send("GET", "admin/figures/?\(query)", token: admin.token)
        #expect(answer.status == 400 && answer["code"]?.text == "bad_query")
    }

    @Test func `the first use of a day leaves one row without a name`() async throws {
        let world = try await FigureWorld()
        let ann = try await world.world.person("ann")
        func use() async throws {
            try world.owner.execute("update tokens set last_used_at = now() - interval '2 hours'")
            #expect(try await world.world.send("GET", "profiles/me/", token: ann.token).status == 200)
        }
        func rows() throws -> Int64 {
            try world.owner.query("select count(*) from active_days")[0].integer(0)
        }
        func isTouched() throws -> Bool {
            try world.owner.query("select from tokens where last_used_at > now() - interval '61 minutes'")
                .count == 1
        }
        // Signing up is counted as such.
        try await use()
        try await eventually("the use is recorded") { try isTouched() }
        #expect(try rows() == 0)
        for _ in 0..<2 {
            try await use()
            try await eventually("the use is recorded") { try isTouched() }
        }
        try world.owner.execute("update accounts set last_active_at = now() - interval '2 days'")
        try await use()
        try await eventually("a row") { try rows() == 1 }
        try await use()
        try await eventually("the use is recorded") { try isTouched() }
        #expect(try rows() == 1)
    }
}
