//! Metrics of the process, from files of Linux; on other systems they are missing.

use std::fs;
use std::time::Duration;

use super::{Family, Sample, families};

/// A clock tick in the files of Linux: `USER_HZ` is 100 on every platform that Rust supports.
const MILLIS_PER_TICK: u64 = 10;

/// Reads the metrics.
pub(super) fn samples() -> Vec<Sample> {
    let read = |name: &str| fs::read_to_string(format!("/proc/self/{name}")).unwrap_or_default();
    let (status, limits) = (read("status"), read("limits"));
    let kilobytes = |name: &str| field(&status, name)?.checked_mul(1024);
    let figures: [(Family, Option<u64>); 5] = [
        (families::RESIDENT_MEMORY, kilobytes("VmRSS:")),
        (families::VIRTUAL_MEMORY, kilobytes("VmSize:")),
        (families::THREADS, field(&status, "Threads:")),
        (families::OPEN_FDS, open_files()),
        (families::MAX_FDS, field(&limits, "Max open files")),
    ];
    let figures = figures
        .into_iter()
        .filter_map(|(family, figure)| Some(Sample::new(family, figure?)));
    let cpu =
        cpu_time(&read("stat")).map(|time| Sample::new(families::CPU_SECONDS, time.as_secs_f64()));
    figures.chain(cpu).collect()
}

/// Returns the first number after a name at the beginning of a line.
fn field(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

fn open_files() -> Option<u64> {
    let open = fs::read_dir("/proc/self/fd").ok()?.count();
    u64::try_from(open).ok()
}

/// Reads the fields 14 and 15 of `/proc/self/stat`. The second field, the name, is in brackets and may have any characters.
fn cpu_time(stat: &str) -> Option<Duration> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut ticks = after_name
        .split_whitespace()
        .skip(11)
        .map(str::parse::<u64>);
    let (user, system) = (ticks.next()?.ok()?, ticks.next()?.ok()?);
    let ticks = user.checked_add(system)?;
    ticks
        .checked_mul(MILLIS_PER_TICK)
        .map(Duration::from_millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_from_the_files_of_linux() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 900 0 0 0 123 45 0 0 20 0 9 0 100 1 2";
        assert_eq!(cpu_time(stat), Some(Duration::from_millis(1680)));
        assert_eq!(cpu_time(""), None);
        let status = "Name:\tVmRSS: 9\nVmRSS:\t   25000 kB\nThreads:\t9\n";
        assert_eq!(field(status, "VmRSS:"), Some(25_000));
        let limits = "Max open files            1024                 524288               files\n";
        assert_eq!(field(limits, "Max open files"), Some(1024));
        assert_eq!(field(limits, "Max threads"), None);
    }
}
