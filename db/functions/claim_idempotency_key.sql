-- Locks an idempotency key of the caller until the end of the transaction, and then looks for its answer, which the previous holder
-- may have committed a moment ago. Not `claimed`, and without an answer, while another transaction holds it, in any process. The
-- lock ends with its holder's connection, so a process that dies leaves none behind. See stored_answer.
create or replace function claim_idempotency_key(
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
