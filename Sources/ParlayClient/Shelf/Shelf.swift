public import Foundation
public import ParlayAPI

extension Parlay {
    /// Your shelf of games, and other people's.
    public var shelf: Shelf { Shelf(engine: engine) }

    /// See `Parlay.shelf`.
    public struct Shelf: Sendable {
        let engine: Engine

        /// The order of a list. By name from A to Z, by all else the highest first.
        public enum Order: String, CaseIterable, Sendable {
            case added = "added_at"
            case updated = "updated_at"
            case rating = "user_rating"
            case hours = "user_hours"
            case name
        }
    }
}

// MARK: - Lists

extension Parlay.Shelf {
    /// The games on your shelf.
    ///
    /// - Parameter statuses: only with these; all if empty.
    public func games(_ statuses: Set<ShelfStatus> = [], by order: Order = .added) -> Listing<ShelfEntry> {
        Listing("shelf/", query: Self.query(statuses, order), of: engine)
    }

    /// The games on a person's shelf; if they do not show it, the problem is `shelf_private`.
    public func games(
        of person: Person.ID,
        _ statuses: Set<ShelfStatus> = [],
        by order: Order = .added
    ) -> Listing<ShelfEntry> {
        Listing("profiles/\(person)/shelf/", query: Self.query(statuses, order), of: engine)
    }

    /// The people who show their shelves, the one that was updated last first.
    ///
    /// - Parameter friends: only the caller's friends.
    public func people(friends: Bool = false) -> Listing<PublicShelf> {
        Listing("shelves/", query: friends ? [("friends", "true")] : [], of: engine)
    }

    private static func query(_ statuses: Set<ShelfStatus>, _ order: Order) -> [(name: String, value: String)]
    {
        let numbers = statuses.map(\.rawValue).sorted().map(String.init).joined(separator: ",")
        return (numbers.isEmpty ? [] : [("status", numbers)])
            + (order == .added ? [] : [("sort", order.rawValue)])
    }

    /// Your shelf in numbers.
    public func stats() async throws(ParlayError) -> ShelfStats {
        try await engine.value(.get("shelf/stats/"))
    }
}

// MARK: - Entries

extension Parlay.Shelf {
    /// What you say about a game; if it is not on your shelf, the problem is `not_found`.
    public func entry(_ game: Game.ID) async throws(ParlayError) -> Versioned<ShelfEntry> {
        try await engine.versioned(.get("shelf/\(game)/"))
    }

    /// Puts a game on your shelf, and takes it off your wishlist. The problem is `already_on_shelf` if it is there.
    ///
    /// - Parameter status: `nil` for the one in your settings.
    @discardableResult
    public func add(_ game: Game.ID, _ status: ShelfStatus? = nil) async throws(ParlayError)
        -> Versioned<ShelfEntry>
    {
        try await engine.versioned(.post("shelf/", ShelfDraft(gameID: game, status: status)))
    }

    /// Changes some of what you say about a game.
    ///
    ///     try await parlay.shelf.update(game) { $0.status = .set(.finished); $0.userRating = .set(93) }
    ///
    /// - Parameter version: if the entry has changed since, the call is refused with `precondition_failed`.
    @discardableResult
    public func update(
        _ game: Game.ID,
        ifUnchanged version: Versioned<ShelfEntry>? = nil,
        _ change: @Sendable (inout ShelfUpdate) -> Void
    ) async throws(ParlayError) -> Versioned<ShelfEntry> {
        var update = ShelfUpdate()
        change(&update)
        return try await engine.versioned(.patch("shelf/\(game)/", update, ifMatch: version?.version))
    }

    /// Replaces all that you say about a game: the status is needed, and what is not set is cleared.
    @discardableResult
    public func replace(
        _ game: Game.ID,
        with entry: ShelfUpdate,
        ifUnchanged version: Versioned<ShelfEntry>? = nil
    ) async throws(ParlayError) -> Versioned<ShelfEntry> {
        try await engine.versioned(
            .put("shelf/\(game)/", entry, ifMatch: version?.version, repetition: .harmless)
        )
    }

    /// Takes a game off your shelf, with all that you said about it.
    public func remove(_ game: Game.ID) async throws(ParlayError) {
        try await engine.send(.delete("shelf/\(game)/"))
    }
}

// MARK: - Files

extension Parlay.Shelf {
    /// Your shelf as a CSV file.
    public func exportFile() async throws(ParlayError) -> Data {
        var call = Call.get("shelf/export.csv")
        call.accept = "text/csv"
        return try await engine.answer(call).body
    }

    /// Brings a CSV file onto your shelf. Bad lines do not stop good ones: the report has each line's fate.
    ///
    /// - Parameters:
    ///   - file: with the columns of `exportFile()`, at most 8 MiB and 10,000 lines without the header.
    ///   - isDry: reports only what would change.
    @discardableResult
    public func importFile(_ file: Data, isDry: Bool = false) async throws(ParlayError) -> ShelfImportReport {
        var call = Call.post("shelf/import/", raw: file, contentType: "text/csv")
        if isDry { call.query.append(("dry_run", "true")) }
        return try await engine.value(call)
    }
}
