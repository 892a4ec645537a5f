internal import Database
internal import ParlayAPI
internal import Tenancy

/// What the worker keeps about bets, by the time at which they were placed.
enum BetFigures {
    static let all = [bets, stakes]

    private static let bets = Figure(
        "bets",
        module: .sportsbook,
        added: """
            select count(*)
              from bets b
             where b.tenant_id = p.tenant_id and b.placed_at >= p.from_at and b.placed_at < p.to_at
            """
    )

    private static let stakes = Figure(
        "stakes",
        .cents,
        module: .sportsbook,
        role: .admin,
        added: """
            select sum(b.stake_cents)::bigint
              from bets b
             where b.tenant_id = p.tenant_id and b.placed_at >= p.from_at and b.placed_at < p.to_at
            """
    )
}
