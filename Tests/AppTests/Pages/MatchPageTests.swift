import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

/// The page of a match says what a proposal does to what was agreed.
@Suite(.database) struct MatchPageTests {
    typealias World = RouteMatrixFixture

    @Test func `a change says before it is sent and after it that the agreed meetup is off`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let (owner, partner) = (
            try world.browser(of: scenario.owner), try world.browser(of: scenario.partner)
        )
        let path = "matches/\(scenario.match)"
        let warning = "calls off the agreed meetup right away"
        let off = "The meetup that you had agreed on is off"
        let agreed = try await world.page(path, cookie: owner)
        #expect(agreed.text.contains(warning) && !agreed.text.contains(off))

        func put(_ body: String, _ person: World.Person) async throws {
            let call = World.Call("PUT", "/v1/alpha/\(path)/", token: person.token, body)
            #expect(try await world.send(call).status == 200)
        }
        func plan(in days: Int64) -> String {
            #"{"time_1":"\#(Timestamp.now.adding(seconds: days * 86_400))","location":"Library"}"#
        }
        try await put(plan(in: 3), scenario.owner)
        try await put(#"{"accept":true}"#, scenario.partner)
        try await put(plan(in: 4), scenario.owner)
        let asked = try await world.page(path, cookie: partner)
        #expect(asked.text.contains("wants to change your meetup") && asked.text.contains(off))
        #expect(
            asked.text.contains("The meetup that you had agreed on is off already"),
            "when it is declined"
        )
        #expect(asked.text.contains("no longer agreed"), "in the history")
        let asking = try await world.page(path, cookie: owner)
        #expect(asking.text.contains(off) && !asking.text.contains(warning))

        // A counter-proposal of it is still about the same agreement; after a refusal nothing is planned.
        try await put(plan(in: 5), scenario.partner)
        #expect(try await world.page(path, cookie: owner).text.contains(off))
        try await put(#"{"cancel":true}"#, scenario.owner)
        let after = try await world.page(path, cookie: partner)
        #expect(!after.text.contains(off) && !after.text.contains(warning))
    }

    @Test func `to propose what is planned already says so, and changes nothing`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let owner = try world.browser(of: scenario.owner)
        let path = "matches/\(scenario.match)"
        let page = try await world.page(path, cookie: owner)
        let form = try #require(page.text.split(separator: "<form").first { $0.contains("name=\"_plan\"") })
        let call = try #require(form.firstMatch(of: /name="_call" value="(\w+)"/)?.1)
        let value = try #require(form.firstMatch(of: /name="time_1"[^>]* value="([^"]*)"/)?.1)
        let place = try #require(form.firstMatch(of: /name="location"[^>]* value="([^"]*)"/)?.1)
        let fields = [
            ("_call", String(call)), ("_target", "\(scenario.match)"), ("_plan", "\(value) \(place)"),
            ("time_1", String(value)),
        ]
        let before = try world.dump()
        let same = try await world.post(path, fields + [("location", "\(place) ")], cookie: owner)
        #expect(same.status == 303 && same.header("Location") == "/app/alpha/\(path)?done=unchanged")
        try world.expectUnchanged(since: before)
        let told = try await world.page("\(path)?done=unchanged", cookie: owner)
        #expect(told.text.contains("This is the time and place that you agreed on."))
        // Another place is a change.
        let other = try await world.post(path, fields + [("location", "Elsewhere")], cookie: owner)
        #expect(other.header("Location") == "/app/alpha/\(path)")
    }

    @Test func `who says that somebody did not come is asked first`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let page = try await world.page(
            "matches/\(scenario.match)",
            cookie: try world.browser(of: scenario.owner)
        )
        let questions = page.text.matches(of: /data-confirm="([^"]*)"/).map { String($0.1) }
        #expect(questions.contains { $0.contains("did not come?") && $0.contains("cannot change it later") })
    }
}
