-- compatible: yes
-- When the database was last backed up, for the metric parlay_backup_age_seconds and its alert (docs/backup.md). One row of the
-- platform: `parlay-backup base` writes it once a base backup is verified, and the worker reads it.
create table backups (
    is_only boolean primary key default true constraint backups_only_check check (is_only),
    name text not null constraint backups_name_check check (length(name) between 1 and 100),
    -- The earliest moment that the backup restores to.
    ended_at timestamptz not null
);
grant select on backups to parlay_worker;

-- Backups are taken by a role that monitors the server and writes nothing else (pg_monitor). An older backup than the recorded one
-- changes nothing.
create function record_backup(backup text, backup_ended_at timestamptz) returns void
language sql security definer
set search_path = parlay, pg_temp
begin atomic
    insert into backups (name, ended_at)
    values (backup, least(backup_ended_at, clock_timestamp()))
    on conflict (is_only) do update
       set name = excluded.name, ended_at = excluded.ended_at
     where backups.ended_at < excluded.ended_at;
end;
revoke all on function record_backup(text, timestamptz) from public;
grant usage on schema parlay to pg_monitor;
grant execute on function record_backup(text, timestamptz) to pg_monitor;
