internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// A game with its markets and prices, its bets, and all that can be done about it.
    static let consoleGame = Screen(
        "admin/events/{id:id}",
        "A game in the console",
        module: .sportsbook,
        for: .role(.admin),
        writes: [
            ScreenWrite(TreeAdminCalls.updateEvent, needsRecentSignInIf: \.decidesGame) { visit, _ in
                "admin/events/\(visit.value("id"))?done=saved"
            },
            ScreenWrite(TreeAdminCalls.updateMarket, needsRecentSignInIf: \.voidsMarket) { visit, _ in
                "admin/events/\(visit.value("id"))?done=saved"
            },
            ScreenWrite(TreeAdminCalls.updateOutcome) { visit, _ in
                "admin/events/\(visit.value("id"))?done=saved"
            },
            ScreenWrite(TreeAdminCalls.createMarket) { visit, _ in
                "admin/events/\(visit.value("id"))?done=saved"
            },
            ScreenWrite(TreeAdminCalls.deleteMarket) { visit, _ in
                "admin/events/\(visit.value("id"))?done=deleted"
            },
            ScreenWrite(TreeAdminCalls.deleteEvent, needsRecentSignIn: true) { _, _ in
                "admin/events?done=deleted"
            },
        ]
    ) { visit in try await GameDesk(visit).document }
}

extension FormInput {
    /// Whether bets are settled or paid back by it.
    var decidesGame: Bool { ["final", "cancelled"].contains(self["status"]) }

    /// Whether stakes are paid back by it.
    var voidsMarket: Bool { self["status"] == "void" }
}

/// The parts of a game's page in the console.
private struct GameDesk {
    let visit: Visit
    let event: SportsEvent
    let tag: String?
    let tournament: Tournament
    let bets: EventBets

    init(_ visit: Visit) async throws {
        self.visit = visit
        let id = try visit.id()
        (event, tag) = try await visit.readTagged(TreeAdminCalls.event, id)
        tournament = try await visit.read(TreeAdminCalls.tournament, event.tournamentID)
        bets = try await visit.read(
            BetAdminCalls.bets,
            id,
            [("limit", "10"), ("cursor", visit.query("cursor"))]
        )
    }

    var document: Document {
        let title = visit.title(of: event)
        let markets = MarketDesk(visit, event, bets.exposure)
        return Document(
            title,
            in: "admin/events",
            """
            \(PageHead(title, lead: lead, back: visit.toGames))
            \(visit.flash("saved", BookConsoleText.wasSaved))\(visit.flash("created", BookConsoleText.wasCreated))\
            \(visit.flash("decided", BookConsoleText.wasDecided))\(visit.flash("void", BookConsoleText.wasVoided))\
            \(visit.flash("deleted", BookConsoleText.wasDeleted))
            \(Columns("\(isLate ? result.html : .none)\(markets.html)\(betTable)", side: "<div class=\"stack\">\(isLate ? .none : result.html)\(moves)\(edit)\(deletion)</div>"))
            """
        )
    }

    /// Whether the result is the first thing to do here.
    private var isLate: Bool { !event.isDecided && event.startsAt < visit.now }

    private var lead: HTML {
        """
        \(visit.badge(event.status, startsAt: event.startsAt)) \(tournament.name) · \(visit.time(event.startsAt)) · \
        <a href="\(visit.gameLink(event.id))">\(visit.text(BookConsoleText.asOthers))</a> · \(visit.timesIn)
        """
    }

    private func form(_ part: String) -> ScreenForm {
        ScreenForm(visit, TreeAdminCalls.updateEvent, event.id, tag: tag, part: part)
    }

    // MARK: The result

    private var result: Card {
        let score: HTML = optional(event.score) { score -> HTML in
            let facts = event.ordered(home: (event.home, score.home), away: (event.away, score.away))
            return Facts(facts.map { (word: $0.0, value: "<strong>\($0.1)</strong>") }).html
        }
        let isFinal = event.status == .final
        let words: BookConsoleText = isFinal ? .correctText : .resultText
        return Card(
            visit.text(isFinal ? BookConsoleText.correct : .result),
            isAccent: isLate,
            "\(score)<p class=\"soft\">\(visit.text(words))</p>\(ScoreForm(visit, event).html)"
        )
    }

    // MARK: The state

