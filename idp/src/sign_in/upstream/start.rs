//! Start of an attempt: the provider's URL, and the cookie with the attempt.

use foundation::Failure;
use poem::http::{HeaderMap, HeaderValue};

use super::attempt::ProviderAttempt;
use super::attempt_cookie;
use super::client::ProviderClient;
use super::endpoints::Endpoints;
use super::freshness::{Freshness, NewAttempt};
use super::openid::DiscoveryError;
use super::provider::ProviderProtocol;
use super::refusal::ProviderRefusal;
use super::token::authorization_url;
use crate::app::App;

/// Parameters that a page may set; the server sets all others, above all those of the client.
const PAGE_PARAMETERS: [&str; 6] = [
    "prompt",
    "login_hint",
    "ui_locales",
    "hd",
    "display",
    "allow_signup",
];
/// Maximum length of such a parameter, in bytes.
const MAX_PARAMETER_LENGTH: usize = 256;
/// Maximum length of the target URL in an attempt; a longer one stays in the browser's own cookie.
const MAX_CALLBACK_LENGTH: usize = 1500;

/// Redirect of a browser to a provider.
#[derive(Debug)]
pub(crate) struct ProviderRedirect {
    /// The provider's URL.
    pub(crate) url: String,
    /// The `Set-Cookie` lines.
    pub(crate) cookies: Vec<HeaderValue>,
}

/// Starts an attempt. `parameter` returns the page's parameters by their names.
pub(crate) async fn start_attempt<'a>(
    app: &App,
    headers: &HeaderMap,
    id: &str,
    beginning: NewAttempt<'_>,
    parameter: impl Fn(&str) -> Option<&'a str>,
) -> Result<Result<ProviderRedirect, ProviderRefusal>, Failure> {
    let upstream = &app.upstream;
    let Some(provider) = upstream.find(id) else {
        return Ok(Err(ProviderRefusal::CannotStart));
    };
    let NewAttempt {
        purpose,
        callback_url,
        freshness,
    } = beginning;
    let now = app.clock.now();
    let fits = callback_url.len() <= MAX_CALLBACK_LENGTH;
    let attempt = ProviderAttempt {
        provider: provider.id.clone(),
        purpose,
        callback_url: if fits { callback_url } else { "" }.to_owned(),
        state: app.random.token()?,
        verifier: app.random.token()?,
        nonce: app.random.token()?,
        until: attempt_cookie::end(now),
        fresh_since: freshness.since(now),
    };
    let client = &ProviderClient::new(app, &provider.breaker);
    let endpoints = match &provider.protocol {
        ProviderProtocol::GitHub(github) => Ok(github.endpoints()),
        ProviderProtocol::OpenId(openid) => openid
            .document(client, false)
            .await
            .map(|document| openid.endpoints(&document)),
    };
    let redirect = redirect_uri(app, id);
    let url = endpoints
        .map_err(DiscoveryError::refusal)
        .and_then(|endpoints| {
            let parameters = request_parameters(freshness, &endpoints, parameter)?;
            let url = authorization_url(provider, &endpoints, &redirect, &attempt, &parameters);
            url.ok_or(ProviderRefusal::Misconfigured)
        });
    let url = match url {
        Ok(url) => url,
        Err(refusal) => {
            tracing::warn!(
                provider = id,
                ?refusal,
                "sign-in through a provider cannot start"
            );
            return Ok(Err(refusal));
        }
    };
    Ok(Ok(ProviderRedirect {
        url: url.into(),
        cookies: attempt_cookie::add(app, headers, &attempt)?,
    }))
}

/// Returns the parameters of the page and the website. The required freshness takes precedence over the page.
fn request_parameters<'a>(
    freshness: Freshness,
    endpoints: &Endpoints,
    parameter: impl Fn(&str) -> Option<&'a str>,
) -> Result<Vec<(&'static str, String)>, ProviderRefusal> {
    if freshness.is_required && !endpoints.proves_time {
        return Err(ProviderRefusal::NotFresh);
    }
    let requested = if endpoints.has_nonce {
        freshness.parameters(endpoints.takes_claims)
    } else {
        Vec::new()
    };
    let is_free = |name: &str| requested.iter().all(|(taken, _)| *taken != name);
    let free = PAGE_PARAMETERS.into_iter().filter(|name| is_free(name));
    let mut all: Vec<_> = free
        .filter_map(|name| Some((name, parameter(name)?.to_owned())))
        .filter(|(_, value)| value.len() <= MAX_PARAMETER_LENGTH)
        .collect();
    all.extend(requested);
    Ok(all)
}

/// Returns the URL to which a provider sends browsers back.
pub(super) fn redirect_uri(app: &App, id: &str) -> String {
    format!("{}/api/auth/callback/{id}", app.config.base.issuer)
}
