internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// A dispute with both sides, their figures, and the decision with what it costs whom.
struct DisputePage {
    /// What a moderator can decide.
    private enum Decision: String, CaseIterable {
        case challenger, challengee, void

        var winner: WagerParty? { WagerParty(rawValue: rawValue) }
    }

    private let view: WagerView
    private let tag: String?
    /// Of the two sides, as far as their accounts still exist.
    private let profiles: [WagerParty: Profile]
    private let ratings: [PartyRating]

    private var visit: Visit { view.visit }
    private var wager: Wager { view.wager }

    init(_ view: WagerView, _ tag: String?) async throws {
        self.view = view
        self.tag = tag
        var profiles: [WagerParty: Profile] = [:]
        for side in WagerParty.allCases {
            guard let person = view.person(side) else { continue }
            profiles[side] = try await view.visit.find {
                try await view.visit.read(ProfileCalls.show, person.id)
            }
        }
        self.profiles = profiles
        ratings =
            view.wager.status == .confirmed
            ? try await WagerService(view.visit.call.session).ratings(of: view.wager.id) : []
    }

    var document: Document {
        let description: HTML =
            wager.description.isEmpty ? .none : "<p class=\"prose\">\(wager.description)</p>"
        let history = Card(
            visit.say(.history),
            Timeline(WagerHistory(view, ratings).entries, label: visit.say(.history)).html
        )
        let main: HTML = """
            \(Card(visit.text(DisputeText.bothSides), sides.html))\(history)
            """
        return Document(
            wager.name,
            in: "admin/disputes",
            """
            <div id="wager" class="region" data-subject="wager/\(wager.id)">
            \(PageHead(
                wager.name,
                lead: lead,
                back: (visit.text(DisputeText.disputes), visit.link("admin/disputes"))
            ))
            \(visit.flash("void", DisputeText.wasVoided))\(visit.flash("hidden", DisputeText.wasHidden))\(description)
            \(Columns(main, side: "<div class=\"stack\">\(decision)\(takedown)\(hiding)</div>"))
            </div>
            """
        )
    }

    private var lead: HTML {
        """
        \(view.badge) \(visit.say(.amountOf, ["amount": .text(view.amount)])) · \
        <a href="\(visit.wagerLink(wager.id))">\(visit.text(DisputeText.asOthers))</a>
        """
    }

    // MARK: Both sides

    private var sides: Table {
        let parties: [WagerParty] = [.challenger, .challengee]
        let people = parties.map { side -> HTML in
            guard let person = view.person(side) else { return "–" }
            return "<a href=\"\(visit.link("admin/people/\(person.id)"))\">\(person.fullName)</a>"
        }
        func row(_ word: DisputeText, _ value: (WagerParty) -> HTML) -> Table.Row {
            Table.Row(["\(visit.text(word))"] + parties.map(value))
        }
        func figure(_ word: DisputeText, _ value: @escaping (Profile.Wagers) -> HTML) -> Table.Row {
            row(word) { side in profiles[side]?.wagers.map(value) ?? "–" }
        }
        let number = { (count: Int) -> HTML in "\(visit.localizer.number(Int64(count)))" }
        return Table(
            id: "sides",
            caption: visit.text(DisputeText.bothSides),
            hidesCaption: true,
            columns: [.init(visit.text(DisputeText.about))] + parties.map { .init(view.name($0)) },
            rows: [
                Table.Row(["\(visit.text(DisputeText.figures))"] + people), row(.says, said),
                figure(.wonCount) { number($0.wagersWon) }, figure(.lostCount) { number($0.wagersLost) },
                figure(.profit) { WagerFigures.money($0.pnlCents, visit).html },
                figure(.rating) { rating($0.rating) },
            ]
        )
    }

    /// What a side reported. Who did not report first said the opposite.
    private func said(_ side: WagerParty) -> HTML {
        guard let claim = wager.claim, let by = claim.by.known, let winner = claim.winner.known else {
            return "\(visit.text(DisputeText.saysNothing))"
        }
        let said = by == side ? winner : winner.other
        return "“\(visit.say(.theyWon, ["name": .text(view.name(said))]))”"
    }

    private func rating(_ rating: Profile.Rating) -> HTML {
        rating.mean.map {
            "\(visit.localizer.decimal($0, places: 1...2)) (\(visit.localizer.number(Int64(rating.count))))"
        }
            ?? "\(visit.text(DisputeText.noRating))"
    }

    // MARK: The decision

