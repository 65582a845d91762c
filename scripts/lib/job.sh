# shellcheck shell=bash
# Runs commands as jobs with a process group of their own, so that ending this script ends all they started.

job=

# Runs one command to its end, without standard input; gives its exit status.
run_job() {
  local status=0
  start_job "$@"
  wait "$job" || status=$?
  end_job
  return "$status"
}

# Starts one command in the background; its process id, which is also its group's, is in $job.
start_job() {
  set -m
  "$@" </dev/null &
  job=$!
  set +m
}

# Ends what is left of the current job's group: asked first, then forced.
end_job() {
  [ -n "$job" ] || return 0
  end_group "$job"
  job=
}

end_group() {
  local tries=0
  kill -TERM -- "-$1" 2>/dev/null || return 0
  while kill -0 -- "-$1" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 100 ] || { kill -KILL -- "-$1" 2>/dev/null || true; break; }
    sleep 0.1
  done
}
