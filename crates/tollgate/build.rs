//! Builds the binary again when the web app was built again: embedded files are read by name, which cargo cannot see.

use std::io::Write;

fn main() -> std::io::Result<()> {
    writeln!(std::io::stdout(), "cargo:rerun-if-changed=../../web/dist")
}
