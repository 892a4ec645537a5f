package import Database
package import ParlayAPI
package import Tenancy

/// Counts the figures of all tenants. Safe to run twice and late: each run counts again from the hour before the last one that was
/// counted, by what rows say about their time, and writes what differs.
package struct FigureCounter: Sendable {
    /// How far back the first count of a tenant looks.
    package static let firstDays = 90
    /// At most so many hours of all tenants in one transaction.
    private static let hoursAtOnce = 20_000
    private static let tenantsAtOnce = 500

    private let database: DatabasePool?
    private let states: [String]
    private let countHours: Statement
    private let sumDays: Statement

    /// - Parameters:
    ///   - figures: those of all components.
    ///   - database: as the worker; `nil` for the statements alone.
    package init(_ figures: [Figure], _ database: DatabasePool?) {
        self.database = database
        let states = figures.filter { $0.present != nil }
        self.states = states.map(\.name)
        countHours = Self.countHours(columns: figures.map { $0.column($0.added) })
        sumDays = Self.sumDays(columns: states.compactMap { state in state.present.map(state.column) })
    }

    package var statements: [Statement] { [Self.due.statement, countHours, sumDays] }

    /// Counts everything up to `now`. What ends a run in between leaves whole tenants, and the next run goes on.
    package func count(at now: Timestamp) async throws {
        guard let database else { return }
        var last: Int64 = -1
        while true {
            let due = try await database.read(
                Self.due(
                    .time(now),
                    .integer(last),
                    .integer(Self.tenantsAtOnce),
                    .integer(Self.hoursAtOnce)
                )
            ).all
            guard let end = due.last else { return }
            let tenants = Parameter.integers(due)
            _ = try await database.write([
                countHours(.time(now), tenants), sumDays(.time(now), tenants, .texts(states)),
            ])
            last = end
            try Task.checkCancellation()
        }
    }
}

extension FigureCounter {
    /// Of the tenant `t.id`: `last`, its last day that was counted, and `s.from_at`, the hour from which it is counted again. Rows
    /// of the hour before the last count may have been committed after it.
    private static let start: SQLFragment = """
        left join lateral (
              select d.day, d.counted_at
                from daily_figures d
               where d.tenant_id = t.id
               order by d.day desc
               limit 1
             ) as last on true
        cross join lateral (
              select greatest(
                         date_trunc('day', $1::timestamptz, 'UTC') - interval '2160 hours',
                         date_trunc('hour', last.counted_at, 'UTC') - interval '1 hour'
                     ) as from_at
             ) as s
        """

    /// The tenants `$2`, but for those that have left the cell since they were chosen.
    private static let chosen: SQLFragment = """
        from (
              select u.id from unnest($2::bigint[]) as u (id) where u.id <> all ((select closed_tenants())::bigint[])
             ) as t
        """

    /// The next tenants after `$2`, in the order of their ids: at most `$3`, and as many as have `$4` hours to count.
    private static let due = RowStatement<Int64>(
        """
        select c.id
          from (
            select h.id, h.hours, sum(h.hours) over (order by h.id) as total
              from (
                select t.id, extract(epoch from $1::timestamptz - s.from_at) / 3600 as hours
                  from (
                    select 0::bigint as id where $2::bigint < 0
                    union all
                    (select id from tenants where id > $2 and status <> 'deleting' order by id limit $3)
                  ) as t
        """,
        start,
        """
              ) as h
          ) as c
         where c.total <= $4::bigint or c.total = c.hours
         order by c.id
        """
    )

    /// The rows of the hours of the tenants `$2`. The offset keeps the figures from being counted twice.
    private static func countHours(columns: [SQLFragment]) -> Statement {
        let counted: [SQLFragment] = [
            """
            with p as materialized (
                select t.id as tenant_id, h.hour as from_at, least(h.hour + interval '1 hour', $1::timestamptz) as to_at
            """,
            chosen,
            start,
            """
                 cross join lateral generate_series(s.from_at, $1::timestamptz, interval '1 hour') as h (hour)
            )
            insert into hourly_figures (tenant_id, hour, figures)
            select p.tenant_id, p.from_at, n.figures
              from p
             cross join lateral (
                   select jsonb_strip_nulls(to_jsonb(c)) as figures
                     from (select
            """,
            Self.list(columns),
            """
                          ) as c
                   offset 0
                  ) as n
             where n.figures <> '{}'
                or exists (select from hourly_figures f where f.tenant_id = p.tenant_id and f.hour = p.from_at)
                on conflict (tenant_id, hour) do update
               set figures = excluded.figures
             where hourly_figures.figures is distinct from excluded.figures
            """,
        ]
        return Statement(joining: counted)
    }

