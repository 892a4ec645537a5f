internal import Database

extension WagerDemo {
    /// The wagers of the named people: one story for each feature to try.
    static let stories = Statement(
        """
        with listed (challenger, challengee, status, audience, addressee, category, cents, opened, closes, winner,
                   claimed_by, claimed_winner, cancel_by, arbiter, method, lat, lon, name, description) as (values
            ('chen', null, 'open', 'public', null, 'Sports', 2500, 6, 5, null, null, null, null, null, null,
             41.94843, -87.65533, 'The Cubs win their next home game',
             'Nine innings or more, as long as it counts. Bleachers on me if you watch it with me.'),
            ('dora', null, 'open', 'friends', null, 'Food', 1500, 3, 20, null, null, null, null, null, null,
             null, null, 'Gerald the sourdough starter is dead by Sunday week',
             'For friends. Eli, if you read this: no extra feeding.'),
            ('eli', null, 'open', 'account', 'fay', 'Music', 1000, 2, 9, null, null, null, null, null, null,
             null, null, 'You will not sing first at karaoke', 'In French, all verses.'),
            ('ada', 'chen', 'active', 'public', null, 'Fitness', 5000, 12, null, null, null, null, null, null, null,
             30.26715, -97.74306, 'Half marathon under two hours', 'Chip time, not gun time.'),
            ('ben', 'dora', 'active', 'public', null, 'Weather', 2000, 9, null, null, 'challenger', 'challenger',
             null, null, null, 42.35843, -71.05977, 'It rains on the picnic',
             'A drop on the potato salad is enough.'),
            ('eli', 'fay', 'active', 'friends', null, 'Food', 3000, 8, null, null, null, null, 'challenger', null,
             null, null, null, 'No coffee for a week', 'Decaf counts as coffee.'),
            ('dora', 'eli', 'disputed', 'public', null, 'Fitness', 4000, 15, null, null, 'challenger', 'challenger',
             null, null, null, 30.28, -97.735, 'The blue route without a fall',
             'Top rope. A rest on the rope is a fall.'),
            ('fay', 'chen', 'disputed', 'public', null, 'Food', 2500, 14, null, null, 'challengee', 'challengee',
             null, 'ada', null, null, null, 'My croissants have more layers', 'Counted by someone neutral.'),
            ('chen', 'dora', 'completed', 'public', null, 'Games', 2000, 20, null, 'challenger', 'challenger',
             'challenger', null, null, null, null, null, 'Chess & coffee: best of five',
             'Ten minutes each, touch-move.'),
            ('fay', 'eli', 'completed', 'friends', null, 'Screen', 1200, 18, null, 'challengee', 'challenger',
             'challengee', null, null, 'cash', null, null, 'The butler did it', 'Before the last ten minutes.'),
            ('eli', 'ben', 'completed', 'public', null, 'Sports', 4500, 16, null, 'challenger', 'challengee',
             'challenger', null, null, null, null, null, 'Overtime on Sunday', 'Any game of the late window.'),
            ('ada', 'fay', 'confirmed', 'public', null, 'Weather', 1000, 40, null, 'challenger', 'challengee',
             'challenger', null, null, 'venmo', null, null, 'Snow before Thanksgiving ❄️', 'At the airport gauge.'),
            ('eli', 'chen', 'confirmed', 'public', null, 'Games', 800, 35, null, 'challengee', 'challengee',
             'challengee', null, null, 'cash', null, null, 'Ten frames without a gutter ball', ''),
            ('ben', 'ada', 'cancelled', 'public', null, 'Work', 2000, 30, null, null, null, null, 'challengee', null,
             null, null, null, 'The elevator is fixed by Friday', 'We both had to take the stairs.'),
            ('dora', null, 'expired', 'public', null, 'Fitness', 500, 25, -11, null, null, null, null, null, null,
             30.26, -97.77, 'Someone joins me for the 6 am swim', 'Barton Springs, no wetsuits.')
        ), ready as (
            select t.*, a.id as challenger_id, b.id as challengee_id, c.id as addressee_id, d.id as arbiter_id,
                   $2::timestamptz - make_interval(days => t.opened) as opened_at
              from listed t
              join accounts a on a.tenant_id = $1 and a.email = t.challenger || '@example.com'
              left join accounts b on b.tenant_id = $1 and b.email = t.challengee || '@example.com'
              left join accounts c on c.tenant_id = $1 and c.email = t.addressee || '@example.com'
              left join accounts d on d.tenant_id = $1 and d.email = t.arbiter || '@example.com'
             where not exists (select from wagers w where w.tenant_id = $1 and w.challenger_id = a.id)
        )
        insert into wagers (tenant_id, challenger_id, challengee_id, name, description, amount_cents, category, status,
                            audience, addressee_id, lat, lon, closes_at, opened_at, taken_at, completed_at, confirmed_at,
                            disputed_at, winner, claimed_by, claimed_winner, claimed_at, cancel_requested_by,
                            challenger_arbiter_id, challengee_arbiter_id, arbiter_id, payment_method, remind_at,
                            reminders_since, reminder_step, updated_at)
        select $1, r.challenger_id, r.challengee_id, r.name, r.description, r.cents, r.category, r.status,
               r.audience, r.addressee_id, r.lat, r.lon, $2::timestamptz + make_interval(days => r.closes), r.opened_at,
               case when r.challengee is not null then r.opened_at + interval '1 day' end,
               case when r.winner is not null then r.opened_at + interval '14 days' end,
               case when r.status = 'confirmed' then r.opened_at + interval '15 days' end,
               case when r.status = 'disputed' then r.opened_at + interval '13 days' end,
               r.winner, r.claimed_by, r.claimed_winner,
               -- Ben's claim about the picnic is fresh: Dora can still answer.
               case when r.claimed_by is not null
                    then case when r.status = 'active' then $2::timestamptz - interval '20 hours'
                              else r.opened_at + interval '12 days' end end,
               r.cancel_by, r.arbiter_id, r.arbiter_id, r.arbiter_id, r.method,
               case when r.status = 'completed' and r.method is null then $2::timestamptz + interval '20 hours' end,
               case when r.winner is not null then r.opened_at + interval '14 days' end,
               case when r.status = 'completed' and r.method is null then 1 else 0 end,
               $2
          from ready r
         order by r.opened desc
        """
    )

