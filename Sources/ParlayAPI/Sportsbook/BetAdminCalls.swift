/// The calls of admins about people's wallets and bets.
package enum BetAdminCalls {
    package static let showWallet = Endpoint<Int64, Never, Wallet>(.get, "admin/wallets/{id:id}")
        .module(.sportsbook).access(.role(.admin))
        .keys(.readWallets).titled("Show someone's wallet").named("getAccountWallet").path(
            "id",
            "The account's id."
        )
        .explained("Also of suspended and deleted accounts. Opens the wallet if the account has none yet.")
        .answering(200)

    package static let entries = Endpoint<Int64, Never, ListPage<WalletEntry>>(
        .get,
        "admin/wallets/{id:id}/entries"
    )
    .module(.sportsbook).access(.role(.admin))
    .keys(.readWallets).titled("List the entries of someone's wallet").named("listAccountWalletEntries")
    .path("id", "The account's id.")
    .explained("Everything that moved the balance, newest first. Ids are not in the order of the list.")
    .paged.answering(200)

    package static let betsOf = Endpoint<Int64, Never, ListPage<Bet>>(.get, "admin/wallets/{id:id}/bets")
        .module(.sportsbook).access(.role(.admin))
        .keys(.readWallets).titled("List someone's bets").named("listAccountBets").path(
            "id",
            "The account's id."
        )
        .explained("Newest first, as the person sees them. Also of suspended and deleted accounts.")
        .query(BetCalls.status).paged.answering(200)

    package static let grant = Endpoint<Int64, WalletGrant, Wallet>(.post, "admin/wallets/{id:id}/grant")
        .module(.sportsbook).access(.role(.admin))
        .keys(.writeWallets).titled("Give someone paper money").named("grantMoney").path(
            "id",
            "The account's id."
        )
        .explained("Answers the wallet. A debt is repaid first.")
        .taking(example: ["amount_cents": 50_000, "reason": "Welcome back"]).answering(200)

    package static let bets = Endpoint<Int64, Never, EventBets>(.get, "admin/events/{id:id}/bets")
        .module(.sportsbook).access(.role(.admin))
        .keys(.readWallets).titled("List the bets on an event").named("listEventBets").path(
            "id",
            "The event's id."
        )
        .explained(
            """
            Newest first, each with its person. `exposure` is the same on each page: the stakes and potential payouts \
            of all open bets on the event, for each outcome. A parlay counts with its whole amounts.
            """
        )
        .paged.answering(200)

    /// What is decided about an event in a preview.
    package enum Decision: String, CaseIterable, Sendable { case final, cancelled, void }

    package static let decision = QueryField.choice(
        "decision",
        of: Decision.self,
        "`final` needs both scores, `void` a market; `cancelled` is about the whole event."
    )
    .required("decision must be one of final, cancelled, void.")
    package static let homeScore = QueryField.integer(
        "home_score",
        0...10_000,
        "The score of the home team, with `final`."
    )
    package static let awayScore = QueryField.integer(
        "away_score",
        0...10_000,
        "The score of the away team, with `final`."
    )
    package static let market = QueryField.integer(
        "market",
        1 ... .max,
        "A market of the event, with `void`."
    )

    package static let preview = Endpoint<Int64, Never, ResultPreview>(
        .get,
        "admin/events/{id:id}/preview"
    )
    .module(.sportsbook).access(.role(.admin))
    .keys(.readEvents).titled("Preview what a result pays").named("previewResult").path(
        "id",
        "The event's id."
    )
    .explained(
        """
        By the rules of the settlement, over the bets as they are now. Nothing is written. A result, a correction \
        and a cancelled event are then entered by `PATCH /admin/events/{id}/`, and a market is made void by \
        `PATCH /admin/markets/{id}/`.
        """
    )
    .query(Self.decision, Self.homeScore, Self.awayScore, Self.market).answering(200)
    .refusing(409, "market_state", "The market is settled or void.")
}
