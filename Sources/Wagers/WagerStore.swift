internal import Database
internal import ParlayAPI
internal import Tenancy

/// Reads of wagers. The caller is `current_account_id()`, so that they go out with the token's check.
enum WagerStore {
    /// A wager by its id, whether or not the caller may see it, which the last columns tell: whether anybody in the
    /// caller's place may, and whether moderators may; then whether it was edited since it was posed.
    static let find = Statement(
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
               w.arbiter_version,
               w.is_visible, w.is_moderated, w.is_edited
          from wager_cards w
         where w.tenant_id = $1 and w.id = $2
        """
    )

    /// Those that wait for somebody to decide, newest first, below the id $2. For moderators.
    static let disputes = Statement(
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
          from wager_cards w
         where w.tenant_id = $1 and w.status = 'disputed' and w.id < $2
         order by w.id desc
         limit $3
        """
    )

    static let statements = [find, disputes] + moveStatements
}
