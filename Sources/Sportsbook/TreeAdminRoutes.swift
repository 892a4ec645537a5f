internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The calls of admins that create and edit the tree, move prices and enter results.
struct TreeAdminRoutes: Sendable {
    var routes: [TenantRoute] { tournaments + events + markets + outcomes }

    private func route(
        _ method: HTTPMethod,
        _ pattern: String,
        _ summary: String,
        body: TenantRoute.Body = .none,
        handler: @escaping @Sendable (Call) async throws -> Response
    ) -> TenantRoute {
        TenantRoute(
            method,
            "admin/\(pattern)",
            summary,
            module: .sportsbook,
            access: .role(.admin),
            body: body,
            handler: handler
        )
    }

    // MARK: Tournaments

    private var tournaments: [TenantRoute] {
        [
            route(.post, "tournaments", "Create a tournament", body: .json) { call in
                let row = try await TreeService(call.session).create(try call.decode(TournamentDraft.self))
                return created(row.resource, "tournaments/\(row.id.rawValue)", call)
            }
            .named("createTournament")
            .taking(
                TournamentDraft.self,
                example: ["sport": "american_football", "name": "NFL", "season": "2026"]
            )
            .answering(201, .resource(Tournament.self)),
            route(.get, "tournaments/{id:id}", "Show a tournament", handler: TreeReads.tournament)
                .path("id", "The tournament's id.")
                .answering(200, .resource(Tournament.self)),
            route(.patch, "tournaments/{id:id}", "Change a tournament", body: .json) { call in
                let update = try call.decode(TournamentUpdate.self, mode: .merge)
                let row = try await TreeService(call.session).update(try call.id("id"), update) {
                    try TreeReads.require(call, $0.resource)
                }
                return TreeReads.answer(row.resource)
            }
            .named("updateTournament")
            .path("id", "The tournament's id.")
            .explained("A closed tournament takes no bets.")
            .taking(TournamentUpdate.self, mode: .merge, example: ["status": "closed"])
            .answering(200, .resource(Tournament.self)),
            route(.delete, "tournaments/{id:id}", "Delete a tournament") { call in
                try await TreeService(call.session).delete(try call.id("id", as: TournamentID.self)) {
                    try TreeReads.require(call, $0.resource)
                }
                return .noContent
            }
            .named("deleteTournament")
            .path("id", "The tournament's id.")
            .irreversible("Deletes the tournament with its events.")
            .answering(204, .none)
            .refusing(409, "has_bets", "There are bets on its events."),
        ]
    }

    // MARK: Events

    private var events: [TenantRoute] {
        [
            route(.post, "events", "Create an event", body: .json) { call in
                let tree = try await TreeService(call.session).create(try call.decode(EventDraft.self))
                return created(tree.resource, "events/\(tree.event.id.rawValue)", call)
            }
            .named("createEvent")
            .taking(
                EventDraft.self,
                example: [
                    "tournament_id": 1, "home": "Kansas City Chiefs", "away": "Buffalo Bills",
                    "starts_at": "2026-12-06T18:00:00Z", "week": 13,
                ]
            )
            .answering(201, .resource(SportsEvent.self), example: SportsEvent.scheduled),
            route(.get, "events/{id:id}", "Show an event with its odds", handler: TreeReads.event)
                .path("id", "The event's id.")
                .answering(200, .resource(SportsEvent.self)),
            route(.patch, "events/{id:id}", "Change an event, or enter its result", body: .json) { call in
                let update = try call.decode(EventUpdate.self, mode: .merge)
                let tree = try await TreeService(call.session).update(try call.id("id"), update) {
                    try TreeReads.require(call, $0.resource)
                }
                return TreeReads.answer(tree.resource)
            }
            .named("updateEvent")
            .path("id", "The event's id.")
            .explained(
                """
                The status `final` with both scores is the result: outcomes are graded at once, and bets are settled by the \
                worker. Other scores later are a correction. `live` with both scores is a running score, which settles \
                nothing. `cancelled` pays all stakes back.
                """
            )
            .taking(
                EventUpdate.self,
                mode: .merge,
                example: ["status": "final", "home_score": 27, "away_score": 20]
            )
            .answering(200, .resource(SportsEvent.self))
            .refusing(409, "event_state", "The event has a result or is cancelled."),
            route(.delete, "events/{id:id}", "Delete an event") { call in
                try await TreeService(call.session).delete(try call.id("id", as: EventID.self)) {
                    try TreeReads.require(call, $0.resource)
                }
                return .noContent
            }
            .named("deleteEvent")
            .path("id", "The event's id.")
            .irreversible("Deletes the event with its markets.")
            .answering(204, .none)
            .refusing(409, "has_bets", "There are bets on it. Cancel it instead."),
        ]
    }

