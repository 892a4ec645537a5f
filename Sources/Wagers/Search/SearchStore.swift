internal import Database

/// Searches by regular expression. The functions of 0025_wager_search.sql and 0026_people_search.sql choose what the
/// caller may see; for `offset 0` see `FeedStore`.
enum SearchStore {
    /// Refuses an invalid expression `$2` also where there is nothing to be found. Goes out before each search.
    static let check = Statement("select '' ~* $2 where $1::bigint is not null")

    /// People whose names match `$2`, those who joined last first, before the id `$3`.
    static let people = Statement(
        """
        select p.id, p.username, p.first_name, p.last_name, p.photo_version
          from people_matching($2, $3, $4) m (id)
          cross join lateral (
              select a.id, a.username, a.first_name, a.last_name, a.photo_version
                from accounts a
               where a.tenant_id = $1 and a.id = m.id
              offset 0
          ) p
         order by p.id desc
        """
    )

    /// Wagers whose texts match `$2`, newest first, before the id `$3`. Columns as `WagerRow` reads them.
    static let wagers = Statement(
        """
        select w.id, w.name, w.description, w.amount_cents, w.category, w.audience, w.lat, w.lon, w.opened_at,
               w.closes_at, w.status, w.taken_at, w.winner, w.completed_at, w.confirmed_at, w.disputed_at,
               w.claimed_by, w.claimed_winner, w.claimed_at, w.cancel_requested_by, w.challenger_arbiter_id,
               w.challengee_arbiter_id, w.payment_method, w.remind_at, w.reminders_since, w.reminder_round,
               w.reminder_step, w.version, w.addressee_username, w.my_rating,
               w.challenger_id, w.challenger_username, w.challenger_first_name, w.challenger_last_name,
               w.challenger_photo_version, w.challenger_version, w.challengee_id, w.challengee_username,
               w.challengee_first_name, w.challengee_last_name, w.challengee_photo_version, w.challengee_version,
               w.arbiter_id, w.arbiter_username, w.arbiter_first_name, w.arbiter_last_name, w.arbiter_photo_version,
               w.arbiter_version
          from wagers_matching($2, $3, $4) m (id)
          cross join lateral (
              select c.* from wager_cards c where c.tenant_id = $1 and c.id = m.id and c.is_visible offset 0
          ) w
         order by w.id desc
        """
    )

    /// How much of the expression `$2`, which is refused, is valid. The tenant `$1` has no part in it.
    static let validLength = Statement("select valid_expression_length($2) where $1::bigint is not null")

    static let statements = [check, people, wagers, validLength]
}
