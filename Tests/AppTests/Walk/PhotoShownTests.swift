import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import App

/// A person's photo, wherever the person stands.
@Suite(.database) struct PhotoShownTests {
    @Test func `the lists and rows that show a person show the photo`() async throws {
        let world = try await WalkWorld()
        let party = try world.party()
        let photo = "/v1/alpha/profiles/\(party.owner.id)/photo/?v=7"
        func get(_ path: String, as person: WalkWorld.Person) async throws -> Answer {
            try await world.send(WalkWorld.Call("GET", "/v1/alpha/\(path)", token: person.token))
        }
        let match = try await get("matches/\(party.match)/", as: party.partner)
        #expect(match["profile", "photo"]?.text == photo, "\(match)")
        let matches = try await get("matches/", as: party.partner).items
        #expect(matches.map { $0["profile"]?["photo"]?.text } == [photo])
        let partners = try await get("profiles/", as: party.stranger).items
        #expect(partners.first { $0["id"]?.integer == party.owner.id }?["photo"]?.text == photo)
        let made = try await world.send(
            WalkWorld.Call(
                "POST",
                "/v1/alpha/matches/",
                token: party.stranger.token,
                #"{"a_username": "\#(party.owner.username)"}"#
            )
        )
        #expect(made.status == 201, "\(made)")
        #expect(made["profile", "photo"]?.text == photo)
        let other = try await get("matches/\(party.match)/", as: party.owner)
        #expect(other["profile", "photo"] == .null)
    }
}
