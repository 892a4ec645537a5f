-- compatible: no
-- Tokens, and the statement that authenticates one.

create table tokens (
    tenant_id bigint not null,
    id bigint generated always as identity,
    account_id bigint not null,
    digest bytea not null constraint tokens_digest_check check (length(digest) = 32),
    prefix text not null,
    label text not null,
    created_at timestamptz not null default now(),
    -- Rounded to the hour.
    last_used_at timestamptz,
    expires_at timestamptz not null,
    primary key (tenant_id, id),
    constraint tokens_digest_key unique (tenant_id, digest),
    constraint tokens_account_fkey foreign key (tenant_id, account_id) references accounts on delete cascade
) with (fillfactor = 90);
call protect('tokens');
create index tokens_account_idx on tokens (tenant_id, account_id, id desc);
create index tokens_expires_at_idx on tokens (expires_at);

-- Finds the account of a token and scopes the transaction to its tenant and account, in one statement. Returns no row if
-- the token is unknown or expired, or its account is not active. It always sets both settings, and on a refusal to values
-- that match nothing, because reads of other requests may follow in the same transaction. It runs with the rights of its
-- caller and qualifies every name: a search_path of its own would cost a third of its time at each call.
create function authenticate(
    for_tenant bigint,
    token_digest bytea,
    at_time timestamptz,
    out token_id bigint,
    out account_id bigint,
    out role text,
    out username text,
    out is_stale boolean
) returns setof record
    language plpgsql
    as $$
begin
    perform set_config('parlay.tenant_id', for_tenant::text, true), set_config('parlay.account_id', '', true);
    -- Two look-ups by unique keys, not a join: a join that is planned before there are statistics reads all accounts of
    -- the tenant, and the connection keeps that plan.
    select t.id, t.account_id, t.last_used_at is null or t.last_used_at < at_time - interval '1 hour'
      into token_id, authenticate.account_id, is_stale
      from parlay.tokens t
     where t.tenant_id = for_tenant and t.digest = token_digest and t.expires_at > at_time;
    select a.role, a.username
      into authenticate.role, authenticate.username
      from parlay.accounts a
     where a.tenant_id = for_tenant and a.id = authenticate.account_id and a.status = 'active';
    if found then
        perform set_config('parlay.account_id', authenticate.account_id::text, true);
        return next;
    else
        perform set_config('parlay.tenant_id', '', true);
    end if;
end
$$;

grant select, insert, update, delete on tokens to parlay_front, parlay_worker;
