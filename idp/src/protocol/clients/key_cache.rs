//! Cache of the public keys of clients with a `jwks_uri`. Fetches are rare, one at a time for each URL, and they
//! complete even if the request's client disconnects.

use std::sync::Arc;
use std::time::Duration;

use foundation::jose::KeySet;
use foundation::outbound::GuardedClient;
use foundation::text::strict_json;
use foundation::{Background, Clock, Failure, MonotonicTime};
use moka::future::Cache;
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

use super::client::Client;

/// Maximum number of cached URLs, and maximum length of a document in bytes.
const MAX_ENTRIES: u64 = 1000;
const MAX_LENGTH: usize = 64 * 1024;
/// Minimum time between two fetches of one URL, also after a failure.
const PAUSE: Duration = Duration::from_mins(1);
/// Maximum age of keys before they are fetched again although the `kid` is known, so that withdrawn keys are dropped.
const REFRESH_AFTER: Duration = Duration::from_hours(1);
/// Maximum age at which keys are used if they cannot be fetched again.
const MAX_AGE: Duration = Duration::from_hours(24);

/// Cache of keys by URL.
pub(crate) struct ClientKeys {
    outbound: GuardedClient,
    clock: Clock,
    background: Background,
    addresses: Cache<String, Arc<Mutex<CacheEntry>>>,
}

/// Keys that a caller needs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum KeySelector<'a> {
    /// Keys that include this `kid`.
    Named(&'a str),
    /// Any keys of the client.
    Any,
    /// Newer keys than the cached ones, which did not verify the signature.
    Newer,
}

/// State of one URL.
#[derive(Default)]
struct CacheEntry {
    last_fetch: Option<MonotonicTime>,
    keys: Option<(Arc<KeySet>, MonotonicTime)>,
}

impl ClientKeys {
    /// Creates a cache that fetches by a guarded client in background tasks.
    pub(crate) fn new(outbound: GuardedClient, clock: Clock, background: Background) -> Self {
        let addresses = Cache::builder().max_capacity(MAX_ENTRIES).build();
        Self {
            outbound,
            clock,
            background,
            addresses,
        }
    }

    /// Returns a client's keys, and fetches them again if the cached ones are not enough; `None` for a client without
    /// keys. Fails if the keys are not known.
    pub(crate) async fn find(
        &self,
        client: &Client,
        selector: KeySelector<'_>,
    ) -> Result<Option<Arc<KeySet>>, Failure> {
        if let Some(jwks) = &client.jwks {
            return Ok(Some(jwks.shared()));
        }
        match &client.jwks_uri {
            Some(address) => self.at(address, selector).await.map(Some),
            None => Ok(None),
        }
    }

    async fn at(&self, address: &str, selector: KeySelector<'_>) -> Result<Arc<KeySet>, Failure> {
        let entry = self
            .addresses
            .get_with(address.to_owned(), async { Arc::default() })
            .await;
        let mut entry = entry.lock_owned().await;
        let now = self.clock.monotonic();
        let is_due = entry
            .last_fetch
            .is_none_or(|last_fetch| now.since(last_fetch) >= PAUSE);
        if is_due && entry.needs_fetch(selector, now) {
            entry = self.renew(address, entry, now).await?;
        }
        let usable = entry.keys.as_ref();
        usable
            .filter(|(_, at)| now.since(*at) < MAX_AGE)
            .map(|(keys, _)| Arc::clone(keys))
            .ok_or_else(|| {
                Failure::unavailable("reading a client's keys", "they cannot be fetched")
            })
    }

    /// Fetches the keys in a background task and returns the lock. A request with an unsigned assertion is enough to
    /// start a fetch, so a disconnect of its client must not abort the fetch and leave all other requests without keys.
    async fn renew(
        &self,
        address: &str,
        mut entry: OwnedMutexGuard<CacheEntry>,
        now: MonotonicTime,
    ) -> Result<OwnedMutexGuard<CacheEntry>, Failure> {
        let (outbound, address) = (self.outbound.clone(), address.to_owned());
        let (sender, received) = oneshot::channel();
        self.background.start("a client's keys", async move {
            entry.last_fetch = Some(now);
            match fetch(&outbound, &address).await {
                Ok(keys) => entry.keys = Some((keys, now)),
                Err(failure) => tracing::warn!(%failure, "a client's keys were not fetched"),
            }
            // Drops the lock if the request has ended.
            let _cancelled = sender.send(entry);
        });
        received
            .await
            .map_err(|error| Failure::broken("fetching a client's keys", error))
    }
}

async fn fetch(outbound: &GuardedClient, address: &str) -> Result<Arc<KeySet>, Failure> {
    let refused = |why: &'static str| Failure::unavailable("fetching a client's keys", why);
    let got = outbound.get(address, MAX_LENGTH).await?;
    if got.status != 200 {
        return Err(refused("the status of the response is not 200"));
    }
    let document = strict_json::parse(&got.body)
        .map_err(|error| Failure::unavailable("reading a client's keys", error))?;
    KeySet::from_jwks(&document)
        .map(Arc::new)
        .ok_or_else(|| refused("the response is no JWK set"))
}

impl CacheEntry {
    fn needs_fetch(&self, selector: KeySelector<'_>, now: MonotonicTime) -> bool {
        let Some((keys, at)) = &self.keys else {
            return true;
        };
        let has_them = match selector {
            KeySelector::Named(kid) => keys.contains(kid),
            KeySelector::Any => true,
            KeySelector::Newer => false,
        };
        !has_them || now.since(*at) >= REFRESH_AFTER
    }
}
