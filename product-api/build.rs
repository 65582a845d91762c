//! Builds again when a migration is added, which the compiler would not notice by itself.
#![expect(clippy::print_stdout, reason = "how a build script speaks to cargo")]

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
