-- Another address, or none after erasure, is not proven.
create or replace function forget_email_proof() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    new.email_proof = null;
    return new;
end
$$;

create or replace trigger forget_email_proof before update of email on accounts
    for each row
    when (old.email is distinct from new.email)
    execute function forget_email_proof();
