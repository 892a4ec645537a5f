/// What calls about a wager answer, one after the other.
extension Wager {
    /// Posed, and not taken yet.
    package static var posed: Wager {
        var wager = example
        wager.challengee = nil
        wager.status = Extensible(.open)
        wager.winner = nil
        wager.claim = nil
        wager.cancelRequestedBy = nil
        wager.arbiter = nil
        wager.takenAt = nil
        wager.completedAt = nil
        wager.confirmedAt = nil
        wager.audience = Extensible(.public)
        wager.audienceUsername = nil
        wager.paymentMethod = nil
        wager.myRating = nil
        wager.moves = [.init(.edit), .init(.delete)]
        return wager
    }

    package static var taken: Wager {
        var wager = posed
        wager.challengee = example.challengee
        wager.status = Extensible(.active)
        wager.takenAt = .example
        wager.moves = [.init(.complete), .init(.cancel), .init(.nameArbiter)]
        return wager
    }

    /// One side said who won.
    package static var claimed: Wager {
        var wager = taken
        wager.claim = example.claim
        return wager
    }

    /// One side asked to cancel.
    package static var withCancelRequest: Wager {
        var wager = taken
        wager.cancelRequestedBy = example.cancelRequestedBy
        return wager
    }

    package static var withArbiter: Wager {
        var wager = taken
        wager.arbiter = .dora
        return wager
    }

    /// Decided by the arbiter, and not paid yet.
    package static var arbitrated: Wager {
        var wager = withArbiter
        wager.status = Extensible(.completed)
        wager.winner = Extensible(.challengee)
        wager.claim = example.claim
        wager.completedAt = .exampleLater
        wager.decidedBy = Extensible(.arbiter)
        wager.decisionReason = "The photo shows it."
        wager.moves = []
        return wager
    }

    /// Taken down by a moderator.
    package static var voided: Wager {
        var wager = taken
        wager.status = Extensible(.cancelled)
        wager.decidedBy = Extensible(.moderator)
        wager.decisionReason = "Bets on people's health are not allowed."
        wager.endedAt = .exampleLater
        wager.moves = []
        return wager
    }

    /// Decided by both sides, paid and confirmed.
    package static var confirmed: Wager {
        var wager = claimed
        wager.status = Extensible(.confirmed)
        wager.winner = Extensible(.challenger)
        wager.completedAt = .exampleLater
        wager.confirmedAt = .exampleLater
        wager.paymentMethod = example.paymentMethod
        wager.moves = [.init(.rate)]
        return wager
    }

    package static var rated: Wager {
        var wager = confirmed
        wager.myRating = example.myRating
        wager.moves = []
        return wager
    }
}

extension Friend {
    /// Asked, and without an answer yet.
    package static var asked: Friend { Friend(person: .dora, state: .sent, since: .example) }
}
