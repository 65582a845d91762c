//! The upstream providers that the settings configure.

use std::sync::Arc;
use std::time::Duration;

use foundation::secret::SecretString;
use foundation::task::CircuitBreaker;
use foundation::{Clock, Failure, outbound};

use super::client::ProviderClient;
use super::github::GitHub;
use super::openid::OpenId;
use crate::app::App;
use crate::config::{OutboundConfig, UpstreamConfig};

/// Number of consecutive failures that open the breaker of a provider.
const MAX_FAILURES: u32 = 5;
/// Pause while the breaker is open.
const PAUSE: Duration = Duration::from_secs(30);

/// All providers, in the order of the settings.
pub(crate) struct Upstream {
    pub(super) providers: Vec<Provider>,
    pub(super) outbound: reqwest::Client,
    /// Timeout of all requests of one step together.
    pub(super) timeout: Duration,
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
    pub(super) breaker: Arc<CircuitBreaker>,
}

/// Protocol of a provider.
pub(super) enum ProviderProtocol {
    GitHub(GitHub),
    OpenId(OpenId),
}

impl Upstream {
    /// Creates the configured providers; sends no request yet.
    pub(crate) fn open(
        config: &UpstreamConfig,
        outgoing: &OutboundConfig,
        clock: &Clock,
    ) -> Result<Self, Failure> {
        let breaker = || Arc::new(CircuitBreaker::new(MAX_FAILURES, PAUSE, clock.clone()));
        let github = config.github.iter().map(|one| Provider {
            id: "github".to_owned(),
            name: "GitHub".to_owned(),
            client_id: one.client_id.clone(),
            client_secret: one.client_secret.clone(),
            protocol: ProviderProtocol::GitHub(GitHub::new(one)),
            breaker: breaker(),
        });
        let openid = config.openid.iter().map(|one| Provider {
            id: one.id.clone(),
            name: one.name.clone(),
            client_id: one.client_id.clone(),
            client_secret: one.client_secret.clone(),
            protocol: ProviderProtocol::OpenId(OpenId::new(one)),
            breaker: breaker(),
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
                    .proves_time(&ProviderClient::new(app, &provider.breaker))
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
