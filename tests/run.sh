#!/bin/sh
# The whole test suite: the rules and the site on SQLite, in browsers, then what depends on the database on PostgreSQL.
#
#   make test                        everything
#   make test ARGS="tests/fair -x"   what pytest is given, on SQLite
#   make nightly                     everything, with every size and number of games, all of it on both databases
#
# What the machine lacks is installed if that is possible, else it is named loudly and left out. Nothing has a fixed
# port or place: several runs go side by side, and what a killed one left behind disturbs nobody.
set -eu
cd "$(dirname "$0")/.."
PYTEST=${PYTEST:-.venv/bin/pytest}
POSTGRES=${POSTGRES:-/usr/lib/postgresql}
LEFT_OUT=""
FAILED=""
RUNNING=""
# What only asks what is stored goes the same way on either database, so by day that is not tried twice.
ON_POSTGRES="tests/services tests/views tests/moderation tests/live tests/decks tests/crash tests/security/test_races.py"
MARKED="database and not browser"
[ -z "${THOROUGH:-}" ] || { ON_POSTGRES="tests --ignore=tests/rules --ignore=tests/bots"; MARKED="not browser"; }

have() { command -v "$1" >/dev/null 2>&1; }

find_pg() { for dir in "$POSTGRES"/*/bin; do [ -x "$dir/initdb" ] && PG="$dir"; done; [ -n "${PG:-}" ]; }

as_postgres() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }

install_missing() {
  wanted=""
  # The build without a window opens a page in a third of the time.
  have chromium-headless-shell || wanted="$wanted chromium-headless-shell"
  have redis-server || wanted="$wanted redis-server"
  find_pg || wanted="$wanted postgresql"
  [ -z "$wanted" ] && return
  [ "$(id -u)" = 0 ] && have apt-get || return 0
  echo "Installing$wanted …"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >/dev/null 2>&1 || true
  for package in $wanted; do apt-get install -y -qq "$package" >/dev/null 2>&1 || true; done
  have chromium-headless-shell || have chromium || apt-get install -y -qq chromium >/dev/null 2>&1 || true
}

# Whatever ends this run, a signal too, ends all that it started.
tidy_up() {
  # What was ended says so by its code, and the rest is put away all the same.
  set +e
  [ -n "$RUNNING" ] && kill "$RUNNING" 2>/dev/null && wait "$RUNNING"
  [ -f "$PGDATA/postmaster.pid" ] && as_postgres "$PG/pg_ctl" -D "$PGDATA" -m immediate stop >/dev/null 2>&1
  rm -rf "$SCRATCH"
}

# The shell hears a signal only while it waits; what ran in front of it would be heard out first.
pytest() {
  "$PYTEST" --durations=200 --durations-min=0.5 "$@" &
  RUNNING=$!
  code=0
  wait "$RUNNING" || code=$?
  RUNNING=""
  return "$code"
}

# A server that keeps nothing through a power cut is much faster, and a test's data need not be kept.
start_postgres() {
  PORT=$(.venv/bin/python -c 'from tests.served import free_port; print(free_port())')
  mkdir "$SCRATCH/postgres"
  [ "$(id -u)" != 0 ] || chown postgres "$SCRATCH/postgres"
  as_postgres "$PG/initdb" --no-sync -D "$PGDATA" -U cardcity -A trust -E UTF8 >/dev/null
  as_postgres "$PG/pg_ctl" -D "$PGDATA" -w -t 60 -l "$PGDATA/log" -o "-p $PORT -k $SCRATCH/postgres \
    -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off" start >/dev/null
  as_postgres "$PG/createdb" -h 127.0.0.1 -p "$PORT" -U cardcity cardcity
}

# What only a browser shows may be red by chance: it is tried once more, alone, and named at the end if it is green then.
in_browsers() {
  cached=.pytest_cache/v/cache/lastfailed
  rm -f "$cached"
  code=0
  pytest -n 2 --dist worksteal -m browser || code=$?
  { [ "$code" = 1 ] && [ -f "$cached" ]; } || return "$code"
  cp "$cached" "$SCRATCH/red"
  echo "== Once more, alone =="
  pytest --last-failed --last-failed-no-failures none -m browser || return
  sed -n 's/^ *"\(.*\)": true,*$/FLAKY \1/p' "$SCRATCH/red" >"$SCRATCH/flaky"
}

install_missing
# Hundreds of processes would each compile the project anew.
unset DATABASE_URL REDIS_URL PYTHONDONTWRITEBYTECODE
[ $# -eq 0 ] || exec "$PYTEST" -n 2 --dist worksteal "$@"

SCRATCH=$(mktemp -d)
PGDATA=$SCRATCH/postgres/data
trap tidy_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
mkdir "$SCRATCH/tmp"
# PostgreSQL does not run as root, and must come to its folder nevertheless.
chmod 711 "$SCRATCH"
export TMPDIR="$SCRATCH/tmp"
export RED_TESTS="$SCRATCH/red-tests" TEST_MIGRATED="$SCRATCH/migrated"
have chromium-headless-shell || have chromium || LEFT_OUT="$LEFT_OUT\n  - everything in a browser (Chromium is missing)"
have redis-server || LEFT_OUT="$LEFT_OUT\n  - several processes on Redis (redis-server is missing)"

echo "== On SQLite =="
pytest -n 2 --dist worksteal -m "not browser" || FAILED="$FAILED SQLite ($?)"
echo "== In browsers =="
in_browsers || FAILED="$FAILED browsers ($?)"
if find_pg; then
  start_postgres
  echo "== On PostgreSQL (locks, constraints, races and queries) =="
  # shellcheck disable=SC2086
  DATABASE_URL="postgres://cardcity@127.0.0.1:$PORT/cardcity" pytest -n 2 --dist worksteal -m "$MARKED" $ON_POSTGRES ||
    FAILED="$FAILED PostgreSQL ($?)"
else
  LEFT_OUT="$LEFT_OUT\n  - the second run, on PostgreSQL (its server is missing)"
fi

if [ -n "$LEFT_OUT" ]; then
  printf '\n!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!\nLEFT OUT, because this machine lacks it:%b\n!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!\n' "$LEFT_OUT"
  [ -z "${CI:-}" ] || FAILED="$FAILED (left out)"
fi
# Who reads only the end of a long log sees what was red, and why, and what was so by chance.
[ -z "$FAILED" ] || { cat "$RED_TESTS" 2>/dev/null || true; echo "FAILED:$FAILED"; }
cat "$SCRATCH/flaky" 2>/dev/null || true
[ -z "$FAILED" ]
