internal import Database
internal import ParlayAPI
internal import Tenancy

/// Statements about live updates and the tree as a whole.
enum LiveStore {
    /// The numbers of a tenant; no row before its first update.
    static let position = RowStatement<LivePosition>(
        "select seq, pruned from live_counters where tenant_id = $1"
    )

    /// Updates after the number `$2`.
    static let updates = RowStatement<LiveUpdate>(
        "select",
        LiveUpdate.columns,
        """
          from live_updates
         where tenant_id = $1 and seq > $2
         order by seq
         limit $3
        """
    )

    /// Open tournaments with an event that is undecided, with all of their events, and the number of the last update: in
    /// one statement, and so in one snapshot.
    static let tree = RowStatement<SnapshotLine>(
        "select",
        SnapshotLine.columns,
        """
          from (select coalesce(max(c.seq), 0) as seq from live_counters c where c.tenant_id = $1) s
          left join tournaments t
            on t.tenant_id = $1 and t.status = 'open'
           and exists (
                   select
                     from events u
                    where u.tenant_id = t.tenant_id and u.tournament_id = t.id
                      and u.status not in ('final', 'cancelled')
                   offset 0
               )
        """,
        .leftJoin("events", as: "e", where: "tournament_id", is: "t.id"),
        TreeLine.markets,
        "order by t.id, e.starts_at, e.id, m.id, o.id"
    )

    /// Events that changed after the number `$2`, as they are now; without columns where one was deleted. At least one
    /// row, with the number of the last update.
    static let changes = RowStatement<ChangedLine>(
        """
        with state as (
            select coalesce(max(c.seq), 0) as seq, coalesce(max(c.pruned), 0) as pruned
              from live_counters c
             where c.tenant_id = $1
        ), changed as materialized (
            select distinct u.event_id from live_updates u where u.tenant_id = $1 and u.seq > $2
        )
        select s.seq, s.pruned, c.event_id, (c.event_id is null and exists (select from changed)),
        """,
        TreeLine.columns,
        """
          from state s
          left join changed c on true
        """,
        .leftJoin("events", as: "e", is: "c.event_id"),
        TreeLine.markets,
        "order by e.id, m.id, o.id"
    )

    /// Deletes updates from before `$1`, and keeps the number of the last one deleted.
    static let prune = Statement(
        """
        with old as (
            delete from live_updates where created_at < $1 returning tenant_id, seq
        ), last as (
            select o.tenant_id, max(o.seq) as seq from old o group by o.tenant_id order by o.tenant_id
        )
        update live_counters c
           set pruned = greatest(c.pruned, l.seq)
          from last l
         where c.tenant_id = l.tenant_id
        """
    )

    static let statements = [
        position.statement, updates.statement, tree.statement, changes.statement, prune,
    ]
}

struct LivePosition: RowReadable {
    /// The number of the last update.
    let seq: Int64
    /// Updates up to this number are gone.
    let pruned: Int64

    static let none = LivePosition(seq: 0, pruned: 0)

    private init(seq: Int64, pruned: Int64) {
        self.seq = seq
        self.pruned = pruned
    }

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        seq = try columns.integer()
        pruned = try columns.integer()
    }
}

/// One outcome of the whole tree, with all above it.
struct SnapshotLine: ColumnGroup {
    static let columns: SQLFragment =
        ["s.seq"] + TournamentRow.columns.of("t") + EventRow.columns.of("e") + MarketRow.columns.of("m")
        + OutcomeRow.columns.of("o")

    let seq: Int64
    let tournament: TournamentRow?
    let event: EventRow?
    let market: MarketRow?
    let outcome: OutcomeRow?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        seq = try columns.integer()
        tournament = try columns.optional()
        event = try columns.optional()
        market = try columns.optional()
        outcome = try columns.optional()
    }
}

/// One outcome of an event that changed.
struct ChangedLine: RowReadable {
    let seq: Int64
    let pruned: Int64
    /// `nil` if nothing changed, or something about a whole tournament.
    let id: EventID?
    let isWhole: Bool
    let event: EventRow?
    let market: MarketRow?
    let outcome: OutcomeRow?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        seq = try columns.integer()
        pruned = try columns.integer()
        id = try columns.optionalInteger().map(EventID.init(rawValue:))
        isWhole = try columns.boolean()
        event = try columns.optional()
        market = try columns.optional()
        outcome = try columns.optional()
    }
}
