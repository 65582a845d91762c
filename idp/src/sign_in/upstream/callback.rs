//! Completion of an attempt when the browser returns from the provider.

use foundation::secret::{digest, equal};
use foundation::{Failure, Timestamp};
use poem::http::{HeaderMap, HeaderValue};

use super::attempt::ProviderAttempt;
use super::attempt_cookie::{self, LIFETIME};
use super::client::ProviderClient;
use super::openid::IdTokenInput;
use super::profile::ProviderProfile;
use super::provider::{Provider, ProviderProtocol};
use super::refusal::ProviderRefusal;
use super::start::redirect_uri;
use super::store;
use super::token::{self, CodeRequest};
use super::unverified::LEEWAY;
use crate::app::App;
use crate::identity::users::{ProviderIdentity, ProviderTokens};
use crate::protocol::repeated_requests::{self, RepeatKey};

/// Parameters with which the provider sent the browser back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CallbackParameters<'a> {
    /// Names the attempt.
    pub(crate) state: Option<&'a str>,
    /// The code to exchange for tokens.
    pub(crate) code: Option<&'a str>,
    /// Issuer of the response (RFC 9207).
    pub(crate) iss: Option<&'a str>,
    /// True if the provider responded with an error.
    pub(crate) is_error: bool,
    /// True if a parameter occurred more than once.
    pub(crate) has_repeated: bool,
}

/// Result of a return.
pub(crate) struct CallbackOutcome {
    /// The `Set-Cookie` lines that delete the attempt.
    pub(crate) cookies: Vec<HeaderValue>,
    /// The attempt, if the browser has one with this state.
    pub(crate) attempt: Option<ProviderAttempt>,
    /// True if the same attempt returned some seconds before.
    pub(crate) is_repeated: bool,
    /// The provider's user.
    pub(crate) identity: Result<ProviderIdentity, ProviderRefusal>,
}

/// Completes an attempt and uses it up in every case; `None` for an unknown provider. A return without an attempt of
/// this browser uses none up, so that a stranger's link cannot end the user's own attempt.
pub(crate) async fn complete_attempt(
    app: &App,
    headers: &HeaderMap,
    id: &str,
    parameters: CallbackParameters<'_>,
) -> Result<Option<CallbackOutcome>, Failure> {
    let Some(provider) = app.upstream.find(id) else {
        return Ok(None);
    };
    let carried = attempt_cookie::read(app, headers);
    let state = parameters.state.unwrap_or_default();
    let is_named =
        |attempt: &ProviderAttempt| attempt.provider == id && equal(&attempt.state, state);
    let attempt = carried.attempts.into_iter().find(is_named);
    let cookies = attempt_cookie::remove(app, attempt.as_ref(), &carried.stale)?;
    let (arrived, is_repeated) = match &attempt {
        Some(attempt) if use_once(app, attempt, parameters).await? => (
            fetch_identity(app, provider, attempt, parameters).await,
            false,
        ),
        Some(attempt) => (
            Err(ProviderRefusal::NotProven),
            is_recent(app, attempt, parameters).await?,
        ),
        None => (Err(ProviderRefusal::NotProven), false),
    };
    if let Err(refusal) = &arrived {
        tracing::info!(provider = id, ?refusal, "a return was refused");
    }
    Ok(Some(CallbackOutcome {
        cookies,
        attempt,
        is_repeated,
        identity: arrived,
    }))
}

async fn use_once(
    app: &App,
    attempt: &ProviderAttempt,
    parameters: CallbackParameters<'_>,
) -> Result<bool, Failure> {
    let used = digest("used-attempt", &attempt.state);
    let until = Timestamp::from_seconds(attempt.until).plus(LIFETIME);
    let key = return_key(app, attempt, parameters)?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let won = store::use_once(&mut db, &used, until).await?;
    if won {
        repeated_requests::remember(app, &mut db, &key, &true, repeated_requests::LIFETIME).await?;
    }
    transaction.commit().await?;
    Ok(won)
}

