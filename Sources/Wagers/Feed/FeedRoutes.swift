internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Lists of wagers: the feed, and a person's.
package struct FeedRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(WagerFeedCalls.feed, handler: feed),
            TenantRoute(WagerFeedCalls.addressed, handler: addressed),
            TenantRoute(WagerFeedCalls.ofPerson, handler: ofPerson),
        ]
    }

    // MARK: The feed

    private func feed(_ call: Call) async throws -> Response {
        let query = try call.query
        let asked = try Feed(query)
        let ignoresSaved = try query[FeedQuery.saved] != nil
        let service = WagerFeedService(call.session)
        if ignoresSaved || Feed.isFiltered(query) {
            try asked.requirePlaceToSort()
            let page = try self.page(call, asked, ignoresSaved: ignoresSaved)
            return try await answer(try await service.page(asked, page), asked, page, call)
        }
        let isFirstPage = !query.has(PageQuery.cursor)
        let (rows, feed, page) = try await service.saved(asked, isFirstPage: isFirstPage) {
            try self.page(call, $0, ignoresSaved: false)
        }
        return try await answer(rows, feed, page, call)
    }

    private func page(_ call: Call, _ feed: Feed, ignoresSaved: Bool) throws -> Page {
        let filters = feed.canonical + [(FeedQuery.saved.name, ignoresSaved ? "none" : nil)]
        return try call.page(filters: filters, keys: feed.byDistance ? 2 : 1)
    }

    private func answer(_ rows: [FeedRow], _ feed: Feed, _ page: Page, _ call: Call) async throws -> Response
    {
        let wagers = rows.map { row in
            row.wager.resource(at: call.now, in: call.tenant, distanceKm: row.distanceKm)
        }
        return try await call.list(wagers, page) { rows[$0].key(byDistance: feed.byDistance) }
    }

    // MARK: To the caller alone

    private func addressed(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        let wagers = try await WagerFeedService(call.session).addressed(page)
        return try await call.list(wagers, page) { [wagers[$0].id] }
    }

    // MARK: A person's

    private func ofPerson(_ call: Call) async throws -> Response {
        let statuses = try call.query[WagerFeedCalls.status]
        let filter = statuses.map { $0.map(\.rawValue).joined(separator: ",") }
        let page = try call.page(filters: [(WagerFeedCalls.status.name, filter)], keys: 1)
        let person: AccountID = try call.id("id")
        let wagers = try await WagerFeedService(call.session).wagers(of: person, statuses, page)
        return try await call.list(wagers, page) { [wagers[$0].id] }
    }
}
