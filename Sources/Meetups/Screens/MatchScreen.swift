internal import Accounts
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// A match as a conversation: what is next, and how it came about.
    static let match = Screen(
        "matches/{id:id}",
        "A match",
        module: .meetups,
        writes: [
            ScreenWrite(MatchCalls.plan, insteadOf: MatchPage.whereNothingChanges),
            ScreenWrite(MatchCalls.feedback),
        ]
    ) { visit in
        let id = try visit.id()
        let (match, tag) = try await visit.readTagged(MatchCalls.show, id)
        let history = try await visit.read(MatchCalls.history, id)
        return MatchPage(visit, match, tag: tag, history: history.items).document
    }

    /// Asks once more before a match and its history are deleted.
    static let endMatch = Screen(
        "matches/{id:id}/end",
        "End a match",
        module: .meetups,
        writes: [ScreenWrite(MatchCalls.end) { _, _ in "matches" }]
    ) { visit in
        let (match, tag) = try await visit.readTagged(MatchCalls.show, try visit.id())
        let form = ScreenForm(visit, MatchCalls.end, match.matchID, tag: tag)
        let name = match.profile.person.displayName
        let title = visit.text(MeetupText.endMatchTitle, ["name": .text(name)])
        return Document(
            title,
            in: "matches",
            isNarrow: true,
            """
            \(Confirm(
                title,
                visit.text(MeetupText.endMatchText, ["name": .text(name)]),
                details: form.alert,
                action: form(form.submit(visit.text(MeetupText.endMatch), .danger), class: "inline-form"),
                cancel: (visit.text(MeetupText.keepMatch), visit.matchLink(match.matchID))
            ))
            """
        )
    }
}

/// The page of one match. What its buttons do is what the match says can be done.
struct MatchPage {
    let visit: Visit
    let match: Match
    /// Forms are refused if the match has changed since.
    let tag: String?
    let history: [MatchEvent]

    init(_ visit: Visit, _ match: Match, tag: String?, history: [MatchEvent]) {
        self.visit = visit
        self.match = match
        self.tag = tag
        self.history = history
    }

    var name: String { match.profile.person.displayName }

    var document: Document {
        let title = visit.text(MeetupText.matchTitle, ["name": .text(match.profile.person.fullName)])
        return Document(
            title,
            in: "matches",
            """
            <div id="match" class="region" data-subject="match/\(match.matchID)">
            \(PageHead(title, back: (visit.text(MeetupText.matches), visit.matchesLink)))
            \(conflict)\(visit.flash("unchanged", match.can(.accept) ? MeetupText.unchanged : .unchangedPlan, .warning))
            \(Columns("\(nextSteps)\(timeline)", side: person))
            </div>
            """
        )
    }

    func text(_ key: MeetupText) -> String { visit.text(key, ["name": .text(name)]) }

    private var person: HTML {
        let id = match.profile.person.id
        let profile = Button(
            visit.text(MeetupText.aboutPerson),
            .plain,
            icon: .person,
            .link(visit.partnerLink(id))
        )
        let bio: HTML = match.profile.bio.isEmpty ? "" : "<p class=\"soft\">\(match.profile.shortBio)</p>"
        let end = Button(text(.endMatch), .danger, .link(visit.endMatchLink(match.matchID)))
        return """
            \(Card(
                match.profile.person.fullName,
                trailing: "\(Avatar(match.profile.person, visit))",
                footer: "\(ButtonRow(profile, end))",
                "\(PartnerFacts(match.profile, visit))\(bio)"
            ))
            """
    }

    // MARK: Conflicts

    /// The other person was faster, or something else is to say about a form that this page may no longer have.
    private var conflict: HTML {
        guard let refusal = visit.refusal else { return .none }
        let form = form(refusal.input["_part"])
        switch (refusal.name, refusal.problem.status) {
        case (MatchCalls.plan.description.name, 409), (MatchCalls.plan.description.name, 412):
            return "\(Alert(.warning, text(conflictText)))"
        case (MatchCalls.feedback.description.name, _):
            return
                "\(Alert(.error, ScreenForm(visit, MatchCalls.feedback, match.matchID, part: refusal.input["_part"]).problem ?? ""))"
        default:
            // Errors of fields stand beside them.
            return refusal.problem.errors?.isEmpty == false ? .none : "\(Alert(.error, form.problem ?? ""))"
        }
    }

    private var conflictText: MeetupText {
        if match.can(.accept) { return .conflictProposed }
        switch match.statusCode.known {
        case .scheduled: return .conflictScheduled
        case .matched: return .conflictCancelled
        case .proposedByFirst, .proposedBySecond, nil: return .conflictChanged
        }
    }

    /// What the fields of a proposal came with, in its form.
    static let planField = "_plan"

    static func planText(_ time: String, _ place: String) -> String { "\(time) \(place.trimmed)" }

    /// The page again for a proposal of what is proposed or agreed already.
    static func whereNothingChanges(_ visit: Visit, _ input: FormInput) -> String? {
        guard let plan = input[planField], plan == planText(input["time_1"] ?? "", input["location"] ?? "")
        else {
            return nil
        }
        return "matches/\(visit.value("id"))?done=unchanged"
    }

    /// A form of this page that makes a move.
    func form(_ part: String?) -> ScreenForm {
        ScreenForm(visit, MatchCalls.plan, match.matchID, tag: tag, part: part)
    }
}
