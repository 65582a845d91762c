//! Verifying an assertion by the keys of the client it names; each counts once.

use std::time::Duration;

use foundation::jose::{Claims, Expected, KeySet, TokenRefusal};
use foundation::secret::digest;
use foundation::{Failure, Timestamp};

use super::assertion::{AssertionRefusal, LEEWAY, TOKEN_TYPE, check};
use crate::app::App;
use crate::clients::Client;
use crate::jtis;

/// How long an id is remembered after its assertion's end: longer than clocks of ours and the leeway differ.
const KEPT: Duration = Duration::from_mins(1);

/// Whether an assertion proves a client, now and here for the first time.
pub(crate) async fn verify(app: &App, client: &Client, assertion: &str) -> Result<bool, Failure> {
    let kid = KeySet::named_key(assertion).unwrap_or_default();
    let Some(keys) = app.client_keys.find(client, &kid).await? else {
        return Ok(false);
    };
    let now = app.clock.now();
    let sound = signed(client, &keys, assertion, now).and_then(|claims| {
        check(&claims, &client.id, &app.config.base.issuer, now).map(|sound| {
            let id = format!("{}|{}", client.id, sound.id);
            (digest("client-assertion", &id), sound.ends_at.plus(KEPT))
        })
    });
    match sound {
        Ok((digest, kept_until)) => jtis::use_once(app, &digest, kept_until).await,
        Err(refusal) => {
            tracing::debug!(client = client.id, %refusal, "a client's assertion was refused");
            Ok(false)
        }
    }
}

/// The claims of an assertion that a key of the client's has signed, by the algorithm that it registered.
fn signed(
    client: &Client,
    keys: &KeySet,
    assertion: &str,
    now: Timestamp,
) -> Result<Claims, AssertionRefusal> {
    let registered = client.token_endpoint_auth_signing_alg;
    let named = KeySet::named_algorithm(assertion);
    if registered.is_some_and(|registered| named.as_deref() != Some(registered.name())) {
        return Err(AssertionRefusal::OtherAlgorithm);
    }
    let expected = |token_type| Expected {
        token_type,
        issuer: &client.id,
        audience: None,
        now,
        leeway_seconds: LEEWAY,
        may_be_expired: false,
    };
    let claims = match keys.verify(assertion, &expected(Some(TOKEN_TYPE))) {
        Err(TokenRefusal::WrongType) => keys.verify(assertion, &expected(None)),
        verified => verified,
    };
    claims.map_err(AssertionRefusal::from)
}
