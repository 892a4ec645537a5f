/// The calls about bets, wallets and the leaderboard.
package enum BetCalls {
    package static let status = QueryField.choices("status", of: BetStatus.self, "Only bets in these states.")
    package static let event = QueryField.integers(
        "event",
        1 ... .max,
        "Only bets with a leg on these events."
    )
    package static let tournament = QueryField.integers(
        "tournament",
        1 ... .max,
        "Only bets with a leg in these tournaments."
    )
    package static let from = QueryField.time("from", "Only bets settled at this time or later.")
    package static let friends = QueryField.boolean("friends", "Only the caller and the caller's friends.")

    package static let place = Endpoint<Void, BetDraft, Bet>(.post, "bets")
        .module(.sportsbook).titled("Place a bet").named("createBet")
        .explained(
            """
            A single, or a parlay of 2 to 12 legs of different events. The stake leaves the wallet immediately. Send an \
            `Idempotency-Key`, so that a repeated call does not bet twice. Limits hold for the position: your stakes \
            and possible payouts of all open bets on an outcome count together.
            """
        )
        .taking(example: [
            "legs": [["outcome_id": 1, "price": "-110"]], "stake_cents": 1000, "accept": "better",
        ])
        .answering(201, example: Bet.placed)
        .refusing(422, "same_event", "Two legs are of one event.")
        .refusing(409, "event_started", "An event has started, or is not scheduled any more.")
        .refusing(409, "market_suspended", "A market or an outcome takes no bets at the moment.")
        .refusing(
            409,
            "price_changed",
            "A price moved beyond what `accept` allows; `legs` lists every such leg with the price now."
        )
        .refusing(409, "insufficient_funds", "The wallet holds less than the stake.")

    package static let list = Endpoint<Void, Never, ListPage<Bet>>(.get, "bets")
        .positioned
        .module(.sportsbook).titled("List your bets").named("listBets")
        .explained("Newest first.")
        .query(Self.status, Self.event).paged.answering(200)

    package static let show = Endpoint<Int64, Never, Bet>(.get, "bets/{id:id}")
        .positioned
        .module(.sportsbook)
        .titled("Show a bet of yours").named("getBet").path("id", "The bet's id.").answering(200)

    package static let showWallet = Endpoint<Void, Never, Wallet>(.get, "wallet")
        .positioned
        .module(.sportsbook).titled("Show your wallet").named("getWallet")
        .explained("The first call opens it with the tenant's starting balance.").answering(200)

    package static let entries = Endpoint<Void, Never, ListPage<WalletEntry>>(.get, "wallet/entries")
        .positioned
        .module(.sportsbook).titled("List the entries of your wallet").named("listWalletEntries")
        .explained(
            "Everything that moved the balance, newest first. The amounts add up to the balance. Ids are not in the "
                + "order of the list."
        )
        .paged.answering(200)

    package static let leaderboard = Endpoint<Void, Never, ListPage<LeaderboardEntry>>(.get, "leaderboard")
        .module(.sportsbook).titled("Show the leaderboard").named("listLeaderboard")
        .explained(
            """
            People by their profit from settled bets. Equal profits share a rank. Suspended people are not ranked. With \
            `friends=true` the caller and the caller's friends are ranked among themselves.
            """
        )
        .query(Self.tournament, Self.from, Self.friends).paged.answering(200)
}
