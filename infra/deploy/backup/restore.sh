#!/bin/sh
# Restores a dump of backup.sh into an empty database: the newest one, or the one that is named (`restore.sh NAME`).
# PGHOST, PGPORT, PGUSER, PGDATABASE, PGSSLMODE and PGSSLROOTCERT say where to, PGPASSWORD_FILE has the password; PGDATABASE may
# also be a whole address. The user owns the database and has CREATEROLE.
set -eu

folder=${BACKUP_FOLDER:-/backups}

fail() {
  echo "restore: $1" >&2
  exit 1
}

if [ -n "${PGPASSWORD_FILE:-}" ]; then
  PGPASSWORD=$(cat "$PGPASSWORD_FILE")
  export PGPASSWORD
fi
[ -n "${PGDATABASE:-}" ] || fail "set PGDATABASE to the name or the address of an empty database"

dump=
case ${1:-} in
'') for found in "$folder"/funnel-[0-9]*Z.dump; do dump=$found; done ;;
*/*) dump=$1 ;;
*) dump=$folder/$1 ;;
esac
[ -f "$dump" ] || fail "there is no dump $dump"
pg_restore --file=/dev/null "$dump" || fail "$dump cannot be read"

ask() {
  psql --no-psqlrc --no-password --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --dbname="$PGDATABASE" "$@"
}

name=$(ask --command="select current_database()")
# What belongs to an extension may be there before.
relations=$(ask --command="select count(*) from pg_class
  where relnamespace::regnamespace::text !~ '^(pg_|information_schema)' and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')")
[ "$relations" = 0 ] || fail "the database $name is not empty: it has $relations tables, views or sequences. Create an empty one, and set PGDATABASE to it"

# The rules of row-level security name these roles; they get their rights and passwords later.
for service in rest_api mcp_server authorization_server insights_worker event_intake dashboard; do
  role=funnel_$service
  if [ "$(ask --command="select count(*) from pg_roles where rolname = '$role'")" = 0 ]; then
    ask --command="create role $role login"
    echo "restore: created the role $role"
  fi
done

echo "restore: restoring $dump into $name"
# Only the schemas in which no service can create anything, whatever is in the dump: a restore runs checks and defaults.
ask --command="create schema if not exists drizzle" --command="create schema if not exists bullmq"
pg_restore --schema=public --schema=drizzle --no-owner --no-privileges --exit-on-error --single-transaction --no-password --dbname="$PGDATABASE" "$dump" ||
  fail "nothing was restored: the transaction was rolled back"
echo "restore: done. Now run the operator's command \`roles\` for this database: it migrates it, and gives the services their rights and passwords. Then start the services"
