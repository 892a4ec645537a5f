import Foundation
import ParlayClient
import Testing

/// What the calls of the module `shelf` send.
enum ShelfCases {
    typealias Case = CallTests.Case

    private static let none = ScriptedTransport.Step.json(200, #"{"items":[],"next_cursor":null}"#)
    private static let entry = ScriptedTransport.Step.value(ShelfEntry.example, ["ETag": "\"9\""])

    static let all: [Case] = games + shelf + files + wishlist

    private static let games: [Case] = [
        Case("GET games/", nil, none) { _ = try await $0.games.all().page() },
        Case(
            "GET games/?q=zelda%20%C3%A9&genre=RPG&platform=Linux&released_from=2026-05-20&sort=name&limit=5&cursor=c",
            nil,
            .json(200, #"{"items":[],"next_cursor":"d","searching":true}"#)
        ) {
            let filter = Parlay.GameFilter(
                name: "zelda é",
                genre: "RPG",
                platform: "Linux",
                releasedFrom: CivilDate("2026-05-20")
            )
            let page = try await $0.games.page(filter, by: .name, after: "c", limit: 5)
            #expect(page == GamePage(items: [], nextCursor: "d", isSearching: true))
        },
        Case("GET games/?min_rating=80.5&min_votes=100&featured=true&sort=rating", nil, none) {
            let filter = Parlay.GameFilter(minRating: 80.5, minVotes: 100, beginsWithFeatured: true)
            _ = try await $0.games.all(filter, by: .rating).page()
        },
        Case("GET genres/", nil, none) { _ = try await $0.games.genres().page() },
        Case("GET platforms/", nil, none) { _ = try await $0.games.platforms().page() },
        Case("GET admin/featured-games/", nil, .value(FeaturedGames.example)) {
            let ids = try await $0.admin.featuredGames()
            #expect(ids == [1942, 1416])
        },
        Case("PUT admin/featured-games/", #"{"game_ids":[7]}"#, .value(FeaturedGames(gameIDs: [7]))) {
            let ids = try await $0.admin.setFeaturedGames([7])
            #expect(ids == [7])
        },
    ]

    private static let shelf: [Case] = [
        Case("GET shelf/", nil, none) { _ = try await $0.shelf.games().page() },
        Case("GET shelves/", nil, none) { _ = try await $0.shelf.people().page() },
        Case("GET shelves/?friends=true", nil, none) { _ = try await $0.shelf.people(friends: true).page() },
        Case("GET shelf/?status=0%2C2&sort=user_hours", nil, none) {
            _ = try await $0.shelf.games([.finished, .backlog], by: .hours).page()
        },
        Case("GET profiles/12/shelf/?status=4", nil, none) {
            _ = try await $0.shelf.games(of: 12, [.dropped]).page()
        },
        Case("GET shelf/stats/", nil, .value(ShelfStats.example)) {
            let stats = try await $0.shelf.stats()
            #expect(stats == .example)
        },
        Case("GET shelf/1942/", nil, entry) {
            let entry = try await $0.shelf.entry(1942)
            #expect(entry.value == .example && entry.version?.rawValue == "\"9\"")
        },
        Case("POST shelf/", #"{"game_id":1942}"#, entry) { try await $0.shelf.add(1942) },
        Case("POST shelf/", #"{"game_id":1942,"status":1}"#, entry) {
            try await $0.shelf.add(1942, .playing)
        },
        Case(
            "PATCH shelf/1942/",
            #"{"status":3,"user_rating":null,"user_hours":12.5,"finished_on":"2026-05-20"}"#,
            entry
        ) {
            try await $0.shelf.update(1942) {
                $0.status = .set(.completed)
                $0.userRating = .set(nil)
                $0.userHours = .set(PlayedHours(tenths: 125))
                $0.finishedOn = .set(CivilDate("2026-05-20"))
            }
        },
        Case("PUT shelf/1942/", #"{"status":1,"note":"n"}"#, entry) {
            var update = ShelfUpdate()
            update.status = .set(.playing)
            update.note = .set("n")
            try await $0.shelf.replace(1942, with: update)
        },
        Case("DELETE shelf/1942/") { try await $0.shelf.remove(1942) },
    ]

    private static let files: [Case] = [
        Case("GET shelf/export.csv", nil, .json(200, "igdb_id,name")) {
            let file = try await $0.shelf.exportFile()
            #expect(String(decoding: file, as: UTF8.self) == "igdb_id,name")
        }
    ]

    private static let wishlist: [Case] = [
        Case("GET wishlist/", nil, none) { _ = try await $0.wishlist.games().page() },
        Case("PUT wishlist/1942/") { try await $0.wishlist.add(1942) },
        Case("DELETE wishlist/1942/") { try await $0.wishlist.remove(1942) },
    ]
}
