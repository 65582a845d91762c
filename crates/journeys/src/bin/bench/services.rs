//! What the databases behind a server use of the processor: found by the ports where they listen, told by the kernel.

use std::collections::HashMap;
use std::fs;

use crate::rounds::Target;

/// One clock tick of the kernel, as Linux tells it to programs, in seconds.
pub(crate) const TICK: f64 = 0.01;
/// Where in `/proc/…/stat`, after the name, is the parent, and from where on the times: our own in user and kernel mode,
/// then those of children that ended.
const PARENT: usize = 1;
const OWN: usize = 11;
const ENDED: usize = 13;

/// The processes that listen at a server's databases; none for SQLite, which works within the server.
#[derive(Clone, Debug)]
pub(crate) struct Services(Vec<u32>);

impl Services {
    /// None: the server keeps its data itself.
    pub(crate) fn none() -> Self {
        Self(Vec::new())
    }

    /// Those that settings name by an address with a port on this machine. Whoever may not look at other users'
    /// processes finds none, and so do names of servers elsewhere.
    pub(crate) fn of(settings: &[(String, String)]) -> Self {
        let named = ["IDP_DATABASE_URL", "IDP_REDIS_URL"];
        let addresses = settings
            .iter()
            .filter(|(name, _)| named.contains(&name.as_str()));
        let ports = addresses.filter_map(|(_, address)| local_port(address));
        Self(ports.filter_map(listener).collect())
    }

    /// Whether all were found.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What they and their children have used so far, in seconds; `None` without any.
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

/// What a server and its databases have used of the processor so far, in seconds.
pub(crate) struct Processor {
    /// The server's.
    pub(crate) server: f64,
    /// The databases', where they are processes of their own.
    pub(crate) databases: Option<f64>,
}

impl Processor {
    /// What a target's have used.
    pub(crate) fn of(target: &Target) -> Self {
        Self {
            server: processor_seconds(target.process),
            databases: target.services.seconds(),
        }
    }

    /// Both.
    pub(crate) fn all(&self) -> f64 {
        self.server + self.databases.unwrap_or_default()
    }
}

/// What a process has used so far, in seconds.
pub(crate) fn processor_seconds(process: u32) -> f64 {
    let fields = fields(&process.to_string()).expect("the process runs");
    two(&fields, OWN) as f64 * TICK
}

/// The numbers of a process after its name and state; a letter counts as 0.
fn fields(process: &str) -> Option<Vec<u64>> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let after_name = stat.rsplit(')').next()?;
    let words = after_name.split_whitespace();
    Some(words.map(|word| word.parse().unwrap_or(0)).collect())
}

fn at(fields: &[u64], place: usize) -> Option<u64> {
    fields.get(place).copied()
}

fn two(fields: &[u64], place: usize) -> u64 {
    at(fields, place).unwrap_or(0) + at(fields, place + 1).unwrap_or(0)
}

fn processes() -> HashMap<u32, Vec<u64>> {
    let entries = fs::read_dir("/proc").expect("the kernel's list of processes");
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names
        .filter_map(|name| Some((name.parse().ok()?, fields(&name)?)))
        .collect()
}

/// The port of an address such as `postgres://user:password@127.0.0.1:5432/name`.
fn local_port(address: &str) -> Option<u16> {
    let authority = address.split("://").nth(1)?.split(['/', '?']).next()?;
    let place = authority.rsplit('@').next()?;
    let (host, port) = place.rsplit_once(':')?;
    let is_here = ["127.0.0.1", "localhost"].contains(&host);
    is_here.then(|| port.parse().ok())?
}

/// The oldest process that listens at a port on this machine.
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

/// The kernel's number of the socket that listens at a port.
fn listening_socket(port: u16) -> Option<String> {
    const LISTENS: &str = "0A";
    let table = fs::read_to_string("/proc/net/tcp").ok()?;
    let place = format!(":{port:04X}");
    table.lines().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_it = words.get(1)?.ends_with(&place) && *words.get(3)? == LISTENS;
        is_it.then(|| words.get(9).map(|socket| (*socket).to_owned()))?
    })
}
