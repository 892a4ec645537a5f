-- Tells a person that their role or state was changed. At commit, see tell_devices.
create or replace function tell_account() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
begin
    perform append_event(new.tenant_id, new.id, 'account.changed', 'account', new.id);
    return null;
end
$$;
revoke all on function tell_account from public;

drop trigger if exists tell_account on accounts;
create constraint trigger tell_account after update of role, status on accounts
    deferrable initially deferred for each row
    when (not in_transfer() and (old.role is distinct from new.role or old.status is distinct from new.status)) execute function tell_account();
