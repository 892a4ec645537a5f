internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Lists of wagers: the feed, and a person's.
package struct FeedRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(.get, "wagers", "List wagers", module: .wagers, handler: feed)
                .named("listWagers")
                .explained(
                    """
                    Open wagers that you may see, newest first. Without filters in the query, your saved `feed_filters` \
                    apply, unless `filters=none`. With `near`, each wager has its `distance_km`, and wagers without a place \
                    are left out.
                    """
                )
                .query("friends", .boolean, "Only wagers that your friends posed.")
                .query(
                    "status",
                    .text,
                    "Only wagers in these states; `open` by default, and all with `mine`.",
                    choices: WagerStatus.allCases.map(\.rawValue),
                    isRepeatable: true
                )
                .query("category", .text, "Only these categories.", lengths: 1...50, isRepeatable: true)
                .query("near", .text, "Only around this point: `51.5074,-0.1278`.")
                .query("radius_km", .number, "How far around, from 0.1 to 500; 25 by default.")
                .query(
                    "sort",
                    .text,
                    "`distance`, which needs `near`, puts the nearest first.",
                    choices: Feed.Sort.allCases.map(\.rawValue)
                )
                .query("min_cents", .integer, "At least this amount.", range: 1...100_000_000)
                .query("max_cents", .integer, "At most this amount.", range: 1...100_000_000)
                .query("mine", .boolean, "Only wagers that you posed or took.")
                .query(
                    "filters",
                    .text,
                    "`none` ignores your saved filters.",
                    choices: Feed.Saved.allCases.map(\.rawValue)
                )
                .paged
                .answering(200, .page(of: Wager.self)),
            TenantRoute(
                .get,
                "profiles/{id:id}/wagers",
                "List a person's wagers",
                module: .wagers,
                handler: ofPerson
            )
            .named("listWagersOfPerson")
            .explained("Wagers that the person posed or took and you may see, newest first.")
            .path("id", "The account's id.")
            .query(
                "status",
                .text,
                "Only wagers in these states.",
                choices: WagerStatus.allCases.map(\.rawValue),
                isRepeatable: true
            )
            .paged
            .answering(200, .page(of: Wager.self))
            .refusing(404, "not_found", "There is no such person, or they have blocked you."),
        ]
    }

    // MARK: The feed

    private func feed(_ call: Call) async throws -> Response {
        let query = try QueryReader(
            call.request.head,
            allowing: Feed.filters + ["sort", "filters", "limit", "cursor"]
        )
        let asked = try Feed(query)
        let ignoresSaved = try query.choices("filters", of: Feed.Saved.self) != nil
        if ignoresSaved || Feed.filters.contains(where: query.has) {
            try asked.requirePlaceToSort()
            let page = try self.page(call, query, asked, ignoresSaved: ignoresSaved)
            return try await answer(try await rows(asked, page, call), asked, page, call)
        }
        return try await savedFeed(asked, query, call)
    }

    /// The feed by the caller's saved filters. Most have none, so the first page goes out with the question for them.
    private func savedFeed(_ asked: Feed, _ query: QueryReader, _ call: Call) async throws -> Response {
        let settings = SettingsStore.own(.id(call.tenant.id))
        var unfiltered: ResultSet?
        let stored: ResultSet
        if query.has("cursor") || asked.byDistance {
            stored = try await call.session.read(settings)[0]
        } else {
            let page = try self.page(call, query, asked, ignoresSaved: false)
            let results = try await call.session.read(settings, store(asked, page, call))
            stored = results[0]
            unfiltered = results[1]
        }
        let saved = try AccountSettings(
            stored: try stored.first?.text(0) ?? "{}",
            modules: call.tenant.modules
        )
        let feed = saved.wagers?.feedFilters.map { Feed($0, byDistance: asked.byDistance) } ?? asked
        try feed.requirePlaceToSort()
        let page = try self.page(call, query, feed, ignoresSaved: false)
        let rows =
            if let unfiltered, feed == asked { unfiltered } else { try await rows(feed, page, call) }
        return try await answer(rows, feed, page, call)
    }

    private func page(_ call: Call, _ query: QueryReader, _ feed: Feed, ignoresSaved: Bool) throws -> Page {
        let filters = feed.canonical + [("filters", ignoresSaved ? "none" : nil)]
        return try call.page(query, filters: filters, keys: feed.byDistance ? 2 : 1)
    }

    private func store(_ feed: Feed, _ page: Page, _ call: Call) -> Query {
        FeedStore.page(feed, after: page.after, limit: page.fetchLimit, in: call.tenant.id, now: call.now)
    }

    private func rows(_ feed: Feed, _ page: Page, _ call: Call) async throws -> ResultSet {
        try await call.session.read(store(feed, page, call))[0]
    }

    private func answer(_ rows: ResultSet, _ feed: Feed, _ page: Page, _ call: Call) async throws -> Response
    {
        let rows = try rows.map { row throws(DatabaseError) in try FeedRow(row, in: call.tenant) }
        let wagers = rows.map { $0.wager.resource(at: call.now, distanceKm: $0.distanceKm) }
        return try await call.list(wagers, page) { rows[$0].key(byDistance: feed.byDistance) }
    }

    // MARK: A person's

    private func ofPerson(_ call: Call) async throws -> Response {
        let query = try QueryReader(call.request.head, allowing: ["status", "limit", "cursor"])
        let statuses = try query.choices("status", of: WagerStatus.self).map { chosen in
            WagerStatus.allCases.filter(chosen.contains)
        }
        let filter = statuses.map { $0.map(\.rawValue).joined(separator: ",") }
        let page = try call.page(query, filters: [("status", filter)], keys: 1)
        let person: AccountID = try call.id("id")
        let results = try await call.session.read(
            AccountStore.visible(.id(call.tenant.id), .id(person)),
            FeedStore.wagers(
                of: person,
                before: page.after?.first,
                statuses: statuses,
                limit: page.fetchLimit,
                in: call.tenant.id,
                now: call.now
            )
        )
        guard !results[0].isEmpty else { throw AccountError.notOne(person) }
        let rows = try results[1].map { row throws(DatabaseError) in try WagerRow(row, in: call.tenant) }
        return try await call.list(rows.map { $0.resource(at: call.now) }, page) { [rows[$0].id.rawValue] }
    }
}
