internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The calls of admins about people's wallets and bets.
struct BetAdminRoutes: Sendable {
    var routes: [TenantRoute] {
        [
            TenantRoute(BetAdminCalls.showWallet, handler: showWallet),
            TenantRoute(BetAdminCalls.entries, handler: entries),
            TenantRoute(BetAdminCalls.betsOf, handler: betsOf),
            TenantRoute(BetAdminCalls.grant, handler: grant),
            TenantRoute(BetAdminCalls.bets, handler: bets),
            TenantRoute(BetAdminCalls.preview, handler: preview),
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

    private func betsOf(_ call: Call) async throws -> Response {
        let statuses = try call.query[BetCalls.status]
        let filter = statuses.map { $0.map(\.rawValue).joined(separator: ",") }
        let page = try call.page(filters: [(BetCalls.status.name, filter)], keys: 1)
        let bets = try await BetService(call.session).page(page, statuses, of: try call.id("id"))
        return try await call.list(bets, page) { [bets[$0].id] }
    }

    private func bets(_ call: Call) async throws -> Response {
        let event: EventID = try call.id("id")
        let page = try call.page(keys: 1)
        let (bets, exposure) = try await BetService(call.session).bets(on: event, page)
        return try await call.list(bets, page, key: { [bets[$0].bet.id] }) { items, cursor in
            EventBets(items: items, exposure: exposure, nextCursor: cursor)
        }.taggedByContent
    }

    // MARK: Results

    private func preview(_ call: Call) async throws -> Response {
        let event: EventID = try call.id("id")
        let preview = try await ResultPreviewer(call.session).preview(try decision(call), on: event)
        return TreeReads.answer(preview)
    }

    private func decision(_ call: Call) throws -> ResultPreviewer.Decision {
        let query = try call.query
        let home = try query[BetAdminCalls.homeScore]
        let away = try query[BetAdminCalls.awayScore]
        let market = try query[BetAdminCalls.market]
        switch try query[BetAdminCalls.decision] {
        case .final:
            guard let home, let away else {
                let missing = home == nil ? BetAdminCalls.homeScore : BetAdminCalls.awayScore
                throw TenancyError.badQuery(parameter: missing.name, reason: "final needs both scores.")
            }
            return .result(.score(Score(home: home, away: away)))
        case .cancelled: return .result(.cancelled)
        case .void:
            guard let market else {
                throw TenancyError.badQuery(
                    parameter: BetAdminCalls.market.name,
                    reason: "void needs a market."
                )
            }
            return .void(MarketID(rawValue: Int64(market)))
        }
    }
}
