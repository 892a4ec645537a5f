package import ParlayAPI
package import Tenancy

/// The state machine of a wager. Pure: the clock is an argument, and nothing is read or written.
package enum WagerRules {
    /// The caller's roles in one wager.
    package struct Actor: Sendable, Hashable {
        /// `nil` if not a party.
        package var party: WagerParty?
        /// Whether both parties agreed on this arbiter.
        package var isArbiter = false
        /// Also for admins.
        package var isModerator = false
        /// Whether they could see the wager without a role in it.
        package var isInvited = true
        /// Whether it is offered to them alone.
        package var isAddressee = false

        package init(
            party: WagerParty? = nil,
            isArbiter: Bool = false,
            isModerator: Bool = false,
            isInvited: Bool = true,
            isAddressee: Bool = false
        ) {
            self.party = party
            self.isArbiter = isArbiter
            self.isModerator = isModerator
            self.isInvited = isInvited
            self.isAddressee = isAddressee
        }
    }

    /// The moves. Each is one call of the API.
    package enum Kind: String, Sendable, CaseIterable {
        case edit, delete, take, decline, complete, cancel, withdrawCancel, nameArbiter, arbitrate, void,
            pay, confirm, rate
    }

    package enum Move: Sendable, Hashable {
        /// Replaces the offer.
        case edit
        case delete
        case take
        /// Refuses an offer to oneself alone.
        case decline
        /// Reports who won.
        case complete(WagerParty)
        /// Asks to cancel, or agrees.
        case cancel
        case withdrawCancel
        /// Names an arbiter.
        case nameArbiter(AccountID)
        /// Decides a dispute; `nil` means void.
        case arbitrate(WagerParty?)
        /// Takes it down in any state that is not final.
        case void
        case pay(PaymentMethod)
        /// Says whether the payment arrived.
        case confirm(Bool)
        case rate

        package var kind: Kind {
            switch self {
            case .edit: .edit
            case .delete: .delete
            case .take: .take
            case .decline: .decline
            case .complete: .complete
            case .cancel: .cancel
            case .withdrawCancel: .withdrawCancel
            case .nameArbiter: .nameArbiter
            case .arbitrate: .arbitrate
            case .void: .void
            case .pay: .pay
            case .confirm: .confirm
            case .rate: .rate
            }
        }
    }

    /// Why a move is refused.
    package enum Refusal: Error, Sendable, Hashable {
        /// Not allowed to them on this wager, whatever its state.
        case notTheirs(Kind)
        /// No one can take their own wager.
        case own
        /// Allowed to them, but not in this state.
        case state(WagerStatus)
        case alreadyTaken(WagerStatus)
        case expired
        /// The challenger is suspended.
        case unavailable
        /// They have not asked to cancel.
        case nothingToWithdraw(WagerStatus)
    }

    /// After this time, one party's report counts as agreed.
    package static let answerTime: Int64 = 72 * 3600

    /// Refuses callers whose role never allows this move.
    package static func require(_ kind: Kind, by actor: Actor, on state: WagerState) throws(Refusal) {
        switch kind {
        case .edit, .delete:
            if actor.party != .challenger { throw .notTheirs(kind) }
        case .take:
            if actor.party == .challenger { throw .own }
            if actor.party == nil && !actor.isInvited { throw .notTheirs(kind) }
        case .decline:
            if !actor.isAddressee { throw .notTheirs(kind) }
        case .complete, .cancel, .withdrawCancel, .nameArbiter, .rate:
            if actor.party == nil { throw .notTheirs(kind) }
        case .arbitrate:
            guard actor.party == nil, actor.isArbiter || actor.isModerator else { throw .notTheirs(kind) }
        case .void:
            guard actor.party == nil, actor.isModerator else { throw .notTheirs(kind) }
        case .pay:
            guard actor.party != nil, actor.party != state.winner else { throw .notTheirs(kind) }
        case .confirm:
            guard actor.party != nil, state.winner == nil || actor.party == state.winner else {
                throw .notTheirs(kind)
            }
        }
    }

    /// The state after a move; the same state if nothing changes.
    ///
    /// - Parameters:
    ///   - closesAt: until when the wager can be taken.
    ///   - plan: when the loser is reminded.
    package static func apply(
        _ move: Move,
        by actor: Actor,
        to state: WagerState,
        closesAt: Timestamp?,
        plan: ReminderPlan,
        now: Timestamp
    ) throws(Refusal) -> WagerState {
        try require(move.kind, by: actor, on: state)
        let isClosed = state.status == .open && (closesAt.map { $0 <= now } ?? false)
        let status = isClosed ? WagerStatus.expired : state.status
        func requireStatus(_ allowed: WagerStatus...) throws(Refusal) {
            if !allowed.contains(status) { throw .state(status) }
        }
        var new = state
        switch (move, actor.party) {
        case (.take, _):
            if status == .expired { throw .expired }
            if state.takenAt != nil { throw .alreadyTaken(status) }
            try requireStatus(.open)
            new.status = .active
            new.takenAt = now
        case (.edit, _), (.delete, _): try requireStatus(.open)
        case (.decline, _):
            try requireStatus(.open)
            new.status = .declined
        case (.complete(let winner), let party?):
            try requireStatus(.active)
            new.say(winner, by: party, plan, now)
        case (.cancel, let party?):
            try requireStatus(.active)
            if state.cancelRequestedBy == party.other {
                new.status = .cancelled
            } else {
                if state.cancelRequestedBy == nil { new.cancelRequestedAt = now }
                new.cancelRequestedBy = party
            }
        case (.withdrawCancel, let party):
            try requireStatus(.active)
            if state.cancelRequestedBy != party { throw .nothingToWithdraw(status) }
            new.cancelRequestedBy = nil
            new.cancelRequestedAt = nil
        case (.nameArbiter(let account), let party?):
            try requireStatus(.active, .disputed)
            new.name(account, by: party)
        case (.arbitrate(let winner), _):
            try requireStatus(.disputed)
            if let winner { new.complete(winner, plan, now) } else { new.void() }
        case (.void, _):
            guard let over = void(state) else { throw .state(status) }
            new = over
        case (.pay(let method), _):
            try requireStatus(.completed)
            new.pay(by: method, plan, now)
        case (.confirm(let isPaid), _):
            try requireStatus(.completed)
            if isPaid { new.confirm(now) } else { new.restartReminders(plan, now) }
        case (.rate, _): try requireStatus(.confirmed)
        case (.complete, nil), (.cancel, nil), (.nameArbiter, nil): throw .notTheirs(move.kind)
        }
        return new
    }

    // MARK: What the clock and the operator do

    /// The state after expiring; `nil` if it does not expire.
    package static func expired(_ state: WagerState, closesAt: Timestamp?, now: Timestamp) -> WagerState? {
        guard state.status == .open, let closesAt, closesAt <= now else { return nil }
        var new = state
        new.status = .expired
        return new
    }

    /// The state after a party's silence; `nil` if that does not apply.
    ///
    /// - Parameter silent: the party that has not answered. No one wins because the other is suspended: a moderator decides.
    package static func unanswered(
        _ state: WagerState,
        by silent: SilentParty = SilentParty(),
        plan: ReminderPlan,
        now: Timestamp
    ) -> WagerState? {
        guard state.status == .active, let claim = state.claim, let winner = claim.winner.known,
            max(claim.at, silent.resumedAt ?? claim.at).adding(seconds: answerTime) <= now
        else { return nil }
        var new = state
        if silent.isActive { new.complete(winner, plan, now) } else { new.dispute(now) }
        return new
    }

    /// The account of a party that has not answered.
    package struct SilentParty: Sendable, Hashable {
        package var isActive = true
        /// When a suspension of the account ended, which starts the time to answer again; `nil` if it never was suspended.
        package var resumedAt: Timestamp?

        package init(isActive: Bool = true, resumedAt: Timestamp? = nil) {
            self.isActive = isActive
            self.resumedAt = resumedAt
        }
    }

    /// The state after a moderator or the operator has voided it; `nil` if it is final.
    package static func void(_ state: WagerState) -> WagerState? {
        switch state.status {
        case .open, .expired, .active, .disputed, .completed:
            var new = state
            new.void()
            return new
        case .confirmed, .cancelled, .declined: return nil
        }
    }
}

