# shellcheck shell=bash
# What the scripts say: one style for headings, notes and failures.

say() { printf '%s\n' "$*"; }

# A heading such as "[2/4] Build the web app".
heading() { printf '\n[%s] %s\n' "$1" "$2"; }

# Ends the script with what is wrong, and lines that say what to do.
fail() {
  printf '\nerror: %s\n' "$1" >&2
  shift
  [ $# -eq 0 ] || printf '%s\n' "$@" | sed 's/^/       /' >&2
  exit 1
}

# 75 -> "1 min 15 s"
duration() {
  if [ "$1" -ge 60 ]; then
    printf '%d min %02d s' $(($1 / 60)) $(($1 % 60))
  else
    printf '%d s' "$1"
  fi
}
