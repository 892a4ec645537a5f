import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Shelf

/// A moderator hides a note on a shelf.
@Suite(.database) struct HiddenNoteTests {
    @Test func `a note is hidden from others, also when the game is added again`() async throws {
        let shelf = try await ShelfWorld()
        let (ada, ben) = (try await shelf.person("ada"), try await shelf.person("ben"))
        let mod = try await shelf.person("mod")
        try shelf.world.promote(mod, .moderator)
        let (game, other) = (try shelf.game("Tetris"), try shelf.game("Doom"))
        try await shelf.add(game, as: ada, ["note": "Vile."])
        try await shelf.add(other, as: ada, ["note": "Fine."])
        func notes(_ person: SignedInPerson, _ sort: String) async throws -> [String?] {
            let path = person.id == ada.id ? "shelf/" : "shelves/\(ada.id)/"
            let answer = try await shelf.call("GET", "\(path)?sort=\(sort)", as: person)
            #expect(answer.status == 200, "\(answer)")
            return answer.items.sorted { ($0["game_id"]?.integer ?? 0) < ($1["game_id"]?.integer ?? 0) }
                .map { $0["note"]?.text }
        }
        let body: JSONObject = [
            "subject": ["type": "shelf", "id": .integer(ada.id)], "part": .string("\(game)"),
            "reason": "Not here.",
        ]
        let hidden = try await shelf.call("POST", "admin/hidden/", as: mod, body)
        #expect(hidden.status == 201 && hidden["part"]?.text == "\(game)", "\(hidden)")
        for sort in ["added_at", "updated_at", "user_rating", "user_hours", "name"] {
            #expect(try await notes(ben, sort) == [nil, "Fine."])
            #expect(try await notes(ada, sort) == ["Vile.", "Fine."])
            #expect(try await notes(mod, sort) == ["Vile.", "Fine."])
        }
        let inbox = try await shelf.call("GET", "inbox/", as: ada).items
        let text = "A moderator has hidden your note on “Tetris” from others: Not here."
        #expect(inbox.first?["text"]?.text == text)
        #expect(try await shelf.call("DELETE", "shelf/\(game)/", as: ada).status == 204)
        try await shelf.add(game, as: ada, ["note": "Viler."])
        #expect(try await notes(ben, "name") == [nil, "Fine."])
        let id = try #require(hidden["id"]?.integer)
        #expect(try await shelf.call("DELETE", "admin/hidden/\(id)/", as: mod).status == 204)
        #expect(try await notes(ben, "name") == ["Viler.", "Fine."])
        // A game without a note, and a wish, have nothing to hide.
        for game in [try shelf.game("Pong"), 99_999] {
            let none: JSONObject = [
                "subject": ["type": "shelf", "id": .integer(ada.id)], "part": .string("\(game)"),
                "reason": "Not here.",
            ]
            #expect(try await shelf.call("POST", "admin/hidden/", as: mod, none).status == 422)
        }
    }
}
