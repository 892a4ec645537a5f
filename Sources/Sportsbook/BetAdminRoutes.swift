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
        let (bets, exposure) = try await BetService(call.session).bets(on: event, page)
        return try await call.list(bets, page, key: { [bets[$0].bet.id] }) { items, cursor in
            EventBets(items: items, exposure: exposure, nextCursor: cursor)
        }.taggedByContent
    }
}
