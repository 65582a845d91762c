//! Rebuilds the binary after each build of the web app, because cargo cannot see the embedded files, and packs its
//! relocations.

use std::env;
use std::io::Write;
use std::process::Command;

/// First version of glibc whose loader reads packed relocations.
const PACKED_SINCE: (u32, u32) = (2, 36);

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout();
    writeln!(out, "cargo:rerun-if-changed=../../web/dist")?;
    // A program at a random address has a relocation of 24 bytes for each pointer in its constants; packed, they take a
    // hundredth of it. An older loader refuses such a program.
    if is_linux_with_glibc() && glibc_version().is_some_and(|version| version >= PACKED_SINCE) {
        writeln!(out, "cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs")?;
    }
    Ok(())
}

/// Returns true if the program is built for this machine's own kind of Linux, on x86-64.
#[expect(
    clippy::disallowed_methods,
    reason = "a build script reads what cargo gives it; foundation is not built yet"
)]
fn is_linux_with_glibc() -> bool {
    let target = env::var("TARGET").unwrap_or_default();
    target == "x86_64-unknown-linux-gnu" && env::var("HOST").is_ok_and(|host| host == target)
}

/// Returns the version of this machine's glibc, from a line such as `glibc 2.36`.
fn glibc_version() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let line = String::from_utf8(output.ok()?.stdout).ok()?;
    let (major, minor) = line.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
