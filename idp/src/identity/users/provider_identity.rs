//! Profile and tokens that a provider sent for a user who signs in.

use std::fmt;

use foundation::Timestamp;
use serde_json::{Map, Value};

use super::profile_claims::ProfileClaims;
use foundation::EmailAddress;

/// Profile that a provider vouches for. The provider's client has limited and cleaned every text (no NUL, no control
/// characters).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProviderIdentity {
    /// The provider's id in the settings, such as `github`.
    pub(crate) provider: String,
    /// The provider's stable id of the user; together with `provider` it identifies the account.
    pub(crate) provider_account_id: String,
    pub(crate) name: Option<String>,
    /// The https URL of a picture.
    pub(crate) image: Option<String>,
    /// Other claims of the provider, which are stored when a user is created.
    pub(crate) profile: ProfileClaims,
    /// The email address, only if the provider confirms that it verified it.
    pub(crate) email: Option<EmailAddress>,
    /// The time of the sign-in at the provider, if the provider sends it.
    pub(crate) auth_time: Option<Timestamp>,
    pub(crate) tokens: ProviderTokens,
}

/// Response of a provider's token endpoint.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct ProviderTokens {
    pub(crate) refresh_token: Option<String>,
    /// The access token of the provider's API.
    pub(crate) access_token: Option<String>,
    /// The expiry of the access token, in seconds since the epoch.
    pub(crate) expires_at: Option<i64>,
    /// The type of the access token, such as `bearer`.
    pub(crate) token_type: Option<String>,
    /// The scopes that the provider granted.
    pub(crate) scope: Option<String>,
    pub(crate) id_token: Option<String>,
    /// The provider's id of its session.
    pub(crate) session_state: Option<String>,
    /// The lifetime of the refresh token, in seconds.
    pub(crate) refresh_token_expires_in: Option<i64>,
    /// Other members of the response.
    pub(crate) other: Map<String, Value>,
}

impl fmt::Debug for ProviderTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Hides all fields, because a log must never contain a secret.
        f.write_str("ProviderTokens { .. }")
    }
}
