//! Builds again when a migration is added, which the compiler would not notice by itself.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
