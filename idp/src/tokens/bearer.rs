//! Bearer tokens at our own resources (RFC 6750).

use crate::errors::{ErrorCode, OAuthError};

/// The refusal of a token, whatever is wrong with it.
pub(crate) const INVALID_TOKEN: OAuthError = OAuthError::new(
    ErrorCode::InvalidToken,
    "The access token is malformed, expired, revoked, or not for this resource.",
);

/// How a token is presented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// As whoever holds it may.
    Bearer,
    /// With a proof of the key that it is bound to (RFC 9449 section 7.1).
    Dpop,
}

impl Scheme {
    fn named(name: &str) -> Option<Self> {
        if name.eq_ignore_ascii_case("bearer") {
            Some(Self::Bearer)
        } else if name.eq_ignore_ascii_case("dpop") {
            Some(Self::Dpop)
        } else {
            None
        }
    }
}

/// The token of an `Authorization` header and how it is presented; `None` when there is none.
pub(crate) fn presented(authorization: Option<&str>) -> Result<Option<(Scheme, &str)>, OAuthError> {
    let Some(authorization) = authorization else {
        return Ok(None);
    };
    // One that comes twice, or that is no text: whatever it holds, it is no token of ours.
    if authorization.is_empty() {
        return Err(INVALID_TOKEN);
    }
    authorization
        .split_once(' ')
        .and_then(|(scheme, token)| Some((Scheme::named(scheme)?, token.trim_start())))
        .filter(|(_, token)| !token.is_empty())
        .map(Some)
        .ok_or(OAuthError::invalid_request(
            "The Authorization header holds neither a bearer token nor one with a proof.",
        ))
}
