internal import Notifications
internal import ParlayAPI
internal import Tenancy

/// The facts of a wager that notices mention.
struct WagerOutline: Sendable {
    let id: WagerID
    let name: String
    let amountCents: Int64
    let challenger: AccountID
    /// `nil` while it is open.
    let challengee: AccountID?

    func account(_ party: WagerParty) -> AccountID? { party == .challenger ? challenger : challengee }

    var parties: [AccountID] { [challenger] + (challengee.map { [$0] } ?? []) }
}

/// Why a wager was decided or cancelled by others than its parties.
enum WagerVerdict: Sendable, Equatable {
    /// With the reason, which may be empty.
    case arbitrated(String)
    case unanswered
    /// The 72 hours passed while the party that had to answer was suspended.
    case unanswerable
    case operatorVoid
    /// By a moderator, with the reason.
    case voided(String)
}

extension WagerState {
    /// Keeps who decided, and what they said.
    ///
    /// - Parameter isArbiter: whether both parties named the person who decided.
    mutating func keep(_ verdict: WagerVerdict?, isArbiter: Bool = false) {
        switch verdict {
        case nil, .unanswerable?: return
        case .arbitrated(let reason)?:
            decidedBy = isArbiter ? .arbiter : .moderator
            decisionReason = reason.isEmpty ? nil : reason
        case .voided(let reason)?: (decidedBy, decisionReason) = (.moderator, reason)
        case .unanswered?: (decidedBy, decisionReason) = (.silence, nil)
        case .operatorVoid?: (decidedBy, decisionReason) = (.operator, nil)
        }
    }
}

/// Who is notified of a move, and how. The actor is never notified.
enum WagerNotice {
    static let takenTitle = "Wager taken"
    static let offeredTitle = "A wager for you"

    /// - Parameters:
    ///   - actor: the account that acted, and what to call it; `nil` if there is none.
    static func drafts(
        on wager: WagerOutline,
        from old: WagerState,
        to new: WagerState,
        by actor: (id: AccountID, name: String)?,
        verdict: WagerVerdict? = nil
    ) -> [NoticeDraft] {
        let subject = Subject(type: "wager", id: wager.id.rawValue)
        let common: [String: JSONValue] = [
            "name": .string(actor?.name ?? ""), "wager": .string(wager.name),
            "amount_cents": .integer(wager.amountCents),
        ]
        func notice(
            _ people: [AccountID?],
            _ kind: NoticeKind,
            _ title: String,
            _ text: String,
            key: String? = nil,
            _ words: WagerNoticeText,
            _ values: [String: JSONValue] = [:]
        )
            -> NoticeDraft
        {
            NoticeDraft(
                to: people.compactMap(\.self),
                kind,
                title: title,
                text: text,
                subject: subject,
                uniqueKey: key,
                by: actor?.id,
                arguments: NoticeArguments(words, common.merging(values) { $1 })
            )
        }
        let name = "“\(wager.name)”"
        let who = actor?.name ?? ""
        guard old.status == new.status else {
            switch new.status {
            case .completed:
                guard let winner = new.winner else { return [] }
                let money = dollars(wager.amountCents)
                let why = verdict.map(sentence) ?? ""
                let reasons = verdict.map(words) ?? ["why_words": ""]
                return [
                    notice(
                        [wager.account(winner)],
                        .wagerCompleted,
                        "You have won",
                        "You won \(name) and get \(money).\(why)",
                        .wagerWon,
                        reasons
                    ),
                    notice(
                        [wager.account(winner.other)],
                        .wagerCompleted,
                        "You have lost",
                        "You lost \(name) and owe \(money).\(why)",
                        .wagerLost,
                        reasons
                    ),
                ]
            case .disputed:
                let isSilent = verdict == .unanswerable
                let reason =
                    isSilent
                    ? "One side reported who won \(name), and the other cannot answer at the moment."
                    : "\(who) disagrees about who won \(name)."
                let task =
                    isSilent
                    ? "One side of \(name) reported who won, and the other cannot answer at the moment. Both named you to decide."
                    : "The two sides of \(name) disagree about who won, and both named you to decide."
                return [
                    notice(
                        wager.parties,
                        .wagerDisputed,
                        "Wager disputed",
                        "\(reason) An arbiter or a moderator will decide.",
                        isSilent ? .wagerUnanswerable : .wagerDisputed
                    ),
                    notice(
                        [new.arbiter],
                        .wagerDisputed,
                        "You decide a wager",
                        task,
                        isSilent ? .youDecideUnanswerable : .youDecide
                    ),
                ]
            case .cancelled:
                let text =
                    verdict.map { "\(name) was cancelled.\(sentence($0))" }
                    ?? "\(who) agreed: \(name) is cancelled."
                return [
                    notice(
                        wager.parties,
                        .wagerCancelled,
                        "Wager cancelled",
                        text,
                        verdict == nil ? .wagerCancelledTogether : .wagerCancelled,
                        verdict.map(words) ?? [:]
                    )
                ]
            case .confirmed:
                return [
                    notice(
                        wager.parties,
                        .wagerConfirmed,
                        "Payment confirmed",
                        "\(who) confirmed your payment of \(dollars(wager.amountCents)) for \(name).",
                        .wagerConfirmed
                    )
                ]
            case .declined:
                return [
                    notice(
                        [wager.challenger],
                        .wagerDeclined,
                        "Wager declined",
                        "\(who) declined \(name).",
                        .wagerDeclined
                    )
                ]
            case .open, .active, .expired: return []
            }
        }
        var drafts: [NoticeDraft] = []
        if let claim = new.claim, claim != old.claim, let by = claim.by.known {
            let result = claim.winner == by ? "have won" : "have lost"
            let text = "\(who) says they \(result) \(name). Agree or disagree within 72 hours."
            let words: WagerNoticeText = claim.winner == by ? .claimedWon : .claimedLost
            drafts.append(notice([wager.account(by.other)], .wagerClaimed, "Who won?", text, words))
        }
        if let asker = new.cancelRequestedBy, asker != old.cancelRequestedBy {
            let text = "\(who) would like to cancel \(name). Cancel it too if you agree."
            drafts.append(
                notice(
                    [wager.account(asker.other)],
                    .wagerCancelRequested,
                    "Cancel the wager?",
                    text,
                    .cancelRequested
                )
            )
        }
        drafts += nominations(on: wager, from: old, to: new, who) { people, kind, title, text, words in
            notice(people, kind, title, text, words)
        }
        if new.paymentMethod == .cash, old.paymentMethod != .cash, let winner = new.winner {
            let text =
                "\(who) says they pay \(dollars(wager.amountCents)) for \(name) in cash. Confirm once you have the money."
            let key = "wager_cash:\(wager.id.rawValue):\(new.reminderRound)"
            drafts.append(
                notice(
                    [wager.account(winner)],
                    .wagerPaymentSaid,
                    "Paid in cash?",
                    text,
                    key: key,
                    .paidInCash
                )
            )
        }
        return drafts
    }

