internal import Localization

/// What people read of the problems and of the rules of fields of matches.
enum MeetupProblemText: String, TextKey {
    case languagesDiffer
    // MARK: Codes of problems

    case notAMember = "not_a_member", noCandidate = "no_candidate", alreadyMatched = "already_matched"
    case matchState = "match_state", matchChanged = "match_changed", noRecentMeetup = "no_recent_meetup"
    case feedbackGiven = "feedback_given", wordup

    // MARK: Rules of fields

    case timeWithinYear, matchWithOther, languagesFit, oneMatchMove, languageOffered, aKnownLanguage

    static let catalog = Catalog(
        en: PackageResources.problems_en_json,
        es: PackageResources.problems_es_json,
        de: PackageResources.problems_de_json
    )
}
