internal import Accounts
internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The calls of admins about people's wallets and bets.
struct BetAdminRoutes: Sendable {
    var routes: [TenantRoute] {
        [
            TenantRoute(BetAdminCalls.showWallet, handler: showWallet),
            TenantRoute(BetAdminCalls.entries, handler: entries),
            TenantRoute(BetAdminCalls.grant, handler: grant),
            TenantRoute(BetAdminCalls.bets, handler: bets),
        ]
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
