/// Every part in all its states, for people who build screens. The demo serves it; its texts are samples.
struct PartsPage {
    let samples: [PartSample]

    var html: HTML {
        """
        \(PageHead("Parts", lead: "Every part in every state.", back: ("Back", "#"), actions: Button("Act", .primary).html))
        \(words)\(buttons)\(fields)\(lists)\(tables)\(conversation)\(navigation)\(figures)\(pictures)\(icons)\
        \(each(samples) { section($0.title, $0.html) })
        """
    }

    private func section(_ title: String, _ content: HTML) -> HTML {
        "<section><h2>\(title)</h2>\(content)</section>"
    }

    private func time(_ text: String, counts: Bool = false) -> HTML {
        TimeText(text, iso: "2026-05-20T18:30:00.000Z", isCountdown: counts).html
    }

    private var icons: HTML {
        let all = each(Icon.allCases) { "<li><span class=\"badge\">\($0)\($0.rawValue)</span></li>" }
        return section("Icons", "<ul role=\"list\" class=\"buttons\">\(all)</ul>")
    }

    private var words: HTML {
        let badges = each(Tone.allCases) { Badge($0 == .neutral ? "neutral" : $0.rawValue, $0).html }
        let alerts = each(Alert.Kind.allCases) { Alert($0, "What happened, and what to do next.").html }
        return section(
            "Words that carry a state",
            """
            <div class="buttons">\(badges)\(Badge("with an icon", .accent, icon: .pin))</div>
            \(Flash("The ticket is made."))
            \(alerts)
            \(Alert(.error, "Enter 5.00 or less.", title: "Balance too low", actions: ButtonRow(Button("Change the amount")).html))
            \(ErrorSummary("Check two fields", [("part-email", "Enter an email address"), ("part-number", "At most 10")]))
            \(EmptyState(.ticket, "No tickets yet", "Make one and share its link.", action: Button("Make a ticket", .primary).html))
            \(EmptyState(.search, "No results"))
            <p>\(Money("$12.00")) \(Money("$34.40", .gain)) \(Money("$10.00", .loss)) \(Money("$134.40", isBig: true))</p>
            <p>\(time("Wed 20 May, 18:30")) · \(time("in 2 hours", counts: true))</p>
            <div class="buttons">\(Avatar("Ada Lovelace", .small))\(Avatar("Grace"))\(Avatar("Bruno da Costa", .large))</div>
            """
        )
    }

    private var buttons: HTML {
        section(
            "Buttons",
            """
            \(ButtonRow(Button("Primary", .primary, icon: .check), Button("Quiet"), Button("Danger", .danger), Button("Plain", .plain)))
            \(ButtonRow(Button("A link", .quiet, .link("#")), Button("Settings", icon: .settings, hidesText: true)))
            \(ButtonRow(Button("Disabled", .primary, isDisabled: true), Button("Disabled link", .quiet, .link("#"), isDisabled: true)))
            \(Button("As wide as its place", .primary, isWide: true))
            """
        )
    }

    private var tables: HTML {
        let columns: [Table.Column] = [
            .init("What"), .init("When"), .init("Amount", .end), .init("Balance", .end),
        ]
        let rows: [Table.Row] = [
            .init(["Bet won", time("20 May, 18:30"), Money("$34.40", .gain).html, "$134.40"]),
            .init(["Paid", time("20 May, 12:00"), Money("$10.00", .loss).html, "$100.00"], isCurrent: true),
        ]
        return section(
            "Tables and facts",
            """
            \(Table(id: "part-scrolls", caption: "Scrolls on a phone", columns: columns, rows: rows))
            \(Table(id: "part-rows", caption: "Rows on a phone", columns: columns, rows: rows, narrow: .rows))
            \(Table(id: "part-none", caption: "None", columns: columns, rows: [], empty: EmptyState(.money, "No entries yet")))
            \(Card("Facts", Facts([("Speaks", "Portuguese"), ("Learns", "English")]).html))
            \(Card("Sum", Facts([("Price", Money("$10.00").html), ("Tax", Money("$1.90").html), ("Total", Money("$11.90").html)], isSum: true).html))
            """
        )
    }

    private var lists: HTML {
        let row = ListRow(
            "The blue team wins",
            href: "#",
            leading: Avatar("Grace Hopper").html,
            badge: Badge("Open", .accent).html,
            detail: "Grace Hopper · ends in 3 days",
            trailing: Money("$20.00").html,
            trailingDetail: "each",
            isUnread: true
        )
        let long = ListRow(
            "It rains on Sunday and nobody brings an umbrella to the picnic in the park",
            href: "#",
            leading: Icon.warning.html,
            badge: Badge("Disputed", .warning).html,
            detail: "Weather",
            trailing: Money("$5.00", .loss).html
        )
        let plain = ListRow(
            "Without a link",
            detail: "and a button",
            trailing: Button("Remove", .danger).html
        )
        return section(
            "Cards and lists",
            """
            \(Card("A card", trailing: Badge("Matched", .good).html, footer: "Its foot", "<p>Content.</p>"))
            \(Card(isAccent: true, "<p>A card with an accent and no title.</p>"))
            \(NextStep("Bruno proposes another time", detail: "until \(time("tomorrow, 18:30"))", isMine: true, actions: ButtonRow(Button("Accept", .primary), Button("Decline", .plain)).html))
            \(NextStep("Grace must answer", detail: "until \(time("Friday"))", isMine: false))
            \(List([row, long, plain], label: "Many"))
            \(List([plain], label: "One"))
            \(List([], empty: EmptyState(.list, "Nothing here yet")))
            """
        )
    }

    private var conversation: HTML {
        section(
            "A conversation",
            Timeline(
                [
                    .init(.system, icon: .people, time: time("18 May, 09:12"), "You are matched"),
                    .init(
                        .mine,
                        author: "You",
                        time: time("18 May, 10:02"),
                        isGone: true,
                        "<p>Wed 20 May, 18:30</p>"
                    ),
                    .init(
                        .theirs,
                        author: "Bruno Costa",
                        time: time("18 May, 12:40"),
                        "<p>Thu 21 May, 19:00</p>"
                    ),
                    .init(.mine, author: "You", time: time("19 May, 08:05"), "<p>See you there.</p>"),
                ],
                label: "What happened"
            ).html
        )
    }

    private var navigation: HTML {
        let tabs: [Tabs.Tab] = [
            .init("Playing", href: "#", isCurrent: true, count: "4"),
            .init("Finished", href: "#", count: "31"),
            .init("Dropped", href: "#"),
        ]
        let field = Field(
            "group",
            "Group",
            .select([.init("", "All"), .init("1", "League")]),
            id: "part-group"
        )
        return section(
            "Navigation",
            """
            \(Tabs(tabs, label: "Status"))
            \(SearchForm(action: "#", label: "Search games", button: "Search"))
            \(Filters(id: "part-filters", action: "#", open: "Filters", active: 2, close: "Close", apply: "Apply", clear: ("Clear", "#"), fields: field.html))
            \(Steps(["What", "How much", "Share"], current: 2, label: "Step 2 of 3"))
            \(Pager(label: "Pages", next: ("More", "#"), previous: ("Start", "#")))
            \(Disclosure("Closed", "<p>Content.</p>"))
            \(Disclosure("Open", isOpen: true, "<p>Content.</p>"))
            \(Confirm("Void the event?", "Every open bet is paid back.", details: Facts([("Bets", "14"), ("Paid back", "$140.00")], isSum: true).html, action: Button("Void the event", .danger).html, cancel: ("Keep it", "#")))
            """
        )
    }
}
