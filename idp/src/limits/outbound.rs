//! Limit on outgoing requests that unauthenticated users cause: counted in memory by network and by host.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use foundation::Timestamp;
use url::Url;

use crate::http::network::Network;

/// Maximum number of requests that a network may cause in a window. Fetches of stored clients' documents are not counted;
/// fetches of their logos are.
pub(super) const MAX_PER_NETWORK: u32 = 20;
/// Maximum number of requests to a host in a window.
pub(super) const MAX_PER_HOST: u32 = 60;
/// Maximum number in a window for all networks and hosts beyond the counters' capacity.
const MAX_OTHERS: u32 = 1000;
/// Duration of a window, from its first request.
pub(super) const WINDOW: Duration = Duration::from_mins(15);
/// Maximum number of counters.
const MAX_KEYS: usize = 8192;

/// Counters of outgoing requests.
#[derive(Debug, Default)]
pub(crate) struct OutboundLimit {
    counts: Mutex<HashMap<OutboundKey, WindowCount>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum OutboundKey {
    Network(Network),
    Host(String),
    Rest,
}

impl OutboundKey {
    fn max(&self) -> u32 {
        match self {
            Self::Network(_) => MAX_PER_NETWORK,
            Self::Host(_) => MAX_PER_HOST,
            Self::Rest => MAX_OTHERS,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct WindowCount {
    used: u32,
    ends_at: Timestamp,
}

impl OutboundLimit {
    /// Counts one request that a network causes to a URL. If the limit of the network or the host is reached, returns
    /// the time until the window ends.
    pub(crate) fn take(
        &self,
        network: Network,
        address: &str,
        now: Timestamp,
    ) -> Result<(), Duration> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() >= MAX_KEYS {
            counts.retain(|_, count| now < count.ends_at);
        }
        let keys = [
            OutboundKey::Network(network),
            OutboundKey::Host(host_of(address)),
        ];
        let keys = keys.map(|key| {
            if counts.len() < MAX_KEYS || counts.contains_key(&key) {
                key
            } else {
                OutboundKey::Rest
            }
        });
        let waits = keys.iter().filter_map(|key| {
            let count = counts.get(key).filter(|count| now < count.ends_at)?;
            let left = count.ends_at.micros().saturating_sub(now.micros());
            let left = Duration::from_micros(u64::try_from(left).unwrap_or_default());
            (count.used >= key.max()).then_some(left)
        });
        if let Some(wait) = waits.max() {
            metrics::counter!("idp_limits_reached_total", "limit" => "addresses-asked")
                .increment(1);
            return Err(wait);
        }
        for key in keys {
            let fresh = WindowCount {
                used: 0,
                ends_at: now.plus(WINDOW),
            };
            let count = counts.entry(key).or_insert(fresh);
            if count.ends_at <= now {
                *count = fresh;
            }
            count.used = count.used.saturating_add(1);
        }
        Ok(())
    }
}

/// Returns the host of a URL with its port, which identifies a counter.
pub(crate) fn host_of(address: &str) -> String {
    let url = Url::parse(address).ok();
    let index = url.and_then(|url| {
        let port = url.port_or_known_default().unwrap_or_default();
        Some(format!("{}:{port}", url.host_str()?))
    });
    index.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const NOW: Timestamp = Timestamp::from_seconds(1_700_000_000);

    fn network(number: u32) -> Network {
        Network::new(Ipv4Addr::from_bits(number).into())
    }

    #[test]
    fn requests_are_limited_per_network_and_host() {
        let limit = OutboundLimit::default();
        let of_network = (0..100).filter(|one| {
            limit
                .take(network(1), &format!("https://h{one}.example/x"), NOW)
                .is_ok()
        });
        assert_eq!(u32::try_from(of_network.count()), Ok(MAX_PER_NETWORK));
        let of_host = (0..100).filter(|one| {
            limit
                .take(network(10 + one), "https://one.example/y", NOW)
                .is_ok()
        });
        assert_eq!(u32::try_from(of_host.count()), Ok(MAX_PER_HOST));
        assert!(
            limit
                .take(network(2), "https://other.example/y", NOW)
                .is_ok(),
            "others have theirs"
        );
        assert!(
            limit
                .take(network(2), "https://one.example:444/y", NOW)
                .is_ok(),
            "another port is another host"
        );
        let minute = Duration::from_mins(1);
        for address in ["https://one.example/y", "https://none.example/y"] {
            let outcome = limit.take(network(1), address, NOW.plus(minute));
            assert_eq!(
                outcome,
                Err(WINDOW.saturating_sub(minute)),
                "how long it lasts"
            );
        }
        let later = NOW.plus(WINDOW);
        assert!(
            limit
                .take(network(1), "https://one.example/y", later)
                .is_ok(),
            "a new window"
        );
    }

    #[test]
    fn memory_is_bounded_by_shared_entries() {
        let limit = OutboundLimit::default();
        let max = u32::try_from(MAX_KEYS).unwrap();
        for number in 0..max {
            let outcome = limit.take(network(number), &format!("https://h{number}.example/"), NOW);
            let _shared = outcome.is_err();
        }
        assert!(limit.counts.lock().unwrap().len() <= MAX_KEYS + 1);
        assert!(
            limit
                .take(network(max + 1), "https://new.example/", NOW)
                .is_err(),
            "networks beyond the maximum share one limit"
        );
        assert!(
            limit.take(network(0), "https://h0.example/", NOW).is_ok(),
            "a known network keeps its own limit"
        );
        let later = limit.take(network(1), "https://h1.example/", NOW.plus(WINDOW));
        assert!(later.is_ok());
        assert_eq!(limit.counts.lock().unwrap().len(), 2, "what is over goes");
    }
}
