internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The calls of admins that create and edit the tree, move prices and enter results.
struct TreeAdminRoutes: Sendable {
    var routes: [TenantRoute] { tournaments + events + markets + outcomes }

    // MARK: Tournaments

    private var tournaments: [TenantRoute] {
        [
            TenantRoute(TreeAdminCalls.createTournament) { call in
                let row = try await TreeService(call.session).create(try call.decode(TournamentDraft.self))
                return created(row.resource, "tournaments/\(row.id.rawValue)", call)
            },
            TenantRoute(TreeAdminCalls.tournament, handler: TreeReads.tournament),
            TenantRoute(TreeAdminCalls.updateTournament) { call in
                let update = try call.decode(TournamentUpdate.self, mode: .merge)
                let row = try await TreeService(call.session).update(try call.id("id"), update) {
                    try TreeReads.require(call, $0.resource)
                }
                return TreeReads.answer(row.resource)
            },
            TenantRoute(TreeAdminCalls.deleteTournament) { call in
                try await TreeService(call.session).delete(try call.id("id", as: TournamentID.self)) {
                    try TreeReads.require(call, $0.resource)
                }
                return .noContent
            },
        ]
    }

    // MARK: Events

    private var events: [TenantRoute] {
        [
            TenantRoute(TreeAdminCalls.createEvent) { call in
                let tree = try await TreeService(call.session).create(try call.decode(EventDraft.self))
                return created(tree.resource, "events/\(tree.event.id.rawValue)", call)
            },
            TenantRoute(TreeAdminCalls.event, handler: TreeReads.event),
            TenantRoute(TreeAdminCalls.updateEvent) { call in
                let update = try call.decode(EventUpdate.self, mode: .merge)
                let tree = try await TreeService(call.session).update(try call.id("id"), update) {
                    try TreeReads.require(call, $0.resource)
                }
                return TreeReads.answer(tree.resource)
            },
            TenantRoute(TreeAdminCalls.deleteEvent) { call in
                try await TreeService(call.session).delete(try call.id("id", as: EventID.self)) {
                    try TreeReads.require(call, $0.resource)
                }
                return .noContent
            },
        ]
    }

    // MARK: Markets

    private var markets: [TenantRoute] {
        [
            TenantRoute(TreeAdminCalls.createMarket) { call in
                let tree = try await TreeService(call.session).create(try call.decode(MarketDraft.self))
                return created(tree.resource, "markets/\(tree.market.id.rawValue)", call)
            },
            TenantRoute(TreeAdminCalls.market, handler: TreeReads.market),
            TenantRoute(TreeAdminCalls.updateMarket) { call in
                let update = try call.decode(MarketUpdate.self, mode: .merge)
                let tree = try await TreeService(call.session).update(try call.id("id"), update) {
                    try TreeReads.require(call, $0.resource)
                }
                return TreeReads.answer(tree.resource)
            },
            TenantRoute(TreeAdminCalls.deleteMarket) { call in
                try await TreeService(call.session).delete(try call.id("id", as: MarketID.self)) {
                    try TreeReads.require(call, $0.resource)
                }
                return .noContent
            },
        ]
    }

    // MARK: Outcomes

    private var outcomes: [TenantRoute] {
        [
            TenantRoute(TreeAdminCalls.outcome, handler: TreeReads.outcome),
            TenantRoute(TreeAdminCalls.updateOutcome) { call in
                let update = try call.decode(OutcomeUpdate.self, mode: .merge)
                let (market, row) = try await TreeService(call.session).update(try call.id("id"), update) {
                    try TreeReads.require(call, $0.1.resource(in: $0.0))
                }
                return TreeReads.answer(row.resource(in: market))
            },
        ]
    }
}

/// 201, with the path at which everybody reads the new row.
private func created(_ resource: some Resource, _ path: String, _ call: Call) -> Response {
    Response.json(resource, status: 201).taggedByContent
        .with("Location", "\(call.base)\(path)/")
}
