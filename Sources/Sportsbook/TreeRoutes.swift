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

    private static let week = QueryField<String?>.text(
        "week",
        "Only events of this week of their season; `current` for the week of each tournament's next game. Games without a "
            + "week are in the present ISO week, unless they are American football."
    )
    .converted("week must be a number from 0 to 1000, or current.") { Week($0) }
    private static let tournament = QueryField.integers(
        "tournament",
        1 ... .max,
        "Only events of these tournaments."
    )
    private static let from = QueryField.time("from", "Only events that start at this time or later.")
    private static let to = QueryField.time("to", "Only events that start before this time.")
    private static let status = QueryField.choice(
        "status",
        of: TournamentStatus.self,
        "Only tournaments in this state."
    )

    var routes: [TenantRoute] {
        [
            route("tournaments", "List tournaments", handler: tournaments)
                .named("listTournaments")
                .explained("Newest first.")
                .query(Self.status).paged
                .answering(200, .page(of: Tournament.self)),
            route("tournaments/{id:id}", "Show a tournament", handler: tournament)
                .named("getTournament")
                .path("id", "The tournament's id.")
                .answering(200, .resource(Tournament.self)),
            route("events", "List events with their odds", handler: events)
                .named("listEvents")
                .explained("In the order of their start, each with its markets and outcomes.")
                .query(Self.week, Self.tournament, Self.from, Self.to).paged
                .answering(200, .page(of: SportsEvent.self)),
            route("events/{id:id}", "Show an event with its odds", handler: event)
                .named("getEvent")
                .path("id", "The event's id.")
                .answering(200, .resource(SportsEvent.self)),
            route("markets/{id:id}", "Show a market", handler: TreeReads.market)
                .named("getMarket")
                .path("id", "The market's id.")
                .answering(200, .resource(Market.self)),
            route("outcomes/{id:id}", "Show an outcome", handler: TreeReads.outcome)
                .named("getOutcome")
                .path("id", "The outcome's id.")
                .answering(200, .resource(Outcome.self)),
        ]
    }

    private func route(
        _ pattern: String,
        _ summary: String,
        handler: @escaping @Sendable (Call) async throws -> Response
    ) -> TenantRoute {
        TenantRoute(.get, pattern, summary, module: .sportsbook, handler: handler)
    }

    private func tournaments(_ call: Call) async throws -> Response {
        let status = try call.query[Self.status]
        let page = try call.page(filters: [(Self.status.name, status?.rawValue)], keys: 1)
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
        let (week, tournaments) = (try query[Self.week], try query[Self.tournament])
        let (from, to) = (try query[Self.from], try query[Self.to])
        let page = try call.page(
            filters: [
                (Self.week.name, week?.text),
                (Self.tournament.name, tournaments.map { $0.map(String.init).joined(separator: ",") }),
                (Self.from.name, from?.description), (Self.to.name, to?.description),
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
