internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// What the module adds to profiles: where losers pay the person, and the record of bets.
struct BettorProfile: ColumnGroup {
    static let columns: SQLFragment = [
        "a.venmo_username", "coalesce(f.pnl_cents, 0)", "coalesce(f.won, 0)::bigint",
        "coalesce(f.lost, 0)::bigint",
        "coalesce(f.rating_sum, 0)", "coalesce(f.rating_count, 0)::bigint",
    ]

    static let joins: SQLFragment = """
          left join wager_figures f on f.tenant_id = a.tenant_id and f.account_id = a.id
        """

    let venmoUsername: String?
    let pnlCents: Int64
    let won: Int64
    let lost: Int64
    let ratingSum: Int64
    let ratingCount: Int64

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        venmoUsername = try columns.optionalText()
        pnlCents = try columns.integer()
        won = try columns.integer()
        lost = try columns.integer()
        ratingSum = try columns.integer()
        ratingCount = try columns.integer()
    }
}

extension BettorProfile: ProfileColumns {
    func add(to profile: inout Profile) {
        profile.wagers = Profile.Wagers(
            venmoUsername: venmoUsername,
            pnlCents: pnlCents,
            wagersWon: Int(won),
            wagersLost: Int(lost),
            rating: Profile.Rating(
                // To the hundredth.
                mean: ratingCount == 0
                    ? nil : (Double(ratingSum) / Double(ratingCount) * 100).rounded() / 100,
                count: Int(ratingCount)
            )
        )
    }

    /// All that others change, apart from each other.
    func add(to tag: inout String) {
        for figure in [pnlCents, won, lost, ratingSum, ratingCount] { tag += ".\(figure)" }
    }
}

extension BettorProfile {
    static let part = ProfilePart(
        .wagers,
        BettorProfile.self,
        columns: columns,
        joins: joins,
        fields: ProfileFields(
            register: { registration, tenant, _ in
                registration.venmoUsername.map { store(.id(tenant.id), .text($0)) }
            },
            update: { update, _, tenant, _ in
                guard case .set(let name) = update.venmoUsername else { return nil }
                return store(.id(tenant.id), .text(name))
            }
        )
    )

    private static let store = Statement(
        "update accounts set venmo_username = $2 where tenant_id = $1 and id = current_account_id()"
    )

    /// Of an account that is deleted.
    static let erase = Statement("update accounts set venmo_username = null where tenant_id = $1 and id = $2")

    static let statements = [store]
}
