internal import Localization

/// What people read of the problems and of the rules of fields of wagers.
enum WagerProblemText: String, TextKey {
    case venmoCharacters
    // MARK: Codes of problems

    case invalidExpression = "invalid_expression", ownWager = "own_wager", notYourMove = "not_your_move"
    case wagerAlreadyTaken = "wager_already_taken", wagerUnavailable = "wager_unavailable"
    case wagerExpired = "wager_expired", wagerState = "wager_state", wagerChanged = "wager_changed"
    case noCancelRequest = "no_cancel_request", noVenmoUsername = "no_venmo_username"
    case alreadyRated = "already_rated"

    // MARK: Rules of fields

    case categoriesDiffer, categoryIsFirst, addresseeNeeded, addresseeOnlyOfOne, anotherPerson, winnerOrVoid
    case arbiterIsNoParty, maxBelowMin, daysAscend, noComma, namesDiffer

    static let catalog = Catalog(
        en: PackageResources.problems_en_json,
        es: PackageResources.problems_es_json,
        de: PackageResources.problems_de_json
    )
}
