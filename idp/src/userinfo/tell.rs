//! Claims of a userinfo response.

use foundation::Failure;
use serde::Serialize;
use serde_json::Value;

use super::sign::{Information, as_registered};
use crate::app::App;
use crate::claims::ClaimsRequest;
use crate::dpop::VerifiedProof;
use crate::errors::{ErrorCode, OAuthError, TokenError};
use crate::tokens::{self, INVALID_TOKEN, Opened, about_user};

#[derive(Serialize)]
struct Told<'a, A: Serialize> {
    sub: &'a str,
    #[serde(flatten)]
    about: A,
}

/// Returns the current claims that the token's scope includes. One query checks whether the token, the grant and the
/// user are still valid.
pub(super) async fn tell(
    app: &App,
    (token, proven): (&str, Option<&VerifiedProof>),
) -> Result<Information, TokenError> {
    let base = &app.config.base;
    let live = tokens::find_live(app, token)
        .await?
        .filter(|live| live.token.is_held_by(proven.map(VerifiedProof::thumbprint)))
        .filter(|live| live.token.is_for(&[&base.issuer, &base.default_audience]))
        .ok_or(INVALID_TOKEN)?;
    // Uses the proof up only with a valid token; other requests must not fill the table of used proofs.
    if let Some(proven) = proven {
        proven.use_once(app).await?;
    }
    let scope = &live.token.scope;
    let subject = live
        .subject
        .as_ref()
        .filter(|_| scope.contains("openid"))
        .ok_or(OAuthError::new(
            ErrorCode::InsufficientScope,
            "The access token lacks the scope openid.",
        ))?;
    let asked = ClaimsRequest::from_stored(subject.grant.claims.as_deref());
    let told = Told {
        sub: &live.sub,
        about: about_user(&subject.user, Opened::AtUserinfo(scope, &asked)),
    };
    match serde_json::to_value(told) {
        Ok(Value::Object(claims)) => Ok(as_registered(app, &live.client, claims)?),
        Ok(_) => Err(Failure::defect("userinfo is no object").into()),
        Err(error) => Err(Failure::broken("writing userinfo", error).into()),
    }
}
