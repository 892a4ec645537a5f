import ParlayClient

/// A small sportsbook: tournament 1 with the events 10 and 11, tournament 2 with the event 20. Event 10 has the market 100
/// with the outcomes 1000 and 1001, and so on.
enum LiveSamples {
    static let start = Timestamp(milliseconds: 1_779_301_800_000)

    static func event(_ id: Int64, of tournament: Int64, hours: Int64, _ status: EventStatus = .scheduled)
        -> SportsEvent
    {
        let market = id * 10
        return SportsEvent(
            id: id,
            tournamentID: tournament,
            home: "Home \(id)",
            away: "Away \(id)",
            startsAt: Timestamp(milliseconds: start.milliseconds + hours * 3_600_000),
            status: status,
            markets: [
                Market(
                    id: market,
                    eventID: id,
                    kind: .moneyline,
                    outcomes: [
                        Outcome(
                            id: market * 10,
                            marketID: market,
                            name: "Away",
                            side: .away,
                            price: .assumed
                        ),
                        Outcome(
                            id: market * 10 + 1,
                            marketID: market,
                            name: "Home",
                            side: .home,
                            price: .assumed
                        ),
                    ]
                )
            ]
        )
    }

    static func tournament(_ id: Int64, _ events: [SportsEvent]) -> SportsbookTournament {
        SportsbookTournament(Tournament(id: id, sport: "soccer", name: "Cup \(id)"), events: events)
    }

    static func tree(_ seq: Int64) -> SportsbookTree {
        SportsbookTree(
            seq: seq,
            tournaments: [
                tournament(1, [event(10, of: 1, hours: 1), event(11, of: 1, hours: 2)]),
                tournament(2, [event(20, of: 2, hours: 3)]),
            ]
        )
    }

    static func price(_ value: Int) -> AmericanPrice { AmericanPrice(rawValue: value) ?? .assumed }

    static func move(_ seq: Int64, _ outcome: Int64, _ value: Int) -> LiveMessage {
        LiveMessage(seq: seq, .outcome(outcome, price(value), nil))
    }
}
