#!/bin/sh
# Starts PostgreSQL with settings for the memory it may use: half of the machine, or POSTGRES_MEMORY_MB. What is not here is
# PostgreSQL's own default, or what compose.yaml passes on.
set -eu
memory=${POSTGRES_MEMORY_MB:-$(awk '/^MemTotal:/ { print int($2 / 1024 / 2) }' /proc/meminfo)}
case $memory in
  '' | *[!0-9]*)
    echo "POSTGRES_MEMORY_MB must be a number of megabytes, not $memory." >&2
    exit 2
    ;;
esac
at_most() { [ "$1" -lt "$2" ] && echo "$1" || echo "$2"; }
at_least() { [ "$1" -gt "$2" ] && echo "$1" || echo "$2"; }

# The services have at most 66 connections: six with ten each, and one for the health of each.
exec docker-entrypoint.sh postgres \
  -c max_connections=100 \
  -c shared_buffers="$(at_least $((memory / 2)) 64)MB" \
  -c effective_cache_size="$(at_least "$memory" 128)MB" \
  -c work_mem="$(at_least $((memory / 400)) 4)MB" \
  -c maintenance_work_mem="$(at_most "$(at_least $((memory / 8)) 64)" 1024)MB" \
  -c max_wal_size=2GB \
  -c min_wal_size=256MB \
  -c wal_compression=on \
  -c random_page_cost=1.1 \
  -c jit=off \
  "$@"
