# shellcheck shell=bash
# Checks that the tools are there, and says where to get them when they are not.

needed_rust=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
needed_node='20.19, 22.13, or 24 and newer'

need_cargo() {
  command -v cargo >/dev/null || fail "cargo is not installed." \
    "Install Rust $needed_rust or newer by rustup (https://rustup.rs), then run this again."
  local version
  version=$(cargo --version | awk '{ print $2 }')
  at_least "$version" "$needed_rust" || fail "cargo is $version; $needed_rust or newer is needed." \
    "With rustup: rustup update stable"
  # Rust links its programs with it, and SQLite is compiled by it.
  command -v cc >/dev/null || fail "there is no C compiler (cc), which Rust needs." \
    "On Debian and Ubuntu: sudo apt-get update && sudo apt-get install build-essential" \
    "On macOS: xcode-select --install"
}

need_node() {
  command -v node >/dev/null || fail "node is not installed." \
    "Install Node.js $needed_node (https://nodejs.org), then run this again."
  command -v npm >/dev/null || fail "npm is not installed." \
    "It comes with Node.js (https://nodejs.org); some distributions have it as a package of its own, npm."
  local version
  version=$(node --version)
  node_serves "${version#v}" || fail "node is $version; the web app's tools take $needed_node." \
    "Get it from https://nodejs.org or by your version manager."
}

# Whether the web app's tools take this version: they leave out the odd ones, and the first of each even one.
node_serves() {
  case "$1" in
    20.*) at_least "$1" 20.19 ;;
    22.*) at_least "$1" 22.13 ;;
    *) at_least "$1" 24.0 ;;
  esac
}

# Whether version $1 is $2 or newer, by major and minor number.
at_least() {
  local have_major have_minor want_major want_minor
  IFS=. read -r have_major have_minor _ <<<"$1.0.0"
  IFS=. read -r want_major want_minor _ <<<"$2.0.0"
  [ "$have_major" -gt "$want_major" ] || { [ "$have_major" -eq "$want_major" ] && [ "$have_minor" -ge "$want_minor" ]; }
}
