internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Leagues and cups, and a new one.
    static let consoleTournaments = Screen(
        "admin/tournaments",
        "Tournaments",
        module: .sportsbook,
        for: .role(.admin),
        writes: [
            ScreenWrite(TreeAdminCalls.createTournament) { _, _ in "admin/tournaments?done=created" }
        ]
    ) { visit in
        let page = try await visit.read(TreeCalls.tournaments, [("cursor", visit.query("cursor"))])
        let title = visit.text(BookConsoleText.tournaments)
        let list = List(
            page.items.map { row($0, visit) },
            label: title,
            empty: EmptyState(.trophy, visit.text(BookConsoleText.noTournaments))
        )
        let form = ScreenForm(visit, TreeAdminCalls.createTournament)
        let creation = Card(
            visit.text(BookConsoleText.newTournament),
            form(
                """
                \(form.alert)\(fields(form, nil))
                \(form.submit(visit.text(BookConsoleText.create), icon: .plus))
                """
            )
        )
        return Document(
            title,
            in: "admin/events",
            """
            \(PageHead(title, lead: "\(visit.text(BookConsoleText.tournamentsText))", back: visit.toGames))
            \(visit.flash("created", BookConsoleText.wasCreated))\(visit.flash("deleted", BookConsoleText.wasDeleted))
            \(Columns("\(list)\(visit.pager(page.nextCursor))", side: "\(creation)"))
            """
        )
    }

    /// A tournament, to be changed or closed.
    static let consoleTournament = Screen(
        "admin/tournaments/{id:id}",
        "A tournament",
        module: .sportsbook,
        for: .role(.admin),
        writes: [
            ScreenWrite(TreeAdminCalls.updateTournament) { visit, _ in
                "admin/tournaments/\(visit.value("id"))?done=saved"
            },
            ScreenWrite(TreeAdminCalls.deleteTournament, needsRecentSignIn: true) { _, _ in
                "admin/tournaments?done=deleted"
            },
        ]
    ) { visit in
        let (tournament, tag) = try await visit.readTagged(TreeAdminCalls.tournament, try visit.id())
        let form = ScreenForm(visit, TreeAdminCalls.updateTournament, tournament.id, tag: tag)
        let states = [
            Field.Option("open", visit.text(BookConsoleText.stateOpen)),
            Field.Option(
                "closed",
                visit.text(BookConsoleText.stateClosed),
                detail: visit.text(BookConsoleText.closedHint)
            ),
        ]
        return Document(
            tournament.name,
            in: "admin/events",
            isNarrow: true,
            """
            \(PageHead(
                tournament.name,
                back: (visit.text(BookConsoleText.tournaments), visit.link("admin/tournaments"))
            ))
            \(visit.flash("saved", BookConsoleText.wasSaved))
            \(form("""
                \(form.alert)\(fields(form, tournament))
                \(form.field("status", visit.text(BookConsoleText.state), .choices(states), value: tournament.status.rawValue))
                \(form.submit(visit.text(PageText.save)))
                """))
            \(deletion(of: tournament, visit))
            """
        )
    }

    private static func deletion(of tournament: Tournament, _ visit: Visit) -> Card {
        let form = ScreenForm(visit, TreeAdminCalls.deleteTournament, tournament.id)
        return Card(
            visit.text(PageText.delete),
            """
            <p class="soft">\(visit.text(BookConsoleText.deleteTournamentText))</p><div class="buttons">\(form.button(
                visit.text(PageText.delete),
                .danger,
                confirm: visit.text(BookConsoleText.deleteTournamentSure)
            ))</div>
            """
        )
    }

    private static func fields(_ form: ScreenForm, _ tournament: Tournament?) -> HTML {
        let visit = form.visit
        return """
            \(form.field("name", visit.text(BookConsoleText.name), value: tournament?.name, isRequired: true))
            \(form.field("sport", visit.text(BookConsoleText.sport), value: tournament?.sport, hint: visit.text(BookConsoleText.sportHint), isRequired: true))
            \(form.field("season", visit.text(BookConsoleText.season), value: tournament?.season, hint: visit.text(BookConsoleText.seasonHint)))
            \(form.field("icon_url", visit.text(BookConsoleText.icon), .url, value: tournament?.iconURL, hint: visit.text(BookConsoleText.iconHint)))
            """
    }

    private static func row(_ tournament: Tournament, _ visit: Visit) -> ListRow {
        let isClosed = tournament.status == .closed
        let season: HTML = optional(tournament.season) { " · \($0)" }
        return ListRow(
            tournament.name,
            href: visit.link("admin/tournaments/\(tournament.id)"),
            leading: "\(Icon.trophy)",
            badge: isClosed ? "\(Badge(visit.text(BookConsoleText.stateClosed)))" : .none,
            detail: "\(tournament.sport)\(season)"
        )
    }
}

extension Screen {
    /// A game that no feed brings.
    static let consoleNewGame = Screen(
        "admin/events/new",
        "A new game",
        module: .sportsbook,
        for: .role(.admin),
        writes: [
            ScreenWrite(TreeAdminCalls.createEvent) { _, response in
                response.eventID.map { "admin/events/\($0)?done=created" }
            }
        ]
    ) { visit in
        let open = try await visit.read(TreeCalls.tournaments, [("status", "open"), ("limit", "100")]).items
        let form = ScreenForm(visit, TreeAdminCalls.createEvent)
        let options = open.map { Field.Option("\($0.id)", $0.name) }
        let empty = EmptyState(
            .trophy,
            visit.text(BookConsoleText.noTournaments),
            action: Button(
                visit.text(BookConsoleText.newTournament),
                .primary,
                .link(visit.link("admin/tournaments"))
            ).html
        )
        let fields: HTML = """
            \(form.alert)
            \(form.field("tournament_id", visit.text(BookConsoleText.tournament), .select(options), value: visit.query("tournament")))
            \(GameFields(form, nil).html)
            \(form.submit(visit.text(BookConsoleText.create), icon: .plus))
            """
        return Document(
            visit.text(BookConsoleText.newGame),
            in: "admin/events",
            isNarrow: true,
            """
            \(PageHead(visit.text(BookConsoleText.newGame), back: visit.toGames))
            \(open.isEmpty ? empty.html : form(fields))
            """
        )
    }
}

/// What a game is, in the forms that create and change it.
struct GameFields {
    private let form: ScreenForm
    private let event: SportsEvent?

    init(_ form: ScreenForm, _ event: SportsEvent?) {
        self.form = form
        self.event = event
    }

    var html: HTML {
        let visit = form.visit
        let start = event.map { visit.localizer.localInput($0.startsAt) }
        return """
            \(form.field("home", visit.text(BookConsoleText.home), value: event?.home, isRequired: true))
            \(form.field("away", visit.text(BookConsoleText.away), value: event?.away, isRequired: true))
            \(form.field("starts_at", visit.text(BookConsoleText.startsAt), value: start, isRequired: true))
            \(form.field("week", visit.text(BookConsoleText.week), value: event?.week.map { "\($0)" }, hint: visit.text(BookConsoleText.weekHint), isShort: true))
            """
    }
}

extension Visit {
    var toGames: (text: String, href: String) { (text(BookConsoleText.games), link("admin/events")) }
}

extension Response {
    /// Of an event that the call created, perhaps when the form was sent before.
    fileprivate var eventID: Int64? {
        if let event = value as? SportsEvent { return event.id }
        guard let object = try? JSONParser.parseObject(body.bytes), case .integer(let id)? = object["id"]
        else { return nil }
        return id
    }
}
