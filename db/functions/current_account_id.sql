-- The account of this transaction; null if none is set.
create or replace function current_account_id() returns bigint
    language sql stable parallel safe
    return nullif(current_setting('parlay.account_id', true), '')::bigint;
