package import Database
package import ParlayAPI

/// Turns the kick-offs of a file into moments. Only the database knows time zones.
package enum KickOffStore {
    /// All kick-offs together: if they are moved, then by the whole weeks that bring the first one to the date `$4` or at
    /// most six days later, at the same time of day in its zone. A time of day that the clocks skip or repeat is that
    /// which PostgreSQL takes.
    static let resolve = RowStatement<ResolvedKickOff>(
        """
        with games as (
            select g.place, g.zone, g.moment, coalesce(g.local, to_timestamp(g.moment) at time zone g.zone) as local
              from unnest($1::bigint[], $2::timestamp[], $3::text[]) with ordinality as g (moment, local, zone, place)
        ), move as (
            select coalesce(ceil(($4::date - min(local)::date) / 7.0), 0)::integer as weeks
              from games
        )
        select case when m.weeks = 0 and g.moment is not null then g.moment
                    else extract(epoch from (g.local + make_interval(weeks => m.weeks)) at time zone g.zone)::bigint
               end,
               m.weeks
          from games g
         cross join move m
         order by g.place
        """
    )
    /// The seconds `$1`, each moved by the weeks `$3` at the same time of day in the zone `$2`.
    package static let moved = RowStatement<Int64>(
        """
        select extract(epoch from (
                   to_timestamp(g.second) at time zone g.zone + make_interval(weeks => g.weeks)
               ) at time zone g.zone)::bigint
          from unnest($1::bigint[], $2::text[], $3::integer[]) with ordinality as g (second, zone, weeks, place)
         order by g.place
        """
    )
    package static let statements = [resolve.statement, moved.statement]

    /// - Parameter date: where the first game is moved to; `nil` leaves all where they are.
    package static func resolve(
        _ kickOffs: [KickOff],
        movingTo date: CivilDateTime?,
        in transaction: TenantTransaction
    ) async throws -> ResolvedKickOffs {
        let query = resolve(
            .integers(kickOffs.map(\.moment)),
            .texts(kickOffs.map(\.localText)),
            .texts(kickOffs.map(\.zone)),
            .text(date.map(\.dateText))
        )
        let rows = try await transaction.read(query).all
        return ResolvedKickOffs(
            seconds: rows.map(\.seconds),
            weeks: date == nil ? nil : rows.first?.weeks ?? 0
        )
    }
}

struct ResolvedKickOff: RowReadable {
    let seconds: Int64
    let weeks: Int

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        seconds = try columns.integer()
        weeks = Int(try columns.integer())
    }
}

extension KickOff {
    fileprivate var zone: String {
        switch self {
        case .moment(_, let zone), .local(_, let zone): zone
        }
    }

    fileprivate var moment: Int64? {
        if case .moment(let seconds, _) = self { seconds } else { nil }
    }

    fileprivate var localText: String? {
        guard case .local(let time, _) = self else { return nil }
        return "\(time.dateText) \(time.hour):\(time.minute)"
    }
}

extension CivilDateTime {
    /// `2026-11-22`
    package var dateText: String {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }
}
