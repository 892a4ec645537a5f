internal import Console
internal import Database
internal import ParlayAPI
internal import Tenancy

extension Command {
    static let gamesHide = Command(
        "admin games hide",
        arguments: ["ID"],
        options: [.json],
        "take a game out of all lists and searches",
        details:
            "People who have it on their shelf or wishlist still see it there. `games show` brings it back.",
        example: "parlay admin games hide 1416"
    ) { call in
        let id = try call.identifier("ID")
        guard let game = try await call.change(id, isHidden: true) else {
            throw CommandFailure("there is no game \(id)")
        }
        call.report("hid game \(id), \(game.game.name)", game.json)
        return .success
    }

    static let gamesShow = Command(
        "admin games show",
        arguments: ["ID"],
        options: [.json],
        "show a game of the catalog, and make it visible if it was hidden",
        details: """
            Prints the game. If it was hidden, it is back in lists and searches, and no import hides it again. \
            `games hidden` lists hidden games and changes nothing.
            """,
        example: "parlay admin games show 1416"
    ) { call in
        let id = try call.identifier("ID")
        guard let game = try await call.change(id, isHidden: false) else {
            throw CommandFailure("there is no game \(id)")
        }
        call.show(game.json, game.fields)
        return .success
    }

    static let gamesHidden = Command(
        "admin games hidden",
        options: Option.paging + [.json],
        "list the games that are hidden",
        example: "parlay admin games hidden"
    ) { call in
        let page = try call.page()
        let rows = try await AdminSession.run(call.configuration) {
            try await $0.read(CatalogStore.hidden(.integer(page.cursor ?? 0), .integer(page.fetchLimit))).all
        }
        call.show(
            rows,
            page,
            empty: "No game is hidden.",
            headings: ["ID", "VOTES", "SHELVES", "NAME"],
            id: \.game.id,
            json: \.json,
            cells: { row in
                [String(row.game.id), String(row.game.ratingCount), String(row.shelves), row.game.name]
            }
        )
        return .success
    }
}

extension Invocation {
    /// The game after the change; `nil` if there is none. A game that was never hidden is not marked as shown.
    fileprivate func change(_ id: Int64, isHidden: Bool) async throws -> ShownGame? {
        try await AdminSession.run(configuration) { database in
            try await database.transaction { transaction in
                let shown = CatalogStore.shown(.integer(id))
                guard let game = try await transaction.read(shown).first, game.isHidden != isHidden else {
                    return try await transaction.read(shown).first
                }
                try await transaction.run(CatalogStore.setHidden(.integer(id), .boolean(isHidden)))
                try await transaction.run(CatalogStore.refresh())
                return try await transaction.read(shown).first
            }
        }
    }
}
