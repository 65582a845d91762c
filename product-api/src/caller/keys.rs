//! The idp's public keys: fetched on demand, rarely, one fetch at a time, and kept after a failed fetch.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwapOption;
use foundation::jose::KeySet;
use foundation::outbound::{UpstreamService, read_bounded};
use foundation::text::strict_json;
use foundation::{Background, Clock, Failure, MonotonicTime};
use reqwest::StatusCode;
use serde_json::Value;
use tokio::sync::Mutex;

use crate::config::IssuerConfig;

/// Minimum pause after a successful fetch.
const PAUSE: Duration = Duration::from_mins(1);
/// Minimum pause after a failed fetch while there are no keys.
const PAUSE_WITHOUT_KEYS: Duration = Duration::from_secs(1);
/// Age at which keys are fetched again in the background. It limits the use of a withdrawn key whose kid is known.
const RENEWED_AFTER: Duration = Duration::from_mins(5);
/// Age at which keys become unusable: an issuer that was down for so long may have withdrawn any of them.
const MAX_AGE: Duration = Duration::from_hours(24);

/// Reasons why there is no key with an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyRefusal {
    /// The issuer does not have it.
    Unknown,
    /// The issuer does not respond.
    Away,
}

#[derive(Clone, Copy)]
struct FetchAttempt {
    at: MonotonicTime,
    succeeded: bool,
}

/// A key set, with the start time of its fetch and its sequence number.
pub(super) struct FetchedKeys {
    pub(super) keys: KeySet,
    pub(super) generation: u64,
    since: MonotonicTime,
}

/// The keys of one issuer.
pub(super) struct IssuerKeys {
    issuer: String,
    idp_url: String,
    clock: Clock,
    idp: UpstreamService,
    background: Background,
    held: ArcSwapOption<FetchedKeys>,
    last_attempt: Mutex<Option<FetchAttempt>>,
}

impl IssuerKeys {
    pub(super) fn new(
        config: &IssuerConfig,
        clock: Clock,
        idp: UpstreamService,
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

    /// Returns the generation of the current keys; `None` if there are none, or they are too old.
    pub(super) fn generation(&self) -> Option<u64> {
        self.serving().map(|held| held.generation)
    }

    /// Fails until the first successful fetch, and tries to fetch: without keys no token can be verified. A replica that
    /// has keys stays ready while the issuer is down.
    pub(super) async fn ready(&self) -> Result<(), Failure> {
        if self.serving().is_none() {
            self.try_fetch(&mut *self.last_attempt.lock().await).await;
        }
        match self.serving() {
            Some(_) => Ok(()),
            None => Err(Failure::unavailable(
                "looking for the identity provider's keys",
                format!(
                    "none came from {} yet; check API_IDP_URL, if it is set",
                    self.idp_url
                ),
            )),
        }
    }

    /// Returns a key set with the key; fetches the issuer's keys if that may help and the pause has passed.
    pub(super) async fn with(self: &Arc<Self>, kid: &str) -> Result<Arc<FetchedKeys>, KeyRefusal> {
        if let Some(held) = self.holding(kid) {
            self.renew_when_old();
            return Ok(held);
        }
        // One fetch runs at a time: a request that waited here finds the keys that the previous one fetched.
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

    /// Returns the current keys, unless they are too old.
    fn serving(&self) -> Option<Arc<FetchedKeys>> {
        let now = self.clock.monotonic();
        self.held
            .load_full()
            .filter(|held| now.since(held.since) < MAX_AGE)
    }

    fn holding(&self, kid: &str) -> Option<Arc<FetchedKeys>> {
        self.serving().filter(|held| held.keys.contains(kid))
    }

    /// Fetches old keys again in the background, also for a request whose key is known or whose token is cached.
    pub(super) fn renew_when_old(self: &Arc<Self>) {
        let since = self.serving().map(|held| held.since);
        let now = self.clock.monotonic();
        if since.is_some_and(|since| now.since(since) >= RENEWED_AFTER) {
            self.renew_in_background();
        }
    }

    /// Fetches in the background: an idp that is down must not delay requests whose keys are known.
    fn renew_in_background(self: &Arc<Self>) {
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

    async fn try_fetch(&self, last_attempt: &mut Option<FetchAttempt>) {
        if self.may_fetch(*last_attempt) {
            let at = self.clock.monotonic();
            let succeeded = self.fetch().await;
            *last_attempt = Some(FetchAttempt { at, succeeded });
        }
    }

    fn may_fetch(&self, last_attempt: Option<FetchAttempt>) -> bool {
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

    /// Returns true if a new key set was stored; after a failure the previous one stays.
    async fn fetch(&self) -> bool {
        let since = self.clock.monotonic();
        match self.ask().await {
            Ok(keys) => {
                let last = self.held.load().as_ref().map(|held| held.generation);
                self.held.store(Some(Arc::new(FetchedKeys {
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
        KeySet::from_jwks(&document)
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
        let response = self.idp.send(doing, request).await?;
        let status = response.status();
        if status != StatusCode::OK {
            return Err(Failure::unavailable(doing, format!("it answered {status}")));
        }
        strict_json::parse(&read_bounded(response).await?)
            .map_err(|error| Failure::unavailable(doing, error))
    }
}
