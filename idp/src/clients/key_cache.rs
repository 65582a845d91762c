//! The public keys of clients that keep them at an address: fetched when needed, seldom, one fetch at a time, and to its
//! end, whoever hangs up meanwhile.

use std::sync::Arc;
use std::time::Duration;

use foundation::jose::KeySet;
use foundation::outbound::Guarded;
use foundation::{Background, Clock, Failure, Reading, json};
use moka::future::Cache;
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

use super::client::Client;

/// The most addresses whose keys are kept, and the longest document that is read, in bytes.
const MOST: u64 = 1000;
const LONGEST: usize = 64 * 1024;
/// Between two fetches of one address there is at least this long, whatever came of the first.
const PAUSE: Duration = Duration::from_mins(1);
/// Keys older than this are fetched again even if the kid is known, so that a withdrawn key dies.
const RENEWED_AFTER: Duration = Duration::from_hours(1);
/// Keys older than this serve nobody, if they cannot be fetched again.
const LONGEST_AGE: Duration = Duration::from_hours(24);

/// The keys, by address.
pub(crate) struct ClientKeys {
    outbound: Guarded,
    clock: Clock,
    background: Background,
    addresses: Cache<String, Arc<Mutex<Held>>>,
}

/// Which keys somebody wants.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted<'a> {
    /// One of this name among them.
    Named(&'a str),
    /// Those that there are.
    Any,
    /// Others than there are, because those were tried in vain.
    Newer,
}

/// What is known of one address.
#[derive(Default)]
struct Held {
    tried: Option<Reading>,
    keys: Option<(Arc<KeySet>, Reading)>,
}

impl ClientKeys {
    /// Asks by a guarded client, beside requests.
    pub(crate) fn new(outbound: Guarded, (clock, background): (Clock, Background)) -> Self {
        let addresses = Cache::builder().max_capacity(MOST).build();
        Self {
            outbound,
            clock,
            background,
            addresses,
        }
    }

    /// The keys of a client, asked for anew if those that are wanted are not among them; `None` for a client without
    /// keys. A failure means that nobody knows.
    pub(crate) async fn find(
        &self,
        client: &Client,
        wanted: Wanted<'_>,
    ) -> Result<Option<Arc<KeySet>>, Failure> {
        if let Some(jwks) = &client.jwks {
            return Ok(Some(jwks.shared()));
        }
        match &client.jwks_uri {
            Some(address) => self.at(address, wanted).await.map(Some),
            None => Ok(None),
        }
    }

    async fn at(&self, address: &str, wanted: Wanted<'_>) -> Result<Arc<KeySet>, Failure> {
        let held = self
            .addresses
            .get_with(address.to_owned(), async { Arc::default() })
            .await;
        let mut held = held.lock_owned().await;
        let now = self.clock.monotonic();
        let is_due = held.tried.is_none_or(|tried| now.since(tried) >= PAUSE);
        if is_due && held.lacks(wanted, now) {
            held = self.renew(address, held, now).await?;
        }
        let usable = held.keys.as_ref();
        usable
            .filter(|(_, at)| now.since(*at) < LONGEST_AGE)
            .map(|(keys, _)| Arc::clone(keys))
            .ok_or_else(|| {
                Failure::unavailable("reading a client's keys", "they cannot be fetched")
            })
    }

    /// Fetches the keys beside the request and gives the address back. Anybody can make us fetch a client's keys, by an
    /// assertion that nobody signed; whoever then hangs up must not keep them from all others.
    async fn renew(
        &self,
        address: &str,
        mut held: OwnedMutexGuard<Held>,
        now: Reading,
    ) -> Result<OwnedMutexGuard<Held>, Failure> {
        let (outbound, address) = (self.outbound.clone(), address.to_owned());
        let (tell, told) = oneshot::channel();
        self.background.start("a client's keys", async move {
            held.tried = Some(now);
            match fetch(&outbound, &address).await {
                Ok(keys) => held.keys = Some((keys, now)),
                Err(failure) => tracing::warn!(%failure, "a client's keys were not fetched"),
            }
            // When nobody waits for it any more it is let go.
            let _gone = tell.send(held);
        });
        told.await
            .map_err(|error| Failure::broken("fetching a client's keys", error))
    }
}

async fn fetch(outbound: &Guarded, address: &str) -> Result<Arc<KeySet>, Failure> {
    let refused = |why: &'static str| Failure::unavailable("fetching a client's keys", why);
    let got = outbound.get(address, LONGEST).await?;
    if got.status != 200 {
        return Err(refused("the answer is not 200"));
    }
    let document = json::parse(&got.body)
        .map_err(|error| Failure::unavailable("reading a client's keys", error))?;
    KeySet::of_jwks(&document)
        .map(Arc::new)
        .ok_or_else(|| refused("the answer is no JWK set"))
}

impl Held {
    fn lacks(&self, wanted: Wanted<'_>, now: Reading) -> bool {
        let Some((keys, at)) = &self.keys else {
            return true;
        };
        let has_them = match wanted {
            Wanted::Named(kid) => keys.contains(kid),
            Wanted::Any => true,
            Wanted::Newer => false,
        };
        !has_them || now.since(*at) >= RENEWED_AFTER
    }
}
