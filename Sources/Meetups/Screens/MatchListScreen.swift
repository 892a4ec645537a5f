internal import Accounts
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// The reader's matches, all or by state.
    static let matches = Screen("matches", "Matches", module: .meetups) { visit in
        let filter = MatchFilter(visit)
        let page = try await visit.read(
            MatchCalls.list,
            [("status_code", filter.statuses), ("cursor", visit.query("cursor")), ("limit", "20")]
        )
        let rows = page.items.map { MatchRowView($0, visit).row }
        let more = page.nextCursor.map {
            (visit.text(PageText.more), visit.link("matches", [("state", filter.name), ("cursor", $0)]))
        }
        let find = Button(visit.text(MeetupText.findPartner), icon: .plus, .link(visit.partnersLink))
        let hasNone = rows.isEmpty && filter == .all
        return Document(
            visit.text(MeetupText.matches),
            in: "matches",
            """
            \(PageHead(visit.text(MeetupText.matches), actions: hasNone ? "" : "\(find)"))
            \(MatchFilter.tabs(visit, filter))
            <div id="matches" data-subject="match/*">\
            \(List(rows, label: visit.text(MeetupText.matches), empty: filter.empty(visit)))</div>
            \(Pager(label: visit.text(PageText.pages), next: more))
            """
        )
    }
}

/// The tabs of the list.
private enum MatchFilter: String, CaseIterable {
    case all, planned, proposals, unplanned

    init(_ visit: Visit) { self = visit.query("state").flatMap(MatchFilter.init(rawValue:)) ?? .all }

    /// In the address; `nil` for all.
    var name: String? { self == .all ? nil : rawValue }

    /// For the call; `nil` for all.
    var statuses: String? {
        switch self {
        case .all: nil
        case .planned: Self.list(.scheduled)
        case .proposals: Self.list(.proposedByFirst, .proposedBySecond)
        case .unplanned: Self.list(.matched)
        }
    }

    private static func list(_ statuses: MatchStatus...) -> String {
        statuses.map { "\($0.rawValue)" }.joined(separator: ",")
    }

    private var word: MeetupText {
        switch self {
        case .all: .allMatches
        case .planned: .planned
        case .proposals: .proposals
        case .unplanned: .unplanned
        }
    }

    static func tabs(_ visit: Visit, _ current: MatchFilter) -> Tabs {
        let tabs = allCases.map { filter in
            Tabs.Tab(
                visit.text(filter.word),
                href: visit.link("matches", [("state", filter.name)]),
                isCurrent: filter == current
            )
        }
        return Tabs(tabs, label: visit.text(MeetupText.states))
    }

    func empty(_ visit: Visit) -> EmptyState {
        switch self {
        case .all: .noMatches(visit)
        case .planned:
            EmptyState(.calendar, visit.text(MeetupText.nothingPlanned), visit.text(MeetupText.listEmptyText))
        case .proposals:
            EmptyState(.chat, visit.text(MeetupText.noProposals), visit.text(MeetupText.listEmptyText))
        case .unplanned: EmptyState(.people, visit.text(MeetupText.nothingUnplanned))
        }
    }
}

extension EmptyState {
    fileprivate static func noMatches(_ visit: Visit) -> EmptyState {
        let find = Button(
            visit.text(MeetupText.findPartner),
            .primary,
            icon: .search,
            .link(visit.partnersLink)
        )
        return EmptyState(
            .people,
            visit.text(MeetupText.noMatches),
            visit.text(MeetupText.noMatchesText),
            action: "\(find)"
        )
    }
}

/// A match in a list: who it is, what is planned, and whether it is the reader's turn.
struct MatchRowView {
    private let match: Match
    private let visit: Visit

    init(_ match: Match, _ visit: Visit) {
        self.match = match
        self.visit = visit
    }

    var row: ListRow {
        ListRow(
            match.profile.person.fullName,
            href: visit.matchLink(match.matchID),
            leading: "\(Avatar(match.profile.person, visit))",
            badge: "\(badge)",
            detail: detail,
            isUnread: match.can(.accept) || match.can(.feedback),
            id: "match-\(match.matchID)",
            subject: "match/\(match.matchID)"
        )
    }