    /// Two thousand four hundred wagers of the crowd in every state, in real towns. No one is reminded of them.
    static let wagers = Statement(
        """
        with kinds (place, category, name, description) as (values
            (0, 'Weather', 'It snows in %s before the month is over', 'An inch on the ground by the official gauge.'),
            (1, 'Sports', 'The %s high school team wins on Friday', 'Overtime counts.'),
            (2, 'Food', 'You cannot name five taquerias in %s', 'Trucks count, chains do not.'),
            (3, 'Fitness', 'A hundred push-ups a day for thirty days', 'On video, no breaks over a minute.'),
            (4, 'Games', 'I beat you at pool, best of seven', 'Eight-ball, call your pocket. Anywhere in %s.'),
            (5, 'Screen', 'The sequel is worse than the first', 'By the audience score on opening weekend.'),
            (6, 'Music', 'The headliner in %s starts late', 'More than 30 minutes after the printed time.'),
            (7, 'Work', 'The bridge in %s opens before spring', 'For cars, in both directions.'),
            (8, 'Sports', 'You cannot run 5 km through %s in under 25 minutes', 'Traffic lights are part of it.'),
            (9, 'Food', 'You cannot finish the two-pound burger', 'Fries included, one hour.'),
            (10, 'Weather', 'Over 100 °F in %s this summer', 'Whatever the bank sign says does not count.'),
            (11, 'Other', 'The food truck in %s moves again', 'To any other street.'),
            (12, 'Games', 'I find all the geocaches of %s before you', 'Logged on the day itself.'),
            (13, 'Sports', 'The underdogs cover on Sunday', 'The line as it stood on Friday at noon.'),
            (14, 'Fitness', 'You will skip a workout this month', 'Honour system, and your watch.'),
            (15, 'Other', 'My parcel to %s takes more than a week', 'From drop-off to doorstep.')
        ), drawn as (
            select n, n % 20 as luck,
                   'person' || 1 + n * 13 % $2::integer || '@example.com' as challenger,
                   'person' || 1 + (n * 13 + 1 + n % 3 * 36) % $2::integer || '@example.com' as challengee,
                   1 + floor(cardinality($3::text[]) * power(n * 6133 % 10007 / 10007.0, 2))::integer as town,
                   case when n % 2 = 0 then 'challenger' else 'challengee' end as side,
                   $6::timestamptz - make_interval(mins => (2400 - n) * 37 + 10) as opened_at
              from generate_series(1, 2400) as n
        ), ready as (
            select d.*, k.category, k.name, k.description, a.id as challenger_id, b.id as challengee_id,
                   case when d.luck < 8 then 'open' when d.luck = 8 then 'declined' when d.luck < 12 then 'active' when d.luck < 15 then 'completed'
                        when d.luck < 17 then 'confirmed' when d.luck = 17 then 'disputed'
                        when d.luck = 18 then 'cancelled' else 'expired' end as status
              from drawn d
              join kinds k on k.place = d.n / 3 % 16
              join accounts a on a.tenant_id = $1 and a.email = d.challenger
              join accounts b on b.tenant_id = $1 and b.email = d.challengee
             where not exists (select from wagers w where w.tenant_id = $1 and w.challenger_id = a.id)
        )
        insert into wagers (tenant_id, challenger_id, challengee_id, name, description, amount_cents, category, status,
                            audience, addressee_id, lat, lon, closes_at, opened_at, taken_at, completed_at, confirmed_at,
                            disputed_at, winner, claimed_by, claimed_winner, claimed_at, cancel_requested_by, payment_method,
                            reminders_since, updated_at)
        select $1, r.challenger_id, case when r.luck between 9 and 18 then r.challengee_id end,
               replace(r.name, '%s', ($3::text[])[r.town]), replace(r.description, '%s', ($3::text[])[r.town]),
               (array[500, 1000, 1500, 2000, 2500, 4000, 5000, 10000])[1 + r.n * 7 % 8],
               r.category, r.status, case when r.status = 'declined' then 'account' when r.n % 9 = 0 then 'friends' else 'public' end,
               case when r.status = 'declined' then r.challengee_id end,
               -- Within some 5 km of the middle of town; every eleventh is about no place.
               case when r.n % 11 <> 0 then round((($4::text[])[r.town]::numeric + r.n * 31 % 100 * 0.0009 - 0.045), 5) end,
               case when r.n % 11 <> 0 then round((($5::text[])[r.town]::numeric + r.n * 47 % 100 * 0.0009 - 0.045), 5) end,
               case when r.status = 'expired' then r.opened_at + interval '5 minutes'
                    when r.status = 'open' and r.n % 3 <> 0
                    then $6::timestamptz + make_interval(hours => 12 + r.n * 17 % 700) end,
               r.opened_at,
               case when r.luck between 9 and 18 then r.opened_at + interval '1 minute' end,
               case when r.status in ('completed', 'confirmed') then r.opened_at + interval '3 minutes' end,
               case when r.status = 'confirmed' then r.opened_at + interval '4 minutes' end,
               case when r.status = 'disputed' then r.opened_at + interval '3 minutes' end,
               case when r.status in ('completed', 'confirmed') then r.side end,
               case when r.status in ('completed', 'confirmed', 'disputed') then r.side end,
               case when r.status in ('completed', 'confirmed', 'disputed') then r.side end,
               case when r.status in ('completed', 'confirmed', 'disputed') then r.opened_at + interval '2 minutes' end,
               case when r.status = 'cancelled' then 'challengee' end,
               case when r.status = 'confirmed' then case when r.n % 4 = 0 then 'cash' else 'venmo' end end,
               case when r.status in ('completed', 'confirmed') then r.opened_at + interval '3 minutes' end,
               r.opened_at + interval '4 minutes'
          from ready r
         order by r.n
        """
    )

    /// Of confirmed wagers: both sides mostly, the named people's too.
    static let ratings = Statement(
        """
        insert into wager_ratings (tenant_id, wager_id, account_id, rated_id, rating, comment, created_at)
        select $1, w.id, who.account_id, who.rated_id, 3 + (w.id * 7 + who.side) % 3,
               case (w.id + who.side) % 5 when 0 then 'Paid within the hour.' when 1 then 'A good sport.' end,
               least(w.confirmed_at + interval '1 hour', $2::timestamptz)
          from wagers w
          cross join lateral (values (0, w.challenger_id, w.challengee_id), (1, w.challengee_id, w.challenger_id))
               as who (side, account_id, rated_id)
         where w.tenant_id = $1 and w.status = 'confirmed' and (who.side = 0 or w.id % 4 <> 0)
            on conflict do nothing
        """
    )
}
