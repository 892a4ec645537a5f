internal import Database
package import Tenancy

/// How many people a tenant has, and how many of them use it.
package enum AccountFigures {
    package static let all = [people, signUps, active]

    /// Of a deleted account the row stays, and says when it was deleted.
    private static let people = Figure.state(
        "people",
        present: "select count(*) from accounts a where a.tenant_id = p.tenant_id and a.status <> 'deleted'",
        changed: """
            select (select count(*)
                      from accounts a
                     where a.tenant_id = p.tenant_id and a.created_at >= p.from_at and a.created_at < p.to_at)
                   - (select count(*)
                        from accounts a
                       where a.tenant_id = p.tenant_id and a.status = 'deleted'
                         and a.updated_at >= p.from_at and a.updated_at < p.to_at)
            """
    )

    private static let signUps = Figure(
        "sign_ups",
        added: """
            select count(*)
              from accounts a
             where a.tenant_id = p.tenant_id and a.created_at >= p.from_at and a.created_at < p.to_at
            """
    )

    /// Each account once a day, in the hour of its first use; see `Session.touch`.
    private static let active = Figure(
        "active",
        added: """
            select (select count(*)
                      from active_days d
                     where d.tenant_id = p.tenant_id and d.at >= p.from_at and d.at < p.to_at)
                   + (select count(*)
                        from accounts a
                       where a.tenant_id = p.tenant_id and a.created_at >= p.from_at and a.created_at < p.to_at)
            """
    )
}
