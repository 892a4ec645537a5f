internal import ParlayAPI
internal import Tenancy

extension ReferencePart {
    /// Paper money on real games.
    static let sportsbook = ReferencePart(
        .sportsbook,
        tenant: "draftqueens",
        chapters: [
            Chapter(
                .modules,
                "Sportsbook",
                "Paper money on real games: the tree of events and odds, wallets, bets and the leaderboard.",
                guide: "sportsbook"
            ),
            Chapter(
                .admins,
                "Sportsbook administration",
                "For the admins of a sportsbook: its tournaments, events, prices, results, feeds and wallets.",
                guide: "sportsbook"
            ),
        ],
        guides: [
            Guide(
                .modules,
                "sportsbook",
                "Paper money on real games: prices, bets, settlement and the tree of events."
            )
        ],
        samples: samples,
        events: [
            Event("bet.placed", about: "bet", "You placed a bet."),
            Event("bet.settled", about: "bet", "A result settled a bet, or a correction settled it again."),
            Event("wallet.changed", about: "account", "The balance of your wallet changed."),
        ],
        channels: [
            Channel(
                "openLiveStream",
                [
                    .init(
                        "change",
                        "One thing in the tree has changed.",
                        payload: [
                            "type": "object",
                            "properties": [
                                "event": ["type": "string"], "market": ["type": "string"],
                                "outcome": ["type": "string"], "startTime": ["type": "integer"],
                                "status": ["type": "string"], "score": ["type": ["string", "null"]],
                                "price": ["type": "string"], "seq": ["type": "integer"],
                            ],
                            "required": ["seq"],
                        ]
                    )
                ]
            )
        ],
        synonyms: [
            ["odds", "price", "prices", "line", "spread", "handicap", "moneyline", "over", "under"],
            ["event", "game", "fixture", "match result", "score", "result"],
            ["parlay", "accumulator", "acca", "multi", "legs", "bet slip"],
            ["wallet", "balance", "paper money", "coins", "ledger"],
            ["leaderboard", "ranking", "standings"],
            ["settlement", "settle", "payout", "grading", "push", "void"],
        ]
    )

