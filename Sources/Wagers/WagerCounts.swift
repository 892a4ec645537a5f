internal import Database
internal import ParlayAPI
internal import Tenancy

/// What the worker keeps about wagers.
enum WagerCounts {
    static let all = [opened, open]

    private static let opened = Figure(
        "wagers",
        module: .wagers,
        added: """
            select count(*)
              from wagers w
             where w.tenant_id = p.tenant_id and w.opened_at >= p.from_at and w.opened_at < p.to_at
            """
    )

    /// Those that wait for somebody to take them.
    private static let open = Figure.state(
        "open_wagers",
        module: .wagers,
        present: "select count(*) from wagers w where w.tenant_id = p.tenant_id and w.status = 'open'",
        changed: """
            select (select count(*)
                      from wagers w
                     where w.tenant_id = p.tenant_id and w.opened_at >= p.from_at and w.opened_at < p.to_at)
                   - (select count(*)
                        from wagers w
                       where w.tenant_id = p.tenant_id and w.taken_at >= p.from_at and w.taken_at < p.to_at)
                   - (select count(*)
                        from wagers w
                       where w.tenant_id = p.tenant_id and w.taken_at is null
                         and w.status in ('cancelled', 'expired', 'declined')
                         and w.updated_at >= p.from_at and w.updated_at < p.to_at)
            """
    )
}
