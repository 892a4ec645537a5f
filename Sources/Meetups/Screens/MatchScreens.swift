internal import Accounts
internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    static let matches = Screen("matches", "Matches", module: .meetups) { visit in
        let page = try await visit.read(MatchCalls.list, [("cursor", visit.query("cursor"))])
        let rows = page.items.map { match in
            ListRow(
                match.profile.person.displayName,
                href: visit.link("matches/\(match.matchID)"),
                leading: "\(Avatar(match.profile.person.fullName))",
                detail: match.time1.map { visit.time($0) } ?? .none,
                id: "match-\(match.matchID)",
                subject: "match/\(match.matchID)"
            )
        }
        let empty = EmptyState(
            .people,
            visit.text(MeetupText.noMatches),
            visit.text(MeetupText.noMatchesText)
        )
        return Document(
            visit.text(MeetupText.matches),
            in: "matches",
            """
            \(PageHead(visit.text(MeetupText.matches)))
            <div id="matches" data-subject="match/*">\(List(rows, empty: empty))</div>
            """
        )
    }

    static let match = Screen(
        "matches/{id:id}",
        "Match",
        module: .meetups,
        writes: [ScreenWrite(MatchCalls.plan)]
    ) {
        visit in
        let (match, tag) = try await visit.readTagged(MatchCalls.show, try visit.id())
        let form = ScreenForm(visit, MatchCalls.plan, match.matchID, tag: tag)
        return Document(
            visit.text(MeetupText.matchWith, ["name": .text(match.profile.person.displayName)]),
            in: "matches",
            """
            \(PageHead(match.profile.person.displayName))
            <div id="match" data-subject="match/\(match.matchID)">
            \(match.time1.map { visit.time($0, .long) } ?? .none) \(match.location ?? "")
            \(form("""
                \(form.alert)
                \(form.field("time_1", "Time"))
                \(form.field("location", "Place", value: match.location))
                \(form.submit("Propose"))
                """))
            </div>
            """
        )
    }

}
