internal import Components
package import Database
package import ParlayAPI
package import Tenancy
internal import Wagers

/// People, friends and wagers to try the app with. Always the same; running it again adds what is missing and changes
/// nothing.
package enum WagerDemo {
    package static let peopleCount = 3000
    package static let namedUsernames = ["ada", "ben", "chen", "dora", "eli", "fay"]
    /// "Other" is always included.
    package static let categories = [
        "Sports", "Fitness", "Food", "Weather", "Games", "Screen", "Music", "Work",
    ]

    static let tenant = DemoTenant(
        slug: "wager",
        name: "Wager",
        modules: [.wagers],
        settings: {
            var settings = TenantSettings.demo
            settings[WagerSettings.categories] = categories
            settings[WagerSettings.publicOffers] = true
            return settings
        }(),
        usernames: namedUsernames,
        tables: ["accounts", "friendships", "wagers", "wager_ratings"],
        queries: queries
    )

    /// Run them in one transaction, with a role that sees the tenant.
    ///
    /// - Parameter passwordHash: for the six named accounts. The others have no password, so no one can sign in as
    ///   them.
    package static func queries(tenant: TenantID, passwordHash: String, now: Timestamp) -> [Query] {
        let towns = Town.all
        let tenant = Parameter.id(tenant)
        let now = Parameter.time(now)
        return [
            named(tenant, .text(passwordHash), now),
            crowd(
                tenant,
                .integer(peopleCount - namedUsernames.count),
                .texts(towns.map(\.name)),
                .texts(towns.map(\.timeZone)),
                now
            ),
            friends(tenant, now),
            stories(tenant, now),
            wagers(
                tenant,
                .integer(peopleCount - namedUsernames.count),
                .texts(towns.map(\.name)),
                .texts(towns.map { "\($0.lat)" }),
                .texts(towns.map { "\($0.lon)" }),
                now
            ),
            ratings(tenant, now),
        ]
    }

    static let statements = [named, crowd, friends, stories, wagers, ratings]

    /// Eli has no Venmo name, so his debtors cannot pay by Venmo.
    static let named = Statement(
        """
        insert into accounts (tenant_id, username, email, first_name, last_name, bio, venmo_username, role,
                              password_hash, settings, created_at, last_active_at)
        select $1, who.username, who.username || '@example.com', who.first_name, who.last_name, who.bio, who.venmo,
               who.role, $2, jsonb_build_object('time_zone', who.time_zone),
               $3::timestamptz - interval '90 days', date_trunc('hour', $3::timestamptz)
          from (values
                   ('ada', 'Ada', 'Moreau', 'Ada-Moreau', 'admin', 'America/Chicago',
                    'I keep this place tidy and never bet against the weather twice.'),
                   ('ben', 'Ben', 'Adeyemi', 'ben_adeyemi', 'moderator', 'America/New_York',
                    'Nurse on night shifts. I settle quarrels for a living, it seems.'),
                   ('chen', 'Chen', 'Wei', 'chen-wei-chess', 'member', 'America/Chicago',
                    'Chess, the Cubs, and bets that can be settled by a stopwatch.'),
                   ('dora', 'Dora', 'Castillo', 'DoraCastillo', 'member', 'America/Chicago',
                    'Architect and climber. I pay what I owe, usually on the same day.'),
                   ('eli', 'Eli', 'Novak', null, 'member', 'America/Chicago',
                    'Cash only. My sourdough starter is named Gerald.'),
                   ('fay', 'Fay', 'Laurent', 'fay_laurent', 'member', 'America/New_York',
                    'Pastry cook. Do not bet against my croissants.'))
               as who (username, first_name, last_name, venmo, role, time_zone, bio)
            on conflict do nothing
        """
    )

    /// Their emails number them; large towns have more of them.
    static let crowd = Statement(
        """
        with lists as (
            select array['Aaron', 'Abby', 'Andre', 'Bella', 'Brooke', 'Caleb', 'Carmen', 'Dana', 'Derek', 'Eva',
                         'Felix', 'Grace', 'Hank', 'Imani', 'Jamal', 'Jorge', 'Kayla', 'Keiko', 'Liam', 'Luz', 'Mateo',
                         'Maya', 'Nate', 'Nora', 'Owen', 'Paige', 'Quinn', 'Rita', 'Ruben', 'Sofia', 'Tara', 'Theo',
                         'Uma', 'Vince', 'Wes', 'Ximena', 'Yara', 'Zane'] as first_names,
                   array['Allen', 'Baker', 'Brooks', 'Chavez', 'Cohen', 'Cruz', 'Diaz', 'Evans', 'Flores', 'Foster',
                         'Gomez', 'Hayes', 'Hughes', 'Jackson', 'Kelly', 'Khan', 'Lee', 'Long', 'Mills', 'Morales',
                         'Myers', 'Nguyen', 'Ortiz', 'Patel', 'Price', 'Reyes', 'Rivera', 'Shaw', 'Stone', 'Torres',
                         'Vargas', 'Walsh', 'Young'] as last_names,
                   array['softball on Thursdays', 'pick-up basketball', 'trivia nights', 'long bike rides',
                         'fantasy football', 'disc golf', 'barbecue', 'board games', 'trail running', 'karaoke',
                         'bowling', 'poker with chips only'] as pastimes,
                   $3::text[] as towns,
                   $4::text[] as zones
        ), people as (
            select i,
                   first_names[1 + i * 17 % cardinality(first_names)] as first_name,
                   last_names[1 + (i * 29 + i / 38) % cardinality(last_names)] as last_name,
                   pastimes[1 + i * 5 % cardinality(pastimes)] as pastime,
                   1 + floor(cardinality(towns) * power(i * 7919 % 10007 / 10007.0, 2))::integer as town
              from generate_series(1, $2::integer) as i, lists
        )
        insert into accounts (tenant_id, username, email, first_name, last_name, bio, venmo_username, settings,
                              created_at, last_active_at)
        select $1, lower(p.first_name || '.' || p.last_name) || p.i, 'person' || p.i || '@example.com',
               p.first_name, p.last_name,
               case p.i % 4
                    when 0 then 'From ' || towns[p.town] || '. Ask me about ' || p.pastime || '.'
                    when 1 then towns[p.town] || ', ' || p.pastime || ', and a weakness for close calls.'
                    when 2 then 'Mostly ' || p.pastime || '. I always pay.'
                    else ''
               end,
               case when p.i % 10 < 8 then p.first_name || '-' || p.last_name || '-' || p.i end,
               jsonb_build_object('time_zone', zones[p.town]),
               $5::timestamptz - make_interval(days => 1 + p.i % 364),
               date_trunc('hour', $5::timestamptz) - make_interval(hours => p.i * 7919 % 720)
          from people p
          cross join lists
            on conflict do nothing
        """
    )

    /// Each of the crowd with a neighbour and someone further on, some only asked; the named people with each other
    /// and with forty of the crowd.
    static let friends = Statement(
        """
        with wanted as (
            select 'person' || n || '@example.com' as asker, 'person' || n + step || '@example.com' as other,
                   n % 8 <> 0 as is_accepted, n
              from generate_series(1, 2900) as n, (values (1), (37)) as steps (step)
            union all
            select who.asker || '@example.com', who.other || '@example.com', who.is_accepted, 3
              from (values ('ada', 'ben', true), ('ada', 'chen', true), ('ada', 'dora', true), ('ben', 'chen', true),
                           ('chen', 'dora', true), ('dora', 'eli', true), ('eli', 'fay', true), ('fay', 'chen', true),
                           ('fay', 'ada', false), ('eli', 'chen', false))
                   as who (asker, other, is_accepted)
            union all
            select 'person' || 50 * p.place + n || '@example.com', p.name || '@example.com', n <= 7, n
              from unnest(array['ada', 'ben', 'chen', 'dora', 'eli', 'fay']) with ordinality as p (name, place),
                   generate_series(1, 8) as n
        )
        insert into friendships (tenant_id, account_a, account_b, asked_by, created_at, accepted_at)
        select $1, least(a.id, b.id), greatest(a.id, b.id), a.id,
               $2::timestamptz - make_interval(days => 2 + w.n % 60),
               case when w.is_accepted then $2::timestamptz - make_interval(days => 1 + w.n % 50) end
          from wanted w
          join accounts a on a.tenant_id = $1 and a.email = w.asker
          join accounts b on b.tenant_id = $1 and b.email = w.other
            on conflict do nothing
        """
    )
}

/// A real town, from the list of the larger ones in the United States. Data © GeoNames, CC-BY 4.0.
struct Town: Sendable {
    let name: String
    /// Degrees.
    let lat: Double
    let lon: Double
    /// A name of the IANA time zone database.
    let timeZone: String

    /// The largest first; parsed at each call.
    static var all: [Town] {
        String(decoding: PackageResources.towns_csv, as: UTF8.self).split(separator: "\n").dropFirst()
            .compactMap { line in
                let fields = line.split(separator: ",", omittingEmptySubsequences: false)
                guard fields.count == 5, let lat = Double(fields[2]), let lon = Double(fields[3]) else {
                    return nil
                }
                return Town(name: String(fields[0]), lat: lat, lon: lon, timeZone: String(fields[4]))
            }
    }
}
