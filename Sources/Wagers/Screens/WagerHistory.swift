internal import Localization
internal import Pages
internal import ParlayAPI

/// What happened to a wager, as a conversation of its two sides.
struct WagerHistory {
    let view: WagerView
    private var visit: Visit { view.visit }
    private var wager: Wager { view.wager }

    init(_ view: WagerView) { self.view = view }

    var entries: [Timeline.Entry] {
        var entries = [
            by(.challenger, visit.say(.saidOpened, ["amount": .text(view.amount)]), wager.openedAt)
        ]
        if let takenAt = wager.takenAt { entries.append(by(.challengee, visit.say(.saidTaken), takenAt)) }
        if let claim = wager.claim, let side = claim.by.known, let winner = claim.winner.known {
            entries.append(by(side, said(winner, by: side), claim.at))
        }
        if let asker = wager.cancelRequestedBy?.known {
            entries.append(by(asker, visit.say(.saidCancel), nil))
        }
        if let disputedAt = wager.disputedAt {
            entries.append(system(.flag, visit.say(.wasDisputed), disputedAt))
        }
        if let completedAt = wager.completedAt, let winner = view.winner {
            let words = visit.say(.wasDecided, ["result": .text(view.result(winner))])
            entries.append(system(.trophy, words, completedAt))
            if let method = wager.paymentMethod?.known {
                entries.append(by(winner.other, visit.say(method == .cash ? .saidCash : .saidVenmo), nil))
            }
            if let confirmedAt = wager.confirmedAt {
                entries.append(by(winner, visit.say(.saidReceived), confirmedAt))
            }
        }
        return entries + ending
    }

    private var ending: [Timeline.Entry] {
        switch wager.status.known {
        case .cancelled: [system(.cross, visit.say(.cancelledTitle), nil)]
        case .expired: [system(.clock, visit.say(.expiredTitle), wager.closesAt)]
        case .declined: [system(.cross, visit.say(.declinedTitle), nil)]
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