    private static let samples: [String: Sample] = [
        "listTournaments": """
        for try await tournament in parlay.sportsbook.tournaments() {
            print(tournament.name)
        }
        """,
        "getTournament": "let tournament = try await parlay.sportsbook.tournament(1)",
        "listEvents": """
        for try await event in parlay.sportsbook.events(week: .current) {
            for market in event.markets where market.kind == .moneyline {
                print(event.away, event.home, market.outcomes.map { $0.priceText(as: .american) })
            }
        }
        """,
        "getEvent": "let event = try await parlay.sportsbook.event(1)",
        "getSportsbook": "let tree = try await parlay.sportsbook.tree()",
        "openLiveStream": """
        // Loads the tree, keeps it up to date, and reconnects by itself.
        for try await book in parlay.sportsbook.live() {
            print(book.connection, book.tournaments.count, book.moves.count)
        }
        """,
        "createLiveTicket": "let ticket = try await parlay.sportsbook.liveTicket()",
        "getMarket": "let market = try await parlay.sportsbook.market(1)",
        "getOutcome": """
        let outcome = try await parlay.sportsbook.outcome(1)
        print(outcome.priceText(as: .fractional))
        """,
        "getWallet": """
        let wallet = try await parlay.wallet.get()
        print(wallet.balanceText(), wallet.openStakesText())
        """,
        "listWalletEntries": """
        for try await entry in parlay.wallet.entries() {
            print(entry.kind, entry.amountText(), entry.balanceAfterText())
        }
        """,
        "createBet": """
        let outcome = try await parlay.sportsbook.outcome(1)
        let slip = BetDraft(on: [outcome], stakeCents: 1_000)
        do throws(ParlayError) {
            try await parlay.bets.place(slip)
        } catch {
            guard let change = error.priceChange else { throw error }
            // Show the new prices; if the person agrees:
            try await parlay.bets.place(slip.accepting(change))
        }
        """,
        "listBets": """
        for try await bet in parlay.bets.all(in: [.open]) {
            print(bet.legs.map(\\.name), bet.potentialPayoutText())
        }
        """,
        "getBet": "let bet = try await parlay.bets.get(1)",
        "listLeaderboard": """
        for try await entry in parlay.sportsbook.leaderboard().prefix(10) {
            print(entry.rank, entry.person.displayName, entry.profitText())
        }
        """,
        "createTournament": """
        let draft = TournamentDraft(sport: "american_football", name: "Office league", season: "2026")
        let tournament = try await parlay.admin.sportsbook.add(draft)
        """,
        "getAdminTournament": "let tournament = try await parlay.admin.sportsbook.tournament(1)",
        "updateTournament": """
        try await parlay.admin.sportsbook.update(tournament: 1) { $0.status = .set(.closed) }
        """,
        "deleteTournament": "try await parlay.admin.sportsbook.remove(tournament: 1)",
        "createEvent": """
        let draft = EventDraft(tournamentID: 1, home: "Kings", away: "Queens", startsAt: Timestamp(tomorrow))
        let event = try await parlay.admin.sportsbook.add(draft)
        """,
        "getAdminEvent": "let event = try await parlay.admin.sportsbook.event(1)",
        "updateEvent": """
        // Either of these:
        try await parlay.admin.sportsbook.enterResult(of: 1, home: 27, away: 20)
        try await parlay.admin.sportsbook.update(event: 1) { $0.status = .set(.postponed) }
        """,
        "deleteEvent": "try await parlay.admin.sportsbook.remove(event: 1)",
        "createMarket": """
        let draft = MarketDraft(
            eventID: 1, kind: .spread, line: MarketLine(-3.5),
            outcomes: [OutcomeDraft(side: .home, price: .assumed), OutcomeDraft(side: .away, price: .assumed)]
        )
        let market = try await parlay.admin.sportsbook.add(draft)
        """,
        "getAdminMarket": "let market = try await parlay.admin.sportsbook.market(1)",
        "updateMarket": """
        try await parlay.admin.sportsbook.update(market: 1) { $0.status = .set(.suspended) }
        """,
        "deleteMarket": "try await parlay.admin.sportsbook.remove(market: 1)",
        "getAdminOutcome": "let outcome = try await parlay.admin.sportsbook.outcome(1)",
        "updateOutcome": """
        if let price = AmericanPrice("+120") {
            try await parlay.admin.sportsbook.update(outcome: 1) { $0.price = .set(price) }
        }
        """,
        "importOdds": """
        let counts = try await parlay.admin.sportsbook.importOdds(Data(contentsOf: file), as: .csv, season: "2025")
        print(counts.created, counts.updated, counts.unchanged)
        """,
        "listEventBets":
            "for try await bet in parlay.admin.sportsbook.bets(on: 3) { print(bet.person.displayName) }",
        "previewResult": .init(
            """
            let preview = try await parlay.admin.sportsbook.previewResult(of: 3, home: 27, away: 20)
            print(preview.bets, preview.payoutCents)
            """,
            query: [("decision", "final"), ("home_score", "27"), ("away_score", "20")]
        ),
        "getAccountWallet": .init("let wallet = try await parlay.admin.sportsbook.wallet(of: 4)", id: 5003),
        "listAccountWalletEntries": .init(
            """
            for try await entry in parlay.admin.sportsbook.entries(of: 4) { print(entry.kind, entry.amountCents) }
            """,
            id: 5003
        ),
        "listAccountBets": .init(
            """
            for try await bet in parlay.admin.sportsbook.bets(of: 4, in: [.open]) { print(bet.id, bet.stakeCents) }
            """,
            id: 5003
        ),
        "grantMoney": .init(
            """
            try await parlay.admin.sportsbook.grant(50_000, to: 4, reason: "Welcome back.")
            """,
            id: 5003
        ),
    ]
}
