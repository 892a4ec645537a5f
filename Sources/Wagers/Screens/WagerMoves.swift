internal import Localization
internal import Pages
internal import ParlayAPI

/// The moves that the answer allows, as buttons and small forms.
struct WagerMoves {
    let view: WagerView
    /// Moves are for the wager as it is shown.
    let tag: String?
    let venmo: PaymentGuide?

    private var visit: Visit { view.visit }
    private var wager: Wager { view.wager }

    func form<Body, Answer>(_ call: Endpoint<Int64, Body, Answer>) -> ScreenForm {
        ScreenForm(visit, call, wager.id, tag: tag)
    }

    /// A form of one button. What was refused stands above all moves.
    func button<Body, Answer>(
        _ call: Endpoint<Int64, Body, Answer>,
        _ text: String,
        _ kind: Button.Kind = .quiet,
        icon: Icon? = nil,
        confirm: String? = nil,
        sending field: (name: String, value: String)? = nil
    ) -> HTML {
        let form = form(call)
        let hidden = field.map { form.hidden($0.name, $0.value) } ?? .none
        return form("\(hidden)\(Button(text, kind, icon: icon))", class: "inline-form", confirm: confirm)
    }

    /// Why the last move was refused.
    var alert: HTML {
        [
            form(WagerCalls.take).alert, form(WagerCalls.decline).alert, form(WagerCalls.delete).alert,
            form(WagerCalls.complete).alert, form(WagerCalls.cancel).alert, form(WagerCalls.withdraw).alert,
            form(WagerCalls.pay).alert, form(WagerCalls.confirm).alert,
        ]
        .reduce(HTML.none, +)
    }

    /// What can be done now, the main thing first.
    var buttons: HTML {
        var rows: [HTML] = []
        if wager.allows(.take) || wager.allows(.delete) { rows.append(offer) }
        if wager.allows(.complete) { rows.append(report) }
        if wager.allows(.arbitrate) { rows.append(decision) }
        if wager.allows(.pay) { rows.append(payment) }
        if wager.allows(.confirm) { rows.append(confirmation) }
        if wager.allows(.rate) { rows.append(rating) }
        return rows.reduce(HTML.none, +)
    }

    // MARK: The offer

    private var offer: HTML {
        var buttons: [HTML] = []
        if wager.allows(.take) {
            buttons.append(button(WagerCalls.take, visit.say(.take), .primary, icon: .check))
        }
        if wager.allows(.decline) {
            buttons.append(
                button(WagerCalls.decline, visit.say(.decline), .plain, confirm: visit.say(.askDecline))
            )
        }
        if wager.allows(.edit) {
            buttons.append(
                Button(visit.say(.share), .primary, icon: .share, .link(visit.shareLink(wager.id))).html
            )
            buttons.append(
                Button(visit.text(PageText.edit), .quiet, icon: .edit, .link(visit.editLink(wager.id))).html
            )
        }
        if wager.allows(.delete) {
            let question = visit.say(.askWithdrawOffer)
            buttons.append(button(WagerCalls.delete, visit.say(.withdrawOffer), .danger, confirm: question))
        }
        return ButtonRow(markup: buttons).html
    }

    // MARK: The result

    private var report: HTML {
        guard let me = view.me else { return .none }
        guard let claim = wager.claim, let winner = claim.winner.known else {
            let question = visit.say(.askLost, ["name": .text(view.otherName)])
            return ButtonRow(markup: [
                says(me, .primary, icon: .trophy), says(me.other, confirm: question),
            ]).html
        }
        if claim.by == me {
            let text = visit.say(.changeClaim, ["result": .text(view.iSay(winner.other))])
            return ButtonRow(markup: [says(winner.other, .plain, text)]).html
        }
        let question = visit.say(.askDisagree)
        return ButtonRow(markup: [
            says(winner, .primary, visit.say(.agree), icon: .check),
            says(winner.other, .danger, visit.say(.disagree), confirm: question),
        ]).html
    }

    private func says(
        _ winner: WagerParty,
        _ kind: Button.Kind = .quiet,
        _ text: String? = nil,
        icon: Icon? = nil,
        confirm: String? = nil
    ) -> HTML {
        button(
            WagerCalls.complete,
            text ?? view.iSay(winner),
            kind,
            icon: icon,
            confirm: confirm,
            sending: ("winner", winner.rawValue)
        )
    }

    var withdraw: HTML {
        guard wager.allows(.withdrawCancel) else { return .none }
        return ButtonRow(markup: [button(WagerCalls.withdraw, visit.say(.keepGoing))]).html
    }

    var agreeToCancel: HTML {
        guard wager.allows(.cancel) else { return .none }
        return ButtonRow(markup: [button(WagerCalls.cancel, visit.say(.agreeCancel), .danger)]).html
    }

    var askToCancel: HTML {
        guard wager.allows(.cancel), wager.cancelRequestedBy == nil else { return .none }
        return button(WagerCalls.cancel, visit.say(.askCancel), .danger)
    }

    // MARK: A dispute

    private var decision: HTML {
        let form = form(WagerCalls.arbitrate)
        let sides: [Field.Option] = [
            Field.Option("challenger", view.name(.challenger)),
            Field.Option("challengee", view.name(.challengee)),
        ]
        let winner = Field(
            "winner",
            visit.say(.winner),
            .segmented(sides),
            id: "decision-winner",
            value: form.typed("winner", nil),
            error: form.errors("winner").first,
            isRequired: true
        )
        let decide = form(
            """
            \(form.alert)\(winner)
            \(form.field("reason", visit.say(.reason), .textarea(rows: 2), hint: visit.say(.reasonHint)))
            \(form.submit(visit.say(.decide)))
            """,
            confirm: visit.say(.askDecide)
        )
        let void = button(
            WagerCalls.arbitrate,
            visit.say(.voidIt),
            .plain,
            confirm: visit.say(.askVoid),
            sending: ("void", "true")
        )
        return "\(decide)\(void)"
    }

