public import ParlayAPI

/// A wager from one person's view; `parlay.account.signedInID()` says who is signed in.
extension Wager {
    /// What a person is in a wager, which decides what they can do.
    public enum Role: Hashable, Sendable {
        case challenger
        case challengee
        /// The arbiter that both parties named.
        case arbiter
        /// Anyone else who can see it.
        case onlooker
    }

    /// What the person is in this wager; `onlooker` if they are not in it.
    public func role(of person: Person.ID) -> Role {
        switch party(of: person) {
        case .challenger?: .challenger
        case .challengee?: .challengee
        case nil: person == arbiter?.id ? .arbiter : .onlooker
        }
    }

    /// `nil` if not a party.
    public func party(of person: Person.ID) -> WagerParty? {
        if person == challenger.id { return .challenger }
        return person == challengee?.id ? .challengee : nil
    }

    /// `nil` for the challengee of an open wager.
    public func person(_ party: WagerParty) -> Person? {
        party == .challenger ? challenger : challengee
    }

    /// The other party; `nil` if not a party, and while there is no other.
    public func opponent(of person: Person.ID) -> Person? {
        switch party(of: person) {
        case .challenger?: challengee
        case .challengee?: challenger
        case nil: nil
        }
    }

    /// The party that owes the other; `nil` until it is decided.
    public var loser: WagerParty? {
        switch winner?.known {
        case .challenger?: .challengee
        case .challengee?: .challenger
        case nil: nil
        }
    }
}

// MARK: - What can be done

extension Wager {
    /// The moves of a wager: each is a function of `Parlay.Wagers`.
    public enum Move: CaseIterable, Hashable, Sendable {
        case replace, delete, take, decline, claim, cancel, withdrawCancellation, nameArbiter, decide, pay,
            confirm,
            rate
    }

    /// The moves that a person can make now, so that an app knows which buttons to show. The server decides: it may
    /// know more than this copy of the wager.
    ///
    /// - Parameters:
    ///   - person: the person who sees the wager.
    ///   - isModerator: whether the person is a moderator or an admin.
    public func moves(of person: Person.ID, isModerator: Bool = false) -> Set<Move> {
        switch (status.known, party(of: person)) {
        case (.open?, .challenger?): return [.replace, .delete]
        case (.open?, _): return audience.known == .account ? [.take, .decline] : [.take]
        case (.active?, let party?):
            return cancelRequestedBy?.known == party
                ? [.claim, .nameArbiter, .withdrawCancellation] : [.claim, .nameArbiter, .cancel]
        case (.disputed?, .some): return [.nameArbiter]
        case (.disputed?, nil): return isModerator || person == arbiter?.id ? [.decide] : []
        case (.completed?, let party?): return party == winner?.known ? [.confirm] : [.pay]
        case (.confirmed?, .some): return myRating == nil ? [.rate] : []
        case (.active?, nil), (.completed?, nil), (.confirmed?, nil), (.cancelled?, _), (.expired?, _),
            (.declined?, _), (nil, _):
            return []
        }
    }
}
