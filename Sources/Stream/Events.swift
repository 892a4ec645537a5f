package import Database

/// Events in the statements of other targets: items of a `with`, which needs no other one called `told`, `counted` or `appended`.
///
/// Numbers follow the order of the commits, because each person's row in `streams` is locked until then. No statement of the
/// same transaction may lock a row after it for which other transactions wait.
package enum Events {
    /// Adds one event to the streams of some people.
    ///
    ///     "), ",
    ///     Events.append(to: ["c.other_id"], type: "'match.ended'", about: ("'match'", "c.id"), from: "changed c"),
    ///     "select id from changed"
    ///
    /// - Parameters:
    ///   - accounts: whom it concerns; null is nobody, an API key (below 0) has no stream, and an account is told once.
    ///   - type: such as `'match.ended'`, of the `events` of a reference part.
    ///   - subject: what to read again: the type and the id.
    ///   - source: what follows `from`, without conditions; at most one row.
    package static func append(
        to accounts: [SQLFragment],
        type: SQLFragment,
        about subject: (type: SQLFragment, id: SQLFragment),
        from source: SQLFragment
    ) -> SQLFragment {
        let people = accounts.map { SQLFragment(joining: "(", $0, ")") }.reduce([], +)
        return SQLFragment(
            joining: "counted as (insert into streams as s (tenant_id, account_id, number)",
            "select distinct $1::bigint, p.id, 1 from",
            source,
            "cross join lateral (values",
            people,
            ") as p (id) where p.id > 0 order by 2",
            "on conflict (tenant_id, account_id) do update set number = s.number + 1 returning s.account_id, s.number",
            """
            ), appended as (
                insert into stream_events
                    (tenant_id, account_id, number, type, subject_type, subject_id, token_id, created_at)
                select $1, n.account_id, n.number,
            """,
            type,
            ",",
            subject.type,
            ",",
            subject.id,
            ", case when n.account_id = current_account_id() then current_token_id() end, clock_timestamp()",
            "from counted n,",
            source,
            ")"
        )
    }

    /// Adds an event for each row of `source`. Costs a third more than `append`.
    ///
    /// - Parameters:
    ///   - account: whom it concerns; null is nobody, and an API key (below 0) has no stream. Of several rows of one person the
    ///     first in no certain order has the highest number.
    ///   - source: what follows `from`, with its conditions.
    package static func appendEach(
        tenant: SQLFragment = "$1",
        to account: SQLFragment,
        type: SQLFragment,
        about subject: (type: SQLFragment, id: SQLFragment),
        from source: SQLFragment
    ) -> SQLFragment {
        SQLFragment(
            joining: "told as materialized (select e.*, row_number() over (partition by e.tenant_id,",
            "e.account_id) - 1 as place from (select distinct",
            tenant,
            "::bigint as tenant_id,",
            account,
            "as account_id,",
            type,
            "as type,",
            subject.type,
            "as subject_type,",
            subject.id,
            "as subject_id from",
            source,
            """
            ) e where e.account_id > 0
            ), counted as (
                insert into streams as s (tenant_id, account_id, number)
                select t.tenant_id, t.account_id, count(*)
                  from told t
                 group by t.tenant_id, t.account_id
                 order by t.tenant_id, t.account_id
                    on conflict (tenant_id, account_id) do update set number = s.number + excluded.number
                returning s.tenant_id, s.account_id, s.number
            ), appended as (
                insert into stream_events
                    (tenant_id, account_id, number, type, subject_type, subject_id, token_id, created_at)
                select t.tenant_id, t.account_id, c.number - t.place, t.type, t.subject_type, t.subject_id,
                       case when t.account_id = current_account_id() then current_token_id() end, clock_timestamp()
                  from told t
                  join counted c on c.tenant_id = t.tenant_id and c.account_id = t.account_id
            )
            """
        )
    }

    /// A write of the caller's own rows that tells the caller's devices, if it wrote any: as many rows as it returns.
    ///
    /// - Parameters:
    ///   - write: with `returning`; its rows are called `w`.
    package static func tellingCaller(
        _ write: SQLFragment,
        type: SQLFragment,
        about subject: (type: SQLFragment, id: SQLFragment)
    ) -> SQLFragment {
        SQLFragment(
            joining: "with w as (",
            write,
            "),",
            append(
                to: ["current_account_id()"],
                type: type,
                about: subject,
                from: "(select * from w limit 1) w"
            ),
            "select from w"
        )
    }

    /// The type of the event that a notice of a kind is: `match_made` is `match.made`.
    package static func type(ofNotice kind: SQLFragment) -> SQLFragment {
        SQLFragment(joining: "overlay(", kind, "placing '.' from position('_' in", kind, ") for 1)")
    }
}
