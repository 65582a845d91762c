//! What is no rate either: memory, the time of a start, the size of the program.

use std::process::Command;

use foundation::testing::patient_client;
use journeys::process::binary;
use journeys::world::{Engine, World};

use crate::flood::millis;
use crate::load::now;

const STARTS: usize = 5;
const MIB: f64 = 1_048_576.0;

/// What a process has in memory, in MiB, by one line of its status: `VmRSS` now, `VmHWM` at most so far.
pub(crate) fn memory(process: u32, line: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"));
    let status = status.expect("the process runs");
    let found = status.lines().find_map(|one| one.strip_prefix(line));
    let words = found.expect("its size").trim_start_matches(':');
    let number = words.split_whitespace().next().expect("a number");
    number.parse::<f64>().expect("a number") / 1_024.0
}

/// Prints what the server took while the scenarios ran, before anybody's password was tried.
pub(crate) fn print_peak(process: u32) {
    println!(
        "\nserver without passwords: {:.0} MiB now, {:.0} MiB at most since its start (goal 60)",
        memory(process, "VmRSS"),
        memory(process, "VmHWM")
    );
}

/// Starts a world of its own again and again; how long it takes to the first 200, and what it holds then.
pub(crate) async fn print_start(engine: Engine) {
    let mut world = World::measured(engine, &[]).await;
    let address = world.place.at("/.well-known/openid-configuration");
    let mut times = Vec::new();
    for _start in 0..STARTS {
        world.stop();
        let begun = now();
        world.start_again().expect("it starts");
        // A client of before would try its connection to the server that is gone.
        let answer = patient_client().get(&address).send().await;
        let answer = answer.expect("an answer");
        assert!(answer.status().is_success());
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

/// Prints how much of the disk the program takes.
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
