internal import Accounts
internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The calls about bets, wallets and the leaderboard.
struct BetRoutes: Sendable {
    private static let status = QueryField.choices("status", of: BetStatus.self, "Only bets in these states.")
    private static let event = QueryField.integers(
        "event",
        1 ... .max,
        "Only bets with a leg on these events."
    )
    private static let tournament = QueryField.integers(
        "tournament",
        1 ... .max,
        "Only bets with a leg in these tournaments."
    )
    private static let from = QueryField.time("from", "Only bets settled at this time or later.")
    private static let friends = QueryField.boolean("friends", "Only the caller and the caller's friends.")

    var routes: [TenantRoute] { bets + wallet }

    private func route(
        _ method: HTTPMethod,
        _ pattern: String,
        _ summary: String,
        access: TenantRoute.Access = .token,
        body: TenantRoute.Body = .none,
        handler: @escaping @Sendable (Call) async throws -> Response
    ) -> TenantRoute {
        TenantRoute(
            method,
            pattern,
            summary,
            module: .sportsbook,
            access: access,
            body: body,
            handler: handler
        )
    }

    private var bets: [TenantRoute] {
        [
            route(.post, "bets", "Place a bet", body: .json, handler: place)
                .named("createBet")
                .explained(
                    """
                    A single, or a parlay of 2 to 12 legs of different events. The stake leaves the wallet at once. Send an \
                    `Idempotency-Key`, so that a repeated call does not bet twice. Limits hold for the position: your stakes \
                    and possible payouts of all open bets on an outcome count together.
                    """
                )
                .taking(
                    BetDraft.self,
                    example: [
                        "legs": [["outcome_id": 1, "price": "-110"]], "stake_cents": 1000, "accept": "better",
                    ]
                )
                .answering(201, .resource(Bet.self), example: Bet.placed)
                .refusing(422, "same_event", "Two legs are of one event.")
                .refusing(409, "event_started", "An event has started, or is not scheduled any more.")
                .refusing(409, "market_suspended", "A market or an outcome takes no bets at the moment.")
                .refusing(
                    409,
                    "price_changed",
                    "A price moved beyond what `accept` allows; `legs` lists every such leg with the price now."
                )
                .refusing(409, "insufficient_funds", "The wallet holds less than the stake."),
            route(.get, "bets", "List your bets", handler: list)
                .named("listBets")
                .explained("Newest first.")
                .query(Self.status, Self.event).paged
                .answering(200, .page(of: Bet.self)),
            route(.get, "bets/{id:id}", "Show a bet of yours", handler: show)
                .named("getBet")
                .path("id", "The bet's id.")
                .answering(200, .resource(Bet.self)),
        ]
    }

    private var wallet: [TenantRoute] {
        [
            route(.get, "wallet", "Show your wallet", handler: showWallet)
                .named("getWallet")
                .explained("The first call opens it with the tenant's starting balance.")
                .answering(200, .resource(Wallet.self)),
            route(.get, "wallet/entries", "List the entries of your wallet", handler: entries)
                .named("listWalletEntries")
                .explained(
                    "Everything that moved the balance, newest first. The amounts add up to the balance. Ids are not in the "
                        + "order of the list."
                )
                .paged
                .answering(200, .page(of: WalletEntry.self)),
            route(.get, "leaderboard", "Show the leaderboard", handler: leaderboard)
                .named("listLeaderboard")
                .explained(
                    """
                    People by their profit from settled bets. Equal profits share a rank. Suspended people have none. With \
                    `friends=true` the caller and the caller's friends are ranked among themselves.
                    """
                )
                .query(Self.tournament, Self.from, Self.friends).paged
                .answering(200, .page(of: LeaderboardEntry.self)),
        ]
    }

    // MARK: Bets

    private func place(_ call: Call) async throws -> Response {
        let draft = try call.decode(BetDraft.self)
        let session = call.session
        let bet = try await session.transaction {
            try await BetService(TenantTransaction(session), session.tenant.settings).place(draft)
        }
        return Response.json(bet, status: 201)
            .with("Location", "\(call.base)bets/\(bet.id)/")
    }

    private func list(_ call: Call) async throws -> Response {
        let statuses = try call.query[Self.status]
        let events = try call.query[Self.event]
        let page = try call.page(
            filters: [
                (Self.status.name, statuses.map { $0.map(\.rawValue).joined(separator: ",") }),
                (Self.event.name, events.map { $0.map(String.init).joined(separator: ",") }),
            ],
            keys: 1
        )
        let rows = try await call.session.read(
            BetStore.page(
                .id(call.tenant.id),
                .integer(page.after?.first ?? .max),
                statuses.map { .texts($0.map(\.rawValue)) } ?? .null,
                events.map { .integers($0.map(Int64.init)) } ?? .null,
                .integer(page.fetchLimit)
            )
        )
        let bets = try rows.bets
        return try await call.list(bets, page) { [bets[$0].id] }
    }

    private func show(_ call: Call) async throws -> Response {
        let id: BetID = try call.id("id")
        let rows = try await call.session.read(BetStore.find(.id(call.tenant.id), .id(id)))
        guard let bet = try rows.bets.first else { throw SportsbookError.notFound("bet") }
        return Response.json(bet).taggedByContent
    }

    // MARK: Wallets

    private func showWallet(_ call: Call) async throws -> Response {
        let wallet = try await WalletService(call.session).wallet()
        return Response.json(wallet.resource).taggedByContent
    }

    private func entries(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        let rows = try await WalletService(call.session)
            .entries(before: page.after?.first, limit: page.fetchLimit)
        return try await call.list(rows.map(\.entry), page) { [rows[$0].number] }
    }

    // MARK: The leaderboard

    private func leaderboard(_ call: Call) async throws -> Response {
        let tournaments = try call.query[Self.tournament]
        let from = try call.query[Self.from]
        let friends = try call.query[Self.friends]
        let page = try call.page(
            filters: [
                (Self.tournament.name, tournaments.map { $0.map(String.init).joined(separator: ",") }),
                (Self.from.name, from?.description),
                (Self.friends.name, friends?.description),
            ],
            keys: 2
        )
        let rows = try await call.session.read(
            LeaderboardStore.page(
                .id(call.tenant.id),
                tournaments.map { .integers($0.map(Int64.init)) } ?? .null,
                .time(from),
                .integer(page.after?[0] ?? .max),
                .integer(page.after?[1] ?? 0),
                .integer(page.fetchLimit),
                .boolean(friends ?? false)
            )
        ).all
        return try await call.list(rows.map { $0.resource(in: call.tenant) }, page) {
            [rows[$0].profitCents, rows[$0].person.id.rawValue]
        }
    }
}
