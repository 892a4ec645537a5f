-- An address that somebody may still take back is taken (docs/decisions/0215-an-address-that-can-be-taken-back.md), under the name of
-- the key, so that the answer is the same. After the row, because the key has then waited for whoever gives the address up.
create or replace function refuse_held_address() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    if is_held_address(new.tenant_id, new.email, new.id) then
        raise exception 'the address can still be taken back'
            using errcode = 'unique_violation', constraint = 'accounts_email_key', table = 'accounts';
    end if;
    return null;
end
$$;

-- Not for rows of a file, which are all there is of the tenant.
create or replace trigger refuse_held_address_made after insert on accounts
    for each row when (new.email is not null and not in_transfer()) execute function refuse_held_address();
create or replace trigger refuse_held_address after update of email on accounts
    for each row
    when (new.email is not null and old.email is distinct from new.email)
    execute function refuse_held_address();
