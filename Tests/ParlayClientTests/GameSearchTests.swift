import ParlayClient
import Testing

@Suite struct GameSearchTests {
    private static let searching = ScriptedTransport.Step.json(
        200,
        #"{"items":[],"next_cursor":null,"searching":true}"#,
        ["Retry-After": "2"]
    )
    private static let found = ScriptedTransport.Step.value(GamePage(items: [.example]))

    @Test func `a search asks again after two seconds while the server looks for more`() async throws {
        let world = try ClientWorld([Self.searching, Self.found])
        let page = try await world.parlay.games.search("zelda", limit: 5)
        #expect(page.items == [.example] && !page.isSearching)
        #expect(world.paths == ["games/?q=zelda&limit=5", "games/?q=zelda&limit=5"])
        #expect(world.clock.pauses == [.seconds(2)])
    }

    @Test func `its timeout ends`() async throws {
        let world = try ClientWorld([Self.searching, Self.searching, Self.searching])
        let page = try await world.parlay.games.search("zelda")
        #expect(page.isSearching && page.items.isEmpty)
        #expect(world.paths.count == 3)
    }

    @Test func `what is found at once is not asked for twice`() async throws {
        let world = try ClientWorld([Self.found])
        #expect(try await world.parlay.games.search("zelda", attempts: 9).items.count == 1)
        #expect(world.paths == ["games/?q=zelda"])
    }
}
