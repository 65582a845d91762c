//! Who arrives from a provider: a profile that was checked, and the tokens that came with it.

use std::fmt;

use foundation::Timestamp;
use serde_json::{Map, Value};

use super::profile_claims::ProfileClaims;
use foundation::EmailAddress;

/// A person as a provider vouches for them; the window has bounded and cleaned every text (no NUL, no control marks).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Arrived {
    /// The provider's id in the settings, such as `github`.
    pub(crate) provider: String,
    /// The provider's unchanging id of the person; with `provider` it is the identity.
    pub(crate) provider_account_id: String,
    /// The display name.
    pub(crate) name: Option<String>,
    /// The https address of a picture.
    pub(crate) image: Option<String>,
    /// Other claims of the provider; kept where a user is made.
    pub(crate) profile: ProfileClaims,
    /// The address, only if the provider says that it verified it.
    pub(crate) email: Option<EmailAddress>,
    /// When the person signed in at the provider, if it says so.
    pub(crate) auth_time: Option<Timestamp>,
    /// The provider's tokens.
    pub(crate) tokens: Tokens,
}

/// What a provider's token endpoint answered (seed: the token fields of Account).
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Tokens {
    /// For fresh access tokens.
    pub(crate) refresh_token: Option<String>,
    /// For the provider's API.
    pub(crate) access_token: Option<String>,
    /// When the access token ends, in seconds since the epoch.
    pub(crate) expires_at: Option<i64>,
    /// How the access token is presented, such as `bearer`.
    pub(crate) token_type: Option<String>,
    /// What the provider allowed.
    pub(crate) scope: Option<String>,
    /// The ID token.
    pub(crate) id_token: Option<String>,
    /// The provider's own name of its session.
    pub(crate) session_state: Option<String>,
    /// How long the refresh token lives, in seconds.
    pub(crate) refresh_token_expires_in: Option<i64>,
    /// Fields of the answer that have no place of their own.
    pub(crate) other: Map<String, Value>,
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Secrets all of them: a log must never show one.
        f.write_str("Tokens { .. }")
    }
}
