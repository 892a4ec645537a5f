-- Forgets from where a deleted account signed in.
create or replace function delete_sign_ins() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    delete from sign_ins where tenant_id = new.tenant_id and account_id = new.id;
    return null;
end
$$;
revoke all on function delete_sign_ins from public;

create or replace trigger delete_sign_ins after update of status on accounts
    for each row
    when (old.status <> 'deleted' and new.status = 'deleted')
    execute function delete_sign_ins();
