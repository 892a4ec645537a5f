internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// The rules of shelves and of the caller's wishlist.
struct ShelfService {
    private let session: Session

    init(_ session: Session) { self.session = session }

    private var tenant: TenantID { session.tenant.id }

    // MARK: Lists

    /// The caller's shelf.
    ///
    /// - Parameters:
    ///   - statuses: `nil` for all.
    ///   - games: `nil` for all.
    func page(_ page: Page, _ statuses: [Int]?, games: [Int]? = nil, _ sort: ShelfSort) async throws
        -> [ShelfRow]
    {
        try await session.read(query(of: nil, page, statuses, games: games, sort)).all
    }

    /// A person's shelf, if the person shows it.
    func page(of person: AccountID, _ page: Page, _ statuses: [Int]?, _ sort: ShelfSort) async throws
        -> [ShelfRow]
    {
        let (owners, rows) = try await session.read(
            ShelfStore.owner(.id(tenant), .id(person)),
            query(of: person, page, statuses, sort)
        )
        guard let owner = try owners.first else { throw AccountError.notOne(person) }
        guard try owner.isCaller || owner.settings.value(of: ShelfSettings.isPublic) else {
            throw ShelfError.isPrivate
        }
        return try rows.all
    }

    private func query(
        of account: AccountID?,
        _ page: Page,
        _ statuses: [Int]?,
        games: [Int]? = nil,
        _ sort: ShelfSort
    ) -> RowQuery<ShelfRow> {
        ShelfStore.page(
            of: account,
            statuses,
            games: games,
            sort,
            after: page.after,
            limit: page.fetchLimit,
            in: tenant
        )
    }

    /// The whole shelf of the caller, by name.
    func all() async throws -> Rows<ShelfRow> { try await session.read(ShelfStore.all(.id(tenant))) }

    /// The shelves of all people who show them.
    ///
    /// - Parameter person: `nil` for all.
    func shelves(_ page: Page, ofFriends: Bool, of person: AccountID? = nil) async throws -> [PublicShelf] {
        try await session.read(
            ShelvesStore.page(
                .id(tenant),
                .laterThan(page.after?.first),
                .integer(page.after?.last ?? .max),
                .integer(page.fetchLimit),
                .boolean(ofFriends),
                .id(person)
            )
        ).map { $0.resource(in: session.tenant) }
    }

    // MARK: Entries

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

    func wishes(_ page: Page) async throws -> [WishRow] {
        try await session.read(ShelfStore.wishes(after: page.after, limit: page.fetchLimit, in: tenant)).all
    }

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