    private var decision: HTML {
        guard wager.status == .disputed else {
            return wager.disputedAt == nil ? .none : Alert(.info, visit.text(DisputeText.isOver)).html
        }
        guard wager.allows(.arbitrate) else { return Alert(.info, visit.text(DisputeText.isParty)).html }
        if let chosen = visit.query("decide").flatMap(Decision.init) { return confirmation(chosen).html }
        let rows = Decision.allCases.map { decision in
            ListRow(
                title(decision),
                href: visit.disputeLink(wager.id, [("decide", decision.rawValue)]) + "#decision",
                leading: decision.winner.flatMap { view.person($0) }.map { Avatar($0, visit).html }
                    ?? "<span class=\"avatar\">\(Icon.cross)</span>",
                detail: "\(effect(decision))"
            )
        }
        return Card(
            visit.text(DisputeText.decide),
            isAccent: true,
            "<p class=\"soft\">\(visit.text(DisputeText.decideText))</p>\(List(rows, label: visit.text(DisputeText.decide)))"
        )
        .html
    }

    private func title(_ decision: Decision) -> String {
        guard let winner = decision.winner else { return visit.text(DisputeText.voidIt) }
        return visit.text(DisputeText.sideWon, ["name": .text(view.name(winner))])
    }

    /// What the decision means for the two people's money.
    private func effect(_ decision: Decision) -> String {
        guard let winner = decision.winner else { return visit.text(DisputeText.effectVoid) }
        return visit.text(
            DisputeText.effectPays,
            [
                "loser": .text(view.name(winner.other)), "winner": .text(view.name(winner)),
                "amount": .text(view.amount),
            ]
        )
    }

    private func confirmation(_ decision: Decision) -> Card {
        let form = ScreenForm(visit, WagerCalls.arbitrate, wager.id, tag: tag)
        let choice =
            decision.winner.map { form.hidden("winner", $0.rawValue) } ?? form.hidden("void", "true")
        let fields: HTML = """
            \(form.alert)\(choice)
            \(form.field("reason", visit.text(DisputeText.reason), .textarea(rows: 3), hint: visit.text(DisputeText.reasonHint), marksOptional: true))
            \(form.submit(visit.text(decision == .void ? DisputeText.doVoid : .doDecide), isWide: true))
            """
        return Card(
            title(decision),
            footer:
                "<a href=\"\(visit.disputeLink(wager.id))\">\(visit.text(DisputeText.chooseAnother))</a>",
            isAccent: true,
            id: "decision",
            """
            <p id="effect"><strong>\(effect(decision))</strong></p><p class="soft">\(visit.text(DisputeText.finalWord))</p>\(form(fields))
            """
        )
    }

    // MARK: Taking it down

    /// For wagers that nobody should have posed.
    private var takedown: HTML {
        let final: [WagerStatus?] = [.confirmed, .cancelled, .declined]
        guard view.me == nil, !final.contains(wager.status.known) else { return .none }
        let form = ScreenForm(visit, WagerCalls.void, wager.id, tag: tag)
        let fields: HTML = """
            \(form.alert)<p class="soft">\(visit.text(DisputeText.takeDownText))</p>
            \(form.field("reason", visit.text(DisputeText.reason), .textarea(rows: 2), hint: visit.text(DisputeText.reasonHint), marksOptional: true))
            \(form.submit(visit.text(DisputeText.doTakeDown), .danger))
            """
        return Disclosure(
            visit.text(DisputeText.takeDown),
            isOpen: form.refusal != nil,
            form(fields)
        )
        .html
    }

    /// What others no longer read, whatever becomes of the money.
    private var hiding: HTML {
        guard view.me == nil else { return .none }
        let form = ScreenForm(visit, HidingCalls.hide)
        let parts = DisputeText.hideable(visit)
        // Comments are there once it is paid.
        let part: HTML =
            ratings.contains { $0.comment != nil }
            ? form.field("part", visit.text(DisputeText.part), .select(parts), isRequired: true) : .none
        let fields: HTML = """
            \(form.alert)\(form.hidden("subject.type", "wager"))\(form.hidden("subject.id", "\(wager.id)"))
            <p class="soft">\(visit.text(DisputeText.hideText))</p>\(part)
            \(form.field("reason", visit.text(DisputeText.reason), .textarea(rows: 2), hint: visit.text(DisputeText.hideReasonHint)))
            \(form.submit(visit.text(DisputeText.doHide), .danger, icon: .block))
            """
        return Disclosure(visit.text(DisputeText.hide), isOpen: form.refusal != nil, form(fields)).html
    }
}
