internal import Localization
internal import Pages
internal import ParlayAPI

/// What happened to a wager, as a conversation of its two sides.
struct WagerHistory {
    let view: WagerView
    private let ratings: [PartyRating]
    private var visit: Visit { view.visit }
    private var wager: Wager { view.wager }

    /// - Parameter ratings: that the person who looks may read.
    init(_ view: WagerView, _ ratings: [PartyRating] = []) {
        self.view = view
        self.ratings = ratings
    }

    var entries: [Timeline.Entry] {
        var entries = [
            by(.challenger, visit.say(.saidOpened, ["amount": .text(view.amount)]), wager.openedAt)
        ]
        if let takenAt = wager.takenAt { entries.append(by(.challengee, visit.say(.saidTaken), takenAt)) }
        if let claim = wager.claim, let side = claim.by.known, let winner = claim.winner.known {
            entries.append(by(side, said(winner, by: side), claim.at))
        }
        if let asker = wager.cancelRequestedBy?.known {
            entries.append(by(asker, visit.say(.saidCancel), wager.cancelRequestedAt))
        }
        if let disputedAt = wager.disputedAt {
            entries.append(system(.flag, visit.say(.wasDisputed), disputedAt))
        }
        if let completedAt = wager.completedAt, let winner = view.winner {
            entries.append(system(.trophy, decision(view.result(winner)), completedAt))
            if let method = wager.paymentMethod?.known {
                let words = visit.say(method == .cash ? .saidCash : .saidVenmo)
                entries.append(by(winner.other, words, wager.paymentSaidAt))
            }
            if let confirmedAt = wager.confirmedAt {
                entries.append(by(winner, visit.say(.saidReceived), confirmedAt))
            }
        }
        return entries + ending + ratings.map(rated)
    }

    /// Who decided, and why.
    private func decision(_ result: String) -> String {
        let late = wager.claim?.by.known?.other ?? .challengee
        let words: (key: WagerText, name: String) =
            switch wager.decidedBy?.known {
            case .arbiter: (.decidedByArbiter, wager.arbiter?.displayName ?? visit.say(.someone))
            case .silence: (.decidedBySilence, view.name(late))
            case .moderator, .operator: (.decidedByModerator, "")
            // Nobody kept who decided a dispute before.
            case nil: (wager.disputedAt == nil ? .decidedByBoth : .wasDecided, "")
            }
        return reasoned(visit.say(words.key, ["name": .text(words.name), "result": .text(result)]))
    }

    private func reasoned(_ words: String) -> String {
        guard let reason = wager.decisionReason else { return words }
        return "\(words). \(visit.say(.reasonGiven, ["reason": .text(reason)]))"
    }

    private func rated(_ rating: PartyRating) -> Timeline.Entry {
        let name = view.name(rating.party.other)
        let words = visit.say(.saidRating, ["name": .text(name), "rating": .number(rating.rating)])
        return by(rating.party, words + (rating.comment.map { " “\($0)”" } ?? ""), rating.createdAt)
    }

    private var ending: [Timeline.Entry] {
        switch wager.status.known {
        case .cancelled: [system(.cross, reasoned(view.cancelledTitle), wager.endedAt)]
        case .expired: [system(.clock, visit.say(.expiredTitle), wager.closesAt)]
        case .declined: [system(.cross, visit.say(.declinedTitle), wager.endedAt)]
        default: []
        }
    }

    /// The report in the words of its side, beginning with a capital.
    private func said(_ winner: WagerParty, by side: WagerParty) -> String {
        let words = visit.say(.saidResult, ["result": .text(view.result(winner, saidBy: side))])
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private func by(_ side: WagerParty, _ words: String, _ time: Timestamp?) -> Timeline.Entry {
        let isMine = side == view.me
        return Timeline.Entry(
            isMine ? .mine : .theirs,
            author: isMine ? visit.say(.you) : view.person(side)?.fullName ?? visit.say(.someone),
            time: time.map { visit.time($0) } ?? .none,
            "<p>\(words)</p>"
        )
    }

    private func system(_ icon: Icon, _ words: String, _ time: Timestamp?) -> Timeline.Entry {
        Timeline.Entry(.system, icon: icon, time: time.map { visit.time($0) } ?? .none, "\(words)")
    }
}
