#!/bin/sh
# Dumps the database into a folder, then deletes dumps that are older than BACKUP_KEEP_DAYS: docs/operate/backup.md.
# PGHOST, PGPORT, PGUSER, PGDATABASE, PGSSLMODE and PGSSLROOTCERT say where it is, PGPASSWORD_FILE has the password. PGDATABASE
# may also be a whole address: postgres://user@host:5432/name?sslmode=verify-full
set -eu
umask 077

folder=${BACKUP_FOLDER:-/backups}
keep_days=${BACKUP_KEEP_DAYS:-14}

fail() {
  echo "backup: $1" >&2
  exit 1
}

case $keep_days in
'' | *[!0-9]* | 0*) fail "BACKUP_KEEP_DAYS must be a whole number of days, at least 1; it is \"$keep_days\"" ;;
esac
[ -n "${PGDATABASE:-}" ] || fail "set PGDATABASE to the name or the address of the database"
[ -d "$folder" ] && [ -w "$folder" ] || fail "cannot write to $folder: user $(id -u) needs the right to"
if [ -n "${PGPASSWORD_FILE:-}" ]; then
  PGPASSWORD=$(cat "$PGPASSWORD_FILE")
  export PGPASSWORD
fi

# Names sort by time. Each run writes a file of its own, so two runs at once do not disturb each other.
name=funnel-$(date -u +%Y%m%dT%H%M%SZ).dump
partial=$(mktemp "$folder/.$name.XXXXXX")
running=
trap 'rm -f "$partial"' EXIT
# A shell waits for a command before it handles a signal, but not for a background process.
trap '[ -z "$running" ] || kill "$running" 2>/dev/null || true; exit 143' HUP INT TERM

run() {
  "$@" &
  running=$!
  wait "$running" && running=
}

# The schema bullmq is left out: a service can create in it, and the queue is built anew.
run pg_dump --format=custom --schema=public --schema=drizzle --no-password --dbname="$PGDATABASE" --file="$partial" || fail "pg_dump failed; older dumps are untouched"
# Reads the whole dump, not only its list of contents.
run pg_restore --file=/dev/null "$partial" || fail "the dump cannot be read; older dumps are untouched"
mv -f "$partial" "$folder/$name"
echo "backup: wrote $folder/$name, $(wc -c <"$folder/$name") bytes"

# From here on there is a new dump, so old ones may go.
oldest=funnel-$(date -u -d "@$(($(date +%s) - keep_days * 86400))" +%Y%m%dT%H%M%SZ).dump
for dump in "$folder"/funnel-[0-9]*Z.dump; do
  if expr "${dump##*/}" \< "$oldest" >/dev/null; then
    rm -f "$dump"
    echo "backup: deleted $dump, older than $keep_days days"
  fi
done
# Left over by runs that were killed.
find "$folder" -maxdepth 1 -name '.funnel-*.dump.*' -mmin +1440 -exec rm -f {} +
