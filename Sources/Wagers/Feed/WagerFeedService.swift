internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// Reads lists of wagers: the caller's feed, and a person's.
struct WagerFeedService {
    private let session: Session

    init(_ session: Session) { self.session = session }

    private var tenant: TenantID { session.tenant.id }

    func page(_ feed: Feed, _ page: Page) async throws -> [FeedRow] {
        try await session.read(query(feed, page)).all
    }

    /// The feed with the caller's saved filters. Most people have none, so the first page is sent together with the
    /// read of the filters.
    ///
    /// - Parameter paging: the page of a feed that the call asks for.
    func saved(_ asked: Feed, isFirstPage: Bool, paging: (Feed) throws -> Page) async throws
        -> (rows: [FeedRow], feed: Feed, page: Page)
    {
        let settings = SettingsStore.own(.id(tenant))
        var unfiltered: Rows<FeedRow>?
        let stored: Rows<StoredSettings>
        if !isFirstPage || asked.byDistance {
            stored = try await session.read(settings)
        } else {
            (stored, unfiltered) = try await session.read(settings, query(asked, try paging(asked)))
        }
        let saved = try (try stored.first ?? .none).value(of: WagerSettings.feedFilters)
        let feed = saved.map { Feed($0, byDistance: asked.byDistance) } ?? asked
        try feed.requirePlaceToSort()
        let page = try paging(feed)
        if let unfiltered, feed == asked { return (try unfiltered.all, feed, page) }
        return (try await self.page(feed, page), feed, page)
    }

    private func query(_ feed: Feed, _ page: Page) -> RowQuery<FeedRow> {
        WagerFeedStore.page(feed, after: page.after, limit: page.fetchLimit, in: tenant, now: session.now)
    }

    /// What is offered to the caller alone.
    func addressed(_ page: Page) async throws -> [Wager] {
        let query = WagerFeedStore.addressed(
            .id(tenant),
            .integer(page.after?.first ?? .max),
            .time(session.now),
            .integer(page.fetchLimit)
        )
        return try await session.read(query).all.map { $0.resource(at: session.now, in: session.tenant) }
    }

    func wagers(of person: AccountID, _ statuses: [WagerStatus]?, _ page: Page) async throws -> [Wager] {
        let (people, wagers) = try await session.read(
            AccountStore.visible(.id(tenant), .id(person)),
            WagerFeedStore.wagers(
                of: person,
                before: page.after?.first,
                statuses: statuses,
                limit: page.fetchLimit,
                in: tenant,
                now: session.now
            )
        )
        guard !people.isEmpty else { throw AccountError.notOne(person) }
        return try wagers.map { $0.resource(at: session.now, in: session.tenant) }
    }
}
