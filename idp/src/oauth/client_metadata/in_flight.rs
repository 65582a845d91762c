//! Limits on running fetches: one per URL, a maximum in total, per host and per network, and a pause after each.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use foundation::{Clock, MonotonicTime};
use moka::future::Cache;
use tokio::sync::{Mutex as Turns, OwnedMutexGuard};

use crate::http::network::Network;
use crate::limits::host_of;

/// Maximum number of remembered URLs.
const MAX_ENTRIES: u64 = 1000;
/// Maximum number of concurrent fetches, for stored clients and for unknown ones each.
const MAX_CONCURRENT: usize = 16;
/// Maximum numbers per host and per network, for each kind.
const MAX_PER_HOST: usize = 2;
const MAX_PER_NETWORK: usize = 4;
/// Pause between two fetches of a URL, after any result.
const PAUSE: Duration = Duration::from_secs(10);

/// Running fetches, and the times of earlier ones.
pub(crate) struct InFlightFetches {
    running: Arc<Mutex<Vec<RunningFetch>>>,
    addresses: Cache<String, Arc<Turns<LastFetch>>>,
}

/// A running fetch.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RunningFetch {
    kind: FetchKind,
    network: Network,
    host: String,
}

/// Kind of a fetch. Stored clients have a limit of their own, so that unauthenticated requests cannot exhaust it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FetchKind {
    /// Fetch for a stored client.
    Stored,
    /// Fetch for an unknown client.
    Unknown,
}

/// End of the last fetch of a URL, or the start of a running one.
type LastFetch = Option<MonotonicTime>;

/// Exclusive right to fetch a URL; other requests for it wait.
pub(super) struct FetchTurn {
    last_fetch: OwnedMutexGuard<LastFetch>,
}

/// A started fetch.
pub(super) struct InFlightFetch {
    last_fetch: OwnedMutexGuard<LastFetch>,
    _place: FetchSlot,
}

/// A slot among the concurrent fetches.
pub(super) struct FetchSlot {
    running: Arc<Mutex<Vec<RunningFetch>>>,
    fetch: RunningFetch,
}

impl InFlightFetches {
    /// Creates the limits without a running fetch.
    pub(crate) fn new() -> Self {
        Self {
            running: Arc::default(),
            addresses: Cache::builder().max_capacity(MAX_ENTRIES).build(),
        }
    }

    /// Waits for the right to fetch a URL; `None` if it was fetched within the pause.
    pub(super) async fn wait(&self, address: &str, clock: &Clock) -> Option<FetchTurn> {
        let last_fetch = self
            .addresses
            .get_with(address.to_owned(), async { Arc::default() })
            .await
            .lock_owned()
            .await;
        let now = clock.monotonic();
        let is_paused = last_fetch.is_some_and(|at| now.since(at) < PAUSE);
        (!is_paused).then_some(FetchTurn { last_fetch })
    }

    /// Returns a slot; `None` if a limit of the kind, the network or the host is reached.
    pub(super) fn slot(
        &self,
        kind: FetchKind,
        network: Network,
        address: &str,
    ) -> Option<FetchSlot> {
        let fetch = RunningFetch {
            kind,
            network,
            host: host_of(address),
        };
        let mut running = lock(&self.running);
        let count = |is_so: &dyn Fn(&RunningFetch) -> bool| {
            let alike = running.iter().filter(|one| one.kind == kind);
            alike.filter(|one| is_so(one)).count()
        };
        let is_left = count(&|_| true) < MAX_CONCURRENT
            && count(&|one| one.network == network) < MAX_PER_NETWORK
            && count(&|one| one.host == fetch.host) < MAX_PER_HOST;
        if !is_left {
            return None;
        }
        running.push(fetch.clone());
        Some(FetchSlot {
            running: Arc::clone(&self.running),
            fetch,
        })
    }
}

fn lock(running: &Mutex<Vec<RunningFetch>>) -> MutexGuard<'_, Vec<RunningFetch>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for FetchSlot {
    fn drop(&mut self) {
        let mut running = lock(&self.running);
        if let Some(slot) = running.iter().position(|one| *one == self.fetch) {
            running.swap_remove(slot);
        }
    }
}

impl FetchTurn {
    /// Starts the fetch.
    pub(super) fn begin(mut self, slot: FetchSlot, clock: &Clock) -> InFlightFetch {
        *self.last_fetch = Some(clock.monotonic());
        InFlightFetch {
            last_fetch: self.last_fetch,
            _place: slot,
        }
    }
}

impl InFlightFetch {
    /// Ends the fetch.
    pub(super) fn finish(mut self, clock: &Clock) {
        *self.last_fetch = Some(clock.monotonic());
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use foundation::Timestamp;

    use super::*;

    fn network(number: u32) -> Network {
        Network::new(Ipv4Addr::from_bits(number).into())
    }

    /// Takes slots for networks and hosts; returns those that the limits permit.
    fn take_slots(
        flights: &InFlightFetches,
        kind: FetchKind,
        requested: impl Iterator<Item = (u32, String)>,
    ) -> Vec<FetchSlot> {
        let taken = requested.filter_map(|(number, host)| {
            flights.slot(kind, network(number), &format!("https://{host}.example/x"))
        });
        taken.collect()
    }

    #[test]
    fn fetch_slots_are_limited_per_host_and_network() {
        let flights = InFlightFetches::new();
        for (kind, other) in [
            (FetchKind::Unknown, FetchKind::Stored),
            (FetchKind::Stored, FetchKind::Unknown),
        ] {
            let slow = (0..17).map(|one| (one, "slow".to_owned()));
            let at_host = take_slots(&flights, kind, slow);
            assert_eq!(at_host.len(), MAX_PER_HOST, "{kind:?}");
            let busy = (0..17).map(|one| (99, format!("h{one}")));
            let of_network = take_slots(&flights, kind, busy);
            assert_eq!(of_network.len(), MAX_PER_NETWORK, "{kind:?}");
            let others = (100..200).map(|one| (one, format!("o{one}")));
            let others = take_slots(&flights, kind, others);
            let left = MAX_CONCURRENT - MAX_PER_HOST - MAX_PER_NETWORK;
            assert_eq!(others.len(), left, "{kind:?}");
            let of_other = flights.slot(other, network(99), "https://slow.example/x");
            assert!(of_other.is_some(), "{other:?} has slots of its own");
            drop((at_host, of_network, others, of_other));
            let again = flights.slot(kind, network(1), "https://slow.example/x");
            assert!(again.is_some(), "{kind:?}");
        }
        assert_eq!(
            lock(&flights.running).len(),
            0,
            "finished fetches are removed"
        );
    }

    #[tokio::test]
    async fn url_is_not_fetched_again_at_once() {
        let (flights, clock) = (
            InFlightFetches::new(),
            Clock::fixed(Timestamp::from_seconds(0)),
        );
        let address = "https://agent.example/x";
        let begin = async || {
            let turn = flights.wait(address, &clock).await?;
            let slot = flights
                .slot(FetchKind::Stored, network(1), address)
                .unwrap();
            Some(turn.begin(slot, &clock))
        };
        let flight = begin().await.expect("the first");
        clock.advance(PAUSE);
        flight.finish(&clock);
        assert!(begin().await.is_none(), "it was over just now");
        let other = flights.wait("https://agent.example/y", &clock).await;
        assert!(other.is_some(), "another's");
        clock.advance(PAUSE);
        drop(begin().await.expect("after the pause"));
        assert!(begin().await.is_none(), "it broke off just now");
        clock.advance(PAUSE);
        assert!(begin().await.is_some());
    }
}
