internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The calls of the module `wagers` about single wagers. Lists are in `FeedRoutes`.
package struct WagerRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] { offers + moves + settling + moderating }

    func route(
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
                .explained("It is open until someone takes it, it expires, or you withdraw it.")
                .taking(WagerDraft.self, example: Self.draft)
                .answering(201, .resource(Wager.self), example: Wager.posed),
            route(.get, "wagers/{id:id}", "Show a wager", handler: show)
                .named("getWager")
                .path("id", "The wager's id.")
                .explained(
                    "You can see public wagers in every state, wagers that are offered to you, and your own."
                )
                .answering(200, .resource(Wager.self)),
            route(.put, "wagers/{id:id}", "Change an open wager", body: .json, handler: edit)
                .named("updateWager").ofWager(.edit)
                .explained("Replaces the whole wager. Omitted fields get their defaults.")
                .taking(WagerDraft.self, example: Self.draft)
                .answering(200, .resource(Wager.self), example: Wager.posed),
            route(.delete, "wagers/{id:id}", "Withdraw an open wager", handler: delete)
                .named("deleteWager").ofWager(.delete)
                .explained("Possible until someone takes it.")
                .irreversible("Deletes the wager.")
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
                .explained(
                    "If several people take it at the same time, exactly one succeeds. A wager that was edited since it was posed "
                        + "requires `If-Match` with its `ETag`, so that nobody takes terms they have not seen."
                )
                .answering(200, .resource(Wager.self), example: Wager.taken)
                .refusing(403, "own_wager", "You posed this wager.")
                .refusing(403, "not_your_move", "The wager is not offered to you.")
                .refusing(
                    428,
                    "precondition_required",
                    "The wager was edited since it was posed, and the call has no `If-Match`."
                )
                .refusing(
                    409,
                    "wager_already_taken",
                    "Someone else was faster. Comes before 412 and 428."
                )
                .refusing(
                    409,
                    "wager_unavailable",
                    "The challenger cannot offer anything at the moment."
                )
                .refusing(409, "wager_expired", "The wager has expired.")
                .refusing(409, "wager_state", "The wager was withdrawn or declined.")
                .refusing(409, "wager_changed", "The wager was edited at the same time."),
            route(
                .post,
                "wagers/{id:id}/decline",
                "Decline a wager that is addressed to you",
                handler: decline
            )
            .named("declineWager").ofWager(.decline)
            .explained("The challenger is told. A declined wager is final.")
            .answering(200, .resource(Wager.self)),
            route(.post, "wagers/{id:id}/complete", "Report who won", body: .json, handler: complete)
                .named("completeWager").ofWager(.complete)
                .explained(
                    "The first report is the `claim`; its author may change it. Agreement, or 72 hours of silence, completes "
                        + "the wager; disagreement disputes it."
                )
                .taking(WagerResult.self, example: ["winner": "challenger"])
                .answering(200, .resource(Wager.self), example: Wager.claimed),
            route(.post, "wagers/{id:id}/cancel", "Cancel a wager", handler: cancel)
                .named("cancelWager").ofWager(.cancel)
                .explained(
                    "Asks the other side to cancel. The wager is cancelled when both sides have asked."
                )
                .answering(200, .resource(Wager.self), example: Wager.withCancelRequest),
            route(.delete, "wagers/{id:id}/cancel", "Withdraw the cancellation request", handler: withdraw)
                .named("withdrawWagerCancellation").ofWager(.withdrawCancel)
                .explained("Possible until the other side agrees.")
                .answering(204, .none)
                .refusing(409, "no_cancel_request", "You have not asked to cancel."),
            route(.put, "wagers/{id:id}/arbiter", "Choose an arbiter", body: .json, handler: nameArbiter)
                .named("nameWagerArbiter").ofWager(.nameArbiter)
                .explained(
                    "When both sides choose the same person, that person becomes the arbiter, until both choose another."
                )
                .taking(ArbiterChoice.self, example: ["username": "dora"])
                .answering(200, .resource(Wager.self), example: Wager.withArbiter),
            route(.post, "wagers/{id:id}/arbitrate", "Decide a dispute", body: .json, handler: arbitrate)
                .named("arbitrateWager").ofWager(.arbitrate)
                .irreversible("The decision is final.")
                .explained("Send either `winner` or `void: true`, which cancels the wager.")
                .taking(
                    WagerDecision.self,
                    example: ["winner": "challengee", "reason": "The photo shows it."]
                )
                .answering(200, .resource(Wager.self), example: Wager.arbitrated),
        ]
    }

    private var settling: [TenantRoute] {
        [
            route(.post, "wagers/{id:id}/pay", "Get payment instructions", body: .json, handler: pay)
                .named("payWager").ofWager(.pay)
                .explained(
                    "The links open Venmo with everything filled in. The money moves outside of Parlay, and the winner "
                        + "confirms that it arrived. Choosing `cash` stops the reminders."
                )
                .taking(PaymentRequest.self, example: ["method": "cash"])
                .answering(200, .resource(PaymentGuide.self))
                .refusing(409, "no_venmo_username", "The winner has no Venmo username."),
            route(.post, "wagers/{id:id}/confirm", "Confirm the payment", body: .json, handler: confirm)
                .named("confirmWager").ofWager(.confirm)
                .explained("With `false` the wager stays completed, and the reminders start again.")
                .taking(PaymentConfirmation.self, example: ["paid": true])
                .answering(200, .resource(Wager.self), example: Wager.confirmed),
            route(.post, "wagers/{id:id}/rate", "Rate the other side", body: .json, handler: rate)
                .named("rateWager").ofWager(.rate)
                .explained("Possible once per wager. It counts in the `rating` of the other side.")
                .taking(WagerRating.self, example: ["rating": 5, "comment": "Paid at once."])
                .answering(201, .resource(Wager.self), example: Wager.rated)
                .refusing(409, "already_rated", "You have already rated the other side."),
        ]
    }

    // MARK: What is offered

    private func pose(_ call: Call) async throws -> Response {
        let service = WagerService(call.session)
        let draft = try await call.decode(try call.object(), as: WagerDraft.self) { draft, body in
            try await service.judge(draft, &body, against: nil)
        }
        let row = try await service.pose(draft)
        return answer(row, call, status: 201).with("Location", "\(call.base)wagers/\(row.id.rawValue)/")
    }

    private func show(_ call: Call) async throws -> Response {
        return answer(try await WagerService(call.session).wager(try call.id("id")).row, call)
    }

    private func edit(_ call: Call) async throws -> Response {
        let body = try call.object()
        let (service, found) = try await begin(.edit, call)
        let draft = try await call.decode(body, as: WagerDraft.self) { draft, body in
            try await service.judge(draft, &body, against: found.row)
        }
        return answer(try await service.edit(found, to: draft, isPinned: call.isPinned), call)
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
            return answer(try await service.take(id, version: nil, isAnyVersion: isAnyVersion), call)
        }
        let found = try await service.wager(id)
        try found.requireTakeable()
        try call.requireMatch(found.row.entityTag(at: call.now))
        return answer(try await service.take(id, version: found.row.version, isAnyVersion: false), call)
    }

    private func complete(_ call: Call) async throws -> Response {
        try await move(.complete, call, WagerResult.self) { .complete($0.winner) }
    }

    private func decline(_ call: Call) async throws -> Response {
        let (service, found) = try await begin(.decline, call)
        return answer(try await service.make(.decline, on: found, isPinned: call.isPinned), call)
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
        var nominee: AccountID?
        _ = try await call.decode(body, as: ArbiterChoice.self) { choice, body in
            guard body.isValid(ArbiterChoice.username) else { return }
            nominee = try await service.nominee(choice.username)
            if let nominee {
                guard found.row.party(of: nominee) != nil else { return }
                body.refuse(ArbiterChoice.username, "A party cannot be the arbiter.")
            } else {
                body.refuse(ArbiterChoice.username, "There is no person with this username.")
            }
        }
        guard let nominee else { throw WagerError.notFound }
        return answer(try await service.make(.nameArbiter(nominee), on: found, isPinned: call.isPinned), call)
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
        return answer(try await service.rate(try call.decode(body), on: found), call, status: 201)
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
        return answer(row, call)
    }

    private func answer(_ row: WagerRow, _ call: Call, status: Int = 200) -> Response {
        Response.json(row.resource(at: call.now, in: call.tenant), status: status)
            .tagged(row.entityTag(at: call.now))
    }
}

extension Call {
    /// Whether the call is for one version only.
    fileprivate var isPinned: Bool { request.head.headers["If-Match"].map { $0 != "*" } ?? false }
}

extension TenantRoute {
    func ofWager(_ kind: WagerRules.Kind) -> TenantRoute {
        path("id", "The wager's id.")
            .conditional
            .refusing(403, "not_your_move", "On this wager, only \(kind.people) can do that.")
            .refusing(
                409,
                "wager_state",
                "Not possible in the current state, which the problem shows as `wager_status`."
            )
            .refusing(409, "wager_changed", "The wager was changed at the same time.")
    }
}
