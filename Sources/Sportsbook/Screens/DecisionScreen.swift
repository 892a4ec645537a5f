internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// What a result, a correction, a cancelled game or a void market pays, and the button that does it.
    static let consoleDecision = Screen(
        "admin/events/{id:id}/result",
        "A decision about a game",
        module: .sportsbook,
        for: .role(.admin),
        writes: [
            ScreenWrite(TreeAdminCalls.updateEvent, needsRecentSignIn: true) { visit, _ in
                "admin/events/\(visit.value("id"))?done=decided"
            },
            ScreenWrite(TreeAdminCalls.updateMarket, needsRecentSignIn: true) { visit, _ in
                "admin/events/\(visit.value("id"))?done=void"
            },
        ]
    ) { visit in
        let (event, tag) = try await visit.readTagged(TreeAdminCalls.event, try visit.id())
        return try await DecisionPage(event, tag, visit).document
    }
}

private struct DecisionPage {
    private enum Decision {
        case score(home: String, away: String)
        case cancelled
        case void(Market)
    }

    private let visit: Visit
    private let event: SportsEvent
    private let tag: String?

    init(_ event: SportsEvent, _ tag: String?, _ visit: Visit) {
        self.event = event
        self.tag = tag
        self.visit = visit
    }

    /// What the query asks for; `nil` if something is missing.
    private var decision: Decision? {
        switch visit.query("decision") {
        case "cancelled": return .cancelled
        case "void":
            let id = visit.query("market").flatMap { Int64($0) }
            return event.markets.first { $0.id == id }.map(Decision.void)
        default:
            guard let home = visit.query("home_score"), let away = visit.query("away_score"),
                [home, away].allSatisfy({ Int($0).map((0...10_000).contains) == true })
            else { return nil }
            return .score(home: home, away: away)
        }
    }

    var document: Document {
        get async throws {
            let title = visit.title(of: event)
            guard let decision else {
                return Document(
                    title,
                    in: "admin/events",
                    isNarrow: true,
                    "\(PageHead(visit.text(BookConsoleText.result), lead: "\(title)", back: (title, visit.deskLink(event.id))))\(ScoreForm(visit, event).html)"
                )
            }
            let preview = try await visit.read(BetAdminCalls.preview, event.id, query(decision))
            return Document(
                self.title(decision),
                in: "admin/events",
                isNarrow: true,
                Confirm(
                    self.title(decision),
                    text(decision),
                    details: facts(preview, decision),
                    action: try await action(decision),
                    cancel: (visit.text(PageText.back), visit.deskLink(event.id))
                ).html
            )
        }
    }

    private func query(_ decision: Decision) -> [(String, String?)] {
        switch decision {
        case .score(let home, let away):
            [("decision", "final"), ("home_score", home), ("away_score", away)]
        case .cancelled: [("decision", "cancelled")]
        case .void(let market): [("decision", "void"), ("market", "\(market.id)")]
        }
    }

    // MARK: Words

    private func title(_ decision: Decision) -> String {
        switch decision {
        case .score:
            visit.text(event.isDecided ? BookConsoleText.confirmCorrection : .confirmResult)
        case .cancelled: visit.text(BookConsoleText.confirmCancel)
        case .void: visit.text(BookConsoleText.confirmVoid)
        }
    }

    private func text(_ decision: Decision) -> String {
        let game = visit.title(of: event)
        switch decision {
        case .score(let home, let away):
            let score = event.ordered(home: home, away: away).joined(separator: "–")
            return visit.text(BookConsoleText.confirmText, ["game": .text(game), "score": .text(score)])
        case .cancelled: return visit.text(BookConsoleText.cancelText, ["game": .text(game)])
        case .void(let market):
            let line = market.line.map { " \(visit.line($0, isHandicap: market.kind == .spread))" } ?? ""
            return visit.text(
                BookConsoleText.voidText,
                ["game": .text(game), "market": .text(visit.title(of: market.kind) + line)]
            )
        }
    }

    // MARK: Money

    private func facts(_ preview: ResultPreview, _ decision: Decision) -> HTML {
        guard preview.bets > 0 else {
            let isSame = if case .score = decision { event.isDecided } else { false }
            let waiting: HTML =
                preview.waiting > 0
                ? "<p class=\"soft\">\(visit.text(BookConsoleText.whatWaits, ["count": .number(Int64(preview.waiting))]))</p>"
                : .none
            return "\(Alert(.info, visit.text(isSame ? BookConsoleText.unchanged : .nothing)))\(waiting)"
        }
        let how = visit.text(
            BookConsoleText.howMany,
            [
                "won": .number(Int64(preview.won)), "lost": .number(Int64(preview.lost)),
                "returned": .number(Int64(preview.returned)),
            ]
        )
        var facts: [(word: String, value: HTML)] = [
            (visit.text(BookConsoleText.whatBets), "\(visit.localizer.number(Int64(preview.bets)))"),
            (visit.text(BookConsoleText.whatHow), "\(how)"),
            (visit.text(BookConsoleText.whatStakes), "\(visit.money(preview.stakeCents))"),
            (visit.text(BookConsoleText.whatPays), "\(visit.money(preview.payoutCents))"),
        ]
        if preview.reversedCents > 0 {
            let change = preview.payoutCents - preview.reversedCents
            facts.append(
                (
                    visit.text(BookConsoleText.whatTakesBack),
                    "\(visit.money(preview.reversedCents))"
                )
            )
            facts.append(
                (
                    visit.text(BookConsoleText.whatChanges),
                    Money(visit.money(change).replacing("-", with: "−"), change < 0 ? .loss : .gain).html
                )
            )
        }
        let waiting: HTML =
            preview.waiting > 0
            ? "<p class=\"soft\">\(visit.text(BookConsoleText.whatWaits, ["count": .number(Int64(preview.waiting))]))</p>"
            : .none
        let rest: HTML =
            preview.complete ? .none : Alert(.warning, visit.text(BookConsoleText.incomplete)).html
        return "<div id=\"preview\">\(Facts(facts, isSum: true))</div>\(waiting)\(rest)"
    }

    private func action(_ decision: Decision) async throws -> HTML {
        switch decision {
        case .score(let home, let away):
            let form = ScreenForm(visit, TreeAdminCalls.updateEvent, event.id, tag: tag)
            return form.button(
                visit.text(event.isDecided ? BookConsoleText.enterCorrection : .enterResult),
                .primary,
                icon: .check,
                fields: """
                    \(form.hidden("status", "final"))\(form.hidden("home_score", home))\(form.hidden("away_score", away))
                    """
            )
        case .cancelled:
            let form = ScreenForm(visit, TreeAdminCalls.updateEvent, event.id, tag: tag)
            return form.button(
                visit.text(BookConsoleText.doCancel),
                .danger,
                fields: form.hidden("status", "cancelled")
            )
        case .void(let market):
            let (_, tag) = try await visit.readTagged(TreeAdminCalls.market, market.id)
            let form = ScreenForm(visit, TreeAdminCalls.updateMarket, market.id, tag: tag)
            return form.button(
                visit.text(BookConsoleText.doVoid),
                .danger,
                fields: form.hidden("status", "void")
            )
        }
    }
}
