import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import App

/// A person's photo, wherever the person is shown.
@Suite(.database) struct PhotoShownTests {
    @Test func `the lists and rows that show a person show the photo`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        let photo = "/v1/alpha/profiles/\(scenario.owner.id)/photo/?v=7"
        func get(_ path: String, as person: RouteMatrixFixture.Person) async throws -> Answer {
            try await world.send(RouteMatrixFixture.Call("GET", "/v1/alpha/\(path)", token: person.token))
        }
        let match = try await get("matches/\(scenario.match)/", as: scenario.partner)
        #expect(match["profile", "photo"]?.text == photo, "\(match)")
        let matches = try await get("matches/", as: scenario.partner).items
        #expect(matches.map { $0["profile"]?["photo"]?.text } == [photo])
        let partners = try await get("profiles/", as: scenario.stranger).items
        #expect(partners.first { $0["id"]?.integer == scenario.owner.id }?["photo"]?.text == photo)
        let made = try await world.send(
            RouteMatrixFixture.Call(
                "POST",
                "/v1/alpha/matches/",
                token: scenario.stranger.token,
                #"{"a_username": "\#(scenario.owner.username)"}"#
            )
        )
        #expect(made.status == 201, "\(made)")
        #expect(made["profile", "photo"]?.text == photo)
        let other = try await get("matches/\(scenario.match)/", as: scenario.owner)
        #expect(other["profile", "photo"] == .null)
    }
}
