-- The token that this transaction was authenticated with; null if there is none.
create or replace function current_token_id() returns bigint
    language sql stable parallel safe
    return nullif(current_setting('parlay.token_id', true), '')::bigint;
