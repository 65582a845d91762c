//! The configured providers, and why an attempt at one fails.

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
    /// How long all questions of one step take at most, together.
    patience: Duration,
}

/// One provider.
pub(crate) struct Provider {
    /// Its id in addresses and accounts.
    pub(crate) id: String,
    /// Its name for people.
    pub(crate) name: String,
    pub(super) client_id: String,
    pub(super) client_secret: SecretString,
    pub(super) kind: Kind,
    pub(super) breaker: Arc<Breaker>,
}

/// How a provider is spoken with.
pub(super) enum Kind {
    GitHub(GitHub),
    OpenId(OpenId),
}

/// Why an attempt fails, and the code that people know it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It cannot start.
    CannotStart,
    /// What the provider tells of itself is not what the settings say, or is not to be followed.
    Misconfigured,
    /// A check failed, or the provider's answers are not to be believed.
    NotProven,
    /// The provider itself said no.
    ProviderSaidNo,
    /// The provider says nothing that tells who it is.
    NobodyKnown,
    /// The person did not sign in there as recently as is asked for, or the provider cannot say.
    NotFresh,
}

impl Refusal {
    /// The code; without one the person just starts anew.
    pub(crate) fn code(self) -> Option<&'static str> {
        match self {
            Self::CannotStart => Some("OAuthSignin"),
            Self::Misconfigured => Some("Configuration"),
            Self::NotProven => Some("OAuthCallback"),
            Self::ProviderSaidNo => Some("Callback"),
            Self::NobodyKnown => None,
            Self::NotFresh => Some("NotFresh"),
        }
    }
}

impl Upstream {
    /// The providers of the settings; asks for nothing yet.
    pub(crate) fn open(
        config: &UpstreamConfig,
        outgoing: &OutboundConfig,
    ) -> Result<Self, Failure> {
        let github = config.github.iter().map(|one| Provider {
            id: "github".to_owned(),
            name: "GitHub".to_owned(),
            client_id: one.client_id.clone(),
            client_secret: one.client_secret.clone(),
            kind: Kind::GitHub(GitHub::new(one)),
            breaker: Arc::default(),
        });
        let openid = config.openid.iter().map(|one| Provider {
            id: one.id.clone(),
            name: one.name.clone(),
            client_id: one.client_id.clone(),
            client_secret: one.client_secret.clone(),
            kind: Kind::OpenId(OpenId::new(one)),
            breaker: Arc::default(),
        });
        Ok(Self {
            providers: github.chain(openid).collect(),
            outbound: match &outgoing.proxy {
                Some(proxy) => outbound::client_through(proxy, &outgoing.allowed)?,
                None => outbound::client()?,
            },
            patience: config.patience,
        })
    }

    /// The provider of an id. An account at one that is gone from the settings signs nobody in.
    pub(crate) fn find(&self, id: &str) -> Option<&Provider> {
        self.providers.iter().find(|provider| provider.id == id)
    }
}

/// The providers, in the order of the settings.
pub(crate) fn providers(app: &App) -> &[Provider] {
    &app.upstream.providers
}

/// The breakers of the providers, by their ids: true for one that is open.
pub(crate) fn breakers(app: &App) -> impl Iterator<Item = (&str, bool)> {
    let breakers = providers(app).iter();
    breakers.map(|one| (one.id.as_str(), one.breaker.is_open()))
}

/// The providers that may say when a person signed in there.
pub(crate) async fn providers_that_prove_time(app: &App) -> Vec<&Provider> {
    let mut found = Vec::new();
    for provider in providers(app) {
        let proves_time = match &provider.kind {
            Kind::GitHub(_) => false,
            Kind::OpenId(openid) => openid.proves_time(&Line::to(app, provider)).await,
        };
        if proves_time {
            found.push(provider);
        }
    }
    found
}

/// What people know a provider as; one that is gone from the settings keeps the name it has everywhere, or its id.
pub(crate) fn name_of<'a>(app: &'a App, id: &'a str) -> &'a str {
    match (app.upstream.find(id), id) {
        (Some(provider), _) => &provider.name,
        (None, "github") => "GitHub",
        (None, "google") => "Google",
        (None, other) => other,
    }
}

/// A neighbour as a provider's window sees it for one step: every exchange is bounded, all of them together too, and
/// each is counted by the breaker.
#[derive(Clone)]
pub(super) struct Line {
    outbound: reqwest::Client,
    breaker: Arc<Breaker>,
    until: Instant,
    pub(super) clock: Clock,
}

impl Line {
    /// The line to one provider.
    pub(super) fn to(app: &App, provider: &Provider) -> Self {
        Self {
            outbound: app.upstream.outbound.clone(),
            breaker: Arc::clone(&provider.breaker),
            until: Instant::now() + app.upstream.patience,
            clock: app.clock.clone(),
        }
    }

    /// Waits for a turn as long as the step lasts; `None` when it is over.
    pub(super) async fn turn<'a, T>(&self, of: &'a Mutex<T>) -> Option<MutexGuard<'a, T>> {
        timeout_at(self.until, of.lock()).await.ok()
    }

    /// Sends a request and reads the whole answer; `None` when there is none to be had.
    pub(super) async fn send(
        &self,
        request: reqwest::Request,
    ) -> Option<(reqwest::StatusCode, Vec<u8>)> {
        if !self.breaker.lets_through(self.clock.monotonic()) {
            return None;
        }
        // A provider that drips costs its own people this long, and nobody else anything.
        let answer = timeout_at(self.until, self.exchange(request)).await;
        let answer = answer.ok().flatten();
        let is_well = answer
            .as_ref()
            .is_some_and(|(status, _)| !status.is_server_error() && status.as_u16() != 429);
        self.breaker.note(is_well, self.clock.monotonic());
        answer
    }

    async fn exchange(&self, request: reqwest::Request) -> Option<(reqwest::StatusCode, Vec<u8>)> {
        let answer = self.outbound.execute(request).await.ok()?;
        let status = answer.status();
        let body = outbound::read_bounded(answer).await.ok()?;
        Some((status, body.to_vec()))
    }

    /// Reads a JSON document, which only a plain 200 gives.
    pub(super) async fn get(&self, url: &str, bearer: Option<&str>) -> Option<Value> {
        let body = self.read(url, bearer, "application/json").await?;
        json::parse(&body).ok()
    }

    /// Reads a document of a content type, which only a plain 200 gives.
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
