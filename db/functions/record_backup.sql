-- Backups are taken by a role that monitors the server and writes nothing else (pg_monitor). An older backup than the recorded one
-- changes nothing.
create or replace function record_backup(backup text, backup_ended_at timestamptz) returns void
language sql security definer
set search_path = parlay, pg_temp
begin atomic
    insert into backups (name, ended_at)
    values (backup, least(backup_ended_at, clock_timestamp()))
    on conflict (is_only) do update
       set name = excluded.name, ended_at = excluded.ended_at
     where backups.ended_at < excluded.ended_at;
end;
revoke all on function record_backup from public;
grant execute on function record_backup to pg_monitor;