/// Returns the key that records an attempt's return with a code.
fn return_key(
    app: &App,
    attempt: &ProviderAttempt,
    parameters: CallbackParameters<'_>,
) -> Result<RepeatKey, Failure> {
    let code = parameters.code.unwrap_or_default();
    RepeatKey::new(app, "provider-returned", &[&attempt.state, code])
}

/// Returns true if the attempt returned some seconds ago; the first request may still wait for the provider.
async fn is_recent(
    app: &App,
    attempt: &ProviderAttempt,
    parameters: CallbackParameters<'_>,
) -> Result<bool, Failure> {
    let key = return_key(app, attempt, parameters)?;
    let found = repeated_requests::find_committed::<bool>(app, &key).await?;
    Ok(found.is_some())
}

/// Runs all checks and requests to the provider; each is a precondition of the next.
async fn fetch_identity(
    app: &App,
    provider: &Provider,
    attempt: &ProviderAttempt,
    parameters: CallbackParameters<'_>,
) -> Result<ProviderIdentity, ProviderRefusal> {
    let client = &ProviderClient::new(app, &provider.breaker);
    let (issuer, endpoints, must_say) = match &provider.protocol {
        ProviderProtocol::GitHub(github) => (github.issuer(), github.endpoints(), false),
        ProviderProtocol::OpenId(openid) => {
            let document = openid.document(client, false).await;
            let document = document.map_err(|_error| ProviderRefusal::NotProven)?;
            let endpoints = openid.endpoints(&document);
            (
                openid.issuer().to_owned(),
                endpoints,
                document.announces_iss,
            )
        }
    };
    let is_them = parameters.iss.map_or(!must_say, |iss| iss == issuer);
    if parameters.has_repeated || !is_them {
        return Err(ProviderRefusal::NotProven);
    }
    if parameters.is_error {
        return Err(ProviderRefusal::DeniedByProvider);
    }
    let code = parameters.code.ok_or(ProviderRefusal::NotProven)?;
    let code = CodeRequest {
        code,
        redirect_uri: &redirect_uri(app, &provider.id),
        verifier: &attempt.verifier,
    };
    let tokens = token::exchange(client, provider, &endpoints, code).await;
    let tokens = tokens.ok_or(ProviderRefusal::NotProven)?;
    let profile = fetch_profile(client, provider, attempt, &tokens).await?;
    Ok(ProviderIdentity {
        provider: provider.id.clone(),
        provider_account_id: profile.id,
        name: profile.name,
        image: profile.image,
        profile: profile.claims,
        email: profile.email,
        auth_time: check_freshness(attempt, profile.auth_time)?,
        tokens,
    })
}

/// Returns the time of the sign-in at the provider. Refuses one older than the attempt permits, with a tolerance for
/// the provider's clock.
fn check_freshness(
    attempt: &ProviderAttempt,
    auth_time: Option<Timestamp>,
) -> Result<Option<Timestamp>, ProviderRefusal> {
    let Some(since) = attempt.fresh_since.map(Timestamp::from_seconds) else {
        return Ok(auth_time);
    };
    let auth_time = auth_time.filter(|at| at.plus(LEEWAY) >= since);
    auth_time
        .map(|at| Some(at.max(since)))
        .ok_or(ProviderRefusal::NotFresh)
}

async fn fetch_profile(
    client: &ProviderClient,
    provider: &Provider,
    attempt: &ProviderAttempt,
    tokens: &ProviderTokens,
) -> Result<ProviderProfile, ProviderRefusal> {
    match &provider.protocol {
        ProviderProtocol::GitHub(github) => {
            let token = tokens.access_token.as_deref().unwrap_or_default();
            let profile = github.profile(client, token).await;
            profile
                .ok_or(ProviderRefusal::NotProven)?
                .ok_or(ProviderRefusal::UnknownUser)
        }
        ProviderProtocol::OpenId(openid) => {
            let proof = IdTokenInput {
                id_token: tokens.id_token.as_deref().unwrap_or_default(),
                access_token: tokens.access_token.as_deref().unwrap_or_default(),
                client_id: &provider.client_id,
                nonce: &attempt.nonce,
            };
            let profile = openid.profile(client, proof).await;
            profile.ok_or(ProviderRefusal::NotProven)
        }
    }
}
