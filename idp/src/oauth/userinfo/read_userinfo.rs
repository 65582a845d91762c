//! Claims of a userinfo response.

use foundation::Failure;
use serde::Serialize;
use serde_json::Value;

use super::sign::{UserinfoResponse, in_registered_form};
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError, TokenError};
use crate::oauth::tokens::{self, ClaimsTarget, INVALID_TOKEN, user_claims};
use crate::protocol::claims::ClaimsRequest;
use crate::protocol::dpop::VerifiedProof;

#[derive(Serialize)]
struct UserinfoClaims<'a, A: Serialize> {
    sub: &'a str,
    #[serde(flatten)]
    about: A,
}

/// Returns the current claims that the token's scope includes. One query checks whether the token, the grant and the
/// user are still valid.
pub(super) async fn read_userinfo(
    app: &App,
    token: &str,
    proven: Option<&VerifiedProof>,
) -> Result<UserinfoResponse, TokenError> {
    let base = &app.config.base;
    let active = tokens::validate_access_token(app, token)
        .await?
        .filter(|active| {
            active
                .token
                .is_bound_to(proven.map(VerifiedProof::thumbprint))
        })
        .filter(|active| active.token.is_for(&[&base.issuer, &base.default_audience]))
        .ok_or(INVALID_TOKEN)?;
    // Uses the proof up only with a valid token; other requests must not fill the table of used proofs.
    if let Some(proven) = proven {
        proven.use_once(app).await?;
    }
    let scope = &active.token.scope;
    let subject = active
        .subject
        .as_ref()
        .filter(|_| scope.contains("openid"))
        .ok_or(OAuthError::new(
            ErrorCode::InsufficientScope,
            "The access token lacks the scope openid.",
        ))?;
    let requested = ClaimsRequest::from_stored(subject.grant.claims.as_deref());
    let response = UserinfoClaims {
        sub: &active.sub,
        about: user_claims(&subject.user, ClaimsTarget::Userinfo(scope, &requested)),
    };
    match serde_json::to_value(response) {
        Ok(Value::Object(claims)) => Ok(in_registered_form(app, &active.client, claims)?),
        Ok(_) => Err(Failure::defect("userinfo is no object").into()),
        Err(error) => Err(Failure::broken("writing userinfo", error).into()),
    }
}
