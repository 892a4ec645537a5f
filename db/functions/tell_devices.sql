-- Tells a person of devices that sign in and of tokens that end before their time. Fronts close the streams of such a token.
-- Not when a whole tenant is deleted, and its accounts with it.
--
-- At commit, because the row that numbers events is the last one that a transaction locks.
create or replace function tell_devices() returns trigger
    language plpgsql
    set search_path = parlay, pg_temp
    as $$
declare
    token tokens;
begin
    if tg_op = 'DELETE' then
        token := old;
    else
        token := new;
    end if;
    if exists (select from accounts a where a.tenant_id = token.tenant_id and a.id = token.account_id) then
        perform append_event(
            token.tenant_id,
            token.account_id,
            case when tg_op = 'INSERT' then 'device.signed_in' else 'device.revoked' end,
            'device',
            token.id
        );
    end if;
    return null;
end
$$;
revoke all on function tell_devices from public;

drop trigger if exists tell_new_devices on tokens;
create constraint trigger tell_new_devices after insert on tokens
    deferrable initially deferred for each row
    when (not in_transfer()) execute function tell_devices();
drop trigger if exists tell_ended_devices on tokens;
create constraint trigger tell_ended_devices after delete on tokens
    deferrable initially deferred for each row
    when (not in_transfer() and old.expires_at > now() and old.role is not null) execute function tell_devices();
drop trigger if exists tell_refused_devices on tokens;
create constraint trigger tell_refused_devices after update of role on tokens
    deferrable initially deferred for each row
    when (not in_transfer() and old.role is not null and new.role is null) execute function tell_devices();
