#!/bin/sh
# Run by the service `init`, as root and without a network: makes the passwords of the database in /secrets, once, and copies to
# each volume below /readers what its reader needs, with the rights of that reader alone.
set -eu
umask 077

# Stacks of before 0.2.0 have their passwords in the same place, beside URLs that every service could read.
mkdir -p /secrets/postgres
rm -rf /secrets/parlay
for name in admin front worker backup console; do
    file=/secrets/postgres/$name
    [ -s "$file" ] || od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$file.new"
    [ -s "$file" ] || mv "$file.new" "$file"
done

# give READER FILE OWNER: writes standard input as a file that only OWNER can read. A container that runs keeps a whole file.
give() {
    chown "$3" "/readers/$1"
    chmod 0500 "/readers/$1"
    cat >"/readers/$1/.$2"
    chown "$3" "/readers/$1/.$2"
    chmod 0400 "/readers/$1/.$2"
    mv "/readers/$1/.$2" "/readers/$1/$2"
}

url() { printf 'postgresql://%s:%s@postgres/parlay' "$1" "$(cat "/secrets/postgres/$2")"; }

for name in admin front worker backup console; do give postgres "$name" postgres:postgres <"/secrets/postgres/$name"; done
url admin admin | give admin database-url 10001:10001
url parlay_front front | give front database-url 10001:10001
url parlay_worker worker | give worker database-url 10001:10001
url parlay_console console | give console database-url 10001:10001

# Only on a public host (deploy/compose.production.yaml).
if [ -e /smtp-password ]; then give worker smtp-password 10001:10001 </smtp-password; fi
if [ -d /readers/backup ]; then
    chown postgres:postgres /backup
    chmod 0700 /backup
    printf 'postgres:5432:*:parlay_backup:%s\n' "$(cat /secrets/postgres/backup)" | give backup pgpass postgres:postgres
fi
