//! Starting: where to send the browser, and the attempt that it carries.

use foundation::Failure;
use poem::http::{HeaderMap, HeaderValue};

use super::attempt::Attempt;
use super::attempt_cookie;
use super::freshness::{Beginning, Freshness};
use super::openid::Untold;
use super::provider::{Kind, Line, Refusal};
use super::token::{Endpoints, authorization_url};
use crate::app::App;

/// What a page may ask of a provider; everything else, and above all who we are, is ours to say.
const WISHES: [&str; 6] = [
    "prompt",
    "login_hint",
    "ui_locales",
    "hd",
    "display",
    "allow_signup",
];
/// The longest wish, in bytes.
const LONGEST_WISH: usize = 256;
/// The longest address to go to that an attempt carries; beyond it the browser's own cookie keeps it.
const LONGEST_CALLBACK: usize = 1500;

/// Where a browser goes, and what it carries.
#[derive(Debug)]
pub(crate) struct Departure {
    /// The provider's address.
    pub(crate) url: String,
    /// The `Set-Cookie` lines.
    pub(crate) cookies: Vec<HeaderValue>,
}

/// Begins an attempt. `wish` gives the page's wishes by their names.
pub(crate) async fn start<'a>(
    app: &App,
    headers: &HeaderMap,
    id: &str,
    beginning: Beginning<'_>,
    wish: impl Fn(&str) -> Option<&'a str>,
) -> Result<Result<Departure, Refusal>, Failure> {
    let upstream = &app.upstream;
    let Some(provider) = upstream.find(id) else {
        return Ok(Err(Refusal::CannotStart));
    };
    let Beginning {
        purpose,
        callback_url,
        freshness,
    } = beginning;
    let now = app.clock.now();
    let fits = callback_url.len() <= LONGEST_CALLBACK;
    let attempt = Attempt {
        provider: provider.id.clone(),
        purpose,
        callback_url: if fits { callback_url } else { "" }.to_owned(),
        state: app.random.token()?,
        verifier: app.random.token()?,
        nonce: app.random.token()?,
        until: attempt_cookie::end(now),
        fresh_since: freshness.since(now),
    };
    let line = &Line::to(app, provider);
    let endpoints = match &provider.kind {
        Kind::GitHub(github) => Ok(github.endpoints()),
        Kind::OpenId(openid) => openid
            .document(line, false)
            .await
            .map(|document| openid.endpoints(&document)),
    };
    let redirect = redirect_uri(app, id);
    let url = endpoints.map_err(Untold::refusal).and_then(|endpoints| {
        let wishes = wishes(freshness, &endpoints, wish)?;
        let url = authorization_url(provider, &endpoints, &redirect, (&attempt, &wishes));
        url.ok_or(Refusal::Misconfigured)
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
    Ok(Ok(Departure {
        url: url.into(),
        cookies: attempt_cookie::add(app, headers, &attempt)?,
    }))
}

/// The parameters that ask for what the page and the website wish. How fresh the sign-in has to be wins over the page.
fn wishes<'a>(
    freshness: Freshness,
    endpoints: &Endpoints,
    wish: impl Fn(&str) -> Option<&'a str>,
) -> Result<Vec<(&'static str, String)>, Refusal> {
    if freshness.is_required && !endpoints.proves_time {
        return Err(Refusal::NotFresh);
    }
    let asked = if endpoints.has_nonce {
        freshness.parameters(endpoints.takes_claims)
    } else {
        Vec::new()
    };
    let is_free = |name: &str| asked.iter().all(|(taken, _)| *taken != name);
    let free = WISHES.into_iter().filter(|name| is_free(name));
    let mut all: Vec<_> = free
        .filter_map(|name| Some((name, wish(name)?.to_owned())))
        .filter(|(_, value)| value.len() <= LONGEST_WISH)
        .collect();
    all.extend(asked);
    Ok(all)
}

/// Where a provider sends browsers back to.
pub(super) fn redirect_uri(app: &App, id: &str) -> String {
    format!("{}/api/auth/callback/{id}", app.config.base.issuer)
}
