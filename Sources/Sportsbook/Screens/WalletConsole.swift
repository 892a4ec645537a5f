internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension PersonBlock {
    /// What somebody has and what moved it last, for admins.
    static let consoleWallet = PersonBlock(place: 20, module: .sportsbook, role: .admin) { visit, profile in
        let id = profile.person.id
        let wallet = try await visit.read(BetAdminCalls.showWallet, id)
        let entries = try await visit.read(BetAdminCalls.entries, id, [("limit", "5")])
        let desk = WalletDesk(visit, id, wallet)
        let more = visit.walletLink(id)
        return Card(
            visit.text(BookConsoleText.wallet),
            footer: "<a href=\"\(more)\">\(visit.text(BookConsoleText.allEntries))</a>",
            id: "wallet",
            subject: "account/\(id)",
            "\(desk.stats)\(desk.table(entries.items))"
        ).html
    }
}

extension PersonBlock {
    /// What somebody has bet on and waits for, for admins.
    static let consoleBets = PersonBlock(place: 25, module: .sportsbook, role: .admin) { visit, profile in
        let page = try await visit.read(
            BetAdminCalls.betsOf,
            profile.person.id,
            [("status", BetStatus.open.rawValue), ("limit", "5")]
        )
        let words = BetWords(visit)
        let rows = page.items.map { bet in
            ListRow(
                words.title(bet),
                href: bet.legs.first.map { visit.link("admin/events/\($0.eventID)") },
                badge: words.badge(bet.status).html,
                detail: "\(bet.legs.first.map(words.game) ?? "") · \(visit.time(bet.placedAt))",
                trailing: "\(visit.money(bet.stakeCents))",
                trailingDetail: "\(visit.money(bet.potentialPayoutCents))"
            )
        }
        return Card(
            visit.text(BookConsoleText.openBets),
            trailing: page.nextCursor == nil ? .none : "\(Badge("\(rows.count)+"))",
            id: "open-bets",
            subject: "bet/*",
            List(
                rows,
                label: visit.text(BookConsoleText.openBets),
                empty: EmptyState(.ticket, visit.text(BookConsoleText.noBetsOf))
            ).html
        ).html
    }
}

extension Screen {
    /// Somebody's wallet with all that moved it, and paper money for it.
    static let consoleWallet = Screen(
        "admin/people/{id:id}/wallet",
        "Somebody's wallet",
        module: .sportsbook,
        for: .role(.admin),
        writes: [
            ScreenWrite(BetAdminCalls.grant, needsRecentSignIn: true) { visit, _ in
                "admin/people/\(visit.value("id"))/wallet?done=granted"
            }
        ]
    ) { visit in
        let id = try visit.id()
        let profile = try await visit.read(AccountAdminCalls.show, id)
        let wallet = try await visit.read(BetAdminCalls.showWallet, id)
        let entries = try await visit.read(
            BetAdminCalls.entries,
            id,
            [("limit", "50"), ("cursor", visit.query("cursor"))]
        )
        let desk = WalletDesk(visit, id, wallet)
        let title = visit.text(BookConsoleText.wallet)
        // What is to be confirmed comes first, on a phone too.
        let isAsked = visit.query("amount") != nil
        return Document(
            title,
            in: "admin/people",
            """
            \(PageHead(
                title,
                lead: "\(visit.text(BookConsoleText.walletText, ["name": .text(profile.person.fullName)]))",
                back: (profile.person.fullName, visit.link("admin/people/\(id)"))
            ))
            \(visit.flash("granted", BookConsoleText.wasGranted))
            \(Columns(
                "\(desk.stats)\(isAsked ? desk.grant : .none)\(desk.table(entries.items))\(visit.pager(entries.nextCursor, keeping: []))",
                side: isAsked ? .none : desk.grant
            ))
            """
        )
    }
}

extension Visit {
    /// Somebody's wallet in the console.
    fileprivate func walletLink(_ id: Int64) -> String { link("admin/people/\(id)/wallet") }
}

private struct WalletDesk {
    private let visit: Visit
    private let id: Int64
    private let wallet: Wallet

