package import ParlayAPI
package import Sportsbook
internal import Tenancy

/// The games of one week of the demo. Pure.
package struct DemoWeek: Equatable, Sendable {
    package struct Game: Equatable, Sendable {
        /// The id in the file that it comes from.
        package var id: String
        package var home: String
        package var away: String
        package var startsAt: Timestamp
        package var week: Int
        package var markets: [SourceMarket]
    }

    package static let source = MadeUpGame.source
    package static let tournamentID = "nfl"
    package static let tournamentName = "NFL (demo)"
    /// Results are entered this long after kick-off, in seconds.
    package static let duration: Int64 = 4 * 3_600
    /// The regular season has so many weeks; then the demo begins again with the first.
    private static let seasonLength = 18

    /// By how many weeks it was moved from the file.
    package var weeks: Int
    /// The earliest first.
    package var games: [Game]

    /// The last week of a file whose games all have lines.
    ///
    /// - Parameter seconds: the kick-offs of the file's games.
    package init?(lastOf file: OddsFile, _ seconds: [Int64]) {
        let all = zip(
            file.tournaments.flatMap { tournament in tournament.games.map { (tournament.externalID, $0) } },
            seconds
        )
        let weeks = Dictionary(grouping: all) { entry in
            WeekKey(season: entry.0.0, week: entry.0.1.week ?? 0)
        }
        let complete = weeks.filter { $0.value.allSatisfy { !$0.0.1.markets.isEmpty } && $0.value.count > 1 }
        guard let last = complete.max(by: { $0.key < $1.key }) else { return nil }
        self.weeks = 0
        games = last.value
            .map { entry in
                let game = entry.0.1
                return Game(
                    id: game.externalID,
                    home: game.home,
                    away: game.away,
                    startsAt: Timestamp(milliseconds: entry.1 * 1_000),
                    week: game.week ?? 1,
                    markets: game.markets
                )
            }
            .sorted { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
    }

    private struct WeekKey: Hashable, Comparable {
        let season: String
        let week: Int

        static func < (left: WeekKey, right: WeekKey) -> Bool {
            (left.season, left.week) < (right.season, right.week)
        }
    }

    /// A week that is in the tree; `nil` without games.
    init?(_ trees: [EventTree]) {
        games = trees.map { tree in
            Game(
                id: Self.split(tree.event.externalID ?? "").id,
                home: tree.event.home,
                away: tree.event.away,
                startsAt: tree.event.startsAt,
                week: tree.event.week ?? 1,
                markets: MarketKind.allCases.compactMap { tree.offered($0) }
            )
        }
        guard let first = trees.first else { return nil }
        weeks = Self.split(first.event.externalID ?? "").weeks
        games.sort { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
    }

    /// `2025_14_DAL_DET@50`: the game of the file, moved by 50 weeks.
    private static func split(_ externalID: String) -> (id: String, weeks: Int) {
        guard let mark = externalID.lastIndex(of: "@"),
            let weeks = Int(externalID[externalID.index(after: mark)...])
        else { return (externalID, 0) }
        return (String(externalID[..<mark]), weeks)
    }

    /// The same games in another week.
    ///
    /// - Parameter seconds: when they start then.
    package func moved(by count: Int, to seconds: [Int64]) -> DemoWeek {
        var week = self
        week.weeks += count
        for (place, second) in zip(games.indices, seconds) {
            week.games[place].startsAt = Timestamp(milliseconds: second * 1_000)
            let number = (games[place].week - 1 + count) % Self.seasonLength
            week.games[place].week = (number + Self.seasonLength) % Self.seasonLength + 1
        }
        return week
    }

    package func externalID(of game: Game) -> String { "\(game.id)@\(weeks)" }
    package var externalIDs: [String] { games.map(externalID) }

    /// Whether someone can still bet on one of them.
    package func isAhead(of now: Timestamp) -> Bool { games.contains { $0.isAhead(of: now) } }

    /// What is written to the tree.
    ///
    /// - Parameters:
    ///   - now: games that are over by then come with made-up results; `nil` for none.
    ///   - delay: how much later the games start, in seconds.
    package func tournament(withResultsAt now: Timestamp?, delay: Int64 = 0) -> SourceTournament {
        SourceTournament(
            externalID: Self.tournamentID,
            sport: NFLFile.sport,
            name: Self.tournamentName,
            events: games.map { game in
                let isOver = now.map { game.startsAt.adding(seconds: Self.duration) <= $0 } ?? false
                let id = externalID(of: game)
                return SourceEvent(
                    externalID: id,
                    home: game.home,
                    away: game.away,
                    startsAt: game.startsAt.adding(seconds: delay),
                    week: game.week,
                    status: isOver ? .final : .scheduled,
                    score: isOver ? MadeUpGame.footballScore(of: id, game.markets) : nil,
                    markets: game.markets
                )
            }
        )
    }
}

extension DemoWeek.Game {
    /// Whether there are ten minutes left to bet on it.
    package func isAhead(of now: Timestamp) -> Bool { startsAt > now.adding(seconds: 600) }
}

extension EventTree {
    /// The market of a kind as a source would say it; `nil` if there is none with all its sides.
    fileprivate func offered(_ kind: MarketKind) -> SourceMarket? {
        let all = markets.filter { $0.market.kind == kind }
        let current = all.last { $0.market.status == .open || $0.market.status == .settled } ?? all.last
        guard let current else { return nil }
        let prices = Dictionary(current.outcomes.map { ($0.side, $0.price) }, uniquingKeysWith: { $1 })
        guard kind.sides.allSatisfy({ prices[$0] != nil }) else { return nil }
        return SourceMarket(
            kind,
            line: current.market.line,
            origin: current.market.prices,
            prices: prices
        )
    }
}
