internal import Localization
internal import Pages
internal import ParlayAPI

/// The texts of wagers in the console.
enum DisputeText: String, TextKey {
    case disputes, disputesText, noDisputes, noDisputesText, wait, bothSides, figures, about, says
    case saysNothing, wonCount, lostCount, profit, rating, noRating, decide, decideText, sideWon, voidIt
    case effectPays, effectVoid, finalWord, reason, reasonHint, doDecide, doVoid, chooseAnother
    case wasDecided, wasVoided, isParty, takeDown, takeDownText, doTakeDown, isOver, asOthers, wagersOf
    case noneOf, categories, categoriesHint, reminderDays, reminderDaysHint, publicOffers
    case publicOffersHint, chartOpen, chartPosed, moderate, waitsSince, hide, hideText, hideReasonHint,
        doHide, part, partWhole
    case partChallenger, partChallengee, wasHidden

    static let catalog = Catalog(
        en: PackageResources.console_en_json,
        es: PackageResources.console_es_json,
        de: PackageResources.console_de_json
    )
}

extension DisputeText {
    /// What moderators can hide of a wager.
    @Sendable static func hideable(_ visit: Visit) -> [Field.Option] {
        let parts: [(String, DisputeText)] = [
            ("", partWhole), ("challenger_comment", partChallenger), ("challengee_comment", partChallengee),
        ]
        return parts.map { Field.Option($0, visit.text($1)) }
    }

    /// The labels of the tenant's settings.
    static let settings: [FieldPart] = [
        FieldPart("categories", categories, hint: categoriesHint, module: .wagers),
        FieldPart("reminder_days", reminderDays, hint: reminderDaysHint, module: .wagers),
        FieldPart("public_offers", publicOffers, hint: publicOffersHint, module: .wagers),
    ]
}
