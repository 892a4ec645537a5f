public import ParlayAPI

// A move that is not possible in the wager's state is refused with `wager_state`, and `ParlayError.wagerStatus` is
// the current state; a move that the caller's role never allows, with `not_your_move`. All but `nameArbiter` and
// `withdrawCancellation` have an idempotency key, so that a repeated one counts once.

extension Parlay.Wagers {
    /// Takes a wager that is offered to the caller, who becomes its challengee, with the terms that the caller has
    /// read. If several people take it at the same time, one succeeds; for the others the problem is `wager_already_taken`,
    /// and after `closesAt` it is `wager_expired`.
    ///
    /// - Parameter wager: as it was read. When the challenger has changed its terms since, the call is refused with
    ///     `precondition_failed`, so that no one is held to what they have not seen.
    @discardableResult
    public func take(_ wager: Versioned<Wager>) async throws(ParlayError) -> Versioned<Wager> {
        guard let version = wager.version else { return try await take(wager.value) }
        do {
            return try await take(wager.id, version)
        } catch  where error.problem?.status == 412 {
            // Perhaps the terms are the same, and someone has taken it, or the challenger has changed their name.
            return try await take(wager.value)
        }
    }

    /// The same for a wager of a list, which has no version: it is read again first.
    @discardableResult
    public func take(_ wager: Wager) async throws(ParlayError) -> Versioned<Wager> {
        let present = try await get(wager.id)
        guard present.value.hasTerms(of: wager), let version = present.version else {
            throw .problem(
                Problem(
                    status: 412,
                    code: "precondition_failed",
                    title: "The resource has changed",
                    detail: "The terms of this wager have changed. Look at it again before you take it."
                )
            )
        }
        return try await take(wager.id, version)
    }

    private func take(_ id: Wager.ID, _ version: EntityTag) async throws(ParlayError) -> Versioned<Wager> {
        try await engine.versioned(Call(WagerCalls.take, at: id, ifMatch: version))
    }

    /// Reports who won an active wager.
    ///
    /// The first report is the wager's `claim`. If the other party reports the same, or nothing for 72 hours, the
    /// wager is completed; if it disagrees, the wager is disputed.
    @discardableResult
    public func claim(_ id: Wager.ID, wonBy winner: WagerParty) async throws(ParlayError) -> Versioned<Wager>
    {
        try await engine.versioned(Call(WagerCalls.complete, at: id, WagerResult(winner: winner)))
    }

    // MARK: Declining

    /// Declines a wager that is addressed to you. It is then final, and the challenger gets a notice.
    @discardableResult
    public func decline(_ id: Wager.ID) async throws(ParlayError) -> Versioned<Wager> {
        try await engine.versioned(Call(WagerCalls.decline, at: id))
    }

    // MARK: Calling it off

    /// Asks the other party to cancel an active wager, or agrees: then it is cancelled.
    @discardableResult
    public func cancel(_ id: Wager.ID) async throws(ParlayError) -> Versioned<Wager> {
        try await engine.versioned(Call(WagerCalls.cancel, at: id))
    }

    /// Withdraws the cancellation request, until the other party agrees.
    public func withdrawCancellation(_ id: Wager.ID) async throws(ParlayError) {
        try await engine.send(Call(WagerCalls.withdraw, at: id))
    }

    // MARK: Arbitration

    /// Names an arbiter for a dispute, who must not be a party. Takes effect when the other party has named the same
    /// person, who is then the wager's `arbiter` until both name another.
    @discardableResult
    public func nameArbiter(_ username: String, for id: Wager.ID) async throws(ParlayError)
        -> Versioned<Wager>
    {
        try await engine.versioned(
            Call(WagerCalls.nameArbiter, at: id, ArbiterChoice(username: username))
        )
    }

    /// Decides a dispute, as the wager's arbiter or a moderator.
    ///
    /// - Parameter reason: sent to both parties; up to 500 characters.
    @discardableResult
    public func decide(_ id: Wager.ID, wonBy winner: WagerParty, reason: String = "")
        async throws(ParlayError) -> Versioned<Wager>
    {
        try await arbitrate(id, WagerDecision(winner: winner, reason: reason))
    }

    /// Ends a dispute without a winner, as the wager's arbiter or a moderator: the wager is cancelled.
    @discardableResult
    public func void(_ id: Wager.ID, reason: String = "") async throws(ParlayError) -> Versioned<Wager> {
        try await arbitrate(id, WagerDecision(winner: nil, reason: reason))
    }

    private func arbitrate(_ id: Wager.ID, _ decision: WagerDecision) async throws(ParlayError)
        -> Versioned<Wager>
    {
        try await engine.versioned(Call(WagerCalls.arbitrate, at: id, decision))
    }

    // MARK: Settling

    /// Says how the loser pays, and returns payment instructions. Can be called again. It moves no money: the winner
    /// confirms the payment.
    ///
    /// - Parameter method: with `cash`, no more reminders come. With `venmo`, the problem is `no_venmo_username` when
    ///     the winner has none.
    @discardableResult
    public func pay(_ id: Wager.ID, by method: PaymentMethod) async throws(ParlayError) -> PaymentGuide {
        try await engine.value(Call(WagerCalls.pay, at: id, PaymentRequest(method: method)))
    }

    /// Confirms, as the winner, whether the payment arrived, by any method.
    ///
    /// - Parameter paid: `false` leaves the wager completed, and the reminders start again.
    @discardableResult
    public func confirm(_ id: Wager.ID, paid: Bool = true) async throws(ParlayError) -> Versioned<Wager> {
        try await engine.versioned(Call(WagerCalls.confirm, at: id, PaymentConfirmation(paid: paid)))
    }

    /// Rates the other party of a confirmed wager, once; then the problem is `already_rated`.
    ///
    /// - Parameters:
    ///   - rating: 1–5.
    ///   - comment: 1–500 characters.
    @discardableResult
    public func rate(_ id: Wager.ID, _ rating: Int, comment: String? = nil) async throws(ParlayError)
        -> Versioned<Wager>
    {
        let body = WagerRating(rating: Int64(rating), comment: comment)
        return try await engine.versioned(Call(WagerCalls.rate, at: id, body))
    }
}

extension Wager {
    fileprivate func hasTerms(of other: Wager) -> Bool {
        (name, description, categories, amountCents) == (
            other.name, other.description, other.categories, other.amountCents
        )
            && (place, closesAt, challenger.id) == (other.place, other.closesAt, other.challenger.id)
            && (audience, audienceUsername) == (other.audience, other.audienceUsername)
    }
}

extension ParlayError {
    /// The current status of a wager that does not allow the move; `nil` for other problems, and for a status that
    /// this program does not know.
    public var wagerStatus: WagerStatus? {
        guard case .string(let status)? = problem?.extensions["wager_status"] else { return nil }
        return WagerStatus(rawValue: status)
    }
}
