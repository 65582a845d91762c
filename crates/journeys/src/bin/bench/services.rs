//! CPU time of the databases behind a server: found by their listening ports, read from the kernel.

use std::collections::HashMap;
use std::fs;

/// One clock tick of the kernel, as Linux reports it to programs, in seconds.
pub(crate) const TICK: f64 = 0.01;
/// Positions in `/proc/…/stat`, after the name, of the parent and of the times: the process's own in user and kernel
/// mode, then those of children that ended.
const PARENT: usize = 1;
const OWN: usize = 11;
const ENDED: usize = 13;

/// Processes that listen at a server's databases; none for SQLite, which works within the server.
#[derive(Clone, Debug)]
pub(crate) struct Services(Vec<u32>);

impl Services {
    /// Returns no processes: the server keeps its data itself.
    pub(crate) fn none() -> Self {
        Self(Vec::new())
    }

    /// Finds the processes behind the URLs in the settings that have a port on this machine. Without permission to see
    /// other users' processes it finds none, and neither for servers elsewhere.
    pub(crate) fn find(settings: &[(String, String)]) -> Self {
        let named = ["IDP_DATABASE_URL", "IDP_REDIS_URL"];
        let addresses = settings
            .iter()
            .filter(|(name, _)| named.contains(&name.as_str()));
        let ports = addresses.filter_map(|(_, address)| local_port(address));
        Self(ports.filter_map(listener).collect())
    }

    /// Returns true if no process was found.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the CPU seconds of the processes and their children so far; `None` without any.
    pub(crate) fn seconds(&self) -> Option<f64> {
        if self.is_empty() {
            return None;
        }
        let all = processes();
        let ticks = all.iter().map(|(process, fields)| {
            let is_listener = self.0.contains(process);
            let is_child = at(fields, PARENT).is_some_and(|parent| {
                let mut listeners = self.0.iter();
                listeners.any(|one| u64::from(*one) == parent)
            });
            match (is_listener, is_child) {
                (true, _) => two(fields, OWN) + two(fields, ENDED),
                (false, true) => two(fields, OWN),
                (false, false) => 0,
            }
        });
        Some(ticks.sum::<u64>() as f64 * TICK)
    }
}

/// CPU time of a server and its databases so far, in seconds.
pub(crate) struct CpuTime {
    /// Of the server.
    pub(crate) server: f64,
    /// Of the databases, if they are separate processes.
    pub(crate) databases: Option<f64>,
}

impl CpuTime {
    /// Reads the CPU time of a server's process and of its databases.
    pub(crate) fn read(process: u32, services: &Services) -> Self {
        Self {
            server: processor_seconds(process),
            databases: services.seconds(),
        }
    }

    /// Returns the sum.
    pub(crate) fn all(&self) -> f64 {
        self.server + self.databases.unwrap_or_default()
    }
}

/// Returns the CPU seconds of a process so far.
pub(crate) fn processor_seconds(process: u32) -> f64 {
    let fields = fields(&process.to_string()).expect("the process runs");
    two(&fields, OWN) as f64 * TICK
}

/// Returns the numbers of a process after its name and state; a letter counts as 0.
fn fields(process: &str) -> Option<Vec<u64>> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let after_name = stat.rsplit(')').next()?;
    let words = after_name.split_whitespace();
    Some(words.map(|word| word.parse().unwrap_or(0)).collect())
}

fn at(fields: &[u64], index: usize) -> Option<u64> {
    fields.get(index).copied()
}

fn two(fields: &[u64], index: usize) -> u64 {
    at(fields, index).unwrap_or(0) + at(fields, index + 1).unwrap_or(0)
}

fn processes() -> HashMap<u32, Vec<u64>> {
    let entries = fs::read_dir("/proc").expect("the kernel's list of processes");
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names
        .filter_map(|name| Some((name.parse().ok()?, fields(&name)?)))
        .collect()
}

/// Returns the port of a URL such as `postgres://user:password@127.0.0.1:5432/name`.
fn local_port(address: &str) -> Option<u16> {
    let authority = address.split("://").nth(1)?.split(['/', '?']).next()?;
    let host_and_port = authority.rsplit('@').next()?;
    let (host, port) = host_and_port.rsplit_once(':')?;
    let is_here = ["127.0.0.1", "localhost"].contains(&host);
    is_here.then(|| port.parse().ok())?
}

/// Returns the oldest process that listens at a port on this machine.
fn listener(port: u16) -> Option<u32> {
    let socket = format!("socket:[{}]", listening_socket(port)?);
    let holds = |process: &u32| {
        let files = fs::read_dir(format!("/proc/{process}/fd"));
        files.is_ok_and(|files| {
            files
                .filter_map(|file| fs::read_link(file.ok()?.path()).ok())
                .any(|file| file.to_str() == Some(&socket))
        })
    };
    processes().into_keys().filter(holds).min()
}

/// Returns the kernel's number of the socket that listens at a port.
fn listening_socket(port: u16) -> Option<String> {
    const LISTENS: &str = "0A";
    let table = fs::read_to_string("/proc/net/tcp").ok()?;
    let suffix = format!(":{port:04X}");
    table.lines().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_it = words.get(1)?.ends_with(&suffix) && *words.get(3)? == LISTENS;
        is_it.then(|| words.get(9).map(|socket| (*socket).to_owned()))?
    })
}
