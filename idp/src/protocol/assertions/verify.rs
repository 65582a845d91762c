//! Verification of an assertion with the keys of the client that it names. Each assertion is valid once.

use std::time::Duration;

use foundation::jose::{Claims, KeySet, TokenRequirements};
use foundation::secret::digest;
use foundation::{Failure, Timestamp};

use super::claims::{AssertionRefusal, LEEWAY, TOKEN_TYPE, check};
use crate::app::App;
use crate::protocol::clients::{Client, verify_signed};
use crate::protocol::replay;

/// Time for which an id is stored after the expiry, longer than the replicas' clock difference and the leeway.
const REPLAY_MARGIN: Duration = Duration::from_mins(1);

/// Returns true if an assertion authenticates the client and has not been used before.
pub(crate) async fn verify(app: &App, client: &Client, assertion: &str) -> Result<bool, Failure> {
    let now = app.clock.now();
    let Some(claims) = verify_with_client_keys(app, client, assertion, now).await? else {
        return Ok(false);
    };
    match claims.and_then(|claims| replay_key(app, client, &claims, now)) {
        Ok((digest, kept_until)) => replay::use_once(app, &digest, kept_until).await,
        Err(refusal) => {
            tracing::debug!(client = client.id, %refusal, "a client's assertion was refused");
            Ok(false)
        }
    }
}

/// Returns the claims that a client has signed; `None` for a client without keys.
async fn verify_with_client_keys(
    app: &App,
    client: &Client,
    assertion: &str,
    now: Timestamp,
) -> Result<Option<Result<Claims, AssertionRefusal>>, Failure> {
    let registered = client.token_endpoint_auth_signing_alg;
    let named = KeySet::named_algorithm(assertion);
    if registered.is_some_and(|registered| named.as_deref() != Some(registered.name())) {
        return Ok(Some(Err(AssertionRefusal::OtherAlgorithm)));
    }
    let expected = TokenRequirements {
        token_type: Some(TOKEN_TYPE),
        issuer: &client.id,
        audience: None,
        now,
        leeway_seconds: LEEWAY,
        may_be_expired: false,
    };
    let claims = verify_signed(&app.client_keys, client, assertion, &expected).await?;
    Ok(claims.map(|claims| claims.map_err(AssertionRefusal::from)))
}

/// Checks the claims; returns the digest that prevents a replay, and the time until which it is stored.
fn replay_key(
    app: &App,
    client: &Client,
    claims: &Claims,
    now: Timestamp,
) -> Result<(String, Timestamp), AssertionRefusal> {
    let issuer = &app.config.base.issuer;
    let token_endpoint = client
        .token_endpoint_as_audience
        .then(|| format!("{issuer}/oauth/token"));
    let audiences: Vec<&str> = std::iter::once(issuer.as_str())
        .chain(token_endpoint.as_deref())
        .collect();
    let assertion_claims = check(claims, &client.id, &audiences, now)?;
    let id = format!("{}|{}", client.id, assertion_claims.id);
    Ok((
        digest("client-assertion", &id),
        assertion_claims.ends_at.plus(REPLAY_MARGIN),
    ))
}
