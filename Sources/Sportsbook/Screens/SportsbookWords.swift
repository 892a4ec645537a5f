internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// Games, markets, prices and results as people read them.
extension Visit {
    func money(_ cents: Int64) -> String { localizer.money(cents: cents) }

    /// With a sign if it is a handicap: `−3.5`, `+3.5`, `44.5`.
    func line(_ line: MarketLine, isHandicap: Bool) -> String {
        let number = localizer.decimal(Double(line.quarters.magnitude) / 4, places: 0...2)
        guard isHandicap, line.quarters != 0 else { return number }
        return (line.quarters < 0 ? "−" : "+") + number
    }

    func title(of kind: Extensible<MarketKind>) -> String {
        switch kind.known {
        case .moneyline?: text(SportsbookText.moneyline)
        case .matchResult?: text(SportsbookText.matchResult)
        case .spread?: text(SportsbookText.spread)
        case .total?: text(SportsbookText.total)
        case nil: kind.rawValue
        }
    }

    /// Of a side without its line: a team, "Draw", "Over".
    func name(of side: Extensible<OutcomeSide>, _ name: String) -> String {
        switch side.known {
        case .over?: text(SportsbookText.over)
        case .under?: text(SportsbookText.under)
        case .draw?: text(SportsbookText.draw)
        case .home?, .away?, nil: name
        }
    }

    /// "Kansas City Chiefs −3.5", "Over 44.5".
    func name(
        of side: Extensible<OutcomeSide>,
        _ name: String,
        _ line: MarketLine?,
        _ kind: Extensible<MarketKind>
    ) -> String {
        let name = self.name(of: side, name)
        return line.map { "\(name) \(self.line($0, isHandicap: kind == .spread))" } ?? name
    }

    /// American leagues name the guests first, everybody else the hosts.
    func matchup(home: String, away: String, isAmerican: Bool) -> String {
        text(
            isAmerican ? SportsbookText.awayAtHome : SportsbookText.homeAway,
            ["home": .text(home), "away": .text(away)]
        )
    }

    func title(of event: SportsEvent) -> String {
        matchup(home: event.home, away: event.away, isAmerican: event.isAmerican)
    }

    func word(of result: Extensible<OutcomeStatus>) -> String {
        switch result.known {
        case .won?: text(SportsbookText.won)
        case .lost?: text(SportsbookText.lost)
        case .pushed?: text(SportsbookText.pushed)
        case .halfWon?: text(SportsbookText.halfWon)
        case .halfLost?: text(SportsbookText.halfLost)
        case .void?: text(SportsbookText.void)
        case .suspended?: text(SportsbookText.suspended)
        case .active?, nil: text(SportsbookText.closed)
        }
    }

    /// When it begins: the time, and how long until then. A script counts down.
    func kickOff(_ time: Timestamp) -> HTML {
        guard time > now else { return self.time(time) }
        let countdown = TimeText(
            localizer.relative(time, to: now),
            iso: time.description,
            isCountdown: true
        )
        return "\(self.time(time)) · \(countdown)"
    }

    /// The state of a game, if it is not simply to come.
    func badge(_ status: Extensible<EventStatus>, startsAt: Timestamp) -> HTML {
        switch status.known {
        case .live?: Badge(text(SportsbookText.live), .live).html
        case .final?: Badge(text(SportsbookText.final), .neutral).html
        case .postponed?: Badge(text(SportsbookText.postponed), .warning).html
        case .cancelled?: Badge(text(SportsbookText.cancelled), .bad).html
        case .scheduled? where startsAt <= now: Badge(text(SportsbookText.started), .live).html
        case .scheduled?, nil: .none
        }
    }

    func gameLink(_ id: Int64) -> String { link("events/\(id)") }
    func betLink(_ id: Int64) -> String { link("bets/\(id)") }
}

extension SportsEvent {
    var isDecided: Bool { status == .final || status == .cancelled }

    /// Whether it has begun and is not over.
    func isOn(at now: Timestamp) -> Bool { status == .live || status == .scheduled && startsAt <= now }

    /// Games that can be drawn are written with the hosts first. Before there is a market, those of leagues that count weeks are not.
    var isAmerican: Bool { markets.isEmpty ? week != nil : !markets.contains { $0.kind == .matchResult } }

    var score: (home: String, away: String)? {
        guard let homeScore, let awayScore else { return nil }
        return ("\(homeScore)", "\(awayScore)")
    }

    /// In the order of the title.
    func ordered<Value>(home: Value, away: Value) -> [Value] { isAmerican ? [away, home] : [home, away] }

    /// In the order of the title, such as 20–24.
    var scoreText: String? {
        score.map { ordered(home: $0.home, away: $0.away).joined(separator: "–") }
    }

    /// The market of a kind that people can bet on, or else the one that they could.
    func market(_ kind: MarketKind) -> Market? {
        let all = markets.filter { $0.kind == kind }
        return all.first { $0.status == .open } ?? all.first { $0.status == .suspended } ?? all.last
    }

    /// What a stream's messages may be about, besides the outcomes.
    var subjects: String {
        (["event/\(id)"] + markets.map { "market/\($0.id)" }).joined(separator: " ")
    }
}
