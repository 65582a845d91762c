//! The idp's public keys: fetched when needed, seldom, one fetch at a time, and never lost to a bad answer.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwapOption;
use foundation::jose::KeySet;
use foundation::outbound::{Neighbour, read_bounded};
use foundation::{Background, Clock, Failure, Reading, json};
use reqwest::StatusCode;
use serde_json::Value;
use tokio::sync::Mutex;

use crate::config::IssuerConfig;

/// After a fetch that succeeded, the next one is made this much later at the earliest.
const PAUSE: Duration = Duration::from_mins(1);
/// After a fetch that failed while no keys are here, the next one is made this much later.
const PAUSE_WITHOUT_KEYS: Duration = Duration::from_secs(1);
/// Keys older than this are fetched again even if the kid is known, so that a withdrawn key dies soon; nobody waits for it.
const RENEWED_AFTER: Duration = Duration::from_mins(5);
/// Keys older than this serve nobody: an issuer that was away for so long may have withdrawn any of them.
const LONGEST_AGE: Duration = Duration::from_hours(24);

/// Why there is no key of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyRefusal {
    /// The issuer has none.
    Unknown,
    /// The issuer cannot be asked.
    Away,
}

#[derive(Clone, Copy)]
struct Attempt {
    at: Reading,
    succeeded: bool,
}

/// A key set, when its fetch was begun, and the how-manieth it is.
pub(super) struct Held {
    pub(super) keys: KeySet,
    pub(super) generation: u64,
    since: Reading,
}

/// The keys of one issuer.
pub(super) struct Keys {
    issuer: String,
    idp_url: String,
    clock: Clock,
    idp: Neighbour,
    background: Background,
    held: ArcSwapOption<Held>,
    last_attempt: Mutex<Option<Attempt>>,
}

impl Keys {
    pub(super) fn new(
        config: &IssuerConfig,
        clock: Clock,
        idp: Neighbour,
        background: Background,
    ) -> Self {
        Self {
            issuer: config.issuer.clone(),
            idp_url: config.idp_url.clone(),
            clock,
            idp,
            background,
            held: ArcSwapOption::empty(),
            last_attempt: Mutex::new(None),
        }
    }

    /// The generation of the keys at hand; `None` when there are none that still serve.
    pub(super) fn generation(&self) -> Option<u64> {
        self.serving().map(|held| held.generation)
    }

    /// Fails until keys were fetched once, and tries to fetch them: without them no token can be verified. A replica
    /// that had keys stays ready while the issuer is away.
    pub(super) async fn ready(&self) -> Result<(), Failure> {
        if self.serving().is_none() {
            self.try_fetch(&mut *self.last_attempt.lock().await).await;
        }
        match self.serving() {
            Some(_) => Ok(()),
            None => Err(Failure::unavailable(
                "looking for the identity provider's keys",
                format!("none came from {} yet; check API_IDP_URL", self.idp_url),
            )),
        }
    }

    /// A key set that holds the named key; fetches the issuer's keys if that may help and is not too soon.
    pub(super) async fn with(self: &Arc<Self>, kid: &str) -> Result<Arc<Held>, KeyRefusal> {
        if let Some(held) = self.holding(kid) {
            self.renew_when_old();
            return Ok(held);
        }
        // One fetch at a time: who waited here finds what the one before has fetched.
        let mut last_attempt = self.last_attempt.lock().await;
        if self.holding(kid).is_none() {
            self.try_fetch(&mut last_attempt).await;
        }
        let reachable = last_attempt.is_none_or(|attempt| attempt.succeeded);
        match self.holding(kid) {
            Some(held) => Ok(held),
            None if reachable => Err(KeyRefusal::Unknown),
            None => Err(KeyRefusal::Away),
        }
    }

    /// The keys at hand, unless they are too old.
    fn serving(&self) -> Option<Arc<Held>> {
        let now = self.clock.monotonic();
        self.held
            .load_full()
            .filter(|held| now.since(held.since) < LONGEST_AGE)
    }

