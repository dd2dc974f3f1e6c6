#!/bin/sh
# What the start script of the image postgres does with the variables of compose.yaml: it reads the password as root, becomes the user
# postgres, and makes the database at the first start.
set -eu
if [ "$(id -u)" = 0 ]; then
  POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  export POSTGRES_PASSWORD
  mkdir -p "$PGDATA"
  chown -R postgres "$PGDATA" /run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s\n' "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 > /dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl start --wait --silent --options="-c listen_addresses=''" > /dev/null
  createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl stop --wait --silent
fi
exec "$@" -c listen_addresses='*'
