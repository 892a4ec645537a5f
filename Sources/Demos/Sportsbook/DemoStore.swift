internal import Database
internal import ParlayAPI
internal import Sportsbook
internal import Tenancy

/// The statements of the demo. Its games have the source `demo`.
enum DemoStore {
    /// People to bet with.
    static let people = Statement(
        """
        insert into accounts (tenant_id, username, email, first_name, last_name, bio, role, password_hash, settings,
                              created_at, last_active_at)
        select $1, who.username, who.username || '@example.com', who.first_name, who.last_name, who.bio, who.role, $2,
               jsonb_build_object('time_zone', who.time_zone), $3::timestamptz - interval '90 days',
               date_trunc('hour', $3::timestamptz)
          from (values
                   ('ada', 'Ada', 'Moreau', 'admin', 'America/Chicago', 'I enter the scores. Do not write to me about them.'),
                   ('ben', 'Ben', 'Adeyemi', 'moderator', 'America/New_York', 'Nurse on night shifts. I watch it all on Monday, so no spoilers.'),
                   ('chen', 'Chen', 'Wei', 'member', 'America/Chicago', 'I keep a spreadsheet. It has never helped.'),
                   ('dora', 'Dora', 'Castillo', 'member', 'America/Chicago', 'Small stakes, no regrets.'),
                   ('eli', 'Eli', 'Novak', 'member', 'America/Chicago', 'Whatever the spread is, it is too many points.'),
                   ('fay', 'Fay', 'Laurent', 'member', 'America/New_York', 'I pick teams by their colors. It works.'))
               as who (username, first_name, last_name, role, time_zone, bio)
            on conflict do nothing
        """
    )

    /// Marks a tenant as one that the demo keeps supplied with games.
    static let tournament = Statement(
        """
        insert into tournaments (tenant_id, sport, name, source, external_id)
        values ($1, $2, $3, $4, $5)
            on conflict do nothing
        """
    )

    /// Those of the tenants `$1` that are so marked.
    static let marked = RowStatement<Int64>(
        """
        select tenant_id
          from tournaments
         where tenant_id = any ($1::bigint[]) and source = $2 and external_id = $3 and status = 'open'
        """
    )

    /// Whether there is a game of a source.
    static let hasGames = RowStatement<Bool>(
        "select exists (select from events where tenant_id = $1 and source = $2)"
    )

    /// The games of the last week, the earliest first.
    static let lastWeek = RowStatement<TreeLine>(
        """
        with last as (
            select max(starts_at) as starts_at from events where tenant_id = $1 and source = $2
        )
        select
        """,
        TreeLine.columns,
        """
          from last l
          join events e on e.tenant_id = $1 and e.source = $2 and e.starts_at > l.starts_at - interval '6 days'
        """,
        TreeLine.markets,
        "order by e.id, m.id, o.id"
    )

    /// Games that began before `$3` and have no result.
    static let over = RowStatement<TreeLine>(
        "select",
        TreeLine.columns,
        "from events e",
        TreeLine.markets,
        """
         where e.tenant_id = $1 and e.source = $2 and e.status in ('scheduled', 'live') and e.starts_at <= $3
         order by e.id, m.id, o.id
        """
    )

    /// The days of moments in New York.
    static let days = RowStatement<String>(
        """
        select (t.moment at time zone 'America/New_York')::date::text
          from unnest($1::timestamptz[]) with ordinality as t (moment, place)
         order by t.place
        """
    )

    /// Those of the people `$2` who can bet.
    static let players = RowStatement<DemoPerson>(
        """
        select id, username
          from accounts
         where tenant_id = $1 and username = any ($2::text[]) and status = 'active'
         order by username
        """
    )

    /// What follows is done by this account.
    static let act = Statement(
        """
        select set_config('parlay.tenant_id', $1::text, true),
               set_config('parlay.account_id', coalesce($2::text, ''), true)
        """
    )

    /// The last repetition of each game of a source, in open tournaments.
    static let latest = RowStatement<LatestGame>(
        "select distinct on (t.external_id, split_part(e.external_id, '@', 1))",
        LatestGame.columns,
        """
          from events e
          join tournaments t on t.tenant_id = e.tenant_id and t.id = e.tournament_id and t.status = 'open'
         where e.tenant_id = $1 and e.source = $2 and t.source = $2
         order by t.external_id, split_part(e.external_id, '@', 1), e.starts_at desc, e.id desc
        """
    )

    /// The ids at the source `$2` of the events that start from `$3` to before `$4` and can be bet on.
    static let startingBetween = RowStatement<String>(
        """
        select external_id
          from events
         where tenant_id = $1 and source = $2 and status = 'scheduled' and starts_at >= $3 and starts_at < $4
         order by starts_at, id
        """
    )

    /// Whether any of the people `$2` has bet after `$3`.
    static let haveBet = RowStatement<Bool>(
        """
        select exists (
            select
              from bets b
              join accounts a on a.tenant_id = b.tenant_id and a.id = b.account_id and a.username = any ($2::text[])
             where b.tenant_id = $1 and b.placed_at > $3
        )
        """
    )

    static let statements = [
        latest.statement, startingBetween.statement, haveBet.statement, people, tournament, marked.statement,
        hasGames.statement, lastWeek.statement, over.statement,
        days.statement, players.statement, act,
    ]
}

struct DemoPerson: RowReadable {
    let id: AccountID
    let username: String

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        username = try columns.text()
    }
}

/// A game with its tournament's id at the source.
struct LatestGame: ColumnGroup {
    static let columns: SQLFragment = ["t.external_id"] + EventRow.columns.of("e")

    let tournament: String
    let event: EventRow

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        tournament = try columns.text()
        event = try EventRow(&columns)
    }
}
