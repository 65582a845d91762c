//! Client of OpenID Connect providers: discovery, keys, and ID tokens, verified by `openidconnect`.

use std::time::Duration;

use chrono::{DateTime, Utc};
use foundation::{MonotonicTime, Timestamp};
use openidconnect::core::{CoreIdToken, CoreIdTokenVerifier, CoreJsonWebKeySet};
use openidconnect::{ClientId, IssuerUrl, JsonWebKeySet, Nonce};
use serde_json::{Map, Value};
use tokio::sync::Mutex;
use url::Url;

use super::client::ProviderClient;
use super::endpoints::Endpoints;
use super::issuer::issuer_problem;
use super::profile::{self, ProviderProfile};
use super::refusal::ProviderRefusal;
use super::unverified::{LEEWAY, UnverifiedIdToken};
use super::userinfo::{self, UserinfoRequest};
use crate::config::{OpenIdConfig, is_safe_address};
use foundation::EmailAddress;

/// Time until a discovery document and its keys are read again.
const MAX_FRESH_AGE: Duration = Duration::from_hours(1);
/// Pause between two attempts to read them.
const PAUSE: Duration = Duration::from_mins(1);
/// Maximum age of a document that cannot be renewed.
const MAX_AGE: Duration = Duration::from_hours(24);
/// Maximum number of keys of a provider.
const MAX_KEYS: usize = 100;

/// An OpenID Connect provider.
pub(super) struct OpenId {
    issuer: String,
    scopes: Vec<String>,
    /// Hosts that its endpoints may be at.
    hosts: Vec<String>,
    known: Mutex<CachedDocument>,
}

#[derive(Default)]
struct CachedDocument {
    tried: Option<MonotonicTime>,
    document: Option<ProviderDocument>,
}

/// Contents of a provider's discovery document.
#[derive(Clone)]
pub(super) struct ProviderDocument {
    authorization: String,
    token: String,
    /// The userinfo endpoint, if it is at one of the provider's hosts.
    userinfo: Option<String>,
    keys: CoreJsonWebKeySet,
    read: MonotonicTime,
    /// True if the provider names its issuer in every response (RFC 9207).
    pub(super) announces_iss: bool,
    /// True if the provider may state the sign-in's time. A claims list without `auth_time` says that it does not.
    proves_time: bool,
    /// True if the provider supports the `claims` parameter.
    takes_claims: bool,
}

/// Reason that a provider's document is unavailable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiscoveryError {
    /// The provider returns none, or does not respond.
    Unreachable,
    /// The document names another issuer, or endpoints that must not be used.
    Invalid,
}

