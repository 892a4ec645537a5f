import ParlayAPI
import Testing

@testable import Shelf

/// Which lists are searched for at IGDB too.
@Suite struct GameListingTests {
    @Test(arguments: [
        ("ico", "ico"), ("  the  witcher 3 ", "the  witcher 3"), ("ic", nil), (" ic ", nil), ("   ", nil),
        ("東方天", "東方天"),
        ("é́́", nil), ("...", "..."),
    ])
    func `three characters are searched for, blanks around them do not count`(q: String, searched: String?) {
        #expect(GameService.searched(GameQuery(q: q, limit: 26)) == searched)
    }

    @Test func `a later page, a filter and another order are not`() {
        let queries = [
            GameQuery(limit: 26), GameQuery(q: "zelda", after: [0, 1, 2], limit: 26),
            GameQuery(q: "zelda", sort: .name, limit: 26),
            GameQuery(q: "zelda", genre: "RPG", limit: 26), GameQuery(q: "zelda", platform: "PC", limit: 26),
            GameQuery(q: "zelda", releasedFrom: CivilDate(year: 2020, month: 1, day: 1), limit: 26),
        ]
        for query in queries { #expect(GameService.searched(query) == nil) }
        #expect(GameService.searched(GameQuery(q: "zelda", limit: 5)) == "zelda")
    }
}
