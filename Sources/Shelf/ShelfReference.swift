internal import ParlayAPI
internal import Tenancy

extension ReferencePart {
    /// Video games.
    static let shelf = ReferencePart(
        .shelf,
        tenant: "ggtracker",
        chapters: [
            Chapter(
                .modules,
                "Shelf",
                "Video games: the catalog, and people's shelves and wishlists.",
                guide: "shelf"
            )
        ],
        guides: [
            Guide(.modules, "shelf", "Video games: the catalog, people's shelves and wishlists.")
        ],
        samples: samples,
        events: [
            Event(
                "shelf.changed",
                about: "game",
                "A game came onto your shelf, left it, or has another status, rating or time."
            ),
            Event("wishlist.changed", about: "game", "A game came onto your wishlist or left it."),
            Event("shelf.imported", about: "account", "A file was imported: read the shelf again."),
        ],
        synonyms: [
            ["video game", "title", "catalog"],
            ["shelf", "shelves", "library", "collection", "backlog"],
            ["wishlist", "wish", "wanted"],
        ]
    )

    private static let samples: [String: Sample] = [
        "listGames": """
        for try await game in parlay.games.all(.init(name: "portal")) { print(game.name) }
        """,
        "listGenres": "for try await genre in parlay.games.genres() { print(genre.name, genre.games) }",
        "listPlatforms":
            "for try await platform in parlay.games.platforms() { print(platform.name, platform.games) }",
        "getGame": .init(
            """
            let game = try await parlay.games.get(1416)
            print(game.game.name, game.shelfEntry?.status == .playing, game.isWished)
            """,
            id: 1416
        ),
        "listShelf": """
        for try await entry in parlay.shelf.games([.playing], by: .hours) { print(entry.game.name, entry.userHours) }
        """,
        "getShelfStats": "let stats = try await parlay.shelf.stats()",
        "listShelfOfPerson": .init(
            """
            for try await entry in parlay.shelf.games(of: 5016) { print(entry.game.name) }
            """,
            id: 5016
        ),
        "getShelf": .init(
            """
            for try await entry in parlay.shelf.games(of: 5016) { print(entry.game.name) }
            """,
            id: 5016
        ),
        "listShelves": """
        for try await shelf in parlay.shelf.people() { print(shelf.person.username, shelf.games) }
        """,
        "addToShelf": "let entry = try await parlay.shelf.add(1416, .playing)",
        "getShelfEntry": .init("let entry = try await parlay.shelf.entry(1700)", id: 1700),
        "replaceShelfEntry": .init(
            """
            var entry = ShelfUpdate()
            entry.status = .set(.finished)
            entry.userRating = .set(93)
            try await parlay.shelf.replace(1700, with: entry)
            """,
            id: 1700
        ),
        "updateShelfEntry": .init(
            """
            try await parlay.shelf.update(1700) { $0.userHours = .set(PlayedHours(tenths: 125)) }
            """,
            id: 1700
        ),
        "removeFromShelf": .init("try await parlay.shelf.remove(1700)", id: 1700),
        "exportShelf": "try await parlay.shelf.exportFile().write(to: file)",
        "importShelf": """
        let report = try await parlay.shelf.importFile(Data(contentsOf: file), isDry: true)
        """,
        "listWishlist": """
        for try await wish in parlay.wishlist.games() { print(wish.game.name) }
        """,
        "addToWishlist": .init("try await parlay.wishlist.add(1416)", id: 1416),
        "removeFromWishlist": .init("try await parlay.wishlist.remove(94)", id: 94),
        "getFeaturedGames": "let games = try await parlay.admin.featuredGames()",
        "replaceFeaturedGames": "try await parlay.admin.setFeaturedGames([1942, 1416])",
    ]
}
