-- compatible: yes
-- Idempotency keys are found by the key's index (docs/decisions/0123-transactions-in-fewer-round-trips.md).
--
-- A prepared statement keeps its plan until the table is analyzed again. One that was made while the table was empty, as
-- every night after the keys of yesterday are deleted, reads the whole table, or all keys of a day by the index of times.
-- These functions leave the planner one way. They are called so often that a search_path would cost too much: they qualify
-- every name.

-- The answer to a key of the caller, if it was stored less than a day before `at_time`.
create function stored_answer(
    for_tenant bigint,
    for_key text,
    at_time timestamptz,
    out fingerprint bytea,
    out status integer,
    out headers text,
    out body bytea
) returns setof record
    language plpgsql stable rows 1
    set enable_seqscan = off
    as $$
begin
    return query
        select k.fingerprint, k.status, k.headers, k.body
          from parlay.idempotency_keys k
         where k.tenant_id = for_tenant and k.account_id = parlay.current_account_id() and k.key = for_key
           -- Written so that the index of times is of no use.
           and k.created_at + interval '24 hours' > at_time;
end
$$;

-- Locks a key of the caller until the end of the transaction, and then looks for its answer, which the previous holder may
-- have committed a moment ago. Not `claimed`, and without an answer, while another transaction holds it, in any process. The lock
-- ends with its holder's connection, so a process that dies leaves none behind.
create function claim_idempotency_key(
    for_tenant bigint,
    for_key text,
    at_time timestamptz,
    out claimed boolean,
    out fingerprint bytea,
    out status integer,
    out headers text,
    out body bytea
)
    language plpgsql
    set enable_seqscan = off
    as $$
begin
    claimed := pg_try_advisory_xact_lock(
        hashtextextended(concat_ws(' ', 'parlay.idempotency', parlay.current_account_id(), for_key), for_tenant)
    );
    if claimed then
        select k.fingerprint, k.status, k.headers, k.body
          into fingerprint, status, headers, body
          from parlay.idempotency_keys k
         where k.tenant_id = for_tenant and k.account_id = parlay.current_account_id() and k.key = for_key
           and k.created_at + interval '24 hours' > at_time;
    end if;
end
$$;
