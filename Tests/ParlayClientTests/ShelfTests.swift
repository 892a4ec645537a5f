import Foundation
import ParlayClient
import Testing

@Suite struct ShelfTests {
    @Test func `a file is sent as it is, and once more with the same key if the connection breaks`()
        async throws
    {
        let report = ScriptedTransport.Step.value(ShelfImportReport.example)
        let world = try ClientWorld([.lost, report, report])
        let file = Data("igdb_id,name\n".utf8)
        let done = try await world.parlay.shelf.importFile(file)
        #expect(done == .example)
        try await world.parlay.shelf.importFile(file, isDry: true)
        #expect(world.paths == ["shelf/import/", "shelf/import/", "shelf/import/?dry_run=true"])
        #expect(world.headers("Content-Type") == ["text/csv", "text/csv", "text/csv"])
        #expect(world.transport.requests.map(\.body) == [file, file, file])
        #expect(world.transport.requests[0] == world.transport.requests[1])
    }

    @Test func `a version is a condition`() async throws {
        let entry = ScriptedTransport.Step.value(ShelfEntry.example, ["ETag": "\"9\""])
        let world = try ClientWorld([entry, entry, entry])
        let shown = try await world.parlay.shelf.entry(1942)
        try await world.parlay.shelf.update(1942, ifUnchanged: shown) { $0.note = .set(nil) }
        var update = ShelfUpdate()
        update.status = .set(.dropped)
        try await world.parlay.shelf.replace(1942, with: update, ifUnchanged: shown)
        #expect(world.headers("If-Match") == [nil, "\"9\"", "\"9\""])
    }

    @Test func `games are fetched page after page`() async throws {
        let first = GamePage(items: [.example], nextCursor: "c1")
        let world = try ClientWorld([.value(first), .value(GamePage(items: [.example]))])
        let games = try await world.parlay.games.all(.init(name: "witcher"), by: .releaseDate).all()
        #expect(games == [.example, .example])
        #expect(
            world.paths == [
                "games/?q=witcher&sort=release_date", "games/?q=witcher&sort=release_date&cursor=c1",
            ]
        )
    }
}
