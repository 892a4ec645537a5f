-- Deletes the passkeys of an account.
create or replace function delete_passkeys() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from passkeys where tenant_id = new.tenant_id and account_id = new.id;
    return null;
end
$$;

create or replace trigger delete_passkeys after update of status on accounts
    for each row
    when (old.status <> 'deleted' and new.status = 'deleted')
    execute function delete_passkeys();

-- As for outside accounts; see delete_identities.
create or replace trigger forget_passkeys after update of email_proof on accounts
    for each row
    when (
        new.email_proof = 'reset'
        and old.email_proof is distinct from 'reset'
        and old.email_proof is distinct from 'id_token'
    )
    execute function delete_passkeys();
