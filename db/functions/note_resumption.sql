-- Notes when an account is active again after a suspension.
create or replace function note_resumption() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    new.resumed_at := now();
    return new;
end
$$;
revoke all on function note_resumption from public;

create or replace trigger accounts_resumed
    before update of status on accounts
    for each row
    when (old.status = 'suspended' and new.status = 'active')
    execute function note_resumption();
