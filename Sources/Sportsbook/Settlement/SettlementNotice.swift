internal import Notifications
internal import ParlayAPI
internal import Tenancy

/// What an account learns about a run.
struct SettlementNotice: Sendable, Equatable {
    let account: AccountID
    let title: String
    /// The statement adds when the game was, in the recipient's format.
    let text: String
    let subject: Subject
    let arguments: NoticeArguments

    /// One for each account.
    ///
    /// - Parameter sums: in the order of accounts.
    static func notices(of sums: [SettledSum], on event: EventRow) -> [SettlementNotice] {
        var accounts: [[SettledSum]] = []
        for sum in sums {
            if accounts.last?.first?.account != sum.account { accounts.append([]) }
            accounts[accounts.count - 1].append(sum)
        }
        return accounts.compactMap { SettlementNotice($0, event) }
    }

    /// - Parameter sums: of one account, for each of its picks; `nil` without any.
    private init?(_ sums: [SettledSum], _ event: EventRow) {
        guard let first = sums.first else { return nil }
        account = first.account
        let bets = sums.reduce(0) { $0 + $1.bets }
        let payout = sums.reduce(0) { $0 + $1.payoutCents }
        let game = "\(event.away) at \(event.home)"
        let picks = sums.map(\.pick)
        var values: [String: JSONValue] = [
            "home": .string(event.home), "away": .string(event.away), "payout_cents": .integer(payout),
            "pays": .string(payout > 0 ? "some" : "nothing"), "game_on": .string(event.startsAt.description),
            "picks": .integer(Int64(picks.count)),
            "picks_words": .array(picks.map { .object($0.words.object) }),
        ]
        var said =
            (picks.count == 1 ? "Your pick: " : "Your picks: ") + picks.map(\.text).joined(separator: ", ")
        guard bets == 1 else {
            title = "Bets settled"
            let pay = payout > 0 ? "pay \(Cents.dollars(payout)) in total" : "pay nothing"
            text = "\(bets) bets on \(game) are settled and \(pay). \(said)"
            subject = Subject(type: "event", id: event.id.rawValue)
            values["count"] = .integer(bets)
            arguments = NoticeArguments(SettlementNoticeText.betsSettled, also: .picks, values)
            return
        }
        let words: SettlementNoticeText
        (title, words) =
            switch first.status {
            case .won: ("Bet won", .betWon)
            case .lost: ("Bet lost", .betLost)
            case .pushed: ("Bet pushed", .betPushed)
            case .void, .open: ("Bet void", .betVoid)
            }
        if first.legs > 1 { said = "Your pick here, in a parlay of \(first.legs): \(first.pick.text)" }
        let pays = payout > 0 ? "pays \(Cents.dollars(payout))" : "pays nothing"
        text = "Your bet of \(Cents.dollars(first.stakeCents)) on \(game) \(pays). \(said)"
        subject = Subject(type: "bet", id: first.first.rawValue)
        values["stake_cents"] = .integer(first.stakeCents)
        values["legs"] = .integer(first.legs)
        arguments = NoticeArguments(words, also: first.legs > 1 ? .pickOfParlay : .picks, values)
    }
}

/// What somebody bet on in a game.
struct SettledPick: Sendable, Equatable {
    let name: String
    let side: OutcomeSide
    let kind: MarketKind
    /// The side's own.
    let line: MarketLine?

    /// In English: "Kansas City Chiefs -3.5", "Over 44.5".
    fileprivate var text: String {
        let name = side.name(home: name, away: name, line: line)
        guard kind == .spread, let line else { return name }
        return "\(name) \(line.signedText)"
    }

    fileprivate var words: NoticeArguments {
        let quarters = line?.quarters ?? 0
        let words: SettlementNoticeText =
            switch side {
            case .over: .pickOver
            case .under: .pickUnder
            case .draw: .pickDraw
            case .home, .away:
                line == nil ? .pick : quarters < 0 ? .pickMinus : quarters > 0 ? .pickPlus : .pickEven
            }
        let size = JSONNumber(Double(quarters.magnitude) / 4).map(JSONValue.number) ?? .null
        return NoticeArguments(words, ["name": .string(name), "line": size])
    }
}
