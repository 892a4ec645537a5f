import Testing

@testable import Shelf

@Suite struct IGDBQueryTests {
    private let fields =
        "fields id,name,rating,rating_count,summary,first_release_date,cover.image_id,cover.url,screenshots.image_id,"
        + "genres.name,platforms.name,updated_at;"

    @Test(arguments: [
        ("Zelda", #""Zelda""#), (#"Say "Hi""#, #""Say \"Hi\"""#), (#"a\b"#, #""a\\b""#), ("a\nb", #""a b""#),
        (#"x"; limit 9; search "y"#, #""x\"; limit 9; search \"y""#), ("Pokémon 東方", #""Pokémon 東方""#),
    ])
    func `a text cannot end its quotes`(text: String, quoted: String) {
        let query = IGDBQuery.search(text)
        #expect(query.path == "/v4/games")
        #expect(query.body == "search \(quoted); \(fields) limit 50;")
    }

    @Test func `several pages are one request`() {
        let pages = IGDBQuery.pages(offset: 500, count: 700)
        #expect(pages.map(\.offset) == [500, 1000])
        #expect(pages.map(\.limit) == [500, 200])
        let query = IGDBQuery.top(votes: 20, pages)
        #expect(query.path == "/v4/multiquery")
        let condition = "where rating != null & rating_count >= 20; sort rating desc;"
        #expect(
            query.body == """
                query games "games 500" { \(fields) \(condition) limit 500; offset 500; };
                query games "games 1000" { \(fields) \(condition) limit 200; offset 1000; };
                """
        )
        #expect(
            IGDBQuery.changes(since: 7, IGDBQuery.pages(offset: 0, count: 10)).body == """
                query games "games 0" { \(fields) where updated_at >= 7; sort updated_at asc; limit 10; offset 0; };
                """
        )
    }
}
