package import ParlayAPI
internal import Sportsbook
internal import Tenancy

/// Some matchdays of a tournament of the sample data, which the demo plays over and over: each game comes back after
/// a fixed number of weeks, so that the same number of games is always ahead. Pure.
package struct DemoCup: Sendable {
    /// In the file, and in the tree.
    let id: String
    let name: String
    let matchdays: ClosedRange<Int>
    /// After so many weeks a game is played again.
    let period: Int
    /// After so many matchdays their numbers begin with 1 again.
    let seasonLength: Int
    /// The time of day at a game's ground stays the same here.
    let zone: String

    static let all = [
        // Three or four games on nearly every day.
        DemoCup("fifa-world-cup-2022", "FIFA World Cup (demo)", 1...13, weeks: 2, of: 39, "UTC"),
        DemoCup(
            "uefa-champions-league-2024-25",
            "UEFA Champions League (demo)",
            7...8,
            weeks: 2,
            of: 8,
            "Europe/Paris"
        ),
        DemoCup(
            "eng-premier-2025-26",
            "English Premier League (demo)",
            8...11,
            weeks: 4,
            of: 38,
            "Europe/London"
        ),
        DemoCup(
            "ger-bundesliga-2024-25",
            "Deutsche Bundesliga (demo)",
            7...10,
            weeks: 4,
            of: 34,
            "Europe/Berlin"
        ),
        DemoCup("fra-ligue-1-2019-20", "French Ligue 1 (demo)", 17...19, weeks: 3, of: 38, "Europe/Paris"),
    ]
    /// Results are entered this long after kick-off, in seconds: later than by the simulation.
    static let duration: Int64 = 9_000
    private static let week: Int64 = 7 * 86_400
    /// A game is only added when it is so far ahead, in seconds: an hour may be lost to the clocks.
    private static let lead: Int64 = 3_600 + 600

    private init(
        _ id: String,
        _ name: String,
        _ matchdays: ClosedRange<Int>,
        weeks period: Int,
        of seasonLength: Int,
        _ zone: String
    ) {
        self.id = id
        self.name = name
        self.matchdays = matchdays
        self.period = period
        self.seasonLength = seasonLength
        self.zone = zone
    }

    /// A game of a file, or one of its repetitions.
    package struct Game: Equatable, Sendable {
        /// In the file.
        package var id: String
        package var home: String
        package var away: String
        package var startsAt: Timestamp
        package var matchday: Int
        /// By how many weeks it was moved from the file.
        package var weeks: Int

        package var externalID: String { "\(id)@\(weeks)" }
    }

    /// Its games in a file, with kick-offs in seconds.
    func games(in file: OddsFile) -> [Game] {
        guard let tournament = file.tournaments.first(where: { $0.externalID == id }) else { return [] }
        return tournament.games.compactMap { game in
            guard let matchday = game.week, matchdays.contains(matchday),
                case .moment(let second, _) = game.kickOff
            else { return nil }
            return Game(
                id: game.externalID,
                home: game.home,
                away: game.away,
                startsAt: Timestamp(milliseconds: second * 1_000),
                matchday: matchday,
                weeks: 0
            )
        }
    }

    /// A game that is in the tree.
    func game(_ row: EventRow) -> Game? {
        guard let externalID = row.externalID, let mark = externalID.lastIndex(of: "@"),
            let weeks = Int(externalID[externalID.index(after: mark)...])
        else { return nil }
        // All of them begin at a full quarter of an hour; the simulation moves them by up to seven minutes.
        let quarter: Int64 = 900_000
        let start = (row.startsAt.milliseconds + quarter / 2) / quarter * quarter
        return Game(
            id: String(externalID[..<mark]),
            home: row.home,
            away: row.away,
            startsAt: Timestamp(milliseconds: start),
            matchday: row.week ?? matchdays.lowerBound,
            weeks: weeks
        )
    }

    /// By how many periods a game has to move to be the next one ahead; negative if an earlier one is.
    func periods(from game: Game, to now: Timestamp) -> Int {
        let length = Int64(period) * Self.week * 1_000
        let rest = now.adding(seconds: Self.lead).milliseconds - game.startsAt.milliseconds
        return Int(rest >= 0 ? rest / length : -((length - 1 - rest) / length)) + 1
    }

    /// The same game some periods later. Its kick-off follows from `weeks`.
    func moved(_ game: Game, by periods: Int) -> Game {
        var moved = game
        moved.weeks += periods * period
        let number = (game.matchday - 1 + periods * matchdays.count) % seasonLength
        moved.matchday = (number + seasonLength) % seasonLength + 1
        return moved
    }

    /// What is written to the tree.
    ///
    /// - Parameters:
    ///   - hasResults: whether the games come with made-up results.
    ///   - delay: how much later they start, in seconds.
    func tournament(_ games: [Game], hasResults: Bool = false, delay: Int64 = 0) -> SourceTournament {
        SourceTournament(
            externalID: id,
            sport: MadeUpGame.soccer,
            name: name,
            events: games.map { game in
                SourceEvent(
                    externalID: game.externalID,
                    home: game.home,
                    away: game.away,
                    startsAt: game.startsAt.adding(seconds: delay),
                    week: game.matchday,
                    status: hasResults ? .final : .scheduled,
                    score: hasResults
                        ? MadeUpGame(game.externalID, sport: MadeUpGame.soccer).result : nil,
                    markets: MadeUpPrices.standard.markets(sport: MadeUpGame.soccer, id: game.externalID)
                )
            }
        )
    }
}
