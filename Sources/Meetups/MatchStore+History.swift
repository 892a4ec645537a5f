internal import Database
internal import ParlayAPI
internal import Tenancy

/// Something that happened in a match, as it is read.
struct MatchEventRow: RowReadable {
    let event: MatchEvent

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        guard let kind = MatchEvent.Kind(rawValue: try columns.text()) else {
            throw .decoding("unknown kind of a move")
        }
        event = MatchEvent(
            kind: kind,
            by: try columns.optionalInteger(),
            time1: try columns.optionalTime(),
            location: try columns.optionalText(),
            met: try columns.optionalBoolean(),
            at: try columns.time()
        )
    }
}

extension MatchStore {
    /// What happened in the caller's match, oldest first; no row for others. $3 is the clock: what has passed counts before
    /// the sweep has written it.
    static let history = RowStatement<MatchEventRow>(
        """
        with mine as (
            select id, user_id1, status_code, time_1, created_at
              from matches
             where tenant_id = $1 and id = $2 and current_account_id() in (user_id1, user_id2)
        ), moves as (
            select v.*, lead(v.created_at) over (order by v.version) as next_at
              from mine
              cross join lateral (
                  select * from match_moves
                   where tenant_id = $1 and match_id = mine.id
                   order by version desc
                   limit 100) v
        ), held as (
            select u.held_at, f.met
              from mine
              cross join lateral (
                  select * from meetups
                   where tenant_id = $1 and match_id = mine.id
                   order by held_at desc
                   limit 100) u
              left join meetup_feedback f
                on f.tenant_id = $1 and f.meetup_id = u.id and f.account_id = current_account_id()
        ), events as (
            select 'matched' as kind, user_id1 as by_id, null::timestamptz as time_1, null::text as location,
                   null::boolean as met, created_at as at, 0 as place
              from mine
             union all
            select kind, account_id, time_1, location, null, created_at, version from moves
             union all
            select 'lapsed', null, time_1, location, null, time_1, version
              from moves
             where kind = 'proposed' and time_1 <= coalesce(next_at, $3)
             union all
            select 'held', null, held_at, null, met, held_at, 0 from held
             union all
            select 'held', null, time_1, null, null, time_1, 0 from mine where status_code = 3 and time_1 <= $3
        )
        select kind, by_id, time_1, location, met, at from events order by at, place
        """
    )

    static func history(of match: MatchID, in tenant: TenantID, now: Timestamp) -> RowQuery<MatchEventRow> {
        history(.id(tenant), .id(match), .time(now))
    }
}
