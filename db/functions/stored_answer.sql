-- The answer to an idempotency key of the caller, if it was stored less than a day before `at_time`.
--
-- A prepared statement keeps its plan until the table is analyzed again. One that was made while the table was empty, as
-- every night after the keys of yesterday are deleted, reads the whole table, or all keys of a day by the index of times.
-- This function and claim_idempotency_key leave the planner one way. They are called so often that a search_path would cost too
-- much: they qualify every name.
create or replace function stored_answer(
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
