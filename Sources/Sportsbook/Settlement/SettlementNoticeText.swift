internal import Localization

/// What people read of the notices about settled bets: for each text its title too. See `NoticeArguments`.
enum SettlementNoticeText: String, TextKey {
    case betWonTitle, betWon, betLostTitle, betLost, betPushedTitle, betPushed, betVoidTitle, betVoid
    case betsSettledTitle, betsSettled
    // MARK: What was picked, after one of these
    case picks, pickOfParlay
    case pick, pickMinus, pickPlus, pickEven, pickOver, pickUnder, pickDraw
    // MARK: Kinds of notices, to choose from
    case kindBetSettled = "kind_bet_settled"

    static let catalog = Catalog(
        en: PackageResources.notices_en_json,
        es: PackageResources.notices_es_json,
        de: PackageResources.notices_de_json
    )
}