    /// The rows of the days of the tenants `$2`, from those of the hours. `$3` are the names of the states. A state is that of the
    /// day before and its changes; in the first count of a day it is counted, and the days before it are what it was before the
    /// changes. The first count of a tenant begins with the first day on which something happened.
    private static func sumDays(columns: [SQLFragment]) -> Statement {
        Statement(joining: [
            """
            with due as materialized (
                select t.id as tenant_id, date_trunc('day', s.from_at, 'UTC') as from_day, last.day is null as is_first,
                       b.figures as before
            """,
            chosen,
            start,
            """
                  -- Under a policy a condition with a function is none for an index; the offset makes a column of it.
                  cross join lateral (select (s.from_at at time zone 'UTC')::date - 1 as day offset 0) y
                  left join daily_figures b
                         on b.tenant_id = t.id and b.day = y.day
                            and last.day = ($1::timestamptz at time zone 'UTC')::date
            ), p as materialized (
                select p.*, case when p.before is null then (
                           select jsonb_strip_nulls(to_jsonb(c))
                             from (select
            """,
            Self.list(columns),
            """
                                  ) as c
                       ) end as present
                  from due p
            ),
            """,
            Self.sums,
        ])
    }

    private static let sums: SQLFragment = """
        sums as materialized (
            select p.tenant_id, g.day, e.name, e.total
              from p
             cross join lateral generate_series(p.from_day, $1::timestamptz, interval '24 hours') as g (day)
              left join lateral (
                   select f.key as name, sum(f.value::bigint)::bigint as total
                     from hourly_figures h
                    cross join lateral jsonb_each_text(h.figures) as f
                    where h.tenant_id = p.tenant_id and h.hour >= g.day and h.hour < g.day + interval '24 hours'
                    group by f.key
                  ) as e on true
        ), days as (
            select tenant_id, day, bool_or(name is not null) as has_any,
                   coalesce(jsonb_object_agg(name, total) filter (where name <> all ($3::text[])), '{}') as figures
              from sums
             group by tenant_id, day
        ), states as (
            select v.tenant_id, v.day, jsonb_object_agg(v.name, v.value) filter (where v.value <> 0) as figures
              from (
                select d.tenant_id, d.day, n.name,
                       case when p.before is null
                            then coalesce((p.present ->> n.name)::bigint, 0)
                                 - coalesce(sum(coalesce(c.total, 0)) over later, 0)
                            else coalesce((p.before ->> n.name)::bigint, 0) + sum(coalesce(c.total, 0)) over so_far
                       end as value
                  from days d
                  join p on p.tenant_id = d.tenant_id
                 cross join unnest($3::text[]) as n (name)
                  left join sums c on c.tenant_id = d.tenant_id and c.day = d.day and c.name = n.name
                window later as (
                           partition by d.tenant_id, n.name order by d.day desc
                           rows between unbounded preceding and 1 preceding
                       ),
                       so_far as (partition by d.tenant_id, n.name order by d.day)
              ) as v
             group by v.tenant_id, v.day
        )
        insert into daily_figures (tenant_id, day, counted_at, figures)
        select d.tenant_id, (d.day at time zone 'UTC')::date, $1::timestamptz, d.figures || coalesce(s.figures, '{}')
          from days d
          join p on p.tenant_id = d.tenant_id
          left join states s on s.tenant_id = d.tenant_id and s.day = d.day
         where not p.is_first
            or d.day >= coalesce(
                   (select min(f.day) from days f where f.tenant_id = d.tenant_id and f.has_any),
                   date_trunc('day', $1::timestamptz, 'UTC')
               )
            on conflict (tenant_id, day) do update
           set counted_at = excluded.counted_at, figures = excluded.figures
         where daily_figures.figures is distinct from excluded.figures
            or daily_figures.day = ($1::timestamptz at time zone 'UTC')::date
        """

    private static func list(_ columns: [SQLFragment]) -> SQLFragment {
        columns.dropFirst().reduce(columns.first ?? "") { SQLFragment(joining: $0, ",", $1) }
    }
}
