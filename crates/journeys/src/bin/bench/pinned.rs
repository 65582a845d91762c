//! Pins the server to one core and the load to the other, so that they do not compete.

use std::process::{Command, Stdio};

const SERVER_CORE: &str = "0";
const LOAD_CORE: &str = "1";

/// Pins this process to the load's core; without `taskset` the system decides.
pub(crate) fn pin_this_process() {
    pin(LOAD_CORE, std::process::id());
}

/// Pins a server to its core.
pub(crate) fn pin_server(process: u32) {
    pin(SERVER_CORE, process);
}

fn pin(core: &str, process: u32) {
    let mut taskset = Command::new("taskset");
    taskset
        .args(["-acp", core, &process.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let pinned = taskset.status().is_ok_and(|status| status.success());
    if !pinned {
        println!("process {process} could not be pinned to core {core}");
    }
}
