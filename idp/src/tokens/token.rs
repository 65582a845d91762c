//! Tokens: how long they live, whom they are about, and the answer that carries them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::grants::Grant;
use crate::users::User;

/// The life of an access token.
pub(crate) const ACCESS_TOKEN_LIFE: Duration = Duration::from_mins(10);
/// The life of an ID token: it tells of one sign-in and is looked at once.
pub(crate) const ID_TOKEN_LIFE: Duration = Duration::from_hours(1);

/// Whom a user's tokens are about, and what allows them.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// The grant.
    pub(crate) grant: Grant,
    /// The user.
    pub(crate) user: User,
}

/// How an access token is presented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum TokenType {
    /// By whoever holds it (RFC 6750).
    Bearer,
    /// By whoever proves the key that it is bound to (RFC 9449 section 5).
    #[serde(rename = "DPoP")]
    Dpop,
}

impl TokenType {
    /// That of a token that is bound to this key, if to any.
    pub(crate) fn bound_to(key: Option<&str>) -> Self {
        if key.is_some() {
            Self::Dpop
        } else {
            Self::Bearer
        }
    }
}

/// A good answer of the token endpoint (RFC 6749 section 5.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TokenAnswer {
    /// The access token.
    pub(crate) access_token: String,
    /// How it is presented.
    pub(crate) token_type: TokenType,
    /// The access token's life in seconds.
    pub(crate) expires_in: u64,
    /// What was granted; always told, so that nobody has to guess what was left out.
    pub(crate) scope: String,
    /// The ID token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id_token: Option<String>,
    /// The refresh token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) refresh_token: Option<String>,
}
