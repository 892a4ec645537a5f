internal import Accounts
internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The calls of admins about people's wallets and bets.
struct BetAdminRoutes: Sendable {
    var routes: [TenantRoute] {
        [
            route(.get, "wallets/{id:id}", "Show someone's wallet", handler: showWallet)
                .named("getAccountWallet")
                .path("id", "The account's id.")
                .explained(
                    "Also of suspended and deleted accounts. Opens the wallet if the account has none yet."
                )
                .answering(200, .resource(Wallet.self)),
            route(.get, "wallets/{id:id}/entries", "List the entries of someone's wallet", handler: entries)
                .named("listAccountWalletEntries")
                .path("id", "The account's id.")
                .explained(
                    "Everything that moved the balance, newest first. Ids are not in the order of the list."
                )
                .paged
                .answering(200, .page(of: WalletEntry.self)),
            route(.post, "wallets/{id:id}/grant", "Give someone paper money", body: .json, handler: grant)
                .named("grantMoney")
                .path("id", "The account's id.")
                .explained("Answers the wallet. A debt is repaid first.")
                .taking(WalletGrant.self, example: ["amount_cents": 50_000, "reason": "Welcome back"])
                .answering(200, .resource(Wallet.self)),
            route(.get, "events/{id:id}/bets", "List the bets on an event", handler: bets)
                .named("listEventBets")
                .path("id", "The event's id.")
                .explained(
                    """
                    Newest first, each with its person. `exposure` is the same on each page: what all open bets on the event \
                    stake and may pay, for each outcome. A parlay counts with its whole amounts.
                    """
                )
                .paged
                .answering(200, .resource(EventBets.self)),
        ]
    }

    private func route(
        _ method: HTTPMethod,
        _ pattern: String,
        _ summary: String,
        body: TenantRoute.Body = .none,
        handler: @escaping @Sendable (Call) async throws -> Response
    ) -> TenantRoute {
        TenantRoute(
            method,
            "admin/\(pattern)",
            summary,
            module: .sportsbook,
            access: .role(.admin),
            body: body,
            handler: handler
        )
    }

    // MARK: Wallets

    private func showWallet(_ call: Call) async throws -> Response {
        let wallet = try await WalletService(call.session).wallet(of: try call.id("id"))
        return TreeReads.answer(wallet.resource)
    }

    private func entries(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        let rows = try await WalletService(call.session)
            .entries(of: try call.id("id"), before: page.after?.first, limit: page.fetchLimit)
        return try await call.list(rows.map(\.entry), page) { [rows[$0].number] }
    }

    private func grant(_ call: Call) async throws -> Response {
        let grant = try call.decode(WalletGrant.self)
        let wallet = try await WalletService(call.session).grant(grant, to: try call.id("id"))
        return Response.json(wallet.resource)
    }

    // MARK: Bets

    private func bets(_ call: Call) async throws -> Response {
        let event: EventID = try call.id("id")
        let page = try call.page(keys: 1)
        let tenant = call.tenant
        let (exists, lines, sums) = try await call.session.read(
            EventBetStore.exists(.id(tenant.id), .id(event)),
            EventBetStore.page(
                .id(tenant.id),
                .id(event),
                .integer(page.after?.first ?? .max),
                .integer(page.fetchLimit)
            ),
            EventBetStore.exposure(.id(tenant.id), .id(event))
        )
        guard try exists.one else { throw SportsbookError.notFound("event") }
        let rows = try lines.all
        let exposure = try sums.map(\.exposure)
        let people = Dictionary(rows.map { ($0.line.bet.id.rawValue, $0.person) }) { first, _ in first }
        let bets = rows.map(\.line).bets.compactMap { bet in
            people[bet.id].map { PlacedBet(bet, by: $0.person(in: tenant)) }
        }
        return try await call.list(bets, page, key: { [bets[$0].bet.id] }) { items, cursor in
            EventBets(items: items, exposure: exposure, nextCursor: cursor)
        }.taggedByContent
    }
}
