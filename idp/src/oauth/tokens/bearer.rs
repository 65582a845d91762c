//! Bearer tokens at our own resources (RFC 6750).

use crate::http::errors::{ErrorCode, OAuthError};

/// Response to every invalid token, so that a client does not learn the reason.
pub(crate) const INVALID_TOKEN: OAuthError = OAuthError::new(
    ErrorCode::InvalidToken,
    "The access token is malformed, expired, revoked, or not for this resource.",
);

/// Authentication scheme of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// Without a proof of a key.
    Bearer,
    /// With a proof of the key that binds the token (RFC 9449 section 7.1).
    Dpop,
}

impl Scheme {
    fn from_name(name: &str) -> Option<Self> {
        if name.eq_ignore_ascii_case("bearer") {
            Some(Self::Bearer)
        } else if name.eq_ignore_ascii_case("dpop") {
            Some(Self::Dpop)
        } else {
            None
        }
    }
}

/// Returns the scheme and token of an `Authorization` header; `None` without a header.
pub(crate) fn presented_token(
    authorization: Option<&str>,
) -> Result<Option<(Scheme, &str)>, OAuthError> {
    let Some(authorization) = authorization else {
        return Ok(None);
    };
    // An empty value means that the header occurs twice or is no text.
    if authorization.is_empty() {
        return Err(INVALID_TOKEN);
    }
    authorization
        .split_once(' ')
        .and_then(|(scheme, token)| Some((Scheme::from_name(scheme)?, token.trim_start())))
        .filter(|(_, token)| !token.is_empty())
        .map(Some)
        .ok_or(OAuthError::invalid_request(
            "The Authorization header holds neither a bearer token nor one with a proof.",
        ))
}
