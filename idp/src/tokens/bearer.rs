//! Bearer tokens at our own resources (RFC 6750).

use crate::errors::{ErrorCode, OAuthError};

/// The refusal of a token, whatever is wrong with it.
pub(crate) const INVALID_TOKEN: OAuthError = OAuthError::new(
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
        return Err(INVALID_TOKEN);
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