    fn holding(&self, kid: &str) -> Option<Arc<Held>> {
        self.serving().filter(|held| held.keys.contains(kid))
    }

    /// Fetches keys beside the request that were fetched some time ago, whether it needs them or is known already.
    pub(super) fn renew_when_old(self: &Arc<Self>) {
        let since = self.serving().map(|held| held.since);
        let now = self.clock.monotonic();
        if since.is_some_and(|since| now.since(since) >= RENEWED_AFTER) {
            self.renew_beside();
        }
    }

    /// Fetches beside the request: an idp that is away must not slow down those whose keys are known.
    fn renew_beside(self: &Arc<Self>) {
        let is_due = self
            .last_attempt
            .try_lock()
            .is_ok_and(|last_attempt| self.may_fetch(*last_attempt));
        if !is_due {
            return;
        }
        let keys = Arc::clone(self);
        self.background.start("renewing the keys", async move {
            if let Ok(mut last_attempt) = keys.last_attempt.try_lock() {
                keys.try_fetch(&mut last_attempt).await;
            }
        });
    }

    async fn try_fetch(&self, last_attempt: &mut Option<Attempt>) {
        if self.may_fetch(*last_attempt) {
            let at = self.clock.monotonic();
            let succeeded = self.fetch().await;
            *last_attempt = Some(Attempt { at, succeeded });
        }
    }

    fn may_fetch(&self, last_attempt: Option<Attempt>) -> bool {
        let Some(attempt) = last_attempt else {
            return true;
        };
        let pause = if self.serving().is_none() {
            PAUSE_WITHOUT_KEYS
        } else {
            PAUSE
        };
        self.clock.monotonic().since(attempt.at) >= pause
    }

    /// Whether a set with keys came in; otherwise the last good one stays.
    async fn fetch(&self) -> bool {
        let since = self.clock.monotonic();
        match self.ask().await {
            Ok(keys) => {
                let last = self.held.load().as_ref().map(|held| held.generation);
                self.held.store(Some(Arc::new(Held {
                    keys,
                    generation: last.map_or(0, |last| last + 1),
                    since,
                })));
                true
            }
            Err(failure) => {
                tracing::warn!(%failure, "the identity provider's keys were not fetched");
                false
            }
        }
    }

    async fn ask(&self) -> Result<KeySet, Failure> {
        let doing = "reading the identity provider's discovery document";
        let address = format!("{}/.well-known/openid-configuration", self.idp_url);
        let discovery = self.document(&address).await?;
        if discovery.get("issuer").and_then(Value::as_str) != Some(self.issuer.as_str()) {
            return Err(Failure::unavailable(doing, "it names another issuer"));
        }
        let jwks_uri = discovery.get("jwks_uri").and_then(Value::as_str);
        let path = jwks_uri
            .and_then(|address| address.strip_prefix(&self.issuer))
            .filter(|path| path.starts_with('/'))
            .ok_or_else(|| Failure::unavailable(doing, "its keys are not at the issuer"))?;
        let document = self.document(&format!("{}{path}", self.idp_url)).await?;
        KeySet::of_jwks(&document)
            .filter(|keys| !keys.is_empty())
            .ok_or_else(|| {
                Failure::unavailable("reading the identity provider's keys", "none can be used")
            })
    }

    async fn document(&self, address: &str) -> Result<Value, Failure> {
        let doing = "asking the identity provider";
        let request = self.idp.client().get(address);
        let request = request
            .header("accept", "application/json")
            .build()
            .map_err(|error| Failure::broken(doing, error))?;
        let answer = self.idp.send(doing, request).await?;
        let status = answer.status();
        if status != StatusCode::OK {
            return Err(Failure::unavailable(doing, format!("it answered {status}")));
        }
        json::parse(&read_bounded(answer).await?)
            .map_err(|error| Failure::unavailable(doing, error))
    }
}
