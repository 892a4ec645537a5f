-- compatible: no
-- Friendly bets between people, from the offer to the payment. The rules are `WagerRules`; what is written here is
-- what must hold whoever writes.

create table wagers (
    tenant_id bigint not null,
    id bigint generated always as identity,
    -- Who posed it, and who took it.
    challenger_id bigint not null,
    challengee_id bigint,
    name text not null constraint wagers_name_check check (length(name) between 3 and 80 and is_name(name)),
    description text not null default '' constraint wagers_description_check check (length(description) <= 2000),
    amount_cents bigint not null constraint wagers_amount_check check (amount_cents between 1 and 100000000),
    category text not null constraint wagers_category_check check (length(category) between 1 and 50),
    status text not null default 'open'
        constraint wagers_status_check
        check (status in ('open', 'active', 'completed', 'disputed', 'confirmed', 'cancelled', 'expired')),
    -- To whom it is offered; the addressee is whom it is addressed to.
    audience text not null default 'public'
        constraint wagers_audience_check check (audience in ('public', 'friends', 'account')),
    addressee_id bigint,
    -- Degrees.
    lat double precision constraint wagers_lat_check check (lat between -90 and 90),
    lon double precision constraint wagers_lon_check check (lon between -180 and 180),
    -- Until when it may be taken.
    closes_at timestamptz,
    opened_at timestamptz not null default now(),
    -- When the terms were last changed; null while they are those it was posed with.
    edited_at timestamptz,
    taken_at timestamptz,
    completed_at timestamptz,
    confirmed_at timestamptz,
    -- Since when it waits for somebody to decide.
    disputed_at timestamptz,
    winner text constraint wagers_winner_check check (winner in ('challenger', 'challengee')),
    -- Who said first who has won. It stays when the wager was decided.
    claimed_by text constraint wagers_claimed_by_check check (claimed_by in ('challenger', 'challengee')),
    claimed_winner text constraint wagers_claimed_winner_check check (claimed_winner in ('challenger', 'challengee')),
    claimed_at timestamptz,
    cancel_requested_by text
        constraint wagers_cancel_requested_by_check check (cancel_requested_by in ('challenger', 'challengee')),
    -- Whom each side would have decide.
    challenger_arbiter_id bigint,
    challengee_arbiter_id bigint,
    -- On whom both agreed last.
    arbiter_id bigint,
    -- How the loser said to pay.
    payment_method text constraint wagers_payment_method_check check (payment_method in ('venmo', 'cash')),
    -- When the loser is reminded next; null for never. A round begins with the completion, and with each time the winner
    -- says that nothing came; the step counts the reminders of a round that went out.
    remind_at timestamptz,
    reminders_since timestamptz,
    reminder_round smallint not null default 0,
    reminder_step smallint not null default 0,
    -- Counts changes; every change compares and sets it.
    version bigint not null default 1,
    updated_at timestamptz not null default now(),
    primary key (tenant_id, id),
    constraint wagers_challenger_fkey foreign key (tenant_id, challenger_id) references accounts on delete cascade,
    constraint wagers_challengee_fkey foreign key (tenant_id, challengee_id) references accounts on delete cascade,
    constraint wagers_addressee_fkey foreign key (tenant_id, addressee_id) references accounts on delete cascade,
    constraint wagers_challenger_arbiter_fkey foreign key (tenant_id, challenger_arbiter_id) references accounts on delete cascade,
    constraint wagers_challengee_arbiter_fkey foreign key (tenant_id, challengee_arbiter_id) references accounts on delete cascade,
    constraint wagers_arbiter_fkey foreign key (tenant_id, arbiter_id) references accounts on delete cascade,
    constraint wagers_oneself_check check (challengee_id <> challenger_id),
    constraint wagers_addressee_check
        check ((audience = 'account') = (addressee_id is not null) and addressee_id <> challenger_id),
    constraint wagers_addressee_takes_check
        check (addressee_id is null or challengee_id is null or challengee_id = addressee_id),
    constraint wagers_place_check check ((lat is null) = (lon is null)),
    constraint wagers_arbiter_check
        check (
            challenger_arbiter_id not in (challenger_id, challengee_id)
            and challengee_arbiter_id not in (challenger_id, challengee_id)
            and arbiter_id not in (challenger_id, challengee_id)
        ),
    constraint wagers_agreed_arbiter_check
        check (
            (challenger_arbiter_id = challengee_arbiter_id) is not true
            or arbiter_id is not distinct from challenger_arbiter_id
        ),
    constraint wagers_claim_check
        check (
            (claimed_by is null) = (claimed_winner is null) and (claimed_by is null) = (claimed_at is null)
        ),
    -- What is set in which state. A wager that was cancelled may have been taken before, or not.
    constraint wagers_taken_check
        check (
            (challengee_id is null) = (taken_at is null)
            and case status when 'open' then taken_at is null when 'expired' then taken_at is null
                            when 'cancelled' then true else taken_at is not null end
        ),
    constraint wagers_under_way_check
        check (
            taken_at is not null
            or claimed_by is null and cancel_requested_by is null and challenger_arbiter_id is null
               and challengee_arbiter_id is null and arbiter_id is null
        ),
    constraint wagers_decided_check
        check (
            (winner is not null) = (status in ('completed', 'confirmed'))
            and (completed_at is not null) = (status in ('completed', 'confirmed'))
        ),
    constraint wagers_confirmed_check check ((confirmed_at is not null) = (status = 'confirmed')),
    constraint wagers_disputed_check check (status <> 'disputed' or disputed_at is not null and claimed_by is not null),
    constraint wagers_cancel_check check (cancel_requested_by is null or status in ('active', 'cancelled')),
    constraint wagers_expired_check check (status <> 'expired' or closes_at is not null),
    constraint wagers_payment_check check (payment_method is null or status in ('completed', 'confirmed')),
    constraint wagers_reminders_check
        check (
            (remind_at is null or status = 'completed' and payment_method is distinct from 'cash')
            and (reminders_since is not null) = (status in ('completed', 'confirmed'))
            and reminder_round >= 0 and reminder_step >= 0
        )
) with (fillfactor = 85);
call protect('wagers');
create index wagers_challenger_idx on wagers (tenant_id, challenger_id, id desc);
create index wagers_challengee_idx on wagers (tenant_id, challengee_id, id desc) where challengee_id is not null;
create index wagers_arbiter_idx on wagers (tenant_id, arbiter_id, id desc) where arbiter_id is not null;
create index wagers_disputed_idx on wagers (tenant_id, id desc) where status = 'disputed';
-- What the worker reads, over all tenants.
create index wagers_closes_at_idx on wagers (closes_at) where status = 'open' and closes_at is not null;
create index wagers_claimed_at_idx on wagers (claimed_at, tenant_id, id) where status = 'active' and claimed_at is not null;
create index wagers_remind_at_idx on wagers (remind_at, tenant_id, id) where remind_at is not null;
-- What the keys to accounts ask for when an account is erased for good.
create index wagers_addressee_idx on wagers (tenant_id, addressee_id) where addressee_id is not null;
create index wagers_challenger_arbiter_idx on wagers (tenant_id, challenger_arbiter_id)
    where challenger_arbiter_id is not null;
