#!/bin/sh
# The whole test suite: on SQLite, then again on PostgreSQL. What the machine lacks is
# installed if that is possible, else it is named loudly and left out.
set -eu
cd "$(dirname "$0")/.."
PYTEST=.venv/bin/pytest
PORT=${TEST_POSTGRES_PORT:-55432}
SCRATCH=$(mktemp -d)
LEFT_OUT=""

have() { command -v "$1" >/dev/null 2>&1; }

has_browser() { have chromium-headless-shell || have chromium; }

find_pg() { for dir in /usr/lib/postgresql/*/bin; do [ -x "$dir/initdb" ] && PG="$dir"; done; [ -n "${PG:-}" ]; }

as_postgres() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }

install_missing() {
  wanted=""
  has_browser || wanted="$wanted chromium"
  have redis-server || wanted="$wanted redis-server"
  find_pg || wanted="$wanted postgresql"
  [ -z "$wanted" ] && return
  [ "$(id -u)" = 0 ] && have apt-get || return 0
  echo "Installing$wanted …"
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $wanted; } >/dev/null 2>&1 || true
}

stop_postgres() {
  [ -d "$SCRATCH/pg" ] && as_postgres "$PG/pg_ctl" -D "$SCRATCH/pg" -m immediate stop >/dev/null 2>&1
  rm -rf "$SCRATCH"
}

start_postgres() {
  [ "$(id -u)" = 0 ] && chown postgres "$SCRATCH"
  as_postgres "$PG/initdb" -D "$SCRATCH/pg" -U cardcity -A trust -E UTF8 >/dev/null
  as_postgres "$PG/pg_ctl" -D "$SCRATCH/pg" -w -l "$SCRATCH/log" \
    -o "-p $PORT -k $SCRATCH -c listen_addresses=127.0.0.1" start >/dev/null
  as_postgres "$PG/createdb" -h 127.0.0.1 -p "$PORT" -U cardcity cardcity
}

install_missing
trap stop_postgres EXIT
has_browser || LEFT_OUT="$LEFT_OUT\n  - everything in a browser (Chromium is missing)"
have redis-server || LEFT_OUT="$LEFT_OUT\n  - several processes on Redis (redis-server is missing)"

echo "== On SQLite =="
env -u DATABASE_URL -u REDIS_URL "$PYTEST" -n 2 --dist loadgroup "$@"

if find_pg; then
  start_postgres
  echo "== On PostgreSQL (locks, constraints and queries; what is shown and counted is the same on either) =="
  DATABASE_URL="postgres://cardcity@127.0.0.1:$PORT/cardcity" \
    "$PYTEST" -n 2 --dist loadgroup -m "not browser" tests/services tests/views tests/moderation tests/live \
    tests/crash tests/security/test_races.py "$@"
else
  LEFT_OUT="$LEFT_OUT\n  - the whole second run, on PostgreSQL (its server is missing)"
fi

if [ -n "$LEFT_OUT" ]; then
  printf '\n!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!\nLEFT OUT, because this machine lacks it:%b\n!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!\n' "$LEFT_OUT"
  [ -z "${CI:-}" ]
fi
