//! Measurements that are not rates: memory, the time of a start, the size of the binary.

use std::process::Command;

use foundation::testing::{TestEngine, test_client};
use journeys::installation::TestInstallation;
use journeys::process::binary;

use crate::flood::millis;
use crate::load::now;

const STARTS: usize = 5;
const MIB: f64 = 1_048_576.0;

/// Returns the memory of a process in MiB, by one line of its status: `VmRSS` now, `VmHWM` at most so far.
pub(crate) fn memory(process: u32, line: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"));
    let status = status.expect("the process runs");
    let found = status.lines().find_map(|one| one.strip_prefix(line));
    let words = found.expect("its size").trim_start_matches(':');
    let number = words.split_whitespace().next().expect("a number");
    number.parse::<f64>().expect("a number") / 1_024.0
}

/// Prints the server's memory after the scenarios, before any password sign-in.
pub(crate) fn print_peak(process: u32) {
    println!(
        "\nserver without passwords: {:.0} MiB now, {:.0} MiB at most since its start (goal 60)",
        memory(process, "VmRSS"),
        memory(process, "VmHWM")
    );
}

/// Restarts a world repeatedly; prints the time to the first 200, and the memory then.
pub(crate) async fn print_start(engine: TestEngine) {
    let mut world = TestInstallation::measured(engine, &[]).await;
    let address = world.address.at("/.well-known/openid-configuration");
    let mut times = Vec::new();
    for _start in 0..STARTS {
        world.stop();
        let begun = now();
        world.start_again().expect("it starts");
        // An older client would try its connection to the stopped server.
        let response = test_client().get(&address).send().await;
        let response = response.expect("a response");
        assert!(response.status().is_success());
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    let median = times.get(STARTS.div_euclid(2)).copied().unwrap_or_default();
    println!(
        "\n{engine:?}: start to the first 200 {:.0} ms, median of {STARTS} (goal 50); idle then {:.0} MiB (goal 25)",
        millis(median),
        memory(world.process().id(), "VmRSS")
    );
}

/// Prints the size of the binary on the disk.
pub(crate) fn print_binary() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let stripped = folder.path().join("stripped");
    let strip = Command::new("strip")
        .arg("-o")
        .arg(&stripped)
        .arg(binary())
        .status();
    let size = |path: &std::path::Path| std::fs::metadata(path).expect("a file").len() as f64 / MIB;
    println!("program: {:.1} MiB", size(binary()));
    if strip.is_ok_and(|status| status.success()) {
        println!(
            "program, stripped: {:.1} MiB (goal 23.8, 25 MB)",
            size(&stripped)
        );
    }
}