extension WagerState {
    fileprivate mutating func say(
        _ result: WagerParty,
        by party: WagerParty,
        _ plan: ReminderPlan,
        _ now: Timestamp
    ) {
        guard let claim, claim.by != party else {
            // Repeating the same report does not give the other party more time.
            if claim?.winner.known != result { claim = WagerClaim(by: party, winner: result, at: now) }
            return
        }
        if claim.winner == result {
            complete(result, plan, now)
        } else {
            dispute(now)
        }
    }

    fileprivate mutating func dispute(_ now: Timestamp) {
        status = .disputed
        disputedAt = now
        cancelRequestedBy = nil
        cancelRequestedAt = nil
    }

    fileprivate mutating func complete(_ winner: WagerParty, _ plan: ReminderPlan, _ now: Timestamp) {
        status = .completed
        self.winner = winner
        completedAt = now
        cancelRequestedBy = nil
        cancelRequestedAt = nil
        remindersSince = now
        remindAt = plan.time(of: 0, since: now)
    }

    fileprivate mutating func name(_ account: AccountID, by party: WagerParty) {
        switch party {
        case .challenger: challengerArbiter = account
        case .challengee: challengeeArbiter = account
        }
        // The agreed arbiter stays until both have named another, so that no side can dismiss them alone.
        if challengerArbiter == challengeeArbiter { arbiter = account }
    }

    fileprivate mutating func pay(by method: PaymentMethod, _ plan: ReminderPlan, _ now: Timestamp) {
        guard method != paymentMethod else { return }
        let wasCash = paymentMethod == .cash
        paymentMethod = method
        paymentSaidAt = now
        switch method {
        case .cash: remindAt = nil
        case .venmo:
            if wasCash, let remindersSince, let next = plan.time(of: reminderStep, since: remindersSince) {
                remindAt = max(next, now)
            }
        }
    }

    fileprivate mutating func confirm(_ now: Timestamp) {
        status = .confirmed
        confirmedAt = now
        remindAt = nil
    }

    fileprivate mutating func restartReminders(_ plan: ReminderPlan, _ now: Timestamp) {
        paymentMethod = nil
        paymentSaidAt = nil
        remindersSince = now
        reminderRound += 1
        reminderStep = 0
        remindAt = plan.time(of: 0, since: now)
    }

    fileprivate mutating func void() {
        status = .cancelled
        winner = nil
        completedAt = nil
        paymentMethod = nil
        paymentSaidAt = nil
        remindersSince = nil
        remindAt = nil
    }
}
