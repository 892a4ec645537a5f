extension Samples {
    /// Calls of the module `shelf`.
    static let shelf = [
        "listGames": """
        for try await game in parlay.games.all(.init(name: "portal")) { print(game.name) }
        """,
        "getGame": """
        let game = try await parlay.games.get(1)
        print(game.game.name, game.shelfEntry?.status == .playing, game.isWished)
        """,
        "listShelf": """
        for try await entry in parlay.shelf.games([.playing], by: .hours) { print(entry.game.name, entry.userHours) }
        """,
        "getShelfStats": "let stats = try await parlay.shelf.stats()",
        "listShelfOfPerson": """
        for try await entry in parlay.shelf.games(of: bob.id) { print(entry.game.name) }
        """,
        "addToShelf": "let entry = try await parlay.shelf.add(1, .playing)",
        "getShelfEntry": "let entry = try await parlay.shelf.entry(1)",
        "replaceShelfEntry": """
        var entry = ShelfUpdate()
        entry.status = .set(.finished)
        entry.userRating = .set(93)
        try await parlay.shelf.replace(1, with: entry)
        """,
        "updateShelfEntry": """
        try await parlay.shelf.update(1) { $0.userHours = .set(PlayedHours(tenths: 125)) }
        """,
        "removeFromShelf": "try await parlay.shelf.remove(1)",
        "exportShelf": "try await parlay.shelf.exportFile().write(to: file)",
        "importShelf": """
        let report = try await parlay.shelf.importFile(Data(contentsOf: file), isDry: true)
        """,
        "listWishlist": """
        for try await wish in parlay.wishlist.games() { print(wish.game.name) }
        """,
        "addToWishlist": "try await parlay.wishlist.add(1)",
        "removeFromWishlist": "try await parlay.wishlist.remove(1)",
    ]
}
