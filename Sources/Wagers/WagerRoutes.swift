internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The calls of the module `wagers` about single wagers. Lists are `FeedRoutes`.
package struct WagerRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] { offers + moves + settling }

    private func route(
        _ method: HTTPMethod,
        _ pattern: String,
        _ summary: String,
        access: TenantRoute.Access = .token,
        body: TenantRoute.Body = .none,
        handler: @escaping @Sendable (Call) async throws -> Response
    ) -> TenantRoute {
        TenantRoute(method, pattern, summary, module: .wagers, access: access, body: body, handler: handler)
    }

    private var offers: [TenantRoute] {
        [
            route(.post, "wagers", "Pose a wager", body: .json, handler: pose)
                .named("createWager")
                .taking(WagerDraft.self, example: Self.draft)
                .answering(201, .resource(Wager.self)),
            route(.get, "wagers/{id:id}", "One wager", handler: show)
                .named("getWager")
                .path("id", "The wager's id.")
                .explained(
                    "Public ones in every state; others if they are offered to the caller, or the caller is in them."
                )
                .answering(200, .resource(Wager.self)),
            route(.put, "wagers/{id:id}", "Change an open wager", body: .json, handler: edit)
                .named("updateWager").ofWager(.edit)
                .explained("Replaces all of it: what is absent takes its default.")
                .taking(WagerDraft.self, example: Self.draft)
                .answering(200, .resource(Wager.self)),
            route(.delete, "wagers/{id:id}", "Withdraw an open wager", handler: delete)
                .named("deleteWager").ofWager(.delete)
                .answering(204, .none),
        ]
    }

    private static let draft: JSONValue = [
        "name": "Chess in the park", "description": "Best of three.", "amount_cents": 2000,
        "category": "Other",
        "place": ["lat": 41, "lon": -74],
    ]

    private var moves: [TenantRoute] {
        [
            route(.post, "wagers/{id:id}/take", "Take a wager", handler: take)
                .named("takeWager")
                .path("id", "The wager's id.")
                .conditional
                .explained("Of any number of people who take it at the same time, exactly one does.")
                .answering(200, .resource(Wager.self))
                .refusing(403, "own_wager", "The caller posed it.")
                .refusing(403, "not_your_move", "It is offered to others.")
                .refusing(409, "wager_already_taken", "Somebody was faster.")
                .refusing(409, "wager_expired", "The time to take it is over.")
                .refusing(409, "wager_state", "It was called off before anybody took it.")
                .refusing(409, "wager_changed", "It was edited again and again meanwhile."),
            route(.post, "wagers/{id:id}/complete", "Say who has won", body: .json, handler: complete)
                .named("completeWager").ofWager(.complete)
                .explained(
                    "The first word stands as `claim` and may be changed; the same word of the other completes the "
                        + "wager, the opposite disputes it, and silence for 72 hours completes it, too."
                )
                .taking(WagerResult.self, example: ["winner": "challenger"])
                .answering(200, .resource(Wager.self)),
            route(.post, "wagers/{id:id}/cancel", "Call a wager off", handler: cancel)
                .named("cancelWager").ofWager(.cancel)
                .explained("It ends once both have asked for it.")
                .answering(200, .resource(Wager.self)),
            route(.delete, "wagers/{id:id}/cancel", "No longer call it off", handler: withdraw)
                .named("withdrawWagerCancellation").ofWager(.withdrawCancel)
                .answering(204, .none)
                .refusing(409, "no_cancel_request", "The caller has not asked to call it off."),
            route(.put, "wagers/{id:id}/arbiter", "Name who is to decide", body: .json, handler: nameArbiter)
                .named("nameWagerArbiter").ofWager(.nameArbiter)
                .explained(
                    "Whoever both parties named is the arbiter, who stays until both have named another."
                )
                .taking(ArbiterChoice.self, example: ["username": "cleo"])
                .answering(200, .resource(Wager.self)),
            route(.post, "wagers/{id:id}/arbitrate", "Decide a dispute", body: .json, handler: arbitrate)
                .named("arbitrateWager").ofWager(.arbitrate)
                .explained("Takes exactly one of `winner` and `void: true`, which calls the wager off.")
                .taking(
                    WagerDecision.self,
                    example: ["winner": "challengee", "reason": "The photo shows it."]
                )
                .answering(200, .resource(Wager.self)),
        ]
    }

    private var settling: [TenantRoute] {
        [
            route(.post, "wagers/{id:id}/pay", "Learn how to pay", body: .json, handler: pay)
                .named("payWager").ofWager(.pay)
                .explained(
                    "The links open Venmo with everything filled in. The money moves outside; that it came, the winner "
                        + "says by `confirm`. With `cash`, no more reminders come."
                )
                .taking(PaymentRequest.self, example: ["method": "cash"])
                .answering(200, .resource(PaymentGuide.self))
                .refusing(409, "no_venmo_username", "The winner has not said how to be found on Venmo."),
            route(.post, "wagers/{id:id}/confirm", "Say whether it was paid", body: .json, handler: confirm)
                .named("confirmWager").ofWager(.confirm)
                .explained("With `false` it stays completed, and the reminders start anew.")
                .taking(PaymentConfirmation.self, example: ["paid": true])
                .answering(200, .resource(Wager.self)),
            route(.post, "wagers/{id:id}/rate", "Rate the other side", body: .json, handler: rate)
                .named("rateWager").ofWager(.rate)
                .explained("Once. It counts in the other's `rating`.")
                .taking(WagerRating.self, example: ["rating": 5, "comment": "Paid at once."])
                .answering(201, .resource(Wager.self))
                .refusing(409, "already_rated", "The caller has rated the other already."),
            route(
                .get,
                "admin/disputes",
                "List the wagers that wait for a decision",
                access: .role(.moderator),
                handler: disputes
            )
            .named("listDisputes")
            .explained("Newest first.")
            .paged
            .answering(200, .page(of: Wager.self)),
        ]
    }

    // MARK: What is offered

    private func pose(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        let row = try await WagerService(call.session).pose(try call.decode(WagerDraft.self))
        return answer(row, call, status: 201).with("Location", "\(call.base)wagers/\(row.id.rawValue)/")
    }

    private func show(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        return answer(try await WagerService(call.session).wager(try call.id("id")).row, call)
    }

    private func edit(_ call: Call) async throws -> Response {
        let body = try call.object()
        let (service, found) = try await begin(.edit, call)
        return answer(
            try await service.edit(found, to: try call.decode(body), isPinned: call.isPinned),
            call
        )
    }

    private func delete(_ call: Call) async throws -> Response {
        let (service, found) = try await begin(.delete, call)
        try await service.delete(found, isPinned: call.isPinned)
        return .noContent
    }

    // MARK: Moves

    private func take(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        let service = WagerService(call.session)
        let id: WagerID = try call.id("id")
        guard call.isPinned else { return answer(try await service.take(id, version: nil), call) }
        let (_, found) = try await begin(.take, call)
        return answer(try await service.take(id, version: found.row.version), call)
    }

    private func complete(_ call: Call) async throws -> Response {
        try await move(.complete, call, WagerResult.self) { .complete($0.winner) }
    }

    private func cancel(_ call: Call) async throws -> Response {
        let (service, found) = try await begin(.cancel, call)
        return answer(try await service.make(.cancel, on: found, isPinned: call.isPinned), call)
    }

    private func withdraw(_ call: Call) async throws -> Response {
        let (service, found) = try await begin(.withdrawCancel, call)
        _ = try await service.make(.withdrawCancel, on: found, isPinned: call.isPinned)
        return .noContent
    }

    private func nameArbiter(_ call: Call) async throws -> Response {
        let body = try call.object()
        let (service, found) = try await begin(.nameArbiter, call)
        let choice = try call.decode(body, as: ArbiterChoice.self)
        return answer(try await service.name(choice.username, on: found, isPinned: call.isPinned), call)
    }

    private func arbitrate(_ call: Call) async throws -> Response {
        let body = try call.object()
        let (service, found) = try await begin(.arbitrate, call)
        let decision = try call.decode(body, as: WagerDecision.self)
        let row = try await service.make(
            .arbitrate(decision.winner),
            on: found,
            isPinned: call.isPinned,
            verdict: .arbitrated(decision.reason)
        )
        return answer(row, call)
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
        return answer(try await service.rate(try call.decode(body), on: found), call, status: 201)
    }

    private func disputes(_ call: Call) async throws -> Response {
        let query = try QueryReader(call.request.head, allowing: ["limit", "cursor"])
        let page = try call.page(query, keys: 1)
        let rows = try await WagerService(call.session).disputes(
            before: page.after?.first,
            limit: page.fetchLimit
        )
        return try await call.list(rows.map { $0.resource(at: call.now) }, page) { [rows[$0].id.rawValue] }
    }

    // MARK: Common to them

    /// Finds the wager and refuses whoever could never make this move, and then a condition that does not fit.
    private func begin(_ kind: WagerRules.Kind, _ call: Call) async throws -> (
        WagerService, WagerService.Found
    ) {
        try call.requireNoQuery()
        let service = WagerService(call.session)
        let found = try await service.wager(try call.id("id"))
        try found.require(kind)
        try call.requireMatch(found.row.entityTag(at: call.now))
        return (service, found)
    }

    private func move<Body: RequestBody>(
        _ kind: WagerRules.Kind,
        _ call: Call,
        _ type: Body.Type,
        _ move: (Body) -> WagerRules.Move
    ) async throws -> Response {
        let body = try call.object()
        let (service, found) = try await begin(kind, call)
        let decoded = try call.decode(body, as: type)
        return answer(try await service.make(move(decoded), on: found, isPinned: call.isPinned), call)
    }

    private func answer(_ row: WagerRow, _ call: Call, status: Int = 200) -> Response {
        Response.json(row.resource(at: call.now), status: status)
            .tagged(row.entityTag(at: call.now))
            .with("Cache-Control", "no-store")
    }
}

extension Call {
    /// Whether the call holds for one version only.
    fileprivate var isPinned: Bool { request.head.headers["If-Match"].map { $0 != "*" } ?? false }
}

extension TenantRoute {
    fileprivate func ofWager(_ kind: WagerRules.Kind) -> TenantRoute {
        path("id", "The wager's id.")
            .conditional
            .refusing(403, "not_your_move", "On this wager, only \(kind.people) can do that.")
            .refusing(409, "wager_state", "Its state forbids it; the problem holds `wager_status`.")
            .refusing(409, "wager_changed", "It was changed again and again meanwhile.")
    }
}
