internal import Localization
internal import Pages
internal import ParlayAPI

/// Who must act on a wager, until when: the words above the buttons.
struct WagerStep {
    private(set) var title = ""
    private(set) var detail: HTML = .none
    private let view: WagerView
    /// What to call the person that it is offered to.
    private let addressee: String?
    private var visit: Visit { view.visit }
    private var wager: Wager { view.wager }

    init(_ view: WagerView, arbiter: Person?, addressee: Person? = nil) {
        self.view = view
        self.addressee = addressee?.displayName
        switch view.wager.status.known {
        case .open: open()
        case .active: active()
        case .disputed: disputed(arbiter)
        case .completed: completed()
        case .confirmed: confirmed()
        case .cancelled: cancelled()
        case .expired: set(visit.say(.expiredTitle), "\(visit.say(.noMoney))")
        case .declined: set(visit.say(.declinedTitle), "\(visit.say(.noMoney))")
        case nil: set(view.wager.status.rawValue)
        }
    }

    private mutating func set(_ title: String, _ detail: HTML = .none) {
        self.title = title
        self.detail = detail
    }

    /// "until Friday, 18:30", counted down to.
    private func until(_ time: Timestamp) -> HTML {
        let marker = "\u{1}"
        let words = visit.say(.until, ["time": .text(marker)]).split(
            separator: marker,
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        return "\(String(words.first ?? ""))\(visit.deadline(time))\(words.count > 1 ? String(words[1]) : "")"
    }

    private mutating func cancelled() {
        var sentences = [visit.say(.noMoney)]
        if wager.decidedBy != nil, wager.claim != nil { sentences.append(visit.say(.resultGone)) }
        if let reason = wager.decisionReason {
            sentences.append(visit.say(.reasonGiven, ["reason": .text(reason)]))
        }
        set(view.cancelledTitle, "\(sentences.joined(separator: " "))")
    }

    private mutating func open() {
        let name: KeyValuePairs<String, TextArgument> = [
            "name": .text(
                view.me == nil ? view.name(.challenger) : addressee ?? wager.audienceUsername ?? ""
            ),
            "amount": .text(view.amount),
        ]
        let deadline = wager.closesAt.map(until) ?? .none
        if view.me != nil {
            set(visit.say(wager.audience == .account ? .openMineFor : .openMine, name), deadline)
        } else {
            set(visit.say(wager.allows(.take) ? .openTake : .openOther, name), deadline)
        }
    }

    private mutating func active() {
        guard let claim = wager.claim, let by = claim.by.known, let winner = claim.winner.known else {
            set(
                visit.say(view.me == nil ? .activeOthers : .activeBoth),
                view.me == nil ? .none : "\(visit.say(.activeBothDetail))"
            )
            return
        }
        let words: KeyValuePairs<String, TextArgument> = [
            "name": .text(view.name(view.me == by ? by.other : by)),
            "result": .text(view.me == by ? view.result(winner) : view.result(winner, saidBy: by)),
        ]
        set(
            visit.say(view.me == nil ? .claimOther : view.me == by ? .claimMine : .claimTheirs, words),
            view.answerBy.map(silence) ?? .none
        )
    }

    private func silence(_ time: Timestamp) -> HTML {
        "\(visit.say(.silenceAgrees, ["time": .text(visit.date(time))])) (\(visit.deadline(time)))"
    }

    private mutating func disputed(_ arbiter: Person?) {
        let who =
            arbiter.map { visit.say(.disputedBy, ["name": .text($0.displayName)]) }
            ?? visit.say(.disputedByModerator)
        if wager.allows(.arbitrate) {
            set(visit.say(.disputedDecide), sides)
        } else {
            set(visit.say(view.me == nil ? .disputedOther : .disputedMine), "\(who)")
        }
    }

    /// What both sides said, for who decides.
    private var sides: HTML {
        guard let by = wager.claim?.by.known, let winner = wager.claim?.winner.known else { return .none }
        let first = visit.say(
            .claims,
            ["name": .text(view.name(by)), "result": .text(view.result(winner, saidBy: by))]
        )
        return "\(first) \(visit.say(.disagrees, ["name": .text(view.name(by.other))]))"
    }

    private mutating func completed() {
        guard let winner = view.winner else { return }
        guard let me = view.me else {
            set(
                visit.say(
                    .othersPay,
                    [
                        "loser": .text(view.name(winner.other)), "winner": .text(view.name(winner)),
                        "amount": .text(view.amount),
                    ]
                )
            )
            return
        }
        let words: KeyValuePairs<String, TextArgument> = [
            "name": .text(view.otherName), "amount": .text(view.amount),
        ]
        let method = wager.paymentMethod?.known
        if me == winner {
            let said: WagerText = method == nil ? .notSaid : method == .cash ? .saysCash : .saysVenmo
            set(visit.say(.wonConfirm, words), "\(visit.say(said, words))")
        } else if let method {
            set(visit.say(.lostPaid, words), "\(visit.say(method == .cash ? .paidCash : .paidVenmo, words))")
        } else {
            set(visit.say(.lostPay, words), "\(visit.say(.payHow, words))")
        }
    }

    private mutating func confirmed() {
        guard let winner = view.winner else { return }
        let title: WagerText = view.me == nil ? .doneTitle : view.me == winner ? .doneMine : .doneLost
        let rated = wager.myRating.map { rating in
            visit.say(.rated, ["name": .text(view.otherName), "rating": .number(Int64(rating))])
        }
        set(visit.say(title, ["winner": .text(view.name(winner))]), "\(rated ?? "")")
    }
}