    // MARK: The money

    private var payment: HTML {
        // After one way was chosen, the other is for who was mistaken.
        let method = wager.paymentMethod?.known
        guard method != nil else { return ways }
        return Disclosure(visit.say(.otherWay), id: "other-way", ways).html
    }

    private var ways: HTML {
        var buttons: [HTML] = []
        let method = wager.paymentMethod?.known
        if let venmo {
            // The app's link works on a phone that has it, the other everywhere.
            let text = visit.say(.payVenmo, ["amount": .text(view.amount)])
            if let web = venmo.webURL {
                buttons.append(Button(text, method == nil ? .primary : .quiet, icon: .money, .link(web)).html)
            }
            if let app = venmo.appURL {
                buttons.append(Button(visit.say(.openVenmoApp), .quiet, .link(app)).html)
            }
            if method != .venmo { buttons.append(pays(.venmo, .markVenmo)) }
        }
        if method != .cash { buttons.append(pays(.cash, .markCash)) }
        let hint: HTML =
            venmo == nil && method == nil
            ? "<p class=\"soft\">\(visit.say(.noVenmo, ["name": .text(view.otherName)]))</p>" : .none
        return "\(hint)\(ButtonRow(markup: buttons))"
    }

    private func pays(_ method: PaymentMethod, _ words: WagerText) -> HTML {
        button(WagerCalls.pay, visit.say(words), icon: .check, sending: ("method", method.rawValue))
    }

    private var confirmation: HTML {
        ButtonRow(markup: [
            button(WagerCalls.confirm, visit.say(.gotIt), .primary, icon: .check, sending: ("paid", "true")),
            button(
                WagerCalls.confirm,
                visit.say(.notYet),
                confirm: visit.say(.askNotYet),
                sending: ("paid", "false")
            ),
        ]).html
    }

    private var rating: HTML {
        let form = form(WagerCalls.rate)
        let stars = (1...5).map { Field.Option("\($0)", "\($0)") }
        return form(
            """
            \(form.alert)
            \(form.field("rating", visit.say(.rateTitle, ["name": .text(view.otherName)]), .segmented(stars), hint: visit.say(.ratingHint)))
            \(form.field("comment", visit.say(.comment), .textarea(rows: 2), hint: visit.say(.commentHint, ["name": .text(view.otherName)])))
            \(form.submit(visit.say(.rate)))
            """
        )
    }
}

/// Who decides a dispute, as far as the two sides have named somebody.
struct Arbiters {
    let view: WagerView
    let mine: Person?
    let theirs: Person?
    private let friends: [Field.Option]

    init(_ view: WagerView) async throws {
        self.view = view
        let ids = [view.wager.challengerArbiterID, view.wager.challengeeArbiterID]
        let isChallenger = view.me == .challenger
        guard view.wager.allows(.nameArbiter) else {
            (mine, theirs, friends) = (nil, nil, [])
            return
        }
        let parties = [view.wager.challenger.username, view.wager.challengee?.username]
        friends = try await view.visit.friendSuggestions().filter { !parties.contains($0.value) }
        mine = try await Self.person(ids[isChallenger ? 0 : 1], view.visit)
        theirs = ids[0] == ids[1] ? mine : try await Self.person(ids[isChallenger ? 1 : 0], view.visit)
    }

    private static func person(_ id: Int64?, _ visit: Visit) async throws -> Person? {
        guard let id else { return nil }
        return try await visit.find { try await visit.read(ProfileCalls.show, id) }?.person
    }

    /// The naming of an arbiter: open in a dispute, else behind a word, with the wish to cancel.
    func card(_ moves: WagerMoves) -> HTML {
        let visit = view.visit
        guard view.wager.allows(.nameArbiter) else { return .none }
        let naming = naming(moves)
        if view.wager.status == .disputed || theirs != nil && theirs != mine {
            return "\(Card(visit.say(.arbiterTitle), naming))"
        }
        let form = moves.form(WagerCalls.nameArbiter)
        return """
            \(Disclosure(visit.say(.moreMoves), isOpen: form.refusal != nil, id: "more-moves", "\(ButtonRow(markup: [moves.askToCancel]))\(naming)"))
            """
    }

    private func naming(_ moves: WagerMoves) -> HTML {
        let visit = view.visit
        let form = moves.form(WagerCalls.nameArbiter)
        var lines: HTML = "<p class=\"soft\">\(visit.say(.arbiterText))</p>"
        if let theirs, theirs != mine {
            let words: KeyValuePairs<String, TextArgument> = [
                "name": .text(view.otherName), "arbiter": .text(theirs.fullName),
            ]
            let agree = moves.button(
                WagerCalls.nameArbiter,
                visit.say(.agreeArbiter, ["arbiter": .text(theirs.displayName)]),
                .primary,
                icon: .check,
                sending: ("username", theirs.username)
            )
            lines += "<p>\(visit.say(.arbiterTheirs, words))</p>\(ButtonRow(markup: [agree]))"
        }
        if let mine, theirs != mine {
            let words: KeyValuePairs<String, TextArgument> = [
                "name": .text(view.otherName), "arbiter": .text(mine.fullName),
            ]
            lines += "<p>\(visit.say(.arbiterMine, words))</p>"
        }
        return lines
            + form(
                """
                \(form.alert)
                \(form.field("username", visit.say(.arbiterName), autocomplete: "off", suggestions: friends))
                \(form.submit(visit.say(.nameArbiter), .quiet))
                """
            )
    }
}
