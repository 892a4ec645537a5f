import Foundation
import ParlayClient
import TestDatabases
import TestSupport
import Testing

/// The catalog, the shelf and the wishlist through ParlayClient, against the real program.
@Suite(.database) struct ClientShelfTests {
    @Test func `games are found, wished for, played, exported and imported`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            try await site.openShelf()
            let (ann, bob) = (try await site.newcomer("ann"), try await site.newcomer("bob"))

            let found = try await ann.client.games.search("withcer 3")
            #expect(found.items.map(\.name) == ["The Witcher 3"])
            #expect(!found.isStale && !found.isSearching)
            let witcher = try #require(found.items.first)
            let ico = try #require(try await ann.client.games.all(.init(name: "ico")).all().first)
            #expect(try await ann.client.games.all(.init(platform: "amiga")).all().map(\.name) == ["Ico"])
            #expect(
                try await ann.client.games.all(by: .releaseDate).all().map(\.name) == [
                    "The Witcher 3", "Ico",
                ]
            )

            try await ann.client.wishlist.add(ico.id)
            try await ann.client.wishlist.add(ico.id)
            #expect(try await ann.client.games.get(ico.id).isWished)
            let added = try await ann.client.shelf.add(ico.id)
            #expect(added.status == .backlog)
            #expect(try await ann.client.wishlist.games().all().isEmpty)
            let refused = await refusal { try await ann.client.wishlist.add(ico.id) }
            #expect(refused?.problem?.code == "already_on_shelf")
            #expect(
                await refusal { try await ann.client.shelf.add(ico.id) }?.problem?.code == "already_on_shelf"
            )

            let changed = try await ann.client.shelf.update(ico.id, ifUnchanged: added) {
                $0.status = .set(.completed)
                $0.userRating = .set(95)
                $0.userHours = .set(PlayedHours(tenths: 75))
                $0.note = .set("=1+1, \"quoted\"\nand a line")
                $0.finishedOn = .set(CivilDate(year: 2026, month: 5, day: 20))
            }
            #expect(
                await refusal { try await ann.client.shelf.update(ico.id, ifUnchanged: added) { _ in } }
                    != nil
            )
            try await ann.client.shelf.add(witcher.id, .playing)
            let details = try await ann.client.games.get(ico.id)
            #expect(details.shelfEntry == changed.value && !details.isWished)
            let stats = try await ann.client.shelf.stats()
            #expect(stats.games == 2 && stats.hours == PlayedHours(tenths: 75) && stats.meanRating == 95)

            let file = try await ann.client.shelf.exportFile()
            let rehearsal = try await bob.client.shelf.importFile(file, isDry: true)
            #expect(rehearsal.added == 2 && rehearsal.items.count == 2)
            #expect(try await bob.client.shelf.games().all().isEmpty)
            #expect(try await bob.client.shelf.importFile(file).added == 2)
            #expect(try await bob.client.shelf.importFile(file).unchanged == 2)
            #expect(try await bob.client.shelf.exportFile() == file)
            #expect(try await bob.client.shelf.entry(ico.id).note == changed.note)

            #expect(
                try await bob.client.shelf.games(of: ann.id, by: .rating).all().map(\.game.name) == [
                    "Ico", "The Witcher 3",
                ]
            )
            try await ann.client.settings.update { $0.shelfIsPublic = .set(false) }
            #expect(
                await refusal { try await bob.client.shelf.games(of: ann.id).all() }?.problem?.code
                    == "shelf_private"
            )
            try await ann.client.shelf.remove(ico.id)
            #expect(try await ann.client.shelf.games().all().map(\.game.name) == ["The Witcher 3"])
        }
    }
}

extension Site {
    /// Turns the module `shelf` on, over a catalog of two games.
    func openShelf() async throws {
        try await parlay("admin tenant set wordup modules=meetups,wagers,sportsbook,shelf")
        try await eventually("the module") { try await self.client().about().modules.contains(.shelf) }
        let file = "\(directory)/games.json"
        let games = """
            [{"id":1942,"name":"The Witcher 3","rating":94,"rating_count":3795,"first_release_date":1431993600,
              "platforms":[{"id":3,"name":"Linux"}]},
             {"id":1,"name":"Ico","rating":80,"rating_count":900,"first_release_date":1001289600,
              "platforms":[{"id":2,"name":"Amiga"}]}]
            """
        try Data(games.utf8).write(to: URL(filePath: file))
        try await parlay("admin games import \(file)")
    }
}
