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
        Listing(Call(ShelfCalls.own).asking(statuses, order), of: engine)
    }

    /// The games on a person's shelf; if they do not show it, the problem is `shelf_private`.
    public func games(
        of person: Person.ID,
        _ statuses: Set<ShelfStatus> = [],
        by order: Order = .added
    ) -> Listing<ShelfEntry> {
        Listing(Call(ShelfCalls.ofPerson, at: person).asking(statuses, order), of: engine)
    }

    /// The people who show their shelves, the one that was updated last first.
    ///
    /// - Parameter friends: only the caller's friends.
    public func people(friends: Bool = false) -> Listing<PublicShelf> {
        Listing(Call(ShelvesCalls.list).asking(ShelvesCalls.friends, if: friends), of: engine)
    }

    /// Your shelf in numbers.
    public func stats() async throws(ParlayError) -> ShelfStats {
        try await engine.value(Call(ShelfCalls.stats))
    }
}

extension Call {
    fileprivate func asking(_ statuses: Set<ShelfStatus>, _ order: Parlay.Shelf.Order) -> Call {
        asking(ShelfCalls.status, anyOf: statuses.map(\.rawValue))
            .asking(ShelfCalls.sort, order == .added ? nil : order.rawValue)
    }
}

// MARK: - Entries

extension Parlay.Shelf {
    /// What you say about a game; if it is not on your shelf, the problem is `not_found`.
    public func entry(_ game: Game.ID) async throws(ParlayError) -> Versioned<ShelfEntry> {
        try await engine.versioned(Call(ShelfCalls.show, at: game))
    }

    /// Puts a game on your shelf, and takes it off your wishlist. The problem is `already_on_shelf` if it is there.
    ///
    /// - Parameter status: `nil` for the one in your settings.
    @discardableResult
    public func add(_ game: Game.ID, _ status: ShelfStatus? = nil) async throws(ParlayError)
        -> Versioned<ShelfEntry>
    {
        try await engine.versioned(Call(ShelfCalls.add, ShelfDraft(gameID: game, status: status)))
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
        return try await engine.versioned(
            Call(ShelfCalls.change, at: game, update, ifMatch: version?.version)
        )
    }

    /// Replaces all that you say about a game: the status is needed, and what is not set is cleared.
    @discardableResult
    public func replace(
        _ game: Game.ID,
        with entry: ShelfUpdate,
        ifUnchanged version: Versioned<ShelfEntry>? = nil
    ) async throws(ParlayError) -> Versioned<ShelfEntry> {
        try await engine.versioned(
            Call(ShelfCalls.replace, at: game, entry, ifMatch: version?.version)
        )
    }

    /// Takes a game off your shelf, with all that you said about it.
    public func remove(_ game: Game.ID) async throws(ParlayError) {
        try await engine.send(Call(ShelfCalls.remove, at: game))
    }
}

// MARK: - Files

extension Parlay.Shelf {
    /// Your shelf as a CSV file.
    public func exportFile() async throws(ParlayError) -> Data {
        try await engine.answer(Call(ShelfFileCalls.exportFile)).body
    }

    /// Brings a CSV file onto your shelf. Bad lines do not stop good ones: the report has each line's fate.
    ///
    /// - Parameters:
    ///   - file: with the columns of `exportFile()`, at most 8 MiB and 10,000 lines without the header.
    ///   - isDry: reports only what would change.
    @discardableResult
    public func importFile(_ file: Data, isDry: Bool = false) async throws(ParlayError) -> ShelfImportReport {
        try await engine.value(
            Call(ShelfFileCalls.importFile, raw: file, contentType: "text/csv")
                .asking(ShelfFileCalls.dryRun, if: isDry)
        )
    }
}
