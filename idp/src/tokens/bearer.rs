//! Bearer tokens at our own resources (RFC 6750).

use foundation::jose::Expected;

use super::access_token::{AccessToken, TOKEN_TYPE};
use crate::app::App;
use crate::errors::{ErrorCode, OAuthError};

/// The clock difference between our own servers that is forgiven, in seconds.
const LEEWAY_SECONDS: i64 = 10;

const INVALID: OAuthError = OAuthError::new(
    ErrorCode::InvalidToken,
    "The access token is malformed, expired, revoked, or not for this resource.",
);

/// The token of an `Authorization` header; `None` when it presents none.
pub(crate) fn presented(authorization: Option<&str>) -> Result<Option<&str>, OAuthError> {
    let Some(authorization) = authorization else {
        return Ok(None);
    };
    // One that comes twice, or that is no text: whatever it holds, it is no token of ours.
    if authorization.is_empty() {
        return Err(INVALID);
    }
    match authorization.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") && !token.is_empty() => {
            Ok(Some(token.trim_start()))
        }
        Some(_) | None => Err(OAuthError::invalid_request(
            "The Authorization header holds no bearer token.",
        )),
    }
}

/// Verifies a token by our own keys, without asking the database; whether its grant holds is another question.
pub(crate) fn verify(
    app: &App,
    token: &str,
    audiences: &[&str],
) -> Result<AccessToken, OAuthError> {
    let expected = Expected {
        token_type: Some(TOKEN_TYPE),
        issuer: &app.config.base.issuer,
        audience: None,
        now: app.clock.now(),
        leeway_seconds: LEEWAY_SECONDS,
        may_be_expired: false,
    };
    app.keys
        .current()
        .key_set()
        .verify(token, &expected)
        .map(AccessToken::of_claims)
        .ok()
        .filter(|token| token.is_for(audiences))
        .ok_or(INVALID)
}

impl AccessToken {
    /// The refusal of a token that is well made, but whose grant or user is gone.
    pub(crate) const REFUSED: OAuthError = INVALID;
}