impl DiscoveryError {
    /// Returns the refusal for an attempt that starts.
    pub(super) fn refusal(self) -> ProviderRefusal {
        match self {
            Self::Unreachable => ProviderRefusal::CannotStart,
            Self::Invalid => ProviderRefusal::Misconfigured,
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

    pub(super) fn endpoints(&self, document: &ProviderDocument) -> Endpoints {
        Endpoints {
            authorization: document.authorization.clone(),
            token: document.token.clone(),
            scopes: self.scopes.clone(),
            has_nonce: true,
            proves_time: document.proves_time,
            takes_claims: document.takes_claims,
        }
    }

    /// Returns true if the provider may state the sign-in's time; false if it does not respond.
    pub(super) async fn proves_time(&self, client: &ProviderClient) -> bool {
        let document = self.document(client, false).await;
        document.is_ok_and(|document| document.proves_time)
    }

    /// Returns the provider's document. Reads it again when it is old or with `must_renew` (a key is missing), but at
    /// most once a minute. Without a new one the last valid document is used.
    pub(super) async fn document(
        &self,
        client: &ProviderClient,
        must_renew: bool,
    ) -> Result<ProviderDocument, DiscoveryError> {
        let mut known = client
            .lock(&self.known)
            .await
            .ok_or(DiscoveryError::Unreachable)?;
        let now = client.clock.monotonic();
        let age = known.document.as_ref().map(|one| now.since(one.read));
        let is_wanted = must_renew || age.is_none_or(|age| age >= MAX_FRESH_AGE);
        // Retries at any time without a usable document; the breaker limits the requests.
        let is_without = age.is_none_or(|age| age >= MAX_AGE);
        let may_try = is_without || known.tried.is_none_or(|tried| now.since(tried) >= PAUSE);
        let mut error = DiscoveryError::Unreachable;
        if is_wanted && may_try {
            known.tried = Some(now);
            match self.discover(client).await {
                Ok(fresh) => known.document = Some(fresh),
                Err(cause) => error = cause,
            }
        }
        let document = known.document.clone();
        let document = document.filter(|one| now.since(one.read) < MAX_AGE);
        document.ok_or(error)
    }

    async fn discover(&self, client: &ProviderClient) -> Result<ProviderDocument, DiscoveryError> {
        let base = self.issuer.trim_end_matches('/');
        let url = format!("{base}/.well-known/openid-configuration");
        let found = client
            .get(&url, None)
            .await
            .ok_or(DiscoveryError::Unreachable)?;
        let named = found.get("issuer").and_then(Value::as_str);
        if let Some(problem) = issuer_problem(&self.issuer, named) {
            let named: String = named.unwrap_or_default().chars().take(300).collect();
            tracing::warn!(configured = self.issuer, named, problem);
            return Err(DiscoveryError::Invalid);
        }
        let safe = |name| self.endpoint(&found, name).ok_or(DiscoveryError::Invalid);
        let flag = "authorization_response_iss_parameter_supported";
        let (authorization, token) = (safe("authorization_endpoint")?, safe("token_endpoint")?);
        let keys = client.get(&safe("jwks_uri")?, None).await;
        Ok(ProviderDocument {
            authorization,
            token,
            userinfo: self.userinfo_endpoint(&found),
            keys: keys.and_then(keys_of).ok_or(DiscoveryError::Unreachable)?,
            read: client.clock.monotonic(),
            announces_iss: found.get(flag) == Some(&Value::Bool(true)),
            proves_time: found
                .get("claims_supported")
                .and_then(Value::as_array)
                .is_none_or(|claims| claims.iter().any(|claim| claim == "auth_time")),
            takes_claims: found.get("claims_parameter_supported") == Some(&Value::Bool(true)),
        })
    }

    /// Returns an endpoint of the document if it is at one of the provider's permitted hosts. The document must not
    /// send our client secret elsewhere.
    fn endpoint(&self, document: &Value, name: &str) -> Option<String> {
        let text = document.get(name)?.as_str()?;
        let url = Url::parse(text).ok().filter(is_safe_address)?;
        let host = url.host_str()?;
        let is_permitted = self.hosts.iter().any(|one| one == host);
        is_permitted.then(|| text.to_owned())
    }

    /// Returns the userinfo endpoint, unless it is at another host: the access token must not go there.
    fn userinfo_endpoint(&self, document: &Value) -> Option<String> {
        let endpoint = self.endpoint(document, "userinfo_endpoint");
        if endpoint.is_none() && document.get("userinfo_endpoint").is_some() {
            tracing::warn!(
                issuer = self.issuer,
                "userinfo_endpoint is at a host that is none of this provider's, and is not asked; add the host to IDP_OIDC_<ID>_HOSTS"
            );
        }
        endpoint
    }

    /// Returns the user of an ID token, with the claims that userinfo adds; `None` if either is invalid.
    pub(super) async fn profile(
        &self,
        client: &ProviderClient,
        proof: IdTokenInput<'_>,
    ) -> Option<ProviderProfile> {
        let IdTokenInput {
            id_token: token,
            client_id,
            nonce,
            ..
        } = proof;
        let parts = UnverifiedIdToken::read(token)?;
        if !parts.has_valid_times(client.clock.now()) {
            return None;
        }
        let mut document = self.document(client, false).await.ok()?;
        let is_missing = |document: &ProviderDocument| {
            let kid = parts.header.get("kid").and_then(Value::as_str);
            kid.is_some_and(|kid| !has_key(&document.keys, kid))
        };
        if is_missing(&document) {
            document = self.document(client, true).await.ok()?;
        }
        let keys = document.keys.clone();
        let verifier = self.verifier(keys, client_id, client.clock.now())?;
        let parsed: CoreIdToken = token.parse().ok()?;
        let nonce = Nonce::new(nonce.to_owned());
        let claims = parsed.claims(&verifier, &nonce).ok()?;
        // The library leaves `azp` to the caller: a token for another client is refused.
        let azp = parts.claims.get("azp").and_then(Value::as_str);
        let is_ours = azp.map_or(claims.audiences().len() == 1, |azp| azp == client_id);
        let id = profile::id(claims.subject().as_str()).filter(|_| is_ours)?;
        // Only the ID token states the sign-in's time; userinfo describes the user and not the sign-in.
        let auth_time = parts.auth_time();
        let claims = match &document.userinfo {
            Some(endpoint) if userinfo::lacks_claims(&parts.claims, &self.scopes) => {
                let question = UserinfoRequest {
                    endpoint,
                    access_token: proof.access_token,
                    issuer: &self.issuer,
                    client_id,
                    subject: &id,
                    keys: &document.keys,
                };
                let userinfo_claims = userinfo::request_userinfo(client, &question).await?;
                userinfo::with_missing_claims(parts.claims, userinfo_claims)
            }
            Some(_) | None => parts.claims,
        };
        Some(profile_of(id, &claims, auth_time))
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
        // Without a secret the verifier accepts no symmetric algorithm, even if one were allowed.
        let verifier = CoreIdTokenVerifier::new_public_client(client_id, issuer, keys)
            .set_allowed_algs(userinfo::ALGORITHMS)
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

/// Tokens that a provider returned for a code, and the values they must match.
#[derive(Clone, Copy)]
pub(super) struct IdTokenInput<'a> {
    pub(super) id_token: &'a str,
    pub(super) access_token: &'a str,
    pub(super) client_id: &'a str,
    pub(super) nonce: &'a str,
}

fn profile_of(
    id: String,
    claims: &Map<String, Value>,
    auth_time: Option<Timestamp>,
) -> ProviderProfile {
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    let is_verified = claims.get("email_verified") == Some(&Value::Bool(true));
    ProviderProfile {
        id,
        name: text("name").and_then(profile::name),
        image: text("picture").and_then(profile::image),
        claims: profile::claims(text),
        email: text("email")
            .filter(|_| is_verified)
            .and_then(|email| EmailAddress::parse(email).ok()),
        auth_time,
    }
}

/// Returns the keys of a provider: at least one that the library can read, at most the maximum.
fn keys_of(mut document: Value) -> Option<CoreJsonWebKeySet> {
    document.get_mut("keys")?.as_array_mut()?.truncate(MAX_KEYS);
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