    // MARK: Markets

    private var markets: [TenantRoute] {
        [
            route(.post, "markets", "Create a market", body: .json) { call in
                let tree = try await TreeService(call.session).create(try call.decode(MarketDraft.self))
                return created(tree.resource, "markets/\(tree.market.id.rawValue)", call)
            }
            .named("createMarket")
            .taking(
                MarketDraft.self,
                example: [
                    "event_id": 1, "kind": "spread", "line": -3,
                    "outcomes": [["side": "home", "price": "-110"], ["side": "away", "price": "-110"]],
                ]
            )
            .answering(201, .resource(Market.self), example: Market.open)
            .refusing(409, "market_exists", "The event has a market of this kind with this line.")
            .refusing(409, "event_state", "The event has a result or is cancelled."),
            route(.get, "markets/{id:id}", "Show a market", handler: TreeReads.market)
                .path("id", "The market's id.")
                .answering(200, .resource(Market.self)),
            route(.patch, "markets/{id:id}", "Suspend, open, void or move a market", body: .json) { call in
                let update = try call.decode(MarketUpdate.self, mode: .merge)
                let tree = try await TreeService(call.session).update(try call.id("id"), update) {
                    try TreeReads.require(call, $0.resource)
                }
                return TreeReads.answer(tree.resource)
            }
            .named("updateMarket")
            .path("id", "The market's id.")
            .explained("`void` pays the stakes back, and cannot be undone.")
            .taking(MarketUpdate.self, mode: .merge, example: ["status": "suspended"])
            .answering(200, .resource(Market.self), example: Market.open)
            .refusing(409, "has_bets", "The line of a market with bets does not move.")
            .refusing(409, "market_exists", "The event has a market of this kind with that line.")
            .refusing(409, "market_state", "The market is settled or void.")
            .refusing(409, "event_state", "The event has a result or is cancelled."),
            route(.delete, "markets/{id:id}", "Delete a market") { call in
                try await TreeService(call.session).delete(try call.id("id", as: MarketID.self)) {
                    try TreeReads.require(call, $0.resource)
                }
                return .noContent
            }
            .named("deleteMarket")
            .path("id", "The market's id.")
            .irreversible("Deletes the market.")
            .answering(204, .none)
            .refusing(409, "has_bets", "There are bets on it. Void it instead."),
        ]
    }

    // MARK: Outcomes

    private var outcomes: [TenantRoute] {
        [
            route(.get, "outcomes/{id:id}", "Show an outcome", handler: TreeReads.outcome)
                .path("id", "The outcome's id.")
                .answering(200, .resource(Outcome.self)),
            route(.patch, "outcomes/{id:id}", "Move a price, or suspend an outcome", body: .json) { call in
                let update = try call.decode(OutcomeUpdate.self, mode: .merge)
                let (market, row) = try await TreeService(call.session).update(try call.id("id"), update) {
                    try TreeReads.require(call, $0.1.resource(in: $0.0))
                }
                return TreeReads.answer(row.resource(in: market))
            }
            .named("updateOutcome")
            .path("id", "The outcome's id.")
            .explained("Bets that are placed keep their price.")
            .taking(OutcomeUpdate.self, mode: .merge, example: ["price": "+120"])
            .answering(200, .resource(Outcome.self), example: Outcome.repriced)
            .refusing(409, "market_state", "The market is settled or void."),
        ]
    }
}

/// 201, with the path at which everybody reads the new row.
private func created(_ resource: some Resource, _ path: String, _ call: Call) -> Response {
    Response.json(resource, status: 201).taggedByContent
        .with("Location", "\(call.base)\(path)/")
}