    private static func nominations(
        on wager: WagerOutline,
        from old: WagerState,
        to new: WagerState,
        _ who: String,
        _ notice: ([AccountID?], NoticeKind, String, String, WagerNoticeText) -> NoticeDraft
    ) -> [NoticeDraft] {
        let name = "“\(wager.name)”"
        let kind = NoticeKind.wagerArbiterNamed
        if let arbiter = new.arbiter, arbiter != old.arbiter {
            let (arbiterKind, title, text, words): (NoticeKind, String, String, WagerNoticeText) =
                new.status == .disputed
                ? (
                    .wagerDisputed, "You decide a wager",
                    "The two sides of \(name) disagree about who won, and both named you to decide.",
                    .youDecide
                )
                : (
                    kind, "You are an arbiter",
                    "Both sides of \(name) named you to decide in case of a dispute.",
                    .youAreArbiter
                )
            return [
                notice(
                    wager.parties,
                    kind,
                    "Arbiter agreed",
                    "\(who) named the same arbiter for \(name).",
                    .arbiterAgreed
                ),
                notice([arbiter], arbiterKind, title, text, words),
            ]
        }
        guard
            new.challengerArbiter != old.challengerArbiter || new.challengeeArbiter != old.challengeeArbiter
        else { return [] }
        let text = "\(who) named an arbiter for \(name). Name the same person to agree."
        return [notice(wager.parties, kind, "Agree on an arbiter?", text, .arbiterProposed)]
    }

    /// The same in every language.
    private static func words(_ verdict: WagerVerdict) -> [String: JSONValue] {
        let (words, reason): (WagerNoticeText?, String) =
            switch verdict {
            case .arbitrated(""): (.verdictArbitrated, "")
            case .arbitrated(let reason): (.verdictArbitratedWithReason, reason)
            case .unanswerable: (nil, "")
            case .unanswered: (.verdictUnanswered, "")
            case .voided(let reason): (.verdictVoided, reason)
            case .operatorVoid: (.verdictOperator, "")
            }
        return ["why_words": .string(words?.rawValue ?? ""), "reason": .string(reason)]
    }

    private static func sentence(_ verdict: WagerVerdict) -> String {
        switch verdict {
        case .arbitrated(""): " An arbiter or moderator decided."
        case .arbitrated(let reason): " An arbiter or moderator decided: \(reason)"
        case .unanswerable: ""
        case .unanswered: " One side reported it, and the other did not answer within 72 hours."
        case .voided(let reason): " A moderator cancelled it: \(reason)"
        case .operatorVoid: " It was cancelled by the people who run this app."
        }
    }

    /// `$1,234.50`: an amount in a sentence.
    static func dollars(_ cents: Int64) -> String {
        var whole = String(cents / 100)
        var position = whole.index(whole.endIndex, offsetBy: -3, limitedBy: whole.startIndex)
        while let comma = position, comma > whole.startIndex {
            whole.insert(",", at: comma)
            position = whole.index(comma, offsetBy: -3, limitedBy: whole.startIndex)
        }
        let rest = cents % 100
        return "$\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
