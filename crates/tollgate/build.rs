//! Rebuilds the binary after each build of the web app, because cargo cannot see the embedded files.

use std::io::Write;

fn main() -> std::io::Result<()> {
    writeln!(std::io::stdout(), "cargo:rerun-if-changed=../../web/dist")
}
