-- The API key of this transaction; null if a person or nobody calls. current_account_id is the negative of it, so that what belongs
-- to the caller, such as idempotency keys, belongs to the key, and no row of a person is its own.
create or replace function current_key_id() returns bigint
    language sql stable parallel safe
    return nullif(greatest(-current_account_id(), 0), 0);
