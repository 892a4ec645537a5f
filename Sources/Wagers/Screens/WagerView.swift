internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// A wager in the words of the person who looks at it.
struct WagerView {
    let visit: Visit
    let wager: Wager

    init(_ wager: Wager, _ visit: Visit) {
        self.wager = wager
        self.visit = visit
    }

    /// The side of the person who looks; `nil` if not a party.
    var me: WagerParty? {
        if wager.challenger.id == visit.accountID { return .challenger }
        return wager.challengee?.id == visit.accountID ? .challengee : nil
    }

    /// A moderator cancelled it, and not to end a dispute.
    var isTakenDown: Bool {
        wager.status == .cancelled && wager.disputedAt == nil
            && (wager.decidedBy == .moderator || wager.decidedBy == .operator)
    }

    /// The words of a wager that was taken down are for its author and moderators.
    var hidesWords: Bool { isTakenDown && me != .challenger && !visit.isModerator }
    var title: String { hidesWords ? visit.say(.takenDownName) : wager.name }

    /// Whether it is offered to the person who looks, and to nobody else.
    var isForMe: Bool {
        me == nil && wager.status == .open && wager.audience == .account
            && (wager.moves == nil || wager.allows(.decline))
    }

    /// Who wins when: the line of the wager is what has to happen for the challenger to win.
    var sides: String? {
        guard [.open, .active].contains(wager.status.known) else { return nil }
        if me == .challenger { return visit.say(.sidesFor) }
        if me == .challengee || wager.allows(.take) {
            return visit.say(.sidesAgainst, ["name": .text(name(.challenger))])
        }
        return visit.say(.sidesOthers, ["name": .text(name(.challenger))])
    }

    var amount: String { visit.money(wager.amountCents) }
    var winner: WagerParty? { wager.winner?.known }

    func person(_ party: WagerParty) -> Person? {
        party == .challenger ? wager.challenger : wager.challengee
    }

    func name(_ party: WagerParty) -> String { person(party)?.displayName ?? visit.say(.someone) }

    /// Of the other side; of the challenger for people who are no party.
    var otherName: String { name(me?.other ?? .challenger) }

    /// Until when a report can be answered.
    var answerBy: Timestamp? { wager.claim.map { $0.at.adding(seconds: WagerRules.answerTime) } }

    // MARK: Who won

    /// "I won" or "Ben won", as the person who looks says it.
    func iSay(_ winner: WagerParty) -> String {
        winner == me ? visit.say(.iWon) : visit.say(.theyWon, ["name": .text(name(winner))])
    }

    /// The result in the words of the side that reported it, as they reach the person who looks.
    func result(_ winner: WagerParty, saidBy speaker: WagerParty) -> String {
        if winner == speaker { return visit.say(.resultMe) }
        if winner == me { return visit.say(.resultYou) }
        return visit.say(.resultName, ["name": .text(name(winner))])
    }

    /// A result that nobody in particular says.
    func result(_ winner: WagerParty) -> String {
        winner == me ? visit.say(.resultYou) : visit.say(.resultName, ["name": .text(name(winner))])
    }

    /// Who cancelled it.
    var cancelledTitle: String {
        switch wager.decidedBy?.known {
        case .moderator: visit.say(.cancelledByModerator)
        case .arbiter:
            visit.say(.cancelledByArbiter, ["name": .text(wager.arbiter?.displayName ?? visit.say(.someone))])
        case .operator: visit.say(.cancelledByOperator)
        case .silence, nil: visit.say(.cancelledTitle)
        }
    }

    // MARK: State

    var badge: Badge {
        switch wager.status.known {
        case .open: Badge(visit.say(.stateOpen), .accent)
        case .active: Badge(visit.say(.stateActive), .info, icon: .swap)
        case .completed: Badge(visit.say(.stateCompleted), .warning, icon: .money)
        case .disputed: Badge(visit.say(.stateDisputed), .bad, icon: .flag)
        case .confirmed: Badge(visit.say(.stateConfirmed), .good)
        case .cancelled: Badge(visit.say(.stateCancelled))
        case .expired: Badge(visit.say(.stateExpired))
        case .declined: Badge(visit.say(.stateDeclined))
        case nil: Badge(wager.status.rawValue)
        }
    }

