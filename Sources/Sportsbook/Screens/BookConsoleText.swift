internal import Localization
internal import Pages
internal import ParlayAPI

/// The texts of the sportsbook in the console.
enum BookConsoleText: String, TextKey {
    // Games
    case games, gamesText, late, live, coming, postponed, over, states, none, noneLate, noneText
    case newGame, tournament, anyTournament, team, filter, tournaments, tournamentsText, noTournaments
    case newTournament, create, sport, sportHint, name, season, seasonHint, icon, iconHint
    case state, stateOpen, stateClosed, closedHint, home, away, startsAt, week, weekHint, wasSaved, wasCreated
    case asOthers, openMarkets
    // A game
    case result, correct, resultText, correctText, preview, runningScore
    case runningScoreText, showScore, moveGame, begin, postpone, postponeText, schedule, cancelGame
    case editGame, markets, noMarkets, addMarket, addMarketText, line, lineHintSpread, lineHintTotal
    case priceOf, priceHint, changePrices, suspend, open, void, suspendSide, openSide, staked, mayPay, side
    case price, bets, noBets, who, bet, stake, pays
    // A decision
    case confirmResult, confirmCorrection, confirmCancel, confirmVoid, confirmText, voidText, cancelText
    case enterResult, enterCorrection, doCancel, doVoid, whatBets, whatStakes, whatPays, whatTakesBack
    case whatChanges, whatHow, howMany, whatWaits, incomplete, nothing, wasDecided, wasVoided, unchanged
    // Wallets
    case wallet, walletText, allEntries, grant, grantText, amount, reason, reasonHint, confirmGrant
    case balanceAfter, debtAfter, doGrant, wasGranted, now, grantInvalid
    // The overview
    case resultsMissing, resultsMissingText, chartBets, chartStakes
    // Settings
    case startingBalance, startingBalanceHint, minStake, maxStake, maxStakeHint, maxPayout, maxPayoutHint
    case publicBook, publicBookHint
    case deleteTournamentText, deleteTournamentSure, deleteGame, deleteGameText, deleteGameSure
    case deleteMarket, deleteMarketSure, wasDeleted, openBets, noBetsOf

    static let catalog = Catalog(
        en: PackageResources.console_en_json,
        es: PackageResources.console_es_json,
        de: PackageResources.console_de_json
    )
}

extension BookConsoleText {
    /// The labels of the tenant's settings.
    static let settings: [FieldPart] = [
        FieldPart("starting_balance_cents", startingBalance, hint: startingBalanceHint, module: .sportsbook),
        FieldPart("min_stake_cents", minStake, module: .sportsbook),
        FieldPart("max_stake_cents", maxStake, hint: maxStakeHint, module: .sportsbook),
        FieldPart("max_payout_cents", maxPayout, hint: maxPayoutHint, module: .sportsbook),
        FieldPart("public_sportsbook", publicBook, hint: publicBookHint, module: .sportsbook),
    ]
}
