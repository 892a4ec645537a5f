internal import Components
package import Database
internal import Meetups
package import ParlayAPI
package import Tenancy

/// People and matches to try the app with. Always the same; running it again adds what is missing and changes
/// nothing.
package enum WordUpDemo {
    package static let peopleCount = 2000
    package static let namedUsernames = ["ada", "ben", "chen", "dora", "eli", "fay"]

    static let tenant = DemoTenant(
        slug: "wordup",
        name: "WordUp",
        modules: [.meetups],
        settings: .demo,
        usernames: namedUsernames,
        tables: ["accounts", "friendships", "matches", "match_moves", "meetups"],
        queries: queries
    )

    /// Run them in one transaction, with a role that sees the tenant.
    ///
    /// - Parameter passwordHash: for the six named accounts. The others have no password, so no one can sign in as
    ///   them.
    package static func queries(tenant: TenantID, passwordHash: String, now: Timestamp) -> [Query] {
        let languages = Languages.all
        return [
            named(.id(tenant), .text(passwordHash), .time(now)),
            crowd(
                .id(tenant),
                .texts(languages.map(\.code)),
                .texts(languages.map { String($0.name.prefix { $0 != ";" }) }),
                .integer(peopleCount - namedUsernames.count),
                .time(now)
            ),
            matches(.id(tenant), .time(now)),
            held(.id(tenant), .time(now)),
            moves(.id(tenant)),
            friends(.id(tenant), .time(now)),
        ]
    }

    static let statements = [named, crowd, matches, held, moves, friends]

    static let named = Statement(
        """
        insert into accounts (tenant_id, username, email, first_name, last_name, bio, known_lang, learn_lang, role,
                              password_hash, met_count, no_show_count, created_at, last_active_at)
        select $1, who.username, who.username || '@example.com', who.first_name, who.last_name, who.bio,
               who.known_lang, who.learn_lang, who.role, $2, who.met_count, 0,
               $3::timestamptz - interval '90 days', date_trunc('hour', $3::timestamptz)
          from (values
                   ('ada', 'Ada', 'Moreau', 'en', 'zh', 'admin', 9,
                    'I look after this place and practise Chinese over noodles on Thursdays.'),
                   ('ben', 'Ben', 'Adeyemi', 'en', 'es', 'moderator', 4,
                    'Nurse on night shifts, so breakfast meetups suit me best. Still afraid of the subjunctive.'),
                   ('chen', 'Chen', 'Wei', 'zh', 'en', 'member', 7,
                    'Graduate student from Chengdu. I will trade tones for phrasal verbs.'),
                   ('dora', 'Dora', 'Castillo', 'es', 'en', 'member', 3,
                    'Architect. Let us walk through town and name every building in two languages.'),
                   ('eli', 'Eli', 'Novak', 'en', 'fr', 'member', 2,
                    'I read French easily and speak it badly. Coffee is on me.'),
                   ('fay', 'Fay', 'Laurent', 'fr', 'en', 'member', 5,
                    'Pastry cook, up early, free by noon. I want to lose my accent, or at least half of it.'))
               as who (username, first_name, last_name, known_lang, learn_lang, role, met_count, bio)
            on conflict do nothing
        """
    )

    /// Pairs of people with matching languages. A third of them join English with a widely spoken language; the
    /// others cover all languages at least once. Their emails number them.
    static let crowd = Statement(
        """
        with lists as (
            select array['Amara', 'Anton', 'Beatriz', 'Bilal', 'Carla', 'Daniel', 'Diego', 'Elena', 'Emeka', 'Farah',
                         'Gita', 'Hana', 'Hugo', 'Ines', 'Ivan', 'Jonas', 'Julia', 'Kenji', 'Lara', 'Leila', 'Lucas',
                         'Mai', 'Marco', 'Mei', 'Mina', 'Nadia', 'Nils', 'Noor', 'Olga', 'Omar', 'Paula', 'Pedro',
                         'Priya', 'Rafael', 'Rosa', 'Sami', 'Sara', 'Tariq', 'Tomas', 'Yuki', 'Zoe'] as first_names,
                   array['Abe', 'Alvarez', 'Andersen', 'Banerjee', 'Bauer', 'Costa', 'Diallo', 'Dubois', 'Eriksen',
                         'Farouk', 'Garcia', 'Haddad', 'Horvat', 'Ito', 'Jansen', 'Kaya', 'Kim', 'Kowalski', 'Lindgren',
                         'Lopez', 'Mahlangu', 'Marino', 'Mensah', 'Nguyen', 'Novak', 'Okafor', 'Papadakis', 'Petrov',
                         'Rahman', 'Ramos', 'Rossi', 'Sato', 'Schmidt', 'Silva', 'Singh', 'Tanaka', 'Wang'] as last_names,
                   array['cook for far too many people', 'hike with my dog', 'play chess in the park',
                         'repair old radios', 'sing in a choir', 'photograph street signs', 'go bouldering',
                         'grow tomatoes on a balcony', 'watch films without subtitles', 'row on the river',
                         'collect bus tickets', 'bake bread', 'play five-a-side football'] as pastimes,
                   array['zh', 'es', 'fr', 'de', 'ja', 'pt', 'ar', 'it', 'ko', 'ru', 'hi'] as wide,
                   $2::text[] as codes,
                   $3::text[] as names
        ), pairs as (
            select i,
                   case when i / 2 % 3 = 0 then 'en' else codes[1 + i / 2 % cardinality(codes)] end as one,
                   case when i / 2 % 3 = 0 then wide[1 + i / 6 % cardinality(wide)]
                        -- 1 to 150 further on: never the same.
                        else codes[1 + (i / 2 + 1 + i / 2 * 7 % 150) % cardinality(codes)] end as other
              from generate_series(2, $4::integer + 1) as i, lists
        ), people as (
            select i,
                   first_names[1 + i * 17 % cardinality(first_names)] as first_name,
                   last_names[1 + (i * 29 + i / 41) % cardinality(last_names)] as last_name,
                   pastimes[1 + i * 5 % cardinality(pastimes)] as pastime,
                   case when i % 2 = 0 then one else other end as known,
                   case when i % 2 = 0 then other else one end as learn
              from pairs, lists
        )
        insert into accounts (tenant_id, username, email, first_name, last_name, bio, known_lang, learn_lang,
                              met_count, no_show_count, created_at, last_active_at)
        select $1, lower(p.first_name || '.' || p.last_name) || p.i, 'person' || p.i || '@example.com',
               p.first_name, p.last_name,
               case p.i % 4
                    when 0 then 'I grew up with ' || k.name || ' and have learned ' || l.name || ' for '
                                || 2 + p.i % 7 || ' years. At weekends I ' || p.pastime || '.'
                    when 1 then 'My ' || l.name || ' comes from songs and needs a real conversation. I '
                                || p.pastime || ' and gladly help with ' || k.name || '.'
                    when 2 then 'Beginner in ' || l.name || ', patient teacher of ' || k.name
                                || '. Ask me why I ' || p.pastime || '.'
                    else 'Moving abroad next year, so ' || l.name || ' is urgent. I ' || p.pastime
                                || ' when I am not studying.'
               end,
               p.known, p.learn, p.i % 9, case when p.i % 11 = 0 then 1 else 0 end,
               $5::timestamptz - make_interval(days => 1 + p.i % 364),
               date_trunc('hour', $5::timestamptz) - make_interval(hours => p.i * 7919 % 720)
          from people p
          cross join lists
          cross join lateral (select names[array_position(codes, p.known)] as name) as k
          cross join lateral (select names[array_position(codes, p.learn)] as name) as l
            on conflict do nothing
        """
    )

    /// Three hundred matches of the crowd in every state, and the named people with each other and with some of the
    /// crowd.
    static let matches = Statement(
        """
        with wanted as (
            select 'person' || 2 * n || '@example.com' as one, 'person' || 2 * n + 1 || '@example.com' as other,
                   n % 4 as status, n
              from generate_series(1, 300) as n
            union all
            select who.one || '@example.com', who.other || '@example.com', who.status, who.n
              from (values ('ada', 'chen', 3, 9), ('ben', 'dora', 2, 3), ('eli', 'fay', 1, 5))
                   as who (one, other, status, n)
            union all
            -- Each named person with four of those who fit, one in each state.
            select me.email, p.email, (p.place - 1)::integer, 10 + p.place::integer
              from accounts me
              cross join lateral (
                  select c.email, row_number() over (order by c.id) as place
                    from accounts c
                   where c.tenant_id = $1 and c.known_lang = me.learn_lang and c.learn_lang = me.known_lang
                     and c.email like 'person%@example.com'
                   order by c.id
                   limit 4) as p
             where me.tenant_id = $1
               and me.email in ('ada@example.com', 'ben@example.com', 'chen@example.com', 'dora@example.com',
                                'eli@example.com', 'fay@example.com')
        ), places as (
            select array['Café Lumen, Station Road 4', 'the city library, reading room', 'Green Park, by the fountain',
                         'Harbour Bakery', 'the museum steps', 'Teahouse on Mill Lane'] as places
        )
        insert into matches (tenant_id, user_id1, user_id2, status_code, time_1, location, plans, created_at, updated_at)
        select $1, a.id, b.id, w.status,
               case when w.status > 0
                    then date_trunc('hour', $2::timestamptz) + make_interval(days => 1 + w.n % 40, hours => w.n % 9) end,
               case when w.status > 0 then places[1 + w.n % cardinality(places)] end,
               case when w.status > 0 then 1 else 0 end,
               $2::timestamptz - make_interval(days => 1 + w.n % 30),
               $2::timestamptz - make_interval(hours => 1 + w.n % 20)
          from wanted w
          cross join places
          join accounts a on a.tenant_id = $1 and a.email = w.one
          join accounts b on b.tenant_id = $1 and b.email = w.other
            on conflict on constraint matches_pair_key do nothing
        """
    )

    /// Ada and Chen met last week and can still give feedback.
    static let held = Statement(
        """
        insert into meetups (tenant_id, match_id, held_at, created_at)
        select $1, m.id, date_trunc('hour', $2::timestamptz) - interval '6 days', $2
          from matches m
          join accounts a on a.tenant_id = $1 and a.id = m.user_id1 and a.email = 'ada@example.com'
          join accounts b on b.tenant_id = $1 and b.id = m.user_id2 and b.email = 'chen@example.com'
         where m.tenant_id = $1 and not exists (select from meetups u where u.tenant_id = $1 and u.match_id = m.id)
        """
    )

    /// How the plans came about: some were proposed for another day first, and what is planned was accepted.
    static let moves = Statement(
        """
        with planned as (
            select m.*, case m.status_code when 2 then m.user_id2 else m.user_id1 end as by_id,
                   m.user_id1 + m.user_id2 as both_ids
              from matches m
             where m.tenant_id = $1 and m.status_code > 0 and m.version = 1
        )
        insert into match_moves (tenant_id, match_id, version, account_id, kind, time_1, location, created_at)
        select $1, p.id, -2, p.both_ids - p.by_id, 'proposed', p.time_1 - interval '1 day', 'Café Central',
               p.updated_at - interval '5 hours'
          from planned p
         where p.id % 3 = 0
         union all
        select $1, p.id, -1, p.by_id, 'proposed', p.time_1, p.location, p.updated_at - interval '2 hours'
          from planned p
         union all
        select $1, p.id, 0, p.both_ids - p.by_id, 'accepted', p.time_1, p.location, p.updated_at
          from planned p
         where p.status_code = 3
            on conflict do nothing
        """
    )

    /// Ada and Ben are friends, and Fay has asked Ada.
    static let friends = Statement(
        """
        insert into friendships (tenant_id, account_a, account_b, asked_by, created_at, accepted_at)
        select $1, least(a.id, b.id), greatest(a.id, b.id), b.id, $2::timestamptz - interval '20 days',
               case when who.is_accepted then $2::timestamptz - interval '19 days' end
          from (values ('ada', 'ben', true), ('ada', 'fay', false)) as who (asked, asking, is_accepted)
          join accounts a on a.tenant_id = $1 and a.email = who.asked || '@example.com'
          join accounts b on b.tenant_id = $1 and b.email = who.asking || '@example.com'
            on conflict do nothing
        """
    )
}