    /// In a list of one's own: who must act, in a few words; `nil` where nothing is to do.
    var turn: (text: String, isMine: Bool)? {
        if isForMe { return (visit.say(.turnOffer, ["name": .text(name(.challenger))]), true) }
        guard let me else { return nil }
        let other: KeyValuePairs<String, TextArgument> = ["name": .text(name(me.other))]
        switch wager.status.known {
        case .active:
            if let asker = wager.cancelRequestedBy?.known, asker != me {
                return (visit.say(.turnCancel, other), true)
            }
            guard let claim = wager.claim else { return (visit.say(.turnReport), true) }
            return claim.by == me
                ? (visit.say(.turnTheirs, other), false) : (visit.say(.turnAnswer, other), true)
        case .completed:
            if winner != me {
                return wager.paymentMethod == nil
                    ? (visit.say(.turnPay, other), true) : (visit.say(.turnTheirs, other), false)
            }
            return wager.paymentMethod == nil
                ? (visit.say(.turnConfirm, other), false) : (visit.say(.turnCheck, other), true)
        case .disputed: return (visit.say(.turnDecision), false)
        default: return nil
        }
    }

    // MARK: In lists

    /// A row of the feed, or of a search.
    func row(showsState: Bool = false) -> ListRow {
        var parts: [HTML] = ["\(wager.challenger.displayName)", "\(visit.categoryName(wager.category))"]
        if let km = wager.distanceKm {
            parts.append("\(visit.say(.away, ["km": .text(visit.localizer.decimal(km, places: 0...1))]))")
        }
        if let closesAt = wager.closesAt, wager.status == .open {
            parts.append("\(visit.say(.closes, ["time": .text(visit.date(closesAt, .day))]))")
        }
        return ListRow(
            title,
            href: visit.wagerLink(wager.id),
            leading: Avatar(wager.challenger, visit).html,
            badge: showsState ? badge.html : isForMe ? Badge(visit.say(.onlyForYou), .accent).html : .none,
            detail: Self.joined(parts),
            trailing: Money(amount).html,
            id: "wager-\(wager.id)"
        )
    }

    /// A row of the person's own wagers.
    var ownRow: ListRow {
        var parts: [HTML] = []
        if let turn {
            parts.append(turn.isMine ? "<strong>\(turn.text)</strong>" : "\(turn.text)")
        } else if let me, wager.challengee != nil {
            parts.append("\(visit.say(.withPerson, ["name": .text(name(me.other))]))")
        } else {
            parts.append("\(audience)")
        }
        if let closesAt = wager.closesAt, wager.status == .open {
            parts.append("\(visit.say(.closes, ["time": .text(visit.date(closesAt, .day))]))")
        }
        let other = isForMe ? wager.challenger : me.flatMap { person($0.other) }
        return ListRow(
            title,
            href: visit.wagerLink(wager.id),
            leading: other.map { Avatar($0, visit).html } ?? "<span class=\"avatar\">\(Icon.die)</span>",
            badge: badge.html,
            detail: Self.joined(parts),
            trailing: money.html,
            isUnread: turn?.isMine ?? false,
            id: "wager-\(wager.id)"
        )
    }

    /// A gain or a loss once it is decided and the person is a party.
    var money: Money {
        guard let me, let winner else { return Money(amount) }
        return Money(amount, winner == me ? .gain : .loss)
    }

    private var audience: String {
        switch wager.audience.known {
        case .friends: visit.say(.forFriends)
        case .account: visit.say(.forPerson, ["name": .text(wager.audienceUsername.map { "@\($0)" } ?? "")])
        case .public, nil: visit.say(.forEveryone)
        }
    }

    static func joined(_ parts: [HTML]) -> HTML {
        var all = HTML.none
        for (index, part) in parts.enumerated() {
            if index > 0 { all += " · " }
            all += part
        }
        return all
    }
}