    private var moves: HTML {
        guard !event.isDecided else {
            return event.status == .final
                ? Card(visit.text(BookConsoleText.cancelGame), cancelling).html : .none
        }
        let running = form("score")
        let begin = event.status == .live ? BookConsoleText.showScore : .begin
        let home = number(running, "home_score", event.home, event.homeScore)
        let away = number(running, "away_score", event.away, event.awayScore)
        let score = running(
            """
            \(running.alert)\(running.hidden("status", "live"))
            <div class="row">\(each(event.ordered(home: home, away: away)) { $0 })</div>
            \(running.submit(visit.text(begin), .quiet))
            """
        )
        let live = Card(
            visit.text(BookConsoleText.runningScore),
            "<p class=\"soft\">\(visit.text(BookConsoleText.runningScoreText))</p>\(score)"
        )
        let state = form("state")
        let other: HTML =
            event.status == .postponed
            ? state.button(visit.text(BookConsoleText.schedule), fields: state.hidden("status", "scheduled"))
            : state.button(visit.text(BookConsoleText.postpone), fields: state.hidden("status", "postponed"))
        let moves = Card(
            visit.text(BookConsoleText.moveGame),
            "<p class=\"soft\">\(visit.text(BookConsoleText.postponeText))</p><div class=\"buttons\">\(other)\(cancelling)</div>"
        )
        return "\(live)\(moves)"
    }

    private var cancelling: HTML {
        Button(
            visit.text(BookConsoleText.cancelGame),
            .danger,
            .link(visit.decisionLink(event.id, [("decision", "cancelled")]))
        ).html
    }

    private func number(_ form: ScreenForm, _ name: String, _ team: String, _ value: Int?) -> HTML {
        form.field(name, team, .number, value: "\(value ?? 0)", isShort: true, isRequired: true)
    }

    private var edit: HTML {
        let form = form("edit")
        return Disclosure(
            visit.text(BookConsoleText.editGame),
            isOpen: form.refusal != nil,
            form(
                "\(form.alert)\(GameFields(form, event).html)\(form.submit(visit.text(PageText.save), .quiet))"
            )
        )
        .html
    }

    /// A game with bets is cancelled instead.
    private var deletion: HTML {
        guard bets.items.isEmpty, visit.query("cursor") == nil else { return .none }
        let form = ScreenForm(visit, TreeAdminCalls.deleteEvent, event.id)
        return Card(
            visit.text(BookConsoleText.deleteGame),
            """
            <p class="soft">\(visit.text(BookConsoleText.deleteGameText))</p><div class="buttons">\(form.button(
                visit.text(BookConsoleText.deleteGame),
                .danger,
                confirm: visit.text(BookConsoleText.deleteGameSure)
            ))</div>
            """
        )
        .html
    }

    // MARK: Bets

    private var betTable: HTML {
        let columns: [Table.Column] = [
            .init(visit.text(BookConsoleText.who)), .init(visit.text(BookConsoleText.bet)),
            .init(visit.text(BookConsoleText.stake), .end), .init(visit.text(BookConsoleText.pays), .end),
        ]
        let table = Table(
            id: "bets",
            caption: visit.text(BookConsoleText.bets),
            columns: columns,
            rows: bets.items.map(row),
            narrow: .rows,
            empty: EmptyState(.ticket, visit.text(BookConsoleText.noBets))
        )
        return """
            <section class="region" id="bets-of-game" data-subject="bet/*">\(table)\(visit.pager(bets.nextCursor, keeping: []))</section>
            """
    }

    private func row(_ placed: PlacedBet) -> Table.Row {
        let bet = placed.bet
        let words = BetWords(visit)
        let person = visit.link("admin/people/\(placed.person.id)")
        let pays: HTML =
            bet.payoutCents.map { "\(visit.money($0))" }
            ?? "<span class=\"soft\">\(visit.money(bet.potentialPayoutCents))</span>"
        return Table.Row([
            "<a href=\"\(person)\">\(placed.person.fullName)</a>",
            "<span>\(words.title(bet)) \(words.badge(bet.status))</span>", "\(visit.money(bet.stakeCents))",
            pays,
        ])
    }
}

/// Asks for the score of a game that is over. What it pays is shown next.
struct ScoreForm {
    private let visit: Visit
    private let event: SportsEvent

    init(_ visit: Visit, _ event: SportsEvent) {
        self.visit = visit
        self.event = event
    }

    var html: HTML {
        """
        <form method="get" action="\(visit.decisionLink(event.id))" class="form">\
        \(hiddenInput("decision", "final"))<div class="row">\(each(event.ordered(home: home, away: away)) { $0.html })</div>\
        \(Button(visit.text(BookConsoleText.preview), event.isDecided ? .quiet : .primary))</form>
        """
    }

    /// In the order of the title.
    private var home: Field { score("home_score", event.home, event.homeScore) }
    private var away: Field { score("away_score", event.away, event.awayScore) }

    private func score(_ name: String, _ team: String, _ value: Int?) -> Field {
        Field(
            name,
            team,
            .number,
            id: "result-\(name)",
            value: value.map { "\($0)" } ?? "",
            isRequired: true,
            isShort: true,
            limits: Field.Limits(minimum: "0", maximum: "10000")
        )
    }
}
