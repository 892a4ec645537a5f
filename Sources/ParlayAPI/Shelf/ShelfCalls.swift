/// The calls about shelves.
package enum ShelfCalls {
    package static let status = QueryField.integers(
        "status",
        0...4,
        "Only with these statuses: 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped."
    )
    package static let games = QueryField.integers("game_id", 1...Int.max, "Only these games.")
    package static let sort = QueryField.choice(
        "sort",
        of: ShelfSort.self,
        "`name` is from A to Z, all others have the highest first. By default the latest additions come first."
    )
    .defaulting(to: .addedAt)

    package static let own = Endpoint<Void, Never, ListPage<ShelfEntry>>(.get, "shelf")
        .positioned
        .module(.shelf).titled("List the games on your shelf").named("listShelf")
        .query(Self.status, Self.games, Self.sort).paged.answering(200)

    package static let stats = Endpoint<Void, Never, ShelfStats>(.get, "shelf/stats")
        .positioned
        .module(.shelf).titled("Show your shelf in numbers").named("getShelfStats")
        .explained("Games and hours by status, genre and month, and the mean of your ratings.")
        .answering(200)

    package static let add = Endpoint<Void, ShelfDraft, ShelfEntry>(.post, "shelf")
        .module(.shelf).titled("Add a game to your shelf").named("addToShelf")
        .explained("A game on your wishlist is removed from it.")
        .taking(example: ["game_id": 1942, "status": 1]).answering(201, example: ShelfEntry.added)
        .refusing(409, "already_on_shelf", "The game is on your shelf already.")

    package static let show = Endpoint<Int64, Never, ShelfEntry>(.get, "shelf/{id:id}")
        .positioned
        .module(.shelf).titled("Show a game of your shelf").named("getShelfEntry").ofGame
        .answering(200)

    package static let replace = Endpoint<Int64, ShelfUpdate, ShelfEntry>(.put, "shelf/{id:id}")
        .module(.shelf).titled("Replace what you say about a game").named("replaceShelfEntry").ofGame
        .explained("Omitted fields are cleared; `status` is required.")
        .taking(example: [
            "status": 2, "user_rating": 93, "user_hours": 112, "note": "The Bloody Baron!",
            "started_on": "2026-01-03", "finished_on": "2026-05-10",
        ]).answering(200)

    package static let change = Endpoint<Int64, ShelfUpdate, ShelfEntry>(.patch, "shelf/{id:id}")
        .module(.shelf).titled("Change what you say about a game").named("updateShelfEntry").ofGame
        .explained("Omitted fields do not change; `null` clears a field.")
        .taking(mode: .merge, example: ["status": 3, "user_hours": 140]).answering(200)

    package static let remove = Endpoint<Int64, Never, Void>(.delete, "shelf/{id:id}")
        .module(.shelf).titled("Take a game off your shelf").named("removeFromShelf").ofGame
        .irreversible("Deletes what you said about the game.")
        .answering(204)

    package static let ofPerson = Endpoint<Int64, Never, ListPage<ShelfEntry>>(.get, "profiles/{id:id}/shelf")
        .module(.shelf).named("listShelfOfPerson").listing

    /// The same list at another path.
    package static let shelf = Endpoint<Int64, Never, ListPage<ShelfEntry>>(.get, "shelves/{id:id}")
        .module(.shelf).named("getShelf").listing
}

/// The orders of a shelf. In each the game's id decides between equals.
package enum ShelfSort: String, CaseIterable, Sendable {
    case addedAt = "added_at"
    case updatedAt = "updated_at"
    case userRating = "user_rating"
    case userHours = "user_hours"
    case name
}

extension Endpoint {
    fileprivate var ofGame: Endpoint { path("id", "The game's id.") }
}

extension Endpoint where Answer == ListPage<ShelfEntry> {
    fileprivate var listing: Endpoint {
        titled("List the games on a person's shelf").access(.tokenUnlessPublic)
            .explained(
                """
                A shelf is public unless its owner has set `shelf_public` to `false`. Where the tenant has `public_shelves`, no token \
                is needed.
                """
            )
            .path("id", "The account's id.")
            .query(ShelfCalls.status, ShelfCalls.sort).paged.answering(200)
            .refusing(403, "shelf_private", "The person does not show their shelf.")
            .refusing(404, "not_found", "There is no such person, or the person has blocked you.")
    }
}
