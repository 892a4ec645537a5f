internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// The rules of the caller's shelf and wishlist.
struct ShelfService {
    private let session: Session

    init(_ session: Session) { self.session = session }

    private var tenant: TenantID { session.tenant.id }

    // MARK: Shelf

    func entry(_ id: GameID) async throws -> ShelfEntry {
        guard let row = try await session.read(ShelfStore.find(.id(tenant), .id(id))).first else {
            throw ShelfError.notOnShelf
        }
        return row.resource
    }

    func add(_ draft: ShelfDraft) async throws -> ShelfEntry {
        let status =
            if let status = draft.status { status } else { try await Self.defaultStatus(in: session) }
        let query = ShelfStore.add(draft.gameID, status, in: tenant, at: session.now)
        guard let added = try await session.write(query).first else { throw ShelfError.unknownGame }
        guard let entry = added.entry else {
            throw added.isActive ? ShelfError.alreadyOnShelf : TenancyError.unauthorized
        }
        return entry.resource(of: added.game.game)
    }

    /// The status of games that are added without one.
    static func defaultStatus(in session: Session) async throws -> ShelfStatus {
        let stored = try await session.read(SettingsStore.own(.id(session.tenant.id)))
        return try (try stored.first ?? .none).value(of: ShelfSettings.defaultStatus)
    }

    /// An update that changes nothing leaves `updated_at` as it is.
    ///
    /// - Parameter update: gets the entry as it is now, which it may refuse.
    func update(_ id: GameID, _ update: (ShelfEntry) throws -> ShelfUpdate) async throws -> ShelfEntry {
        try await session.transaction {
            var row = try await locked(id)
            let update = try update(row.resource)
            let values = row.entry.values.applying(update)
            guard !values.areDatesReversed else { throw ShelfError.datesAreReversed }
            guard values != row.entry.values else { return row.resource }
            _ = try await session.write(ShelfStore.update(id, values, in: tenant, at: session.now))
            row.entry.values = values
            row.entry.updatedAt = session.now
            return row.resource
        }
    }

    /// - Parameter condition: refuses an entry that is not the one that the call means.
    func remove(_ id: GameID, _ condition: (ShelfEntry) throws -> Void) async throws {
        try await session.transaction {
            try condition(try await locked(id).resource)
            _ = try await session.write(ShelfStore.remove(.id(tenant), .id(id)))
        }
    }

    private func locked(_ id: GameID) async throws -> ShelfRow {
        guard let row = try await session.write(ShelfStore.lock(.id(tenant), .id(id))).first else {
            throw ShelfError.notOnShelf
        }
        return row
    }

    func stats() async throws -> ShelfStats {
        ShelfStats(try await session.read(StatsStore.stats(.id(tenant))).all)
    }

    // MARK: Wishlist

    /// Doing it again changes nothing.
    func wish(_ id: GameID) async throws {
        let rows = try await session.write(ShelfStore.wish(.id(tenant), .id(id), .time(session.now)))
        guard let row = try rows.first else { throw ShelfError.noGame }
        guard let isWish = row.isWish else { throw TenancyError.unauthorized }
        guard isWish else { throw ShelfError.alreadyOnShelf }
    }

    func removeWish(_ id: GameID) async throws {
        let removed = try await session.write(ShelfStore.removeWish(.id(tenant), .id(id)))
        guard removed[0].affectedRows > 0 else { throw ShelfError.notWished }
    }
}
