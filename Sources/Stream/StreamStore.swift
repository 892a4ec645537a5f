package import Database
internal import ParlayAPI
internal import Tenancy

/// The statements about streams. The caller is `current_account_id()`.
package enum StreamStore {
    /// No row before the first event.
    static let position = RowStatement<StreamPosition>(
        "select number, pruned from streams where tenant_id = $1 and account_id = current_account_id()"
    )

    /// The caller's events after the number `$2`.
    static let events = RowStatement<PersonEvent>(
        "select",
        PersonEvent.columns,
        """
          from stream_events
         where tenant_id = $1 and account_id = current_account_id() and number > $2
         order by number
         limit $3
        """
    )

    /// The caller's, newest first, for the export.
    package static let own = RowStatement<PersonEvent>(
        "select",
        PersonEvent.columns,
        """
          from stream_events
         where tenant_id = $1 and account_id = current_account_id()
         order by number desc
        """
    )

    // MARK: For the reader of a front

    static let snapshot = RowStatement<String>("select pg_current_snapshot()::text")

    /// The tenants among `$1` with events that the snapshot `$2` did not show.
    static let look = RowStatement<StreamLook>(
        """
        select pg_current_snapshot()::text,
               array(select tenants_with_events($1::bigint[], $2::text::pg_snapshot))::text,
               pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax($2::text::pg_snapshot)
        """
    )

    /// The tenant's events that the snapshot `$2` did not show, with the present snapshot; one row without an event if there is
    /// none. What is not in the old snapshot began later, or was running.
    static let news = RowStatement<StreamNews>(
        "select s.now, e.* from (select pg_current_snapshot()::text as now) s left join lateral (select",
        PersonEvent.columns,
        """
            from stream_events
           where tenant_id = $1 and change >= pg_snapshot_xmax($2::text::pg_snapshot)
           union all
          select
        """,
        PersonEvent.columns,
        """
            from stream_events
           where tenant_id = $1 and change = any (array(select x from pg_snapshot_xip($2::text::pg_snapshot) as x))
           ) e on true
         order by e.account_id, e.number
        """
    )

    // MARK: Deletion

    /// Deletes events from before `$1`, but the last hundred of each person, and keeps the number of the last one deleted. It reads
    /// `streams` as a whole instead of an index by time, which each write would pay for.
    static let prune = RowStatement<Int64>(
        """
        with gone as (
            delete from stream_events e
             using streams s
             where s.number - s.pruned > 100
               and e.tenant_id = s.tenant_id and e.account_id = s.account_id and e.number <= s.number - 100
               and e.created_at < $1
            returning e.tenant_id, e.account_id, e.number
        ), ends as (
            select g.tenant_id, g.account_id, max(g.number) as number, count(*) as events
              from gone g
             group by g.tenant_id, g.account_id
             order by g.tenant_id, g.account_id
        ), pruned as (
            update streams s
               set pruned = n.number
              from ends n
             where s.tenant_id = n.tenant_id and s.account_id = n.account_id
        )
        select coalesce(sum(n.events), 0)::bigint from ends n
        """
    )

    /// For the deletion of the account `$2`.
    package static let erase = Statement(
        "delete from stream_events where tenant_id = $1 and account_id = $2"
    )

    package static let statements = [
        position.statement, events.statement, own.statement, snapshot.statement, look.statement,
        news.statement, prune.statement, erase, StreamTokens.valid.statement,
    ]
}

/// Which tenants have news.
struct StreamLook: RowReadable {
    let snapshot: String
    let tenants: [TenantID]
    /// The database is another one than before, with fewer transactions: a standby that was promoted without the last of them.
    let wentBack: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        snapshot = try columns.text()
        // `{1,2}`
        tenants = try columns.text().dropFirst().dropLast().split(separator: ",").compactMap {
            Int64($0).map(TenantID.init(rawValue:))
        }
        wentBack = try columns.boolean()
    }
}

struct StreamNews: RowReadable {
    let snapshot: String
    let event: PersonEvent?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        snapshot = try columns.text()
        event = try columns.optional()
    }
}
