-- A code for another address proves nothing.
create or replace function delete_email_verification() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from email_verifications where tenant_id = old.tenant_id and account_id = old.id;
    return null;
end
$$;

create or replace trigger delete_email_verification after update of email on accounts
    for each row
    when (old.email is distinct from new.email)
    execute function delete_email_verification();
