internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// Reads of the tree by everybody.
struct TreeRoutes: Sendable {
    private static let week = TreeCalls.week
        .converted("week must be a number from 0 to 1000, or current.") { EventFilter.Week($0) }

    var routes: [TenantRoute] {
        [
            TenantRoute(TreeCalls.tournaments, handler: tournaments),
            TenantRoute(TreeCalls.tournament, handler: TreeReads.tournament),
            TenantRoute(TreeCalls.events, handler: events),
            TenantRoute(TreeCalls.event, handler: TreeReads.event),
            TenantRoute(TreeCalls.market, handler: TreeReads.market),
            TenantRoute(TreeCalls.outcome, handler: TreeReads.outcome),
        ]
    }

    private func tournaments(_ call: Call) async throws -> Response {
        let status = try call.query[TreeCalls.status]
        let page = try call.page(filters: [(TreeCalls.status.name, status?.rawValue)], keys: 1)
        let rows = try await TreeService(call.session).tournaments(page, status)
        return try await call.list(rows.map(\.resource), page) { [rows[$0].id.rawValue] }
    }

    private func events(_ call: Call) async throws -> Response {
        let query = try call.query
        let filter = EventFilter(
            week: try query[Self.week],
            tournaments: try query[TreeCalls.inTournament],
            from: try query[TreeCalls.from],
            to: try query[TreeCalls.to],
            statuses: try query[TreeCalls.eventStatus],
            team: try query[TreeCalls.team]
        )
        let page = try call.page(
            filters: [
                (Self.week.name, filter.week?.text),
                (
                    TreeCalls.inTournament.name,
                    filter.tournaments.map { $0.map(String.init).joined(separator: ",") }
                ),
                (TreeCalls.from.name, filter.from?.description),
                (TreeCalls.to.name, filter.to?.description),
                (
                    TreeCalls.eventStatus.name,
                    filter.statuses.map { $0.map(\.rawValue).joined(separator: ",") }
                ),
                (TreeCalls.team.name, filter.team),
            ],
            keys: 2
        )
        let trees = try await TreeService(call.session).events(page, filter)
        return try await call.list(trees.map(\.resource), page) {
            [trees[$0].event.startsAt.milliseconds, trees[$0].event.id.rawValue]
        }
    }
}

/// Single rows of the tree, for people and for admins.
enum TreeReads {
    static func tournament(_ call: Call) async throws -> Response {
        answer(try await TreeService(call.session).find(try call.id("id", as: TournamentID.self)).resource)
    }

    static func event(_ call: Call) async throws -> Response {
        answer(try await TreeService(call.session).find(try call.id("id", as: EventID.self)).resource)
    }

    static func market(_ call: Call) async throws -> Response {
        answer(try await TreeService(call.session).find(try call.id("id", as: MarketID.self)).resource)
    }

    static func outcome(_ call: Call) async throws -> Response {
        let (market, row) = try await TreeService(call.session).find(try call.id("id", as: OutcomeID.self))
        return answer(row.resource(in: market))
    }

    static func answer(_ resource: some Resource) -> Response {
        Response.json(resource).taggedByContent
    }

    /// Refuses a condition that does not name the row as it is now.
    static func require(_ call: Call, _ resource: some Resource) throws {
        guard call.request.head.headers["If-Match"] != nil else { return }
        try call.requireMatch(Response.json(resource).contentTag)
    }
}
