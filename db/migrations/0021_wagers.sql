-- compatible: no
-- Friendly bets between people, from the offer to the payment. The rules are in `WagerRules`; the constraints here hold for
-- every writer.

create table wagers (
    tenant_id bigint not null,
    id bigint generated always as identity,
    -- Who posed it and who took it.
    challenger_id bigint not null,
    challengee_id bigint,
    name text not null constraint wagers_name_check check (length(name) between 3 and 80 and is_name(name)),
    description text not null default '' constraint wagers_description_check check (length(description) <= 2000),
    amount_cents bigint not null constraint wagers_amount_check check (amount_cents between 1 and 100000000),
    category text not null constraint wagers_category_check check (length(category) between 1 and 50),
    status text not null default 'open'
        constraint wagers_status_check
        check (status in ('open', 'active', 'completed', 'disputed', 'confirmed', 'cancelled', 'expired')),
    -- To whom it is offered; only an offer to one account has an addressee.
    audience text not null default 'public'
        constraint wagers_audience_check check (audience in ('public', 'friends', 'account')),
    addressee_id bigint,
    -- Degrees.
    lat double precision constraint wagers_lat_check check (lat between -90 and 90),
    lon double precision constraint wagers_lon_check check (lon between -180 and 180),
    -- When the offer ends.
    closes_at timestamptz,
    opened_at timestamptz not null default now(),
    -- When the terms were last changed; null if never.
    edited_at timestamptz,
    taken_at timestamptz,
    completed_at timestamptz,
    confirmed_at timestamptz,
    -- Since when it waits for a decision.
    disputed_at timestamptz,
    winner text constraint wagers_winner_check check (winner in ('challenger', 'challengee')),
    -- The first report of the outcome. Kept after the wager is decided.
    claimed_by text constraint wagers_claimed_by_check check (claimed_by in ('challenger', 'challengee')),
    claimed_winner text constraint wagers_claimed_winner_check check (claimed_winner in ('challenger', 'challengee')),
    claimed_at timestamptz,
    cancel_requested_by text
        constraint wagers_cancel_requested_by_check check (cancel_requested_by in ('challenger', 'challengee')),
    -- The arbiter that each side proposes.
    challenger_arbiter_id bigint,
    challengee_arbiter_id bigint,
    -- The arbiter that both agreed on last.
    arbiter_id bigint,
    -- How the loser says to have paid.
    payment_method text constraint wagers_payment_method_check check (payment_method in ('venmo', 'cash')),
    -- When the loser is reminded next; null for never. A round of reminders begins with the completion, and each time that
    -- the winner reports a missing payment; the step counts the reminders of a round that were sent.
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
    -- Which columns are set in which state. A cancelled wager may have been taken before.
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
-- For the worker, over all tenants.
create index wagers_closes_at_idx on wagers (closes_at) where status = 'open' and closes_at is not null;
create index wagers_claimed_at_idx on wagers (claimed_at, tenant_id, id) where status = 'active' and claimed_at is not null;
create index wagers_remind_at_idx on wagers (remind_at, tenant_id, id) where remind_at is not null;
-- For the foreign keys, when an account is erased.
create index wagers_addressee_idx on wagers (tenant_id, addressee_id) where addressee_id is not null;
create index wagers_challenger_arbiter_idx on wagers (tenant_id, challenger_arbiter_id)
    where challenger_arbiter_id is not null;
create index wagers_challengee_arbiter_idx on wagers (tenant_id, challengee_arbiter_id)
    where challengee_arbiter_id is not null;

-- The possible moves. Only the operator cancels a completed wager.
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
        raise exception 'a wager cannot go from % to %', old.status, new.status
            using errcode = 'check_violation', constraint = 'wagers_moves_check', table = 'wagers';
    end if;
    return null;
end
$$;
create trigger guard_wager_moves after update of status on wagers
    for each row when (old.status <> new.status) execute function guard_wager_moves();

-- The terms do not change after the wager is taken.
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
    -- Who rates and who is rated.
    account_id bigint not null,
    rated_id bigint not null,
    rating smallint not null constraint wager_ratings_rating_check check (rating between 1 and 5),
    comment text constraint wager_ratings_comment_check check (length(comment) between 1 and 500),
    created_at timestamptz not null default now(),
    primary key (tenant_id, wager_id, account_id),
    constraint wager_ratings_oneself_check check (account_id <> rated_id),
    constraint wager_ratings_wager_fkey foreign key (tenant_id, wager_id) references wagers on delete cascade,
    constraint wager_ratings_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade,
    constraint wager_ratings_rated_fkey foreign key (tenant_id, rated_id) references accounts on delete cascade
);
call protect('wager_ratings');
create index wager_ratings_account_idx on wager_ratings (tenant_id, account_id);
create index wager_ratings_rated_idx on wager_ratings (tenant_id, rated_id);

grant select, insert, update, delete on wagers, wager_ratings to parlay_front, parlay_worker;
