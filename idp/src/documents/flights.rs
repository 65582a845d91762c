//! Which documents are on their way: one fetch of an address at a time, few at all and few at one host, and none right
//! after another.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use foundation::{Clock, Reading};
use moka::future::Cache;
use tokio::sync::{Mutex as Turns, OwnedMutexGuard, Semaphore, SemaphorePermit};

use crate::limits::host_of;
use crate::network::Network;

/// The most addresses that are remembered.
const MOST: u64 = 1000;
/// The most fetches at a time: of documents that are kept, and as many of those that are not.
const MOST_AT_A_TIME: usize = 16;
/// Of the latter, the most at one host, and the most for one network.
const MOST_OF_HOST: usize = 2;
const MOST_OF_NETWORK: usize = 4;
/// After a fetch, whatever came of it, the next of the same address is made this much later.
const PAUSE: Duration = Duration::from_secs(10);
/// How many fetches in a row may be cut short by whoever asked, before there is a pause all the same: people press a link
/// twice.
const MOST_CUT: u8 = 3;

/// The fetches.
pub(crate) struct Flights {
    known: Semaphore,
    strangers: Mutex<Vec<(Network, String)>>,
    addresses: Cache<String, Arc<Turns<Log>>>,
}

/// What is remembered of an address.
#[derive(Clone, Copy, Debug, Default)]
struct Log {
    /// When the last fetch was over, or began if nobody waited for its end.
    last: Option<Reading>,
    /// How many were cut short since one was not.
    cut: u8,
}

impl Log {
    fn rests(&self, now: Reading) -> bool {
        let is_recent = self.last.is_some_and(|at| now.since(at) < PAUSE);
        is_recent && (self.cut == 0 || self.cut >= MOST_CUT)
    }
}

/// The right to fetch one address now; whoever else wants it waits until it is given back.
pub(super) struct Turn {
    log: OwnedMutexGuard<Log>,
}

/// A fetch on its way.
pub(super) struct Flight {
    log: OwnedMutexGuard<Log>,
}

/// A place among the few at a time.
pub(super) enum Place<'a> {
    /// Of a document that is kept.
    Known { _permit: SemaphorePermit<'a> },
    /// Of one that is not.
    Stranger {
        flights: &'a Flights,
        whose: (Network, String),
    },
}

impl Flights {
    /// None yet.
    pub(crate) fn new() -> Self {
        Self {
            known: Semaphore::new(MOST_AT_A_TIME),
            strangers: Mutex::default(),
            addresses: Cache::builder().max_capacity(MOST).build(),
        }
    }

    /// The turn of an address; `None` when it was fetched just now.
    pub(super) async fn wait(&self, address: &str, clock: &Clock) -> Option<Turn> {
        let log = self
            .addresses
            .get_with(address.to_owned(), async { Arc::default() })
            .await
            .lock_owned()
            .await;
        (!log.rests(clock.monotonic())).then_some(Turn { log })
    }

    /// A place for a document that is kept, whatever strangers make us fetch; `None` when all are taken.
    pub(super) fn place_of_known(&self) -> Option<Place<'_>> {
        let permit = self.known.try_acquire().ok()?;
        Some(Place::Known { _permit: permit })
    }

    /// A place for one that is not; `None` when all are taken, or enough of this network or at this host.
    pub(super) fn place_of_stranger(&self, network: Network, address: &str) -> Option<Place<'_>> {
        let whose = (network, host_of(address));
        let mut flying = self
            .strangers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let of_network = flying.iter().filter(|one| one.0 == whose.0).count();
        let of_host = flying.iter().filter(|one| one.1 == whose.1).count();
        let is_left =
            flying.len() < MOST_AT_A_TIME && of_network < MOST_OF_NETWORK && of_host < MOST_OF_HOST;
        if !is_left {
            return None;
        }
        flying.push(whose.clone());
        Some(Place::Stranger {
            flights: self,
            whose,
        })
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if let Self::Stranger { flights, whose } = self {
            let mut flying = flights
                .strangers
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            if let Some(place) = flying.iter().position(|one| one == whose) {
                flying.swap_remove(place);
            }
        }
    }
}

impl Turn {
    /// It begins. Whoever hangs up before its end has made it all the same.
    pub(super) fn begin(mut self, clock: &Clock) -> Flight {
        self.log.last = Some(clock.monotonic());
        self.log.cut = self.log.cut.saturating_add(1);
        Flight { log: self.log }
    }
}

impl Flight {
    /// It is over.
    pub(super) fn land(mut self, clock: &Clock) {
        *self.log = Log {
            last: Some(clock.monotonic()),
            cut: 0,
        };
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use foundation::Timestamp;

    use super::*;

    fn network(number: u32) -> Network {
        Network::of(Ipv4Addr::from_bits(number).into())
    }

    #[test]
    fn i6_no_host_and_no_network_takes_all_places() {
        let flights = Flights::new();
        let at_host: Vec<_> = (0..9)
            .filter_map(|one| flights.place_of_stranger(network(one), "https://slow.example/x"))
            .collect();
        assert_eq!(at_host.len(), MOST_OF_HOST);
        let of_network: Vec<_> = (0..9)
            .filter_map(|one| {
                flights.place_of_stranger(network(99), &format!("https://h{one}.example/x"))
            })
            .collect();
        assert_eq!(of_network.len(), MOST_OF_NETWORK);
        let others: Vec<_> = (100..200)
            .filter_map(|one| {
                flights.place_of_stranger(network(one), &format!("https://o{one}.example/x"))
            })
            .collect();
        assert_eq!(
            others.len(),
            MOST_AT_A_TIME - MOST_OF_HOST - MOST_OF_NETWORK
        );
        assert!(
            flights.place_of_known().is_some(),
            "who is kept has places of its own"
        );
        drop((at_host, of_network, others));
        assert!(
            flights
                .place_of_stranger(network(1), "https://slow.example/x")
                .is_some()
        );
    }

    #[tokio::test]
    async fn i6_who_hangs_up_leaves_a_pause_too() {
        let (flights, clock) = (Flights::new(), Clock::fixed(Timestamp::from_seconds(0)));
        let address = "https://agent.example/x";
        for _ in 0..MOST_CUT {
            let turn = flights.wait(address, &clock).await;
            drop(turn.expect("people press a link twice").begin(&clock));
        }
        assert!(flights.wait(address, &clock).await.is_none());
        assert!(
            flights
                .wait("https://agent.example/y", &clock)
                .await
                .is_some()
        );
        clock.advance(PAUSE);
        let turn = flights.wait(address, &clock).await;
        turn.expect("after the pause").begin(&clock).land(&clock);
        assert!(
            flights.wait(address, &clock).await.is_none(),
            "it was fetched just now"
        );
        clock.advance(PAUSE);
        assert!(flights.wait(address, &clock).await.is_some());
    }
}
