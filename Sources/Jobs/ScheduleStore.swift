internal import Database

/// The statements about schedules and the scheduler's leadership.
enum ScheduleStore {
    /// The code decides what runs and when; the operator's choice whether it is enabled is kept.
    static let define = Statement(
        """
        insert into schedules (name, kind, payload, cron, max_attempts)
        values ($1, $2, $3, $4, $5)
            on conflict (name) do update
           set kind = excluded.kind, payload = excluded.payload, cron = excluded.cron,
               max_attempts = excluded.max_attempts
         where (schedules.kind, schedules.payload, schedules.cron, schedules.max_attempts)
               is distinct from (excluded.kind, excluded.payload, excluded.cron, excluded.max_attempts)
        """
    )

    static let remove = Statement("delete from schedules where name = $1")

    /// A new term, which ends those of earlier leaders.
    static let lead = RowStatement<Int64>(
        """
        insert into leadership (name, term, worker)
        values ('scheduler', 1, $1)
            on conflict (name) do update
           set term = leadership.term + 1, worker = excluded.worker, since = now()
        returning term
        """
    )

    /// The enabled schedules and the database's time.
    static let enabled = RowStatement<EnabledSchedule>(
        "select",
        EnabledSchedule.columns,
        "from schedules where enabled order by name"
    )

    /// Enqueues one tick. Nothing happens if it was already enqueued, or if the term has ended. If the job of an
    /// earlier tick is still waiting, no second one is added.
    static let tick = Statement(
        """
        with leader as materialized (
            select term from leadership where name = 'scheduler' and term = $3 for share
        ), due as materialized (
            select schedules.name, schedules.kind, schedules.payload, schedules.max_attempts
              from schedules
             cross join leader
             where schedules.name = $1 and schedules.enabled
               and schedules.last_tick < timestamptz 'epoch' + $2::bigint * interval '1 millisecond'
        ), tick as (
            insert into schedule_ticks (schedule, tick_at, term)
            select due.name, timestamptz 'epoch' + $2::bigint * interval '1 millisecond', $3
              from due
                on conflict do nothing
            returning schedule, tick_at
        ), moved as (
            update schedules
               set last_tick = tick.tick_at
              from tick
             where schedules.name = tick.schedule
        )
        insert into jobs (tenant_id, kind, payload, max_attempts, unique_key)
        select 0, due.kind, due.payload, due.max_attempts, 'schedule:' || due.name
          from due
          join tick on tick.schedule = due.name
            on conflict (tenant_id, kind, unique_key) where state = 'available' and unique_key is not null do nothing
        returning id
        """
    )

    /// The last tick and ticks of the future were those of a clock that was ahead. They can come again.
    static let rewind = Statement(
        """
        with leader as materialized (
            select term from leadership where name = 'scheduler' and term = $2 for share
        ), rewound as (
            update schedules
               set last_tick = now()
              from leader
             where schedules.name = $1 and schedules.last_tick > now() + $3::bigint * interval '1 millisecond'
            returning schedules.name
        )
        delete from schedule_ticks
         using rewound
         where schedule_ticks.schedule = rewound.name and schedule_ticks.tick_at > now()
        """
    )

    static let statements = [define, remove, lead.statement, enabled.statement, tick, rewind]
}

/// An enabled schedule. Times are milliseconds since the Unix epoch.
struct EnabledSchedule: ColumnGroup {
    static let columns: SQLFragment = ["name", "cron", "last_tick", "now()"]

    let name: String
    let cron: String
    let lastTick: Int64
    /// The database's time.
    let now: Int64

    init(name: String, cron: String, lastTick: Int64, now: Int64) {
        self.name = name
        self.cron = cron
        self.lastTick = lastTick
        self.now = now
    }

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        name = try columns.text()
        cron = try columns.text()
        lastTick = try columns.milliseconds()
        now = try columns.milliseconds()
    }
}

extension EnabledSchedule {
    enum Step: Equatable {
        case nothing
        /// Enqueue the tick of this time: of several missed ones only the latest.
        case tick(Int64)
        /// The last tick lies in the future, because the clock was ahead. Go back to the present.
        case rewind
    }

    /// Smaller steps back of the clock are waited for, so that no tick is enqueued twice.
    static let tolerance: Int64 = 300_000

    func next() throws(Cron.ParseError) -> Step {
        if lastTick > now + Self.tolerance { return .rewind }
        return try Cron(cron).latest(upTo: now, after: lastTick).map { .tick($0) } ?? .nothing
    }
}
