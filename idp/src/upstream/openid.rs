//! The window to OpenID Connect providers: discovery, keys, and the ID token, verified by `openidconnect`.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use foundation::{Reading, Timestamp, json};
use openidconnect::core::{
    CoreIdToken, CoreIdTokenVerifier, CoreJsonWebKeySet, CoreJwsSigningAlgorithm,
};
use openidconnect::{ClientId, IssuerUrl, JsonWebKeySet, Nonce};
use serde_json::{Map, Value};
use tokio::sync::Mutex;
use url::Url;

use super::profile::{self, Profile};
use super::provider::{Line, Refusal};
use super::token::Endpoints;
use crate::config::{OpenIdConfig, is_safe_address};
use crate::mail::Address;

/// How long a discovery document and its keys are taken as they are.
const FRESH: Duration = Duration::from_hours(1);
/// The pause between two tries to renew them.
const PAUSE: Duration = Duration::from_mins(1);
/// How long they serve when the provider gives no new ones.
const OLDEST: Duration = Duration::from_hours(24);
/// How many keys a provider may have.
const MOST_KEYS: usize = 100;
/// How far a provider's clock may be off (seed, section 9).
const LEEWAY: Duration = Duration::from_secs(10);
/// The longest ID token, in bytes.
const LONGEST: usize = 16 * 1024;

/// One provider.
pub(super) struct OpenId {
    issuer: String,
    scopes: Vec<String>,
    /// The hosts that its endpoints may be at.
    hosts: Vec<String>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    tried: Option<Reading>,
    document: Option<Document>,
}

/// What a provider tells of itself.
#[derive(Clone)]
pub(super) struct Document {
    authorization: String,
    token: String,
    keys: CoreJsonWebKeySet,
    read: Reading,
    /// Whether it names itself in every answer (RFC 9207).
    pub(super) announces_iss: bool,
}

/// Why a provider's document is not to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Untold {
    /// It gives none, or it does not answer.
    Unreachable,
    /// It names another issuer, or endpoints that we must not talk to.
    Wrong,
}

impl Untold {
    /// What it means for somebody who wants to start.
    pub(super) fn refusal(self) -> Refusal {
        match self {
            Self::Unreachable => Refusal::CannotStart,
            Self::Wrong => Refusal::Misconfigured,
        }
    }
}

impl OpenId {
    pub(super) fn new(config: &OpenIdConfig) -> Self {
        Self {
            issuer: config.issuer.clone(),
            scopes: config.scopes.clone(),
            hosts: config.hosts.clone(),
            known: Mutex::default(),
        }
    }

    pub(super) fn issuer(&self) -> &str {
        &self.issuer
    }

    pub(super) fn endpoints(&self, document: &Document) -> Endpoints {
        Endpoints {
            authorization: document.authorization.clone(),
            token: document.token.clone(),
            scopes: self.scopes.clone(),
            has_nonce: true,
        }
    }

    /// What the provider tells of itself, read anew when it is old or when `must_renew` (a key is missing), but never
    /// more than once a minute. The last good document serves when there is no better.
    pub(super) async fn document(&self, line: &Line, must_renew: bool) -> Result<Document, Untold> {
        let mut known = line.turn(&self.known).await.ok_or(Untold::Unreachable)?;
        let now = line.clock.monotonic();
        let age = known.document.as_ref().map(|one| now.since(one.read));
        let is_wanted = must_renew || age.is_none_or(|age| age >= FRESH);
        // Without one that serves each try is worth it; the breaker bounds them.
        let is_without = age.is_none_or(|age| age >= OLDEST);
        let may_try = is_without || known.tried.is_none_or(|tried| now.since(tried) >= PAUSE);
        let mut untold = Untold::Unreachable;
        if is_wanted && may_try {
            known.tried = Some(now);
            match self.discover(line).await {
                Ok(fresh) => known.document = Some(fresh),
                Err(why) => untold = why,
            }
        }
        let document = known.document.clone();
        let document = document.filter(|one| now.since(one.read) < OLDEST);
        document.ok_or(untold)
    }

    async fn discover(&self, line: &Line) -> Result<Document, Untold> {
        let base = self.issuer.trim_end_matches('/');
        let url = format!("{base}/.well-known/openid-configuration");
        let found = line.get(&url, None).await.ok_or(Untold::Unreachable)?;
        if found.get("issuer").and_then(Value::as_str) != Some(self.issuer.as_str()) {
            return Err(Untold::Wrong);
        }
        let safe = |name| self.endpoint(&found, name).ok_or(Untold::Wrong);
        let flag = "authorization_response_iss_parameter_supported";
        let (authorization, token) = (safe("authorization_endpoint")?, safe("token_endpoint")?);
        let keys = line.get(&safe("jwks_uri")?, None).await;
        Ok(Document {
            authorization,
            token,
            keys: keys.and_then(keys_of).ok_or(Untold::Unreachable)?,
            read: line.clock.monotonic(),
            announces_iss: found.get(flag) == Some(&Value::Bool(true)),
        })
    }

