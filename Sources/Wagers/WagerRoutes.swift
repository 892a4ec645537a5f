internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The calls of the module `wagers` about single wagers. Lists are in `FeedRoutes`.
package struct WagerRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] { offers + moves + settling + moderating }

    private var offers: [TenantRoute] {
        [
            TenantRoute(WagerCalls.pose, handler: pose),
            TenantRoute(WagerCalls.show, handler: show),
            TenantRoute(WagerCalls.offer, openWhere: WagerSettings.publicOffers, handler: offer),
            TenantRoute(WagerCalls.edit, handler: edit).ofWager(.edit),
            TenantRoute(WagerCalls.delete, handler: delete).ofWager(.delete),
        ]
    }

    private var moves: [TenantRoute] {
        [
            TenantRoute(WagerCalls.take, handler: take),
            TenantRoute(WagerCalls.decline, handler: decline).ofWager(.decline),
            TenantRoute(WagerCalls.complete, handler: complete).ofWager(.complete),
            TenantRoute(WagerCalls.cancel, handler: cancel).ofWager(.cancel),
            TenantRoute(WagerCalls.withdraw, handler: withdraw).ofWager(.withdrawCancel),
            TenantRoute(WagerCalls.nameArbiter, handler: nameArbiter).ofWager(.nameArbiter),
            TenantRoute(WagerCalls.arbitrate, handler: arbitrate).ofWager(.arbitrate),
        ]
    }

    private var settling: [TenantRoute] {
        [
            TenantRoute(WagerCalls.pay, handler: pay).ofWager(.pay),
            TenantRoute(WagerCalls.confirm, handler: confirm).ofWager(.confirm),
            TenantRoute(WagerCalls.rate, handler: rate).ofWager(.rate),
        ]
    }

    // MARK: What is offered

    private func pose(_ call: Call) async throws -> Response {
        let service = WagerService(call.session)
        let draft = try await call.decode(try call.object(), as: WagerDraft.self) { draft, body in
            try await service.validate(draft, &body, against: nil)
        }
        let row = try await service.pose(draft)
        return try await answer(row, call, status: 201).with(
            "Location",
            "\(call.base)wagers/\(row.id.rawValue)/"
        )
    }

    private func show(_ call: Call) async throws -> Response {
        let found = try await WagerService(call.session).wager(try call.id("id"))
        return try await answer(found.row, call, actor: found.offeredActor)
    }

    private func offer(_ call: Call) async throws -> Response {
        .json(try await WagerService(call.session).offer(try call.id("id"))).taggedByContent
    }

    private func edit(_ call: Call) async throws -> Response {
        let body = try call.object()
        let (service, found) = try await begin(.edit, call)
        let draft = try await call.decode(body, as: WagerDraft.self) { draft, body in
            try await service.validate(draft, &body, against: found.row)
        }
        return try await answer(service.edit(found, to: draft, isPinned: call.isPinned), call)
    }

    private func delete(_ call: Call) async throws -> Response {
        let (service, found) = try await begin(.delete, call)
        try await service.delete(found, isPinned: call.isPinned)
        return .noContent
    }

    // MARK: Moves

    private func take(_ call: Call) async throws -> Response {
        let service = WagerService(call.session)
        let id: WagerID = try call.id("id")
        guard call.isPinned else {
            let isAnyVersion = call.request.head.headers["If-Match"] != nil
            return try await answer(service.take(id, version: nil, isAnyVersion: isAnyVersion), call)
        }
        let found = try await service.wager(id)
        try found.requireTakeable()
        try call.requireMatch(found.row.entityTag(at: call.now))
        return try await answer(service.take(id, version: found.row.version, isAnyVersion: false), call)
    }

    private func complete(_ call: Call) async throws -> Response {
        try await move(.complete, call, WagerResult.self) { .complete($0.winner) }
    }

    private func decline(_ call: Call) async throws -> Response {
        let (service, found) = try await begin(.decline, call)
        return try await answer(service.make(.decline, on: found, isPinned: call.isPinned), call)
    }

    private func cancel(_ call: Call) async throws -> Response {
        let (service, found) = try await begin(.cancel, call)
        return try await answer(service.make(.cancel, on: found, isPinned: call.isPinned), call)
    }

    private func withdraw(_ call: Call) async throws -> Response {
        let (service, found) = try await begin(.withdrawCancel, call)
        _ = try await service.make(.withdrawCancel, on: found, isPinned: call.isPinned)
        return .noContent
    }

    private func nameArbiter(_ call: Call) async throws -> Response {
        let body = try call.object()
        let (service, found) = try await begin(.nameArbiter, call)
        var nominee: AccountID?
        _ = try await call.decode(body, as: ArbiterChoice.self) { choice, body in
            guard body.isValid(ArbiterChoice.username) else { return }
            nominee = try await service.nominee(choice.username)
            if let nominee {
                guard found.row.party(of: nominee) != nil else { return }
                body.refuse(
                    ArbiterChoice.username,
                    FieldRule("arbiterIsNoParty", "A party cannot be the arbiter.")
                )
            } else {
                body.refuse(ArbiterChoice.username, .personNotFound)
            }
        }
        guard let nominee else { throw WagerError.notFound }
        return try await answer(service.make(.nameArbiter(nominee), on: found, isPinned: call.isPinned), call)
    }

    private func arbitrate(_ call: Call) async throws -> Response {
        try await move(.arbitrate, call, WagerDecision.self, verdict: { .arbitrated($0.reason) }) {
            .arbitrate($0.winner)
        }
    }

    private func pay(_ call: Call) async throws -> Response {
        let body = try call.object()
        let (service, found) = try await begin(.pay, call)
        let request = try call.decode(body, as: PaymentRequest.self)
        return .json(try await service.pay(request.method, on: found, isPinned: call.isPinned))
    }

    private func confirm(_ call: Call) async throws -> Response {
        try await move(.confirm, call, PaymentConfirmation.self) { .confirm($0.paid) }
    }

    private func rate(_ call: Call) async throws -> Response {
        let body = try call.object()
        let (service, found) = try await begin(.rate, call)
        return try await answer(service.rate(try call.decode(body), on: found), call, status: 201)
    }

    // MARK: Common to them

    /// Finds the wager and refuses callers whose role never allows this move, then a condition that does not match.
    private func begin(_ kind: WagerRules.Kind, _ call: Call) async throws -> (
        WagerService, WagerService.Found
    ) {
        let service = WagerService(call.session)
        let found = try await service.wager(try call.id("id"))
        try found.require(kind)
        try call.requireMatch(found.row.entityTag(at: call.now))
        return (service, found)
    }

    func move<Body: RequestBody>(
        _ kind: WagerRules.Kind,
        _ call: Call,
        _ type: Body.Type,
        verdict: (Body) -> WagerVerdict? = { _ in nil },
        _ move: (Body) -> WagerRules.Move
    ) async throws -> Response {
        let body = try call.object()
        let (service, found) = try await begin(kind, call)
        let decoded = try call.decode(body, as: type)
        let row = try await service.make(
            move(decoded),
            on: found,
            isPinned: call.isPinned,
            verdict: verdict(decoded)
        )
        return try await answer(row, call)
    }

    /// - Parameter actor: the caller's roles; `nil` for those that the wager itself tells.
    private func answer(
        _ row: WagerRow,
        _ call: Call,
        actor: WagerRules.Actor? = nil,
        status: Int = 200
    ) async throws -> Response {
        let caller = try await call.session.principal()
        let wager = row.resource(
            at: call.now,
            in: call.tenant,
            for: actor ?? row.actor(of: caller.accountID, isModerator: caller.role >= .moderator)
        )
        return Response.json(wager, status: status).tagged(row.entityTag(at: call.now))
    }
}

extension Call {
    /// Whether the call is for one version only.
    fileprivate var isPinned: Bool { request.head.headers["If-Match"].map { $0 != "*" } ?? false }
}

extension TenantRoute {
    /// The same route, with the refusals of this move by the rules before its own.
    func ofWager(_ kind: WagerRules.Kind) -> TenantRoute {
        var route = self
        route.description.refusals = []
        route = route.refusing(403, "not_your_move", "On this wager, only \(kind.people) can do that.")
            .refusing(
                409,
                "wager_state",
                "Not possible in the current state, which the problem shows as `wager_status`."
            )
            .refusing(409, "wager_changed", "The wager was changed at the same time.")
        route.description.refusals += description.refusals
        return route
    }
}
