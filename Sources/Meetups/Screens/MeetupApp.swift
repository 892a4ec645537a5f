internal import Localization
package import Pages
internal import ParlayAPI

extension AppPart {
    package static let meetups = AppPart(
        screens: [.partners, .partner, .matches, .match, .endMatch],
        downloads: [Download(MatchCalls.calendar)],
        sections: [
            Section("partners", MeetupText.partners, icon: .people, module: .meetups, place: 20),
            Section("matches", MeetupText.matches, icon: .chat, module: .meetups, place: 21),
        ],
        purposes: [Purpose(.meetups, MeetupText.purpose, name: .moduleName)],
        home: [.waitingMatches],
        subjects: [SubjectPage("match", module: .meetups) { "matches/\($0)" }],
        fields: [
            FieldPart("known_lang", MeetupText.knownLang) { $0.languageOptions },
            FieldPart("learn_lang", MeetupText.learnLang, hint: MeetupText.learnLangHint) {
                $0.languageOptions
            },
        ],
        settings: [
            FieldPart(
                "languages",
                MeetupText.settingLanguages,
                hint: .settingLanguagesHint,
                module: .meetups,
                choices: { $0.languageNames }
            )
        ],
        people: [.partner],
        charts: [FigureChart("meetups", MeetupText.chartMeetups, place: 20)],
        consolePeople: [.consoleMatches]
    )
}

// One function for the address of each screen.
extension Visit {
    var partnersLink: String { link("partners") }
    func partnerLink(_ person: Int64) -> String { link("partners/\(person)") }
    var matchesLink: String { link("matches") }
    func matchLink(_ match: Int64) -> String { link("matches/\(match)") }
    func endMatchLink(_ match: Int64) -> String { link("matches/\(match)/end") }
    func calendarLink(_ match: Int64) -> String { link("matches/\(match)/calendar.ics") }
}