    /// An endpoint that the document names, if it is at a host where this provider may have some: its document must
    /// not send our secret elsewhere.
    fn endpoint(&self, document: &Value, name: &str) -> Option<String> {
        let text = document.get(name)?.as_str()?;
        let url = Url::parse(text).ok().filter(is_safe_address)?;
        let host = url.host_str()?;
        let is_theirs = self.hosts.iter().any(|one| one == host);
        is_theirs.then(|| text.to_owned())
    }

    /// Who an ID token is about; `None` when it is not to be believed.
    pub(super) async fn profile(
        &self,
        line: &Line,
        (token, client_id, nonce): (&str, &str, &str),
    ) -> Option<Profile> {
        let parts = Parts::read(token)?;
        if !parts.times_are_plain(line.clock.now()) {
            return None;
        }
        let mut document = self.document(line, false).await.ok()?;
        let is_missing = |document: &Document| {
            let kid = parts.header.get("kid").and_then(Value::as_str);
            kid.is_some_and(|kid| !has_key(&document.keys, kid))
        };
        if is_missing(&document) {
            document = self.document(line, true).await.ok()?;
        }
        let verifier = self.verifier(document.keys, client_id, line.clock.now())?;
        let parsed: CoreIdToken = token.parse().ok()?;
        let nonce = Nonce::new(nonce.to_owned());
        let claims = parsed.claims(&verifier, &nonce).ok()?;
        // The library leaves `azp` to us: a token that was made for another client is not for us.
        let azp = parts.claims.get("azp").and_then(Value::as_str);
        let is_ours = azp.map_or(claims.audiences().len() == 1, |azp| azp == client_id);
        let text = |name: &str| parts.claims.get(name).and_then(Value::as_str);
        let is_verified = parts.claims.get("email_verified") == Some(&Value::Bool(true));
        let id = profile::id(claims.subject().as_str()).filter(|_| is_ours)?;
        Some(Profile {
            id,
            name: text("name").and_then(profile::name),
            image: text("picture").and_then(profile::image),
            email: text("email")
                .filter(|_| is_verified)
                .and_then(Address::parse),
        })
    }

    fn verifier(
        &self,
        keys: CoreJsonWebKeySet,
        client_id: &str,
        now: Timestamp,
    ) -> Option<CoreIdTokenVerifier<'static>> {
        let at = |time: Timestamp| DateTime::<Utc>::from_timestamp(time.seconds(), 0);
        let (forgiving, latest) = (at(now.minus(LEEWAY))?, at(now.plus(LEEWAY))?);
        let issuer = IssuerUrl::new(self.issuer.clone()).ok()?;
        let client_id = ClientId::new(client_id.to_owned());
        // Without a secret in the verifier no shared-secret algorithm can be taken, whatever is allowed.
        let verifier = CoreIdTokenVerifier::new_public_client(client_id, issuer, keys)
            .set_allowed_algs([
                CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
                CoreJwsSigningAlgorithm::RsaSsaPssSha256,
                CoreJwsSigningAlgorithm::EcdsaP256Sha256,
                CoreJwsSigningAlgorithm::EcdsaP384Sha384,
                CoreJwsSigningAlgorithm::EdDsa,
            ])
            .set_time_fn(move || forgiving)
            .set_issue_time_verifier_fn(move |issued| {
                if issued <= latest {
                    Ok(())
                } else {
                    Err("issued in the future".to_owned())
                }
            });
        Some(verifier)
    }
}

/// The readable parts of an ID token, before anything is believed.
struct Parts {
    header: Map<String, Value>,
    claims: Map<String, Value>,
}

impl Parts {
    /// Whether every time is a whole number, and the token has begun to count, which the library does not look at.
    fn times_are_plain(&self, now: Timestamp) -> bool {
        let seconds = |name: &str| self.claims.get(name).map(Value::as_i64);
        let latest = now.plus(LEEWAY).seconds();
        let is_begun = seconds("nbf").is_none_or(|at| at.is_some_and(|at| at <= latest));
        is_begun
            && ["exp", "iat"]
                .into_iter()
                .all(|name| seconds(name).flatten().is_some())
    }

    fn read(token: &str) -> Option<Self> {
        if token.len() > LONGEST {
            return None;
        }
        let mut parts = token.split('.');
        let mut next = || json::parse_object(&URL_SAFE_NO_PAD.decode(parts.next()?).ok()?);
        Some(Self {
            header: next()?,
            claims: next()?,
        })
    }
}

/// The keys of a provider: at least one that we can read, and not more than are good for us.
fn keys_of(mut document: Value) -> Option<CoreJsonWebKeySet> {
    document
        .get_mut("keys")?
        .as_array_mut()?
        .truncate(MOST_KEYS);
    let keys: CoreJsonWebKeySet = serde_json::from_value(document).ok()?;
    (!keys.keys().is_empty()).then_some(keys)
}

fn has_key(keys: &CoreJsonWebKeySet, kid: &str) -> bool {
    use openidconnect::JsonWebKey;
    let keys: &JsonWebKeySet<_> = keys;
    keys.keys()
        .iter()
        .any(|key| key.key_id().is_some_and(|id| id.as_str() == kid))
}