    init(_ visit: Visit, _ id: Int64, _ wallet: Wallet) {
        self.visit = visit
        self.id = id
        self.wallet = wallet
    }

    var stats: StatRow {
        var stats = [
            Stat(visit.text(SportsbookText.balance), "\(visit.money(wallet.balanceCents))"),
            Stat(visit.text(SportsbookText.inOpenBets), "\(visit.money(wallet.openStakesCents))"),
        ]
        if wallet.debtCents > 0 {
            stats.append(Stat(visit.text(SportsbookText.debt), "\(visit.money(wallet.debtCents))"))
        }
        return StatRow(stats)
    }

    func table(_ entries: [WalletEntry]) -> Table {
        Table(
            id: "entries",
            caption: visit.text(SportsbookText.entries),
            hidesCaption: true,
            columns: [
                .init(visit.text(SportsbookText.what)), .init(visit.text(SportsbookText.when)),
                .init(visit.text(SportsbookText.amount), .end),
                .init(visit.text(SportsbookText.balance), .end),
            ],
            rows: entries.map(row),
            narrow: .rows,
            empty: EmptyState(.money, visit.text(SportsbookText.noEntries))
        )
    }

    private func row(_ entry: WalletEntry) -> Table.Row {
        Table.Row([
            "\(visit.word(of: entry.kind))", visit.time(entry.createdAt),
            Money(
                visit.money(entry.amountCents).replacing("-", with: "−"),
                entry.amountCents < 0 ? .loss : .gain
            ).html,
            "\(visit.money(entry.balanceAfterCents))",
        ])
    }

    // MARK: A grant

    /// Asks for the amount first, then shows the balance after it.
    var grant: HTML {
        let form = ScreenForm(visit, BetAdminCalls.grant, id)
        let typed = visit.query("amount")
        let cents = typed.flatMap(Amount.cents).flatMap { (1...100_000_000).contains($0) ? $0 : nil }
        guard let cents else { return asking(typed).html }
        let repaid = min(wallet.debtCents, cents)
        var facts: [(word: String, value: HTML)] = [
            (visit.text(BookConsoleText.now), "\(visit.money(wallet.balanceCents))"),
            (visit.text(BookConsoleText.amount), Money(visit.money(cents), .gain).html),
        ]
        if repaid > 0 {
            facts.append(
                (
                    visit.text(BookConsoleText.debtAfter),
                    "\(visit.money(wallet.debtCents - repaid))"
                )
            )
        }
        facts.append(
            (
                visit.text(BookConsoleText.balanceAfter),
                "\(visit.money(wallet.balanceCents + cents - repaid))"
            )
        )
        let fields: HTML = """
            \(form.alert)\(form.hidden("amount_cents", Localizer.hundredths(cents)))
            \(form.field("reason", visit.text(BookConsoleText.reason), .textarea(rows: 2), hint: visit.text(BookConsoleText.reasonHint), isRequired: true))
            <div class="buttons">\(form.submit(visit.text(BookConsoleText.doGrant, ["amount": .text(visit.money(cents))])))\
            \(Button(visit.text(PageText.cancel), .plain, .link(visit.walletLink(id))))</div>
            """
        return Card(
            visit.text(BookConsoleText.confirmGrant),
            isAccent: true,
            id: "grant",
            "<div id=\"grant-preview\">\(Facts(facts, isSum: true))</div>\(form(fields))"
        ).html
    }

    private func asking(_ typed: String?) -> Card {
        let field = Field(
            "amount",
            visit.text(BookConsoleText.amount),
            .money(symbol: "$"),
            id: "grant-amount",
            value: typed ?? "",
            error: typed.map { _ in visit.text(BookConsoleText.grantInvalid) },
            isRequired: true
        )
        return Card(
            visit.text(BookConsoleText.grant),
            id: "grant",
            """
            <p class="soft">\(visit.text(BookConsoleText.grantText))</p>
            <form method="get" action="\(visit.walletLink(id))" class="form">\(field)\
            \(Button(visit.text(BookConsoleText.preview), .quiet))</form>
            """
        )
    }
}
