internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The calls about bets, wallets and the leaderboard.
struct BetRoutes: Sendable {
    var routes: [TenantRoute] { bets + wallet }

    private var bets: [TenantRoute] {
        [
            TenantRoute(BetCalls.place, handler: place),
            TenantRoute(BetCalls.list, handler: list),
            TenantRoute(BetCalls.show, handler: show),
        ]
    }

    private var wallet: [TenantRoute] {
        [
            TenantRoute(BetCalls.showWallet, handler: showWallet),
            TenantRoute(BetCalls.entries, handler: entries),
            TenantRoute(BetCalls.leaderboard, handler: leaderboard),
        ]
    }

    // MARK: Bets

    private func place(_ call: Call) async throws -> Response {
        let bet = try await BetService(call.session).place(try call.decode())
        return Response.json(bet, status: 201)
            .with("Location", "\(call.base)bets/\(bet.id)/")
    }

    private func list(_ call: Call) async throws -> Response {
        let statuses = try call.query[BetCalls.status]
        let events = try call.query[BetCalls.event]
        let page = try call.page(
            filters: [
                (BetCalls.status.name, statuses.map { $0.map(\.rawValue).joined(separator: ",") }),
                (BetCalls.event.name, events.map { $0.map(String.init).joined(separator: ",") }),
            ],
            keys: 1
        )
        let bets = try await BetService(call.session).page(page, statuses, events: events)
        return try await call.list(bets, page) { [bets[$0].id] }
    }

    private func show(_ call: Call) async throws -> Response {
        Response.json(try await BetService(call.session).find(try call.id("id"))).taggedByContent
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
        let tournaments = try call.query[BetCalls.tournament]
        let from = try call.query[BetCalls.from]
        let friends = try call.query[BetCalls.friends]
        let page = try call.page(
            filters: [
                (BetCalls.tournament.name, tournaments.map { $0.map(String.init).joined(separator: ",") }),
                (BetCalls.from.name, from?.description),
                (BetCalls.friends.name, friends?.description),
            ],
            keys: 2
        )
        let entries = try await BetService(call.session)
            .leaderboard(page, tournaments: tournaments, from: from, ofFriends: friends ?? false)
        return try await call.list(entries, page) { [entries[$0].profitCents, entries[$0].person.id] }
    }
}
