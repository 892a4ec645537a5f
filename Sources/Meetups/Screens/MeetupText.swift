package import Localization

/// The texts of partners and meetups.
package enum MeetupText: String, TextKey {
    case purpose, moduleName, settingLanguages, settingLanguagesHint
    // Languages
    case languages, knownLang, learnLang, learnLangHint, chooseLanguage, languageIn, speaksAndLearns
    // Partners
    case partners, partnersLead, noLanguages, noLanguagesText, setLanguages, randomMatch, randomQuestion,
        searchPartners
    case noPartners, noPartnersText, nobodyFound, nobodyFoundText, showAll, matchWith,
        openMatch
    case speaks, learns, reliability, reliabilityText, aboutPerson, meetPerson, fullProfile, matched,
        matchedText
    case doesNotFit, seeMatches
    // Matches
    case matches, allMatches, planned, proposals, unplanned, states
    case yourTurn, waiting, isPlanned, howWasIt, noPlan
    case noMatches, noMatchesText, nothingPlanned, noProposals, nothingUnplanned, listEmptyText, findPartner
    case waitsForYou, lastMet
    // A match
    case matchTitle, theyPropose, theyWantChange, youMeet, youProposed, youProposedText, agreedIsOff,
        proposeTitle, proposeText,
        proposeNext
    case when, whenHint, place, placeHint, propose, proposeOther, sendCounter, changePlan, changeCallsOff,
        sendChange, unchanged, unchangedPlan
    case accept, decline, declineQuestion, declineChangeQuestion, withdraw, withdrawQuestion,
        withdrawChangeQuestion, cancelMeetup, cancelQuestion,
        addToCalendar
    case feedbackTitle, feedbackText, theyCame, theyDidNotCome, noShowQuestion
    case conflictProposed, conflictScheduled, conflictCancelled, conflictChanged
    case endMatch, endMatchTitle, endMatchText, keepMatch
    // Its history
    case history, you, youMatched, theyMatched, proposal, counterProposal, changeProposal, noLongerOpen,
        accepted,
        noLongerAgreed
    case youWithdrew, theyWithdrew, youDeclined, theyDeclined, youCancelled, theyCancelled
    case lapsed, held, saidCame, saidNoShow
    // The console
    case noMatchesOf, chartMeetups

    package static let catalog = Catalog(
        en: PackageResources.en_json,
        es: PackageResources.es_json,
        de: PackageResources.de_json
    )
}
