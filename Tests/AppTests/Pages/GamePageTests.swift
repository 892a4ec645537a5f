import Database
import TestDatabases
import TestSupport
import Testing

@testable import App

/// The page of one game.
@Suite(.database) struct GamePageTests {
    @Test func `screenshots of IGDB come from this server, in a size that is known before they are loaded`()
        async throws
    {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        let owner = try world.browser(of: scenario.owner)
        let page = try await world.page("games/\(scenario.games.owned)", cookie: owner)
        #expect(page.status == 200)
        let pictures = page.text.matches(of: /<li><a href="([^"]*)"><img src="([^"]*)" alt="([^"]*)"([^>]*)>/)
        #expect(
            pictures.map { String($0.1) } == ["/covers/screenshot-large/sc1", "/covers/screenshot-large/sc3"]
        )
        #expect(pictures.map { String($0.2) } == ["/covers/screenshot/sc1", "/covers/screenshot/sc3"])
        let name = "Game \(scenario.owner.id) 1"
        #expect(
            pictures.map { String($0.3) } == ["\(name), screenshot 1 of 2", "\(name), screenshot 2 of 2"]
        )
        for picture in pictures {
            #expect(
                picture.4.contains("width=\"569\" height=\"320\"") && picture.4.contains("loading=\"lazy\"")
            )
        }
        // The page's policy would block it.
        #expect(!page.text.contains("cdn.example.com"))
    }

    @Test func `a game without screenshots has no row of them`() async throws {
        let world = try await RouteMatrixFixture()
        let scenario = try world.scenario()
        try world.owner.execute("update games set screenshots = '{https://cdn.example.com/2.jpg}'")
        let owner = try world.browser(of: scenario.owner)
        let page = try await world.page("games/\(scenario.games.owned)", cookie: owner)
        #expect(page.status == 200 && !page.text.contains("class=\"shots\""))
    }

    @Test(arguments: [
        ("covers/screenshot/sc1.jpg", 404), ("covers/huge/sc1", 404), ("covers/t_720p/sc1", 404),
        // No path has such a segment.
        ("covers/screenshot-large/..", 400),
    ])
    func `no other size or name is fetched`(path: String, status: Int) async throws {
        let world = try await RouteMatrixFixture()
        let answer = try await world.send(.init("GET", "/\(path)"))
        #expect(answer.status == status)
    }
}
