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

-- Backups are taken by a role that monitors the server and writes nothing else; see record_backup.
grant usage on schema parlay to pg_monitor;
