internal import Database
internal import ParlayAPI
package import Tenancy

/// What the module adds to profiles: the record of bets, and how the caller and the person stand to each other.
package enum ProfileFigures {
    package static let part = ProfilePart(module: .wagers, read) { row, profile in
        let count = try row.integer(5)
        let sum = try row.integer(4)
        profile.wagers?.pnlCents = try row.integer(1)
        profile.wagers?.wagersWon = Int(try row.integer(2))
        profile.wagers?.wagersLost = Int(try row.integer(3))
        profile.wagers?.rating = Profile.Rating(
            // To the hundredth.
            mean: count == 0 ? nil : (Double(sum) / Double(count) * 100).rounded() / 100,
            count: Int(count)
        )
        let friendship: Profile.Wagers.Friendship = try row.choice(6)
        profile.wagers?.friendship = Extensible(friendship)
    } tag: { row in
        // All of them, apart from each other.
        let figures = try (1...5).map { column throws(DatabaseError) in "\(try row.integer(column))" }
        return figures.joined(separator: ".") + "." + (try row.text(6))
    }

    /// Of the accounts `$2`, or of the caller when that is null.
    static let read = Statement(
        """
        select a.id, coalesce(f.pnl_cents, 0), coalesce(f.won, 0)::bigint, coalesce(f.lost, 0)::bigint,
               coalesce(f.rating_sum, 0), coalesce(f.rating_count, 0)::bigint,
               case when s.asked_by is null then 'none'
                    when s.accepted_at is not null then 'friend'
                    when s.asked_by = current_account_id() then 'sent'
                    else 'received' end
          from accounts a
          left join wager_figures f on f.tenant_id = a.tenant_id and f.account_id = a.id
          left join friendships s
            on s.tenant_id = a.tenant_id and s.account_a = least(a.id, current_account_id())
           and s.account_b = greatest(a.id, current_account_id())
         where a.tenant_id = $1
           and a.id = any (case when $2::bigint[] is null then array[current_account_id()] else $2::bigint[] end)
        """
    )
}
