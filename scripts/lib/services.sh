# shellcheck shell=bash
# A throwaway PostgreSQL and Redis on free loopback ports, in a folder of their own.
# Needs words.sh and job.sh. Nothing here outlives stop_services.

services_folder=
postgres_pid=
redis_pid=

# The folder that holds their data and logs. As root it has to be one that the unprivileged user can reach.
make_services_folder() {
  if [ "$(id -u)" -eq 0 ]; then
    services_folder=$(mktemp -d /tmp/tollgate-services.XXXXXX)
    chown "$(unprivileged_user)" "$services_folder"
  else
    services_folder=$(mktemp -d "${TMPDIR:-/tmp}/tollgate-services.XXXXXX")
  fi
}

# PostgreSQL refuses to run as root, and nothing else here needs to.
unprivileged_user() {
  if id postgres >/dev/null 2>&1; then echo postgres; else echo nobody; fi
}

# Becomes the command, as the unprivileged user when we are root: the process keeps its id.
unprivileged() {
  cd "$services_folder" || exit
  if [ "$(id -u)" -eq 0 ]; then
    local user
    user=$(unprivileged_user)
    exec setpriv --reuid "$user" --regid "$(id -gn "$user")" --init-groups "$@"
  fi
  exec "$@"
}

# Asks the kernel for a port that nobody listens on.
free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

random_password() {
  node -e 'console.log(require("crypto").randomBytes(16).toString("hex"))'
}

# The folder of the newest PostgreSQL server's programs; Debian keeps them out of PATH.
postgres_programs() {
  local newest
  newest=$(find /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -n 1)
  [ -n "$newest" ] || newest=$(command -v initdb || true)
  [ -z "$newest" ] || dirname "$newest"
}

# Starts PostgreSQL and sets TEST_DATABASE_URL. With "fast" it may lose data in a power cut, which tests
# do not mind; with "durable" it keeps its promises, which measurements need.
start_postgres() {
  local programs port password durability=()
  programs=$(postgres_programs)
  port=$(free_port)
  password=$(random_password)
  [ "$1" = durable ] || durability=(-c fsync=off -c synchronous_commit=off -c full_page_writes=off)

  printf '%s\n' "$password" | (umask 077 && cat >"$services_folder/password")
  [ "$(id -u)" -ne 0 ] || chown "$(unprivileged_user)" "$services_folder/password"
  # md5, because the password guards a few minutes of throwaway data, and a debug build is slow at scram.
  (unprivileged "$programs/initdb" --pgdata "$services_folder/postgres" --username tollgate \
    --pwfile "$services_folder/password" --auth md5 --encoding UTF8 --locale C --no-sync) \
    >"$services_folder/initdb.log" 2>&1 || fail "PostgreSQL could not make its data folder:" "$(cat "$services_folder/initdb.log")"

  start_job unprivileged "$programs/postgres" -D "$services_folder/postgres" -p "$port" \
    -c listen_addresses=127.0.0.1 -c unix_socket_directories="$services_folder" \
    -c max_connections=300 ${durability[@]+"${durability[@]}"} >"$services_folder/postgres.log" 2>&1
  postgres_pid=$job job=
  export TEST_DATABASE_URL="postgres://tollgate:$password@127.0.0.1:$port/postgres"
  wait_until "$postgres_pid" PostgreSQL "$services_folder/postgres.log" \
    "$programs/psql" "$TEST_DATABASE_URL" -Atqc 'SELECT 1'
}

# Starts Redis and sets TEST_REDIS_URL. The password is in a file, because arguments can be seen by everyone.
start_redis() {
  local port password
  port=$(free_port)
  password=$(random_password)
  (umask 077 && cat >"$services_folder/redis.conf") <<REDIS
bind 127.0.0.1
port $port
requirepass $password
dir $services_folder
save ""
appendonly no
maxmemory-policy noeviction
REDIS
  [ "$(id -u)" -ne 0 ] || chown "$(unprivileged_user)" "$services_folder/redis.conf"
  start_job unprivileged redis-server "$services_folder/redis.conf" >"$services_folder/redis.log" 2>&1
  redis_pid=$job job=
  export TEST_REDIS_URL="redis://:$password@127.0.0.1:$port/0"
  wait_until "$redis_pid" Redis "$services_folder/redis.log" redis_answers "$port" "$password"
}

# By what it says, because only a newer redis-cli tells it by its exit status.
redis_answers() {
  REDISCLI_AUTH=$2 redis-cli -h 127.0.0.1 -p "$1" PING | grep -qx PONG
}

# Waits until a command succeeds, as long as the process lives: wait_until PID NAME LOG COMMAND...
wait_until() {
  local pid=$1 name=$2 log=$3 tries=0
  shift 3
  until "$@" >/dev/null 2>&1; do
    tries=$((tries + 1))
    kill -0 "$pid" 2>/dev/null || fail "$name stopped while starting. Its log ends with:" "$(tail -n 20 "$log")"
    [ "$tries" -lt 300 ] || fail "$name does not answer after 30 seconds. Its log ends with:" "$(tail -n 20 "$log")"
    sleep 0.1
  done
}

# Stops exactly the processes that were started here, and removes their folder.
stop_services() {
  # SIGINT asks PostgreSQL for a fast shutdown: it does not wait for clients to leave.
  stop_process "$postgres_pid" INT
  stop_process "$redis_pid" TERM
  postgres_pid='' redis_pid=''
  # A signal may have come between a start and the note of it.
  local stray
  for stray in $(jobs -p); do end_group "$stray"; done
  [ -z "$services_folder" ] || rm -rf "$services_folder"
  services_folder=
}

# Each test on PostgreSQL makes a schema or a database. On a server that was given to us, none may stay behind.
drop_test_schemas() {
  # One statement a schema: all of them in one transaction would need too many locks.
  psql "$1" -qX >/dev/null <<'SQL' || say "The schemas and databases tollgate_test_* could not all be dropped."
SET client_min_messages = warning;
SELECT format('DROP SCHEMA %I CASCADE', nspname) FROM pg_namespace WHERE nspname LIKE 'tollgate\_test\_%' \gexec
SELECT format('DROP DATABASE %I WITH (FORCE)', datname) FROM pg_database WHERE datname LIKE 'tollgate\_test\_%' \gexec
SQL
}

stop_process() {
  local pid=$1 signal=$2 tries=0
  [ -n "$pid" ] || return 0
  kill "-$signal" "$pid" 2>/dev/null || return 0
  while kill -0 "$pid" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 100 ] || { kill -KILL "$pid" 2>/dev/null || true; break; }
    sleep 0.1
  done
  wait "$pid" 2>/dev/null || true
}
