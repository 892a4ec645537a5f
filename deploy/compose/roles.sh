#!/bin/sh
# Run by the service `roles` at each start: the roles of `parlay migrate` with passwords, so that front and worker log in with their
# own roles and not as the migrating superuser, the role that takes backups, and the operator's in the console.
set -eu

secret() { cat "/secrets/$1"; }

PGPASSWORD=$(secret admin)
export PGPASSWORD
# The role, its rights, and the file of its password.
while read -r role rights file; do
    psql --no-psqlrc --set ON_ERROR_STOP=1 --quiet --set role="$role" --set password="$(secret "$file")" <<SQL
select 'create role ' || :'role' where to_regrole(:'role') is null \\gexec
alter role :"role" login nosuperuser nocreatedb nocreaterole nobypassrls $rights password :'password';
SQL
done <<'END'
parlay_front noreplication front
parlay_worker noreplication worker
parlay_backup replication backup
parlay_console noreplication console
END
psql --no-psqlrc --set ON_ERROR_STOP=1 --quiet <<'SQL'
select 'create role parlay_owner nologin nosuperuser nocreatedb nocreaterole noreplication nobypassrls'
 where to_regrole('parlay_owner') is null \gexec
grant pg_monitor to parlay_backup, parlay_console;
grant parlay_owner to parlay_console;
SQL
