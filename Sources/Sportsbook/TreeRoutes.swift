internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// Reads of the tree by everybody.
struct TreeRoutes: Sendable {
    /// The value of `week`.
    private enum Week: Equatable {
        case current
        case numbered(Int)

        init?(_ text: String) {
            if text == "current" {
                self = .current
            } else if let number = Int(text), (0...1000).contains(number), ReceivedNumber.isDigits(text) {
                self = .numbered(number)
            } else {
                return nil
            }
        }

        var text: String {
            switch self {
            case .current: "current"
            case .numbered(let number): "\(number)"
            }
        }
    }

    private static let week = TreeCalls.week
        .converted("week must be a number from 0 to 1000, or current.") { Week($0) }

    var routes: [TenantRoute] {
        [
            TenantRoute(TreeCalls.tournaments, handler: tournaments),
            TenantRoute(TreeCalls.tournament, handler: tournament),
            TenantRoute(TreeCalls.events, handler: events),
            TenantRoute(TreeCalls.event, handler: event),
            TenantRoute(TreeCalls.market, handler: TreeReads.market),
            TenantRoute(TreeCalls.outcome, handler: TreeReads.outcome),
        ]
    }

    private func tournaments(_ call: Call) async throws -> Response {
        let status = try call.query[TreeCalls.status]
        let page = try call.page(filters: [(TreeCalls.status.name, status?.rawValue)], keys: 1)
        let rows = try await call.session.read(
            TreeStore.tournaments(
                .id(call.tenant.id),
                .integer(page.after?.first ?? .max),
                .text(status?.rawValue),
                .integer(page.fetchLimit)
            )
        ).all
        return try await call.list(rows.map(\.resource), page) { [rows[$0].id.rawValue] }
    }

    private func tournament(_ call: Call) async throws -> Response { try await TreeReads.tournament(call) }

    private func events(_ call: Call) async throws -> Response {
        let query = try call.query
        let (week, tournaments) = (try query[Self.week], try query[TreeCalls.inTournament])
        let (from, to) = (try query[TreeCalls.from], try query[TreeCalls.to])
        let page = try call.page(
            filters: [
                (Self.week.name, week?.text),
                (TreeCalls.inTournament.name, tournaments.map { $0.map(String.init).joined(separator: ",") }),
                (TreeCalls.from.name, from?.description), (TreeCalls.to.name, to?.description),
            ],
            keys: 2
        )
        var weeks: Parameter = .null
        if case .numbered(let number) = week { weeks = .integers([Int64(number)]) }
        let rows = try await call.session.read(
            TreeStore.events(
                .id(call.tenant.id),
                tournaments.map { .integers($0.map(Int64.init)) } ?? .null,
                weeks,
                .time(from),
                .time(to),
                .boolean(week == .current),
                page.after.map { .time(Timestamp(milliseconds: $0[0])) } ?? "-infinity",
                .integer(page.after?[1] ?? 0),
                .time(call.now),
                .integer(page.fetchLimit)
            )
        )
        let trees = try rows.trees
        return try await call.list(trees.map(\.resource), page) {
            [trees[$0].event.startsAt.milliseconds, trees[$0].event.id.rawValue]
        }
    }

    private func event(_ call: Call) async throws -> Response { try await TreeReads.event(call) }
}

/// Single rows of the tree, for people and for admins.
enum TreeReads {
    static func tournament(_ call: Call) async throws -> Response {
        let id: TournamentID = try call.id("id")
        let rows = try await call.session.read(TreeStore.tournament(.id(call.tenant.id), .id(id)))
        guard let row = try rows.first else { throw SportsbookError.notFound("tournament") }
        return answer(row.resource)
    }

    static func event(_ call: Call) async throws -> Response {
        let id: EventID = try call.id("id")
        let rows = try await call.session.read(TreeStore.event(.id(call.tenant.id), .id(id)))
        guard let tree = try rows.trees.first else { throw SportsbookError.notFound("event") }
        return answer(tree.resource)
    }

    static func market(_ call: Call) async throws -> Response {
        let id: MarketID = try call.id("id")
        let rows = try await call.session.read(TreeStore.market(.id(call.tenant.id), .id(id)))
        guard let market = try rows.trees.first?.markets.first else {
            throw SportsbookError.notFound("market")
        }
        return answer(market.resource)
    }

    static func outcome(_ call: Call) async throws -> Response {
        let id: OutcomeID = try call.id("id")
        let rows = try await call.session.read(TreeStore.outcome(.id(call.tenant.id), .id(id)))
        guard let market = try rows.trees.first?.markets.first, let outcome = market.outcomes.first else {
            throw SportsbookError.notFound("outcome")
        }
        return answer(outcome.resource(in: market.market))
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
