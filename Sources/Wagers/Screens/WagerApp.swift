internal import Localization
package import Pages
internal import ParlayAPI

extension AppPart {
    package static let wagers = AppPart(
        screens: [
            .wagerFeed, .poseWager, .ownWagers, .searchWagers, .wagerFigures, .wager, .shareWager, .editWager,
            .friends, .disputes, .dispute,
        ],
        sections: [
            Section(
                "wagers",
                WagerText.feed,
                icon: .die,
                module: .wagers,
                with: ["wagers/search"],
                place: 10
            ),
            Section("wagers/mine", WagerText.mine, icon: .ticket, module: .wagers, place: 11),
            Section("friends", WagerText.friends, icon: .people, module: .wagers, place: 12),
            Section("wagers/figures", WagerText.figures, icon: .chart, module: .wagers, place: 13),
            Section(
                "admin/disputes",
                DisputeText.disputes,
                icon: .shield,
                module: .wagers,
                role: .moderator,
                place: 25
            ),
        ],
        purposes: [Purpose(.wagers, WagerText.purpose, name: .moduleName)],
        home: [.disputes, .ownWagers],
        subjects: [SubjectPage("wager", module: .wagers, parts: DisputeText.hideable) { "wagers/\($0)" }],
        fields: [FieldPart("venmo_username", WagerText.venmoUsername, hint: WagerText.venmoHint)],
        settings: DisputeText.settings,
        people: [.bettor],
        overview: [.disputes],
        charts: [
            FigureChart("open_wagers", DisputeText.chartOpen, place: 30),
            FigureChart("wagers", DisputeText.chartPosed, place: 31),
        ],
        consolePeople: [.consoleWagers]
    )
}
