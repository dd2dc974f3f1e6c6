#!/bin/sh
# The service `backup` of compose.yaml: a dump at the start, unless there is one of the last 24 hours, then one every day at BACKUP_HOUR (UTC). After
# a failure it tries again every ten minutes; the health check of the service says so to those who look.
set -eu
hour=${BACKUP_HOUR:-3}
case $hour in
  [0-9] | 1[0-9] | 2[0-3]) ;;
  *)
    echo "BACKUP_HOUR must be an hour from 0 to 23, not $hour." >&2
    exit 2
    ;;
esac
if [ -n "$(find "${BACKUP_FOLDER:-/backups}" -name 'funnel-*.dump' -mmin -1440)" ]; then
  echo "There is a dump of the last 24 hours."
else
  until sh "$(dirname "$0")/backup.sh"; do sleep 600; done
fi
while :; do
  now=$(date +%s)
  next=$((now - now % 86400 + hour * 3600))
  [ "$next" -gt "$now" ] || next=$((next + 86400))
  sleep $((next - now))
  until sh "$(dirname "$0")/backup.sh"; do sleep 600; done
done
