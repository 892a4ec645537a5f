#!/bin/sh
# Run by the PostgreSQL image when it creates its data directory: creates the roles of `parlay migrate` with passwords, so that
# front and worker log in with their own roles and not as the migrating superuser.
set -eu

secret() { cat "/secrets/postgres/$1"; }

psql --set ON_ERROR_STOP=1 --quiet --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
    --set front="$(secret front)" --set worker="$(secret worker)" <<'SQL'
create role parlay_owner nologin nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
create role parlay_front login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'front';
create role parlay_worker login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'worker';
SQL
