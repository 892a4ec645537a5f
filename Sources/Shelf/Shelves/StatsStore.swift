internal import Database
internal import ParlayAPI
internal import Tenancy

/// Counts a shelf.
enum StatsStore {
    /// The caller's shelf as a whole, then by status, genre and month, each in its order.
    static let stats = RowStatement<StatsRow>(
        """
        with shelf as materialized (
            select s.game_id, s.status, s.rating, s.hour_tenths, s.finished_on
              from shelf_games s
             where s.tenant_id = $1 and s.account_id = current_account_id() and not s.is_wish
        ), counted as (
            select 1 as part, '' as name, count(*) as games, coalesce(sum(hour_tenths), 0) as tenths,
                   round(avg(rating), 2)::double precision as mean
              from shelf
            union all
            select 2, v.status::text, count(s.game_id), coalesce(sum(s.hour_tenths), 0), null
              from generate_series(0, 4) as v (status)
              left join shelf s on s.status = v.status
             group by v.status
            union all
            select 3, n.name, count(*), sum(s.hour_tenths), null
              from shelf s
              join game_genres l on l.game_id = s.game_id
              join genres n on n.id = l.genre_id
             group by n.id
            union all
            select 4, to_char(finished_on, 'YYYY-MM'), count(*), sum(hour_tenths), null
              from shelf
             where finished_on is not null
             group by to_char(finished_on, 'YYYY-MM')
        )
        select part, name, games, tenths, mean
          from counted
         order by part, case part when 3 then -games else 0 end, lower(name) collate "C"
        """
    )

    static let statements = [stats.statement]
}

/// A line of the counts.
struct StatsRow: RowReadable {
    enum Part: Int64 {
        case whole = 1
        case status
        case genre
        case month
    }

    let part: Part
    /// A status' number, the name of a genre, or a month.
    let name: String
    let games: Int
    let hours: PlayedHours
    /// Only of the whole.
    let mean: Double?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let number = try columns.integer()
        guard let part = Part(rawValue: number) else { throw .decoding("\(number) is no part of the stats") }
        self.part = part
        name = try columns.text()
        games = Int(try columns.integer())
        hours = PlayedHours(tenths: try columns.integer())
        mean = try columns.optionalDouble()
    }
}

extension ShelfStats {
    init(_ rows: [StatsRow]) {
        self.init()
        for row in rows {
            switch row.part {
            case .whole: (games, hours, meanRating) = (row.games, row.hours, row.mean)
            case .status:
                guard let status = Int(row.name).flatMap(ShelfStatus.init(rawValue:)) else { continue }
                byStatus.append(OfStatus(status: status, games: row.games, hours: row.hours))
            case .genre: byGenre.append(OfGenre(genre: row.name, games: row.games, hours: row.hours))
            case .month: byMonth.append(OfMonth(month: row.name, finished: row.games, hours: row.hours))
            }
        }
    }
}
