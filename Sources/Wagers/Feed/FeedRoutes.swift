internal import Accounts
internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Lists of wagers: the feed, and a person's.
package struct FeedRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(WagerFeedCalls.feed, handler: feed),
            TenantRoute(WagerFeedCalls.ofPerson, handler: ofPerson),
        ]
    }

    // MARK: The feed

    private func feed(_ call: Call) async throws -> Response {
        let query = try call.query
        let asked = try Feed(query)
        let ignoresSaved = try query[FeedQuery.saved] != nil
        if ignoresSaved || Feed.isFiltered(query) {
            try asked.requirePlaceToSort()
            let page = try self.page(call, asked, ignoresSaved: ignoresSaved)
            return try await answer(try await rows(asked, page, call), asked, page, call)
        }
        return try await savedFeed(asked, isFirstPage: !query.has(PageQuery.cursor), call)
    }

    /// The feed with the caller's saved filters. Most people have none, so the first page is sent together with the
    /// read of the filters.
    private func savedFeed(_ asked: Feed, isFirstPage: Bool, _ call: Call) async throws -> Response {
        let settings = SettingsStore.own(.id(call.tenant.id))
        var unfiltered: Rows<FeedRow>?
        let stored: Rows<StoredSettings>
        if !isFirstPage || asked.byDistance {
            stored = try await call.session.read(settings)
        } else {
            let page = try self.page(call, asked, ignoresSaved: false)
            (stored, unfiltered) = try await call.session.read(settings, store(asked, page, call))
        }
        let saved = try (try stored.first ?? .none).value(of: WagerSettings.feedFilters)
        let feed = saved.map { Feed($0, byDistance: asked.byDistance) } ?? asked
        try feed.requirePlaceToSort()
        let page = try self.page(call, feed, ignoresSaved: false)
        let rows =
            if let unfiltered, feed == asked { unfiltered } else { try await rows(feed, page, call) }
        return try await answer(rows, feed, page, call)
    }

    private func page(_ call: Call, _ feed: Feed, ignoresSaved: Bool) throws -> Page {
        let filters = feed.canonical + [(FeedQuery.saved.name, ignoresSaved ? "none" : nil)]
        return try call.page(filters: filters, keys: feed.byDistance ? 2 : 1)
    }

    private func store(_ feed: Feed, _ page: Page, _ call: Call) -> RowQuery<FeedRow> {
        WagerFeedStore.page(
            feed,
            after: page.after,
            limit: page.fetchLimit,
            in: call.tenant.id,
            now: call.now
        )
    }

    private func rows(_ feed: Feed, _ page: Page, _ call: Call) async throws -> Rows<FeedRow> {
        try await call.session.read(store(feed, page, call))
    }

    private func answer(_ rows: Rows<FeedRow>, _ feed: Feed, _ page: Page, _ call: Call) async throws
        -> Response
    {
        let rows = try rows.all
        let wagers = rows.map { row in
            row.wager.resource(at: call.now, in: call.tenant, distanceKm: row.distanceKm)
        }
        return try await call.list(wagers, page) { rows[$0].key(byDistance: feed.byDistance) }
    }

    // MARK: A person's

    private func ofPerson(_ call: Call) async throws -> Response {
        let statuses = try call.query[WagerFeedCalls.status]
        let filter = statuses.map { $0.map(\.rawValue).joined(separator: ",") }
        let page = try call.page(filters: [(WagerFeedCalls.status.name, filter)], keys: 1)
        let person: AccountID = try call.id("id")
        let (people, wagers) = try await call.session.read(
            AccountStore.visible(.id(call.tenant.id), .id(person)),
            WagerFeedStore.wagers(
                of: person,
                before: page.after?.first,
                statuses: statuses,
                limit: page.fetchLimit,
                in: call.tenant.id,
                now: call.now
            )
        )
        guard !people.isEmpty else { throw AccountError.notOne(person) }
        let rows = try wagers.all
        return try await call.list(rows.map { $0.resource(at: call.now, in: call.tenant) }, page) {
            [rows[$0].id.rawValue]
        }
    }
}