create index wagers_challengee_arbiter_idx on wagers (tenant_id, challengee_arbiter_id)
    where challengee_arbiter_id is not null;

-- The moves there are. Void is the operator's, who may also take back what was completed.
create function guard_wager_moves() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    if (old.status, new.status) not in (
        ('open', 'active'), ('open', 'expired'), ('open', 'cancelled'),
        ('active', 'completed'), ('active', 'disputed'), ('active', 'cancelled'),
        ('disputed', 'completed'), ('disputed', 'cancelled'),
        ('completed', 'confirmed'), ('completed', 'cancelled')
    ) then
        raise exception 'a wager does not go from % to %', old.status, new.status
            using errcode = 'check_violation', constraint = 'wagers_moves_check', table = 'wagers';
    end if;
    return null;
end
$$;
create trigger guard_wager_moves after update of status on wagers
    for each row when (old.status <> new.status) execute function guard_wager_moves();

-- What was agreed on stays as it was when the wager was taken.
create function guard_wager_terms() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    raise exception 'the terms of a wager stay once it is taken'
        using errcode = 'check_violation', constraint = 'wagers_terms_check', table = 'wagers';
end
$$;
create trigger guard_wager_terms
    before update of name, description, amount_cents, category, audience, addressee_id, lat, lon, closes_at,
        challenger_id, challengee_id, winner
    on wagers
    for each row
    when (
        (old.name, old.description, old.amount_cents, old.category, old.audience, old.addressee_id, old.lat, old.lon,
         old.closes_at, old.challenger_id)
            is distinct from
        (new.name, new.description, new.amount_cents, new.category, new.audience, new.addressee_id, new.lat, new.lon,
         new.closes_at, new.challenger_id)
        and (old.status <> 'open' or old.challenger_id <> new.challenger_id)
        or old.challengee_id <> new.challengee_id
        or old.challengee_id is not null and new.challengee_id is null
        or old.winner <> new.winner
    )
    execute function guard_wager_terms();

create table wager_ratings (
    tenant_id bigint not null,
    wager_id bigint not null,
    -- Who rates, and who is rated.
    account_id bigint not null,
    rated_id bigint not null,
    rating smallint not null constraint wager_ratings_rating_check check (rating between 1 and 5),
    comment text constraint wager_ratings_comment_check check (length(comment) between 1 and 500),
    created_at timestamptz not null default now(),
    -- Once a party.
    primary key (tenant_id, wager_id, account_id),
    constraint wager_ratings_oneself_check check (account_id <> rated_id),
    constraint wager_ratings_wager_fkey foreign key (tenant_id, wager_id) references wagers on delete cascade,
    constraint wager_ratings_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade,
    constraint wager_ratings_rated_fkey foreign key (tenant_id, rated_id) references accounts on delete cascade
);
call protect('wager_ratings');
create index wager_ratings_account_idx on wager_ratings (tenant_id, account_id);
create index wager_ratings_rated_idx on wager_ratings (tenant_id, rated_id);

-- Whether a report names the row.
create index reports_subject_idx on reports (tenant_id, subject_type, subject_id);

-- Whether the caller may see a wager of the present tenant as anybody may: parties and the arbiter always, others by the
-- audience and unless one of them and a party have blocked each other. The one text of it. It names its schema, because a
-- search_path of its own would cost as much again at each call. Its cost is that of its look-ups.
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

-- Wagers with the people in them, as they are shown, and whether the caller may see them as anybody may. What moderators
-- may see besides is `is_moderated`. The planner takes it apart as if its text stood there.
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

-- A notice that is no longer so is not sent by mail any more.
alter table notices add column recalled_at timestamptz;
-- The address in the text that is the program's own: mail makes a link of it, and of no other.
alter table notices add column link text constraint notices_link_check check (link like 'https://%');

grant select, insert, update, delete on wagers, wager_ratings to parlay_front, parlay_worker;
grant select on wager_cards to parlay_front, parlay_worker;
