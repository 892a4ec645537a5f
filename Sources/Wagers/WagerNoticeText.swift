internal import Localization

/// What people read of the notices about wagers: for each text its title too. See `NoticeArguments`.
enum WagerNoticeText: String, TextKey {
    case wagerOfferedTitle, wagerOffered, wagerTakenTitle, wagerTaken, wagerDeclinedTitle, wagerDeclined
    case claimedWonTitle, claimedWon, claimedLostTitle, claimedLost, cancelRequestedTitle, cancelRequested
    case arbiterProposedTitle, arbiterProposed, arbiterAgreedTitle, arbiterAgreed, youAreArbiterTitle
    case youAreArbiter, youDecideTitle, youDecide, youDecideUnanswerableTitle, youDecideUnanswerable
    case wagerDisputedTitle, wagerDisputed, wagerUnanswerableTitle, wagerUnanswerable, wagerWonTitle, wagerWon
    case wagerLostTitle, wagerLost, wagerCancelledTitle, wagerCancelled, wagerCancelledTogetherTitle
    case wagerCancelledTogether, wagerEndedByDeletionTitle, wagerEndedByDeletion, wagerConfirmedTitle
    case wagerConfirmed, paidInCashTitle, paidInCash, payByVenmoTitle, payByVenmo, payInCashTitle, payInCash
    case verdictArbitrated, verdictArbitratedWithReason, verdictUnanswered, verdictVoided, verdictOperator
    case hiddenWager = "hidden_wager"

    static let catalog = Catalog(
        en: PackageResources.notices_en_json,
        es: PackageResources.notices_es_json,
        de: PackageResources.notices_de_json
    )
}
