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
    // MARK: Kinds of notices, to choose from
    case kindWagerOffered = "kind_wager_offered", kindWagerDeclined = "kind_wager_declined"
    case kindWagerTaken = "kind_wager_taken", kindWagerClaimed = "kind_wager_claimed"
    case kindWagerCancelRequested = "kind_wager_cancel_requested", kindWagerArbiterNamed =
        "kind_wager_arbiter_named"
    case kindWagerPaymentSaid = "kind_wager_payment_said", kindWagerCompleted = "kind_wager_completed"
    case kindWagerDisputed = "kind_wager_disputed", kindWagerCancelled = "kind_wager_cancelled"
    case kindWagerConfirmed = "kind_wager_confirmed", kindPaymentReminder = "kind_payment_reminder"

    static let catalog = Catalog(
        en: PackageResources.notices_en_json,
        es: PackageResources.notices_es_json,
        de: PackageResources.notices_de_json
    )
}