    /// With the page of the other person in the console: the match itself is only for its members.
    var consoleRow: ListRow {
        ListRow(
            match.profile.person.fullName,
            href: visit.link("admin/people/\(match.profile.person.id)"),
            leading: "\(Avatar(match.profile.person, visit))",
            badge: "\(badge)",
            detail: detail
        )
    }

    private var badge: Badge {
        if match.can(.accept) { return Badge(visit.text(MeetupText.yourTurn), .accent, icon: .chat) }
        if match.can(.feedback) { return Badge(visit.text(MeetupText.howWasIt), .info) }
        switch match.statusCode.known {
        case .scheduled: return Badge(visit.text(MeetupText.isPlanned), .good)
        case .proposedByFirst, .proposedBySecond: return Badge(visit.text(MeetupText.waiting), .warning)
        case .matched, nil: return Badge(visit.text(MeetupText.noPlan))
        }
    }

    private var detail: HTML {
        if let time = match.time1, let location = match.location {
            return "\(visit.time(time, .dayTimeZone)) · \(location)"
        }
        if let time = match.feedbackOn {
            return "\(visit.text(MeetupText.lastMet, ["time": .text(visit.date(time, .day))]))"
        }
        let languages = visit.text(
            MeetupText.speaksAndLearns,
            [
                "known": .text(visit.languageInSentence(match.profile.meetups?.knownLang)),
                "learn": .text(visit.languageInSentence(match.profile.meetups?.learnLang)),
            ]
        )
        return "\(languages)"
    }
}

extension Match {
    /// Whether the answer says that the reader can do this now.
    func can(_ move: MatchMove) -> Bool { moves.contains { $0 == move } }
}

extension HomeBlock {
    /// Proposals to answer, feedback to give, and the next meetups; for somebody new the way to a partner.
    static let waitingMatches = HomeBlock(place: 20, module: .meetups, of: "matches") { visit in
        let page = try await visit.read(MatchCalls.list, [("limit", "50")])
        guard !page.items.isEmpty else { return EmptyState.noMatches(visit).html }
        let turns = page.items.filter { $0.can(.accept) || $0.can(.feedback) }
        let planned = page.items.filter { $0.statusCode == .scheduled }
            .sorted { ($0.time1 ?? $0.updatedAt) < ($1.time1 ?? $1.updatedAt) }
        let rows = (turns + planned.filter { match in !turns.contains { $0.matchID == match.matchID } })
            .prefix(3)
        guard !rows.isEmpty else { return nil }
        return """
            <section id="home-matches" data-subject="match/*"><h2>\(visit.text(MeetupText.waitsForYou))</h2>\
            \(List(rows.map { MatchRowView($0, visit).row }, label: visit.text(MeetupText.waitsForYou)))\
            <p><a href="\(visit.matchesLink)">\(visit.text(MeetupText.seeMatches))</a></p></section>
            """
    }
}

extension PersonBlock {
    /// Whom somebody is matched with, for moderators.
    static let consoleMatches = PersonBlock(place: 35, module: .meetups, role: .moderator) { visit, profile in
        let page = try await visit.read(MatchCalls.ofAccount, profile.person.id, [("limit", "5")])
        let rows = page.items.map { match in
            MatchRowView(match, visit).consoleRow
        }
        return Card(
            visit.text(MeetupText.matches),
            trailing: "\(Badge(profile.reliabilityText(visit)))",
            id: "matches",
            List(
                rows,
                label: visit.text(MeetupText.matches),
                empty: EmptyState(.people, visit.text(MeetupText.noMatchesOf))
            ).html
        ).html
    }

    /// The languages of a person, and the way to a meetup.
    static let partner = PersonBlock(place: 20, module: .meetups) { visit, profile in
        guard profile.meetups?.knownLang.isEmpty == false else { return nil }
        let link = Button(
            visit.text(MeetupText.meetPerson, ["name": .text(profile.person.displayName)]),
            .quiet,
            .link(visit.partnerLink(profile.person.id))
        )
        let isOwn = profile.person.id == visit.accountID
        return
            "\(Card(visit.text(MeetupText.languages), footer: isOwn ? "" : "\(link)", "\(PartnerFacts(profile, visit))"))"
    }
}
