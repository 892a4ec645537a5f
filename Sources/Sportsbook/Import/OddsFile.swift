package import ParlayAPI

/// A file of games as it was read, before its local times become moments.
package struct OddsFile: Equatable, Sendable {
    package var source: String
    package var tournaments: [FileTournament]
    /// What looks wrong but does not stop the import.
    package var warnings: [BadLine] = []

    package var unit: FileUnit { source == TreeFile.source ? .event : .line }
    package var games: [FileGame] { tournaments.flatMap(\.games) }
}

package struct FileTournament: Equatable, Sendable {
    package var externalID: String
    package var sport: String
    package var name: String
    package var season: String?
    package var games: [FileGame] = []
}

package struct FileGame: Equatable, Sendable {
    package var externalID: String
    package var line: Int
    package var home: String
    package var away: String
    package var kickOff: KickOff
    package var week: Int?
    package var status: EventStatus
    package var score: Score?
    package var markets: [SourceMarket]
}

/// When a game starts, as a file says it. The zone is a name that PostgreSQL knows; a game that is moved by weeks
/// keeps its time of day there.
package enum KickOff: Hashable, Sendable {
    /// Seconds since the Unix epoch.
    case moment(Int64, zone: String)
    case local(CivilDateTime, zone: String)
}

/// Which games of a file are imported. Those that it leaves out are not checked.
package struct FileSelection: Equatable, Sendable {
    /// As the file writes it: `2024`, `2019-20`.
    package var season: String?
    package var week: Int?

    package init(season: String? = nil, week: Int? = nil) {
        self.season = season
        self.week = week
    }

    package static let all = FileSelection()

    /// `week 3 of the season 2024`
    package var text: String {
        [week.map { "week \($0)" }, season.map { "the season \($0)" }].compactMap(\.self).joined(
            separator: " of "
        )
    }
}

/// What the database made of the kick-offs.
package struct ResolvedKickOffs: Equatable, Sendable {
    /// In the order of the games, seconds since the Unix epoch.
    package var seconds: [Int64]
    /// By how many weeks the games were moved; `nil` if they were not to be.
    package var weeks: Int?

    package init(seconds: [Int64], weeks: Int? = nil) {
        self.seconds = seconds
        self.weeks = weeks
    }
}

extension OddsFile {
    /// What is written to the tree.
    ///
    /// Games that were moved have ids of their own, and neither scores nor statuses unless `results` is set.
    ///
    /// - Throws: the games that start outside of the years 2000–2100.
    package func sources(
        _ kickOffs: ResolvedKickOffs,
        results: Bool,
        badLineLimit: Int
    ) throws(BadLines) -> [SourceTournament] {
        var bad = BadLines(limit: badLineLimit, of: unit)
        var seconds = kickOffs.seconds[...]
        let suffix = kickOffs.weeks.map { "@\($0)" } ?? ""
        let hasResults = results || kickOffs.weeks == nil
        var sources: [SourceTournament] = []
        for tournament in tournaments {
            var source = SourceTournament(
                externalID: tournament.externalID + suffix,
                sport: tournament.sport,
                name: tournament.name,
                season: tournament.season
            )
            for game in tournament.games {
                guard let start = seconds.popFirst(), Self.years.contains(start) else {
                    bad.add(BadLine(game.line, "\(game.away) at \(game.home) starts outside 2000–2100."))
                    continue
                }
                source.events.append(
                    SourceEvent(
                        externalID: game.externalID + suffix,
                        line: game.line,
                        home: game.home,
                        away: game.away,
                        startsAt: Timestamp(milliseconds: start * 1_000),
                        week: game.week,
                        status: hasResults ? game.status : .scheduled,
                        score: hasResults ? game.score : nil,
                        markets: game.markets
                    )
                )
            }
            sources.append(source)
        }
        guard bad.isEmpty else { throw bad }
        return sources
    }

    /// 2000 to the end of 2100, in UTC.
    private static let years: Range<Int64> = 946_684_800..<4_133_980_800
}
