-- compatible: no
-- Who sees which wager, and wagers with their people as they are shown.

-- Whether the caller, as an ordinary member, may see a wager of the current tenant: the parties and the arbiter always, other
-- people if they belong to the audience and there is no block between them and a party. This rule is written nowhere else.
-- All names are qualified, because a search_path would double the time of each call. The cost stands for the look-ups.
create function can_view_wager(challenger bigint, challengee bigint, arbiter bigint, addressee bigint, audience text)
    returns boolean
    language plpgsql stable cost 1000
    as $$
declare
    here constant bigint := parlay.current_tenant_id();
    caller constant bigint := parlay.current_account_id();
begin
    return caller in (challenger, challengee, arbiter)
        or (
            audience = 'public' or addressee = caller
            or audience = 'friends' and exists (
                select from parlay.friendships f
                 where f.tenant_id = here and f.account_a = least(challenger, caller)
                   and f.account_b = greatest(challenger, caller) and f.accepted_at is not null
            )
        )
        and not exists (
            select from parlay.blocks b
             where b.tenant_id = here and b.account_id = caller and b.blocked_id in (challenger, challengee)
        )
        and not exists (
            select from parlay.blocks b
             where b.tenant_id = here and b.blocked_id = caller and b.account_id in (challenger, challengee)
        );
end
$$;

-- Wagers with their people, as they are shown. `is_visible` says whether the caller may see a wager as an ordinary member,
-- `is_moderated` whether a moderator may. The planner inlines the view.
create view wager_cards with (security_invoker = true) as
select w.tenant_id, w.id, w.name, w.description, w.amount_cents, w.category, w.status, w.winner, w.claimed_by,
       w.claimed_winner, w.claimed_at, w.cancel_requested_by, w.lat, w.lon, w.opened_at, w.taken_at, w.completed_at,
       w.confirmed_at, w.closes_at, w.disputed_at, w.audience, w.payment_method, w.version,
       w.edited_at is not null as is_edited, w.challenger_id, w.challengee_id, w.addressee_id, w.arbiter_id, w.challenger_arbiter_id,
       w.challengee_arbiter_id, w.remind_at, w.reminders_since, w.reminder_round, w.reminder_step,
       r.username as challenger_username, r.first_name as challenger_first_name,
       r.last_name as challenger_last_name, r.photo_version as challenger_photo_version,
       r.version as challenger_version,
       e.username as challengee_username, e.first_name as challengee_first_name,
       e.last_name as challengee_last_name, e.photo_version as challengee_photo_version,
       e.version as challengee_version,
       b.username as arbiter_username, b.first_name as arbiter_first_name,
       b.last_name as arbiter_last_name, b.photo_version as arbiter_photo_version,
       b.version as arbiter_version,
       (select a.username from accounts a where a.tenant_id = w.tenant_id and a.id = w.addressee_id)
           as addressee_username,
       (select g.rating from wager_ratings g
         where g.tenant_id = w.tenant_id and g.wager_id = w.id and g.account_id = current_account_id())
           as my_rating,
       can_view_wager(w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id, w.audience) is true as is_visible,
       (
           w.disputed_at is not null
           or exists (
               select from reports p
                where p.tenant_id = w.tenant_id and p.subject_type = 'wager' and p.subject_id = w.id
           )
       ) as is_moderated
  from wagers w
  join accounts r on r.tenant_id = w.tenant_id and r.id = w.challenger_id
  left join accounts e on e.tenant_id = w.tenant_id and e.id = w.challengee_id
  left join accounts b on b.tenant_id = w.tenant_id and b.id = w.arbiter_id;

grant select on wager_cards to parlay_front, parlay_worker;
