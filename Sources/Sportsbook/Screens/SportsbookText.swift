package import Localization

/// The texts of games, bets and paper money.
package enum SportsbookText: String, TextKey {
    case purpose, moduleName
    // Games
    case games, paperMoney, oddsFormat, decimalOdds, americanOdds, findTeam, noTeam, noTeamText,
        allGames, noGames, noGamesText, tournaments, weeks
    case thisWeek, week, results, laterGames, earlierGames, noMarkets, noMarketsText, madeUp, assumed
    case homeAway, awayAtHome, moneyline, matchResult, spread, total, over, under, draw, overShort, underShort
    case live, started, final, postponed, cancelled, suspended, closed
    // Results
    case open, won, lost, pushed, halfWon, halfLost, void
    // The slip
    case slip, picks, slipEmpty, slipEmptyText, pickGone, pickGoneText, priceWas, removePick, stake, stakeOf
    case balanceIs, showPayout, ifPriceMoves, acceptExact, acceptBetter, acceptAny, price, payout
    case placeBet, placeParlay, asParlay, asSingles, clearSlip, pricesMoved, takePrices, guestText, openSlip
    case refusedPrice, refusedStarted, refusedSuspended, refusedSameGame, refusedFunds
    // Bets
    case bets, myBets, openBets, settledBets, noOpenBets, noOpenBetsText, noSettledBets, noSettledBetsText
    case seeGames, olderBets, betPlaced, stakeAndPayoutTitle, legs, parlayOf, stakeAndPayout, nextLeg,
        settledAt
    case waitsForStart, waitsForEnd, waitsForPayout, waitsPostponed, waitsForRefund
    // Wallet and standings
    case wallet, balance, inOpenBets, debt, debtText, entries, what, when, amount, noEntries, noEntriesText
    case olderEntries, entryOpening, entryStake, entryPayout, entryRefund, entryReversal, entryDebt
    case entryGrant
    case standings, standingsText, noStandings, noStandingsText, season, time, everybody, friendsOnly
    case firstBet, firstBetText, yourOpenBets, nextGames, nextGame, noNextGame, person, profit, betsWon, wonOf

    package static let catalog = Catalog(
        en: PackageResources.en_json,
        es: PackageResources.es_json,
        de: PackageResources.de_json
    )
}
