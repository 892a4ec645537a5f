package import Components
internal import Console
internal import Database
internal import ParlayAPI
internal import Shelf
internal import Tenancy

/// A tenant with people who have shelves and wishlists, over the catalog of the sample data.
package enum ShelfDemo {
    static let tenant = DemoTenant(
        slug: "ggtracker",
        name: "ggTracker",
        modules: [.shelf],
        settings: {
            // As the original app.
            var settings = TenantSettings.demo
            settings.signUpFields = [.username]
            settings[ShelfTenantSettings.publicShelves] = true
            return settings
        }(),
        usernames: ["ada", "ben", "chen", "dora", "eli", "fay"],
        tables: [
            "accounts", "games", "genres", "platforms", "game_genres", "game_platforms", "game_ratings",
            "shelf_games", "shelves",
        ],
        queries: { tenant, passwordHash, now in
            [people(.id(tenant), .text(passwordHash), .time(now)), crowd(.id(tenant), .time(now))]
        },
        fill: fill
    )

    /// Imports the catalog if it has no game of the file, then fills the shelves of the demo's people.
    package static func fill(_ load: DemoLoad) async throws -> Bool {
        let state = try await load.database.read(state(.id(load.tenant.id))).one
        guard state.isDemo, !state.hasShelves || !state.hasGames else { return false }
        if !state.hasGames {
            guard let data = load.sampleData else { return false }
            let bytes = try TextFile.bytes(
                data.path(of: SampleData.games),
                limit: 64 * 1024 * 1024,
                "larger than 64 MiB"
            )
            let games = try CatalogFile.read(bytes)
            _ = try await CatalogImport.run(
                games,
                in: load.database,
                at: load.now,
                hiding: try AdultTitles(data)
            )
        }
        guard !state.hasShelves else { return true }
        _ = try await load.database.write([
            shelves(.id(load.tenant.id), .time(load.now)), notes(.id(load.tenant.id)),
        ])
        return true
    }

    static let statements = [people, crowd, state.statement, shelves, notes]

    private struct State: RowReadable {
        /// The people are the demo's. A tenant of the same name that someone else made stays as it is.
        let isDemo: Bool
        let hasGames: Bool
        let hasShelves: Bool

        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            isDemo = try columns.boolean()
            hasGames = try columns.boolean()
            hasShelves = try columns.boolean()
        }
    }

    private static let state = RowStatement<State>(
        """
        select exists (select from accounts where tenant_id = $1 and username = 'ada' and email = 'ada@example.com')
               and exists (select from accounts where tenant_id = $1 and email = 'player7@example.com'),
               exists (select from games where source = 'steam'),
               exists (select from shelf_games where tenant_id = $1)
        """
    )

    private static let people = Statement(
        """
        insert into accounts (tenant_id, username, email, first_name, last_name, bio, role, password_hash, settings,
                              created_at, last_active_at)
        select $1, who.username, who.username || '@example.com', who.first_name, who.last_name, who.bio, who.role, $2,
               jsonb_build_object('time_zone', 'Europe/Berlin'), $3::timestamptz - interval '400 days',
               date_trunc('hour', $3::timestamptz)
          from (values
                   ('ada', 'Ada', 'Moreau', 'admin', 'I keep this place tidy, and my backlog not at all.'),
                   ('ben', 'Ben', 'Adeyemi', 'moderator', 'Nurse on night shifts. Short games only, or very long ones.'),
                   ('chen', 'Chen', 'Wei', 'member', 'Everything with a map to fill in.'),
                   ('dora', 'Dora', 'Castillo', 'member', 'Puzzles first, then anything that my sister and I can play together.'),
                   ('eli', 'Eli', 'Novak', 'member', 'Half of my shelf came from one sale.'),
                   ('fay', 'Fay', 'Laurent', 'member', 'I finish what I start. Sometimes twice.'))
               as who (username, first_name, last_name, role, bio)
            on conflict do nothing
        """
    )

    /// People without a password, so that no one can sign in as them. Their emails number them.
    private static let crowd = Statement(
        """
        with lists as (
            select array['Amara', 'Anton', 'Bea', 'Bilal', 'Carla', 'Diego', 'Elena', 'Farah', 'Gita', 'Hugo', 'Ines', 'Jonas',
                         'Kenji', 'Lara', 'Mina', 'Nils', 'Omar', 'Priya', 'Rosa', 'Sami'] as first_names,
                   array['Alvarez', 'Bauer', 'Costa', 'Diallo', 'Eriksen', 'Garcia', 'Haddad', 'Ito', 'Kowalski', 'Lopez',
                         'Mensah', 'Nguyen', 'Okafor', 'Petrov', 'Rossi', 'Silva', 'Tanaka'] as last_names
        ), players as (
            select i, first_names[1 + i * 7 % cardinality(first_names)] as first_name,
                   last_names[1 + i * 5 % cardinality(last_names)] as last_name
              from lists, generate_series(7, 60) as i
        )
        insert into accounts (tenant_id, username, email, first_name, last_name, created_at, last_active_at)
        select $1, lower(p.first_name || '.' || p.last_name) || p.i, 'player' || p.i || '@example.com', p.first_name, p.last_name,
               $2::timestamptz - make_interval(days => 20 + p.i * 5),
               date_trunc('hour', $2::timestamptz) - make_interval(hours => p.i * 7919 % 720)
          from players p
            on conflict do nothing
        """
    )

    /// A shelf of 6 to 45 games for each person, and a wish for each five, out of the 700 games that most people rated. Two
    /// people chose games apart from each other: the steps through the list have no common factor with its length.
    private static let shelves = Statement(
        """
        with listed as (
            select id, rating, row_number() over (order by rating_count desc, id) - 1 as place
              from games
             where source = 'steam' and rating is not null and is_hidden is not true
             order by rating_count desc, id
             limit 701
        ), players as (
            select id, row_number() over (order by id) as number
              from accounts
             where tenant_id = $1 and status = 'active'
        ), picked as (
            select distinct on (p.id, l.id) p.id as account_id, p.number, k, l.id as game_id, l.rating,
                   (p.number * 7919 + k * 104729 + l.id * 31) % 1000 as chance
              from players p
              cross join lateral generate_series(1, 6 + (p.number * 17 % 40)::integer) as k
              join listed l on l.place = (p.number * 37 + k * (3 + p.number % 11 * 2) * 2) % (select count(*) from listed)
             order by p.id, l.id, k
        ), decided as (
            select *, k % 5 = 0 as is_wish,
                   (case when chance < 380 then 0 when chance < 500 then 1 when chance < 720 then 2
                         when chance < 880 then 3 else 4 end)::smallint as status,
                   $2::timestamptz - make_interval(days => (10 + chance * 7 % 380)::integer, mins => (chance * 13 % 1440)::integer)
                       as added_at
              from picked
        )
        insert into shelf_games (tenant_id, account_id, game_id, is_wish, status, rating, hour_tenths, started_on, finished_on,
                                 added_at, updated_at)
        select $1, account_id, game_id, is_wish,
               case when not is_wish then status end,
               case when not is_wish and status in (2, 3, 4) and chance % 4 > 0
                    then least(100, greatest(5, round(rating) + chance % 31 - 18 - case status when 4 then 25 else 0 end))::smallint
               end,
               case when is_wish or status = 0 then 0
                    when status = 4 then 3 + chance % 40
                    else 40 + chance % 90 * (chance % 17) end,
               case when not is_wish and status > 0 then (added_at + interval '2 days')::date end,
               case when not is_wish and status in (2, 3)
                    then least((added_at + make_interval(days => (5 + chance % 60)::integer))::date,
                               ($2::timestamptz - interval '1 day')::date) end,
               added_at, least(added_at + make_interval(days => (6 + chance % 60)::integer), $2)
          from decided
            on conflict do nothing
        """
    )

    private static let notes = Statement(
        """
        with texts as (
            select array['Played with my sister, every Sunday.', 'Better with headphones.', 'Stopped at the swamp. I will be back.',
                         'The second half is the good one.', 'Bought in a sale, loved at once.', 'Too hard for a weekday.',
                         'The map alone is worth it.', 'Needs a keyboard.'] as list
        )
        update shelf_games s
           set note = list[1 + s.game_id % cardinality(list)]
          from texts
         where s.tenant_id = $1 and not s.is_wish and s.status > 0 and s.game_id % 3 = 0
        """
    )
}
