internal import Localization

/// What people read of the problems and of the rules of fields of bets, events and feeds.
enum SportsbookProblemText: String, TextKey {
    // MARK: Codes of problems

    case sameEvent = "same_event", eventStarted = "event_started", marketSuspended = "market_suspended"
    case seqGone = "seq_gone", priceChanged = "price_changed", insufficientFunds = "insufficient_funds"
    case feedLimit = "feed_limit", feedDisabled = "feed_disabled", hasBets = "has_bets"
    case marketExists = "market_exists", eventState = "event_state", marketState = "market_state"

    // MARK: Rules of fields

    case outcomeKnown, stakeAtLeast, stakeAtMost, stakesOnOutcome, payoutOnOutcome, aPrice, aQuarter
    case teamsDiffer, finalNeedsScores, bothScoresOrNone, scoreOnlyWhenPlayed, lineNeeded, noLine,
        lineAboveZero
    case lineOfMarket, eachSideOnce, tournamentKnown, eventKnown, aSecureAddress, oneLine, keyCharacters
    case apiCharacters, charactersOnOneLine, homeOrFavorite, moneyWithFavorite, homeMarkNeeded, anXPath
    case aSchedule, onlyForPage, onlyForOddsAPI

    static let catalog = Catalog(
        en: PackageResources.problems_en_json,
        es: PackageResources.problems_es_json,
        de: PackageResources.problems_de_json
    )
}
