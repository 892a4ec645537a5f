-- Wagers with their people, as they are shown. `is_visible` says whether the caller may see a wager as an ordinary member,
-- `is_moderated` whether a moderator may, `is_available` whether the challenger can offer anything, `caller_name` what to call the
-- caller in texts for others. The planner inlines the view.
create or replace view wager_cards with (security_invoker = true) as
select w.tenant_id, w.id, w.name, w.description, w.amount_cents, w.category, w.status, w.winner, w.claimed_by,
       w.claimed_winner, w.claimed_at, w.cancel_requested_by, w.lat, w.lon, w.opened_at, w.taken_at, w.completed_at,
       w.confirmed_at, w.closes_at, w.disputed_at, w.audience, w.payment_method, w.version,
       w.edited_at is not null as is_edited, w.challenger_id, w.challengee_id, w.addressee_id, w.arbiter_id,
       w.challenger_arbiter_id, w.challengee_arbiter_id, w.remind_at, w.reminders_since, w.reminder_round, w.reminder_step,
       r.shown_username as challenger_username, r.shown_first_name as challenger_first_name,
       r.shown_last_name as challenger_last_name, r.shown_photo_version as challenger_photo_version,
       r.version as challenger_version,
       e.shown_username as challengee_username, e.shown_first_name as challengee_first_name,
       e.shown_last_name as challengee_last_name, e.shown_photo_version as challengee_photo_version,
       e.version as challengee_version,
       b.shown_username as arbiter_username, b.shown_first_name as arbiter_first_name,
       b.shown_last_name as arbiter_last_name, b.shown_photo_version as arbiter_photo_version,
       b.version as arbiter_version,
       (select a.username from accounts a where a.tenant_id = w.tenant_id and a.id = w.addressee_id)
           as addressee_username,
       (select g.rating from wager_ratings g
         where g.tenant_id = w.tenant_id and g.wager_id = w.id and g.account_id = current_account_id())
           as my_rating,
       (can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience) is true
        and (not w.is_hidden or current_account_id() in (w.challenger_id, w.challengee_id, w.arbiter_id)) is true)
           as is_visible,
       (
           w.disputed_at is not null or w.is_hidden
           or exists (
               select from reports p
                where p.tenant_id = w.tenant_id and p.subject_type = 'wager' and p.subject_id = w.id
           )
       ) as is_moderated,
       w.second_category, w.third_category,
       (select a.first_name from accounts a where a.tenant_id = w.tenant_id and a.id = w.addressee_id)
           as addressee_first_name,
       r.status = 'active' as is_available,
       (select shown_name(a) from accounts a where a.tenant_id = w.tenant_id and a.id = current_account_id())
           as caller_name,
       w.decided_by, w.decision_reason, w.ended_at, w.cancel_requested_at, w.payment_said_at
  from wagers w
  join accounts r on r.tenant_id = w.tenant_id and r.id = w.challenger_id
  left join accounts e on e.tenant_id = w.tenant_id and e.id = w.challengee_id
  left join accounts b on b.tenant_id = w.tenant_id and b.id = w.arbiter_id;
grant select on wager_cards to parlay_front, parlay_worker;
