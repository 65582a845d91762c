//! File descriptors: one for each connection, in addition to those of databases and outgoing requests.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Number of descriptors that a server needs in addition to its connections.
const BESIDES: u64 = 500;

/// Raises the limit of this process as far as the system allows, if it is too low for so many connections. Warns if
/// that is not enough: many systems start programs with 1,024.
pub(super) fn allow(connections: usize) {
    let needed = u64::try_from(connections).unwrap_or(u64::MAX);
    let expected = needed.saturating_add(BESIDES);
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // `None` means that there is no limit.
    let Some(now) = current.filter(|now| *now < expected) else {
        return;
    };
    let raised = maximum.map_or(expected, |maximum| maximum.min(expected));
    let limit = Rlimit {
        current: Some(raised),
        maximum,
    };
    let (allowed, error) = match setrlimit(Resource::Nofile, limit) {
        Ok(()) => (raised, None),
        Err(error) => (now, Some(error)),
    };
    if allowed < expected {
        tracing::warn!(
            allowed,
            wanted = expected,
            ?error,
            "there are fewer file descriptors than TOLLGATE_MOST_CONNECTIONS needs: raise the limit (ulimit -n), or set fewer connections"
        );
    }
}
