internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// What the person has, and everything that moved it.
    static let wallet = Screen(
        "wallet",
        "Wallet",
        module: .sportsbook,
        writes: [.placesBet],
        keeps: [.slip, .odds]
    ) { visit in
        let page = try await SportsbookPage(visit)
        let entries = try await visit.read(
            BetCalls.entries,
            [("limit", "50"), ("cursor", visit.query("cursor"))]
        )
        return page.document(of: entries)
    }

    /// Who won most, this week or ever.
    static let standings = Screen(
        "standings",
        "Standings",
        module: .sportsbook,
        writes: [.placesBet],
        keeps: [.slip, .odds]
    ) { visit in
        let page = try await SportsbookPage(visit)
        return try await Standings(page).document
    }
}

extension SportsbookPage {
    fileprivate func document(of entries: ListPage<WalletEntry>) -> Document {
        let title = visit.text(SportsbookText.wallet)
        var stats: [Stat] = []
        if let wallet {
            stats = [
                Stat(
                    visit.text(SportsbookText.balance),
                    "\(visit.money(wallet.balanceCents))"
                ),
                Stat(visit.text(SportsbookText.inOpenBets), "\(visit.money(wallet.openStakesCents))"),
            ]
            if wallet.debtCents > 0 {
                stats.append(
                    Stat(
                        visit.text(SportsbookText.debt),
                        "\(visit.money(wallet.debtCents))",
                        detail: "\(visit.text(SportsbookText.debtText))"
                    )
                )
            }
        }
        let table = Table(
            id: "entries",
            caption: visit.text(SportsbookText.entries),
            columns: [
                .init(visit.text(SportsbookText.what)), .init(visit.text(SportsbookText.when)),
                .init(visit.text(SportsbookText.amount), .end),
                .init(visit.text(SportsbookText.balance), .end),
            ],
            rows: entries.items.map(row),
            narrow: .pairs,
            empty: EmptyState(
                .money,
                visit.text(SportsbookText.noEntries),
                visit.text(SportsbookText.noEntriesText),
                action: Button(visit.text(SportsbookText.seeGames), .primary, .link(visit.link("events")))
                    .html
            )
        )
        let pager = Pager(
            label: visit.text(PageText.pages),
            next: entries.nextCursor.map { cursor in
                (visit.text(SportsbookText.olderEntries), visit.link("wallet", [("cursor", cursor)]))
            }
        )
        return document(
            title,
            in: "wallet",
            """
            \(PageHead(title, lead: "\(visit.text(SportsbookText.paperMoney))"))
            <div class="region" id="wallet" data-subject="account/\(visit.accountID) bet/*">\(StatRow(stats))\(table)</div>
            \(pager)
            """
        )
    }

    private func row(_ entry: WalletEntry) -> Table.Row {
        let word = visit.word(of: entry.kind)
        let what: HTML = entry.betID.map { "<a href=\"\(visit.betLink($0))\">\(word)</a>" } ?? "\(word)"
        return Table.Row([
            what, visit.time(entry.createdAt),
            Money(
                visit.money(entry.amountCents).replacing("-", with: "−"),
                entry.amountCents < 0 ? .loss : .gain
            ).html,
            "\(visit.money(entry.balanceAfterCents))",
        ])
    }
}

extension Visit {
    /// Why a balance changed.
    func word(of kind: Extensible<WalletEntryKind>) -> String {
        switch kind.known {
        case .opening?: text(SportsbookText.entryOpening)
        case .stake?: text(SportsbookText.entryStake)
        case .payout?: text(SportsbookText.entryPayout)
        case .refund?: text(SportsbookText.entryRefund)
        case .reversal?: text(SportsbookText.entryReversal)
        case .debt?: text(SportsbookText.entryDebt)
        case .grant?: text(SportsbookText.entryGrant)
        case nil: kind.rawValue
        }
    }
}

