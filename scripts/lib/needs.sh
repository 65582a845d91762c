# shellcheck shell=bash
# Checks that the tools are there, and says where to get them when they are not.

needed_rust=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
needed_node=20.19

need_cargo() {
  command -v cargo >/dev/null || fail "cargo is not installed." \
    "Install Rust $needed_rust or newer by rustup (https://rustup.rs), then run this again."
  local version
  version=$(cargo --version | awk '{ print $2 }')
  at_least "$version" "$needed_rust" || fail "cargo is $version; $needed_rust or newer is needed." \
    "With rustup: rustup update stable"
}

need_node() {
  command -v node >/dev/null || fail "node is not installed." \
    "Install Node.js $needed_node or newer (https://nodejs.org), then run this again."
  command -v npm >/dev/null || fail "npm is not installed." \
    "It comes with Node.js (https://nodejs.org); some distributions have it as a package of its own, npm."
  local version
  version=$(node --version)
  at_least "${version#v}" "$needed_node" || fail "node is $version; version $needed_node or newer is needed." \
    "Get it from https://nodejs.org or by your version manager."
}

# Whether version $1 is $2 or newer, by major and minor number.
at_least() {
  local have_major have_minor want_major want_minor
  IFS=. read -r have_major have_minor _ <<<"$1.0.0"
  IFS=. read -r want_major want_minor _ <<<"$2.0.0"
  [ "$have_major" -gt "$want_major" ] || { [ "$have_major" -eq "$want_major" ] && [ "$have_minor" -ge "$want_minor" ]; }
}
