internal import Localization
package import Pages
internal import ParlayAPI
internal import Tenancy

extension AppPart {
    package static let sportsbook = AppPart(
        screens: [
            .games, .game, .bets, .bet, .wallet, .standings, .consoleGames, .consoleNewGame, .consoleGame,
            .consoleDecision, .consoleTournaments, .consoleTournament, .consoleWallet,
        ],
        sections: [
            Section(
                "events",
                SportsbookText.games,
                icon: .calendar,
                module: .sportsbook,
                isPublic: true,
                place: 40
            ),
            Section("bets", SportsbookText.bets, icon: .ticket, module: .sportsbook, place: 41),
            Section("wallet", SportsbookText.wallet, icon: .money, module: .sportsbook, place: 42),
            Section("standings", SportsbookText.standings, icon: .trophy, module: .sportsbook, place: 43),
            Section(
                "admin/events",
                BookConsoleText.games,
                icon: .calendar,
                module: .sportsbook,
                role: .admin,
                place: 40
            ),
        ],
        purposes: [Purpose(.sportsbook, SportsbookText.purpose, name: .moduleName)],
        home: [.openBets, .nextGames],
        subjects: [
            SubjectPage("bet", module: .sportsbook) { "bets/\($0)" },
            SubjectPage("event", module: .sportsbook) { "events/\($0)" },
        ],
        settings: BookConsoleText.settings,
        overview: [.resultsMissing],
        charts: [
            FigureChart("bets", BookConsoleText.chartBets, place: 40),
            FigureChart("stakes", BookConsoleText.chartStakes, place: 41),
        ],
        consolePeople: [.consoleWallet, .consoleBets],
        samples: [.prices]
    )
}