/// People by their profit: since the start of the week, or in all bets; everybody, or friends.
private struct Standings {
    private let page: SportsbookPage
    private let entries: ListPage<LeaderboardEntry>
    private let isSeason: Bool
    private let isFriends: Bool
    private var visit: Visit { page.visit }

    init(_ page: SportsbookPage) async throws {
        self.page = page
        let visit = page.visit
        isSeason = visit.query("time") == "season"
        isFriends = visit.query("of") == "friends"
        entries = try await visit.read(
            BetCalls.leaderboard,
            [
                ("from", isSeason ? nil : Self.weekStart(visit.now).description),
                ("friends", isFriends ? "true" : nil), ("limit", "50"), ("cursor", visit.query("cursor")),
            ]
        )
    }

    /// Tuesday, 09:00 UTC: the week of sports ends with Monday's late games.
    private static func weekStart(_ now: Timestamp) -> Timestamp {
        let week: Int64 = 604_800_000
        // 6 January 1970 was a Tuesday.
        let tuesday: Int64 = 5 * 86_400_000 + 9 * 3_600_000
        return Timestamp(milliseconds: now.milliseconds - (now.milliseconds - tuesday) % week)
    }

    var document: Document {
        let title = visit.text(SportsbookText.standings)
        let empty = EmptyState(
            .trophy,
            visit.text(SportsbookText.noStandings),
            visit.text(SportsbookText.noStandingsText),
            action: Button(visit.text(SportsbookText.seeGames), .primary, .link(visit.link("events"))).html
        )
        let table = Table(
            id: "standings",
            caption: visit.text(isSeason ? SportsbookText.season : .thisWeek),
            hidesCaption: true,
            columns: [
                .init(visit.text(SportsbookText.person)),
                .init(visit.text(SportsbookText.profit), .end),
                .init(visit.text(SportsbookText.betsWon), .end),
            ],
            rows: entries.items.map(row),
            narrow: .pairs,
            empty: empty
        )
        let pager = Pager(
            label: visit.text(PageText.pages),
            next: entries.nextCursor.map { cursor in
                (visit.text(PageText.next), link(isSeason, isFriends, cursor))
            }
        )
        return page.document(
            title,
            in: "standings",
            """
            \(PageHead(title, lead: "\(visit.text(SportsbookText.standingsText))"))\(times)\(people)
            <div class="region" id="ranks" data-subject="bet/*">\(table)</div>\(pager)
            """
        )
    }

    private func link(_ isSeason: Bool, _ isFriends: Bool, _ cursor: String? = nil) -> String {
        visit.link(
            "standings",
            [
                ("time", isSeason ? "season" : nil), ("of", isFriends ? "friends" : nil), ("cursor", cursor),
            ]
        )
    }

    private var times: Tabs {
        Tabs(
            [
                .init(
                    visit.text(SportsbookText.thisWeek),
                    href: link(false, isFriends),
                    isCurrent: !isSeason
                ),
                .init(visit.text(SportsbookText.season), href: link(true, isFriends), isCurrent: isSeason),
            ],
            label: visit.text(SportsbookText.time)
        )
    }

    private var people: HTML {
        let other = visit.text(isFriends ? SportsbookText.everybody : .friendsOnly)
        return "<div>\(Button(other, .quiet, icon: .people, .link(link(isSeason, !isFriends))))</div>"
    }

    private func row(_ entry: LeaderboardEntry) -> Table.Row {
        let profit = visit.money(entry.profitCents).replacing("-", with: "−")
        return Table.Row(
            [
                "<span><span class=\"soft\">\(visit.localizer.number(Int64(entry.rank))).</span> \(entry.person.fullName)</span>",
                Money(profit, entry.profitCents < 0 ? .loss : entry.profitCents > 0 ? .gain : .plain).html,
                "\(visit.text(SportsbookText.wonOf, ["won": .number(Int64(entry.won)), "bets": .number(Int64(entry.bets))]))",
            ],
            isCurrent: entry.person.id == visit.accountID
        )
    }
}
