-- Deletes the outside accounts of an account.
create or replace function delete_identities() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from identities where tenant_id = new.tenant_id and account_id = new.id;
    return null;
end
$$;

create or replace trigger delete_identities after update of status on accounts
    for each row
    when (old.status <> 'deleted' and new.status = 'deleted')
    execute function delete_identities();

-- A person who resets the password by mail owns the address. Outside accounts that were linked before anybody had shown that
-- may be those of somebody who registered with a stranger's address.
create or replace trigger forget_identities after update of email_proof on accounts
    for each row
    when (
        new.email_proof = 'reset'
        and old.email_proof is distinct from 'reset'
        and old.email_proof is distinct from 'id_token'
    )
    execute function delete_identities();
