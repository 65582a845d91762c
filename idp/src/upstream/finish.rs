//! Completion of an attempt when the browser returns from the provider.

use foundation::secret::{digest, equal};
use foundation::{Failure, Timestamp};
use poem::http::{HeaderMap, HeaderValue};

use super::attempt::Attempt;
use super::attempt_cookie::{self, LIFE};
use super::openid::{LEEWAY, Proof};
use super::profile::Profile;
use super::provider::{Kind, Line, Provider, Refusal};
use super::start::redirect_uri;
use super::{store, token};
use crate::app::App;
use crate::repeats::{self, RepeatKey};
use crate::users::{Arrived, Tokens};

/// Parameters with which the provider sent the browser back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reply<'a> {
    /// Names the attempt.
    pub(crate) state: Option<&'a str>,
    /// The code to exchange for tokens.
    pub(crate) code: Option<&'a str>,
    /// Issuer of the response (RFC 9207).
    pub(crate) iss: Option<&'a str>,
    /// True if the provider responded with an error.
    pub(crate) is_error: bool,
    /// True if a parameter occurred more than once.
    pub(crate) is_doubtful: bool,
}

/// Result of a return.
pub(crate) struct Return {
    /// The `Set-Cookie` lines that delete the attempt.
    pub(crate) cookies: Vec<HeaderValue>,
    /// The attempt, if the browser has one with this state.
    pub(crate) attempt: Option<Attempt>,
    /// True if the same attempt returned some seconds before.
    pub(crate) is_repeated: bool,
    /// The provider's user.
    pub(crate) arrived: Result<Arrived, Refusal>,
}

/// Completes an attempt and uses it up in every case; `None` for an unknown provider. A return without an attempt of
/// this browser uses none up, so that a stranger's link cannot end the user's own attempt.
pub(crate) async fn finish(
    app: &App,
    headers: &HeaderMap,
    id: &str,
    reply: Reply<'_>,
) -> Result<Option<Return>, Failure> {
    let Some(provider) = app.upstream.find(id) else {
        return Ok(None);
    };
    let carried = attempt_cookie::read(app, headers);
    let state = reply.state.unwrap_or_default();
    let is_named = |attempt: &Attempt| attempt.provider == id && equal(&attempt.state, state);
    let attempt = carried.attempts.into_iter().find(is_named);
    let cookies = attempt_cookie::remove(app, attempt.as_ref(), &carried.stale)?;
    let (arrived, is_repeated) = match &attempt {
        Some(attempt) if use_once(app, attempt, reply).await? => {
            (ask(app, provider, attempt, reply).await, false)
        }
        Some(attempt) => (
            Err(Refusal::NotProven),
            is_recent(app, attempt, reply).await?,
        ),
        None => (Err(Refusal::NotProven), false),
    };
    if let Err(refusal) = &arrived {
        tracing::info!(provider = id, ?refusal, "a return was refused");
    }
    Ok(Some(Return {
        cookies,
        attempt,
        is_repeated,
        arrived,
    }))
}

async fn use_once(app: &App, attempt: &Attempt, reply: Reply<'_>) -> Result<bool, Failure> {
    let used = digest("used-attempt", &attempt.state);
    let until = Timestamp::from_seconds(attempt.until).plus(LIFE);
    let key = returned(app, attempt, reply)?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let won = store::use_once(&mut db, &used, until).await?;
    if won {
        repeats::remember(app, &mut db, &key, &true, repeats::LIFE).await?;
    }
    transaction.commit().await?;
    Ok(won)
}

/// Returns the key that records an attempt's return with a code.
fn returned(app: &App, attempt: &Attempt, reply: Reply<'_>) -> Result<RepeatKey, Failure> {
    let code = reply.code.unwrap_or_default();
    RepeatKey::new(app, "provider-returned", &[&attempt.state, code])
}

/// Returns true if the attempt returned some seconds ago; the first request may still wait for the provider.
async fn is_recent(app: &App, attempt: &Attempt, reply: Reply<'_>) -> Result<bool, Failure> {
    let key = returned(app, attempt, reply)?;
    let found = repeats::find_committed::<bool>(app, &key).await?;
    Ok(found.is_some())
}

/// Runs all checks and requests to the provider; each is a precondition of the next.
async fn ask(
    app: &App,
    provider: &Provider,
    attempt: &Attempt,
    reply: Reply<'_>,
) -> Result<Arrived, Refusal> {
    let line = &Line::to(app, provider);
    let (issuer, endpoints, must_say) = match &provider.kind {
        Kind::GitHub(github) => (github.issuer(), github.endpoints(), false),
        Kind::OpenId(openid) => {
            let document = openid.document(line, false).await;
            let document = document.map_err(|_untold| Refusal::NotProven)?;
            let endpoints = openid.endpoints(&document);
            (
                openid.issuer().to_owned(),
                endpoints,
                document.announces_iss,
            )
        }
    };
    let is_them = reply.iss.map_or(!must_say, |iss| iss == issuer);
    if reply.is_doubtful || !is_them {
        return Err(Refusal::NotProven);
    }
    if reply.is_error {
        return Err(Refusal::ProviderSaidNo);
    }
    let code = reply.code.ok_or(Refusal::NotProven)?;
    let redirect = redirect_uri(app, &provider.id);
    let with = (provider, &endpoints);
    let tokens = token::exchange(line, with, &redirect, (code, attempt)).await;
    let tokens = tokens.ok_or(Refusal::NotProven)?;
    let profile = profile(line, provider, attempt, &tokens).await?;
    Ok(Arrived {
        provider: provider.id.clone(),
        provider_account_id: profile.id,
        name: profile.name,
        image: profile.image,
        profile: profile.claims,
        email: profile.email,
        auth_time: fresh_enough(attempt, profile.auth_time)?,
        tokens,
    })
}

/// Returns the time of the sign-in at the provider. Refuses one older than the attempt permits, with a tolerance for
/// the provider's clock.
fn fresh_enough(
    attempt: &Attempt,
    auth_time: Option<Timestamp>,
) -> Result<Option<Timestamp>, Refusal> {
    let Some(since) = attempt.fresh_since.map(Timestamp::from_seconds) else {
        return Ok(auth_time);
    };
    let auth_time = auth_time.filter(|at| at.plus(LEEWAY) >= since);
    auth_time
        .map(|at| Some(at.max(since)))
        .ok_or(Refusal::NotFresh)
}

async fn profile(
    line: &Line,
    provider: &Provider,
    attempt: &Attempt,
    tokens: &Tokens,
) -> Result<Profile, Refusal> {
    match &provider.kind {
        Kind::GitHub(github) => {
            let token = tokens.access_token.as_deref().unwrap_or_default();
            let answered = github.profile(line, token).await;
            answered
                .ok_or(Refusal::NotProven)?
                .ok_or(Refusal::UnknownUser)
        }
        Kind::OpenId(openid) => {
            let proof = Proof {
                id_token: tokens.id_token.as_deref().unwrap_or_default(),
                access_token: tokens.access_token.as_deref().unwrap_or_default(),
                client_id: &provider.client_id,
                nonce: &attempt.nonce,
            };
            let believed = openid.profile(line, proof).await;
            believed.ok_or(Refusal::NotProven)
        }
    }
}
