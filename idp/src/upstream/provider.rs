//! Configured providers, and the reasons that an attempt fails.

use std::sync::Arc;
use std::time::Duration;

use foundation::secret::SecretString;
use foundation::{Clock, Failure, json, outbound};
use serde_json::Value;
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{Instant, timeout_at};

use super::breaker::Breaker;
use super::github::GitHub;
use super::openid::OpenId;
use crate::app::App;
use crate::config::{OutboundConfig, UpstreamConfig};

/// All providers, in the order of the settings.
pub(crate) struct Upstream {
    pub(super) providers: Vec<Provider>,
    pub(super) outbound: reqwest::Client,
    /// Timeout of all requests of one step together.
    timeout: Duration,
}

/// A provider.
pub(crate) struct Provider {
    /// Id in URLs and accounts.
    pub(crate) id: String,
    /// Name for users.
    pub(crate) name: String,
    pub(super) client_id: String,
    pub(super) client_secret: SecretString,
    pub(super) protocol: ProviderProtocol,
    pub(super) breaker: Arc<Breaker>,
}

/// Protocol of a provider.
pub(super) enum ProviderProtocol {
    GitHub(GitHub),
    OpenId(OpenId),
}

/// Reason that an attempt fails, with an error code for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProviderRefusal {
    /// The attempt cannot start.
    CannotStart,
    /// The provider's document contradicts the settings or must not be followed.
    Misconfigured,
    /// A check failed, or the provider's responses are invalid.
    NotProven,
    /// The provider refused the sign-in.
    DeniedByProvider,
    /// The provider's response names no user.
    UnknownUser,
    /// The sign-in at the provider is too old, or the provider does not state its time.
    NotFresh,
}

impl ProviderRefusal {
    /// Returns the error code; without one the user just starts again.
    pub(crate) fn code(self) -> Option<&'static str> {
        match self {
            Self::CannotStart => Some("OAuthSignin"),
            Self::Misconfigured => Some("Configuration"),
            Self::NotProven => Some("OAuthCallback"),
            Self::DeniedByProvider => Some("Callback"),
            Self::UnknownUser => None,
            Self::NotFresh => Some("NotFresh"),
        }
    }
}

impl Upstream {
    /// Creates the configured providers; sends no request yet.
    pub(crate) fn open(
        config: &UpstreamConfig,
        outgoing: &OutboundConfig,
    ) -> Result<Self, Failure> {
        let github = config.github.iter().map(|one| Provider {
            id: "github".to_owned(),
            name: "GitHub".to_owned(),
            client_id: one.client_id.clone(),
            client_secret: one.client_secret.clone(),
            protocol: ProviderProtocol::GitHub(GitHub::new(one)),
            breaker: Arc::default(),
        });
        let openid = config.openid.iter().map(|one| Provider {
            id: one.id.clone(),
            name: one.name.clone(),
            client_id: one.client_id.clone(),
            client_secret: one.client_secret.clone(),
            protocol: ProviderProtocol::OpenId(OpenId::new(one)),
            breaker: Arc::default(),
        });
        Ok(Self {
            providers: github.chain(openid).collect(),
            outbound: match &outgoing.proxy {
                Some(proxy) => outbound::client_through(proxy, &outgoing.allowed)?,
                None => outbound::client()?,
            },
            timeout: config.timeout,
        })
    }

    /// Finds a provider by its id. Accounts of a provider that was removed from the settings cannot sign in.
    pub(crate) fn find(&self, id: &str) -> Option<&Provider> {
        self.providers.iter().find(|provider| provider.id == id)
    }
}

/// Returns the providers, in the order of the settings.
pub(crate) fn providers(app: &App) -> &[Provider] {
    &app.upstream.providers
}

/// Returns the breakers of the providers, by their ids: true for an open one.
pub(crate) fn breakers(app: &App) -> impl Iterator<Item = (&str, bool)> {
    let breakers = providers(app).iter();
    breakers.map(|one| (one.id.as_str(), one.breaker.is_open()))
}

/// Returns the providers that may state the sign-in's time.
pub(crate) async fn providers_that_prove_time(app: &App) -> Vec<&Provider> {
    let mut found = Vec::new();
    for provider in providers(app) {
        let proves_time = match &provider.protocol {
            ProviderProtocol::GitHub(_) => false,
            ProviderProtocol::OpenId(openid) => {
                openid
                    .proves_time(&ProviderClient::new(app, provider))
                    .await
            }
        };
        if proves_time {
            found.push(provider);
        }
    }
    found
}

/// Returns the provider's name for users; one removed from the settings has its well-known name, or its id.
pub(crate) fn name_of<'a>(app: &'a App, id: &'a str) -> &'a str {
    match (app.upstream.find(id), id) {
        (Some(provider), _) => &provider.name,
        (None, "github") => "GitHub",
        (None, "google") => "Google",
        (None, other) => other,
    }
}

/// HTTP client of a provider for one step: each request and all together have a timeout, and the breaker counts each
/// result.
#[derive(Clone)]
pub(super) struct ProviderClient {
    outbound: reqwest::Client,
    breaker: Arc<Breaker>,
    deadline: Instant,
    pub(super) clock: Clock,
}

impl ProviderClient {
    /// Creates the client of a provider.
    pub(super) fn new(app: &App, provider: &Provider) -> Self {
        Self {
            outbound: app.upstream.outbound.clone(),
            breaker: Arc::clone(&provider.breaker),
            deadline: Instant::now() + app.upstream.timeout,
            clock: app.clock.clone(),
        }
    }

    /// Waits for a lock until the step's timeout; returns `None` after it.
    pub(super) async fn lock<'a, T>(&self, of: &'a Mutex<T>) -> Option<MutexGuard<'a, T>> {
        timeout_at(self.deadline, of.lock()).await.ok()
    }

    /// Sends a request and reads the whole response; returns `None` without one.
    pub(super) async fn send(
        &self,
        request: reqwest::Request,
    ) -> Option<(reqwest::StatusCode, Vec<u8>)> {
        if !self.breaker.allows(self.clock.monotonic()) {
            return None;
        }
        // A slow provider delays its own users by at most the timeout, and no others.
        let answer = timeout_at(self.deadline, self.exchange(request)).await;
        let answer = answer.ok().flatten();
        let is_well = answer
            .as_ref()
            .is_some_and(|(status, _)| !status.is_server_error() && status.as_u16() != 429);
        self.breaker.record(is_well, self.clock.monotonic());
        answer
    }

    async fn exchange(&self, request: reqwest::Request) -> Option<(reqwest::StatusCode, Vec<u8>)> {
        let answer = self.outbound.execute(request).await.ok()?;
        let status = answer.status();
        let body = outbound::read_bounded(answer).await.ok()?;
        Some((status, body.to_vec()))
    }

    /// Reads a JSON document; only status 200 returns one.
    pub(super) async fn get(&self, url: &str, bearer: Option<&str>) -> Option<Value> {
        let body = self.read(url, bearer, "application/json").await?;
        json::parse(&body).ok()
    }

    /// Reads a document of a content type; only status 200 returns one.
    pub(super) async fn read(
        &self,
        url: &str,
        bearer: Option<&str>,
        accept: &str,
    ) -> Option<Vec<u8>> {
        let mut request = self.outbound.get(url).header("accept", accept);
        if let Some(token) = bearer {
            request = request.bearer_auth(token);
        }
        let (status, body) = self.send(request.build().ok()?).await?;
        (status == reqwest::StatusCode::OK).then_some(body)
    }
}
