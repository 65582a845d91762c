//! Tokens: their lifetimes, their grant and user, and the response that contains them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::identity::users::User;
use crate::protocol::grants::Grant;

/// Lifetime of an access token.
pub(crate) const ACCESS_TOKEN_LIFETIME: Duration = Duration::from_mins(10);
/// Lifetime of an ID token; a client reads it once, after a sign-in.
pub(crate) const ID_TOKEN_LIFETIME: Duration = Duration::from_hours(1);

/// Grant and user of a user's tokens.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// The grant.
    pub(crate) grant: Grant,
    /// The user.
    pub(crate) user: User,
}

/// Authentication scheme of an access token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum TokenType {
    /// Without a proof of a key (RFC 6750).
    Bearer,
    /// With a proof of the key that binds the token (RFC 9449 section 5).
    #[serde(rename = "DPoP")]
    Dpop,
}

impl TokenType {
    /// Returns the type for a bound token if there is a key.
    pub(crate) fn for_key(key: Option<&str>) -> Self {
        if key.is_some() {
            Self::Dpop
        } else {
            Self::Bearer
        }
    }
}

/// Success response of the token endpoint (RFC 6749 section 5.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TokenResponse {
    /// The access token.
    pub(crate) access_token: String,
    /// Authentication scheme of the token.
    pub(crate) token_type: TokenType,
    /// Lifetime of the access token in seconds.
    pub(crate) expires_in: u64,
    /// The granted scope; always present, so that no client has to guess what was left out.
    pub(crate) scope: String,
    /// The ID token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id_token: Option<String>,
    /// The refresh token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) refresh_token: Option<String>,
}
