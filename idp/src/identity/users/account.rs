//! Account of a user at a provider.

use foundation::{Failure, Timestamp};

/// The `type` of accounts at OAuth providers.
pub(super) const KIND: &str = "oauth";
/// The encryption purpose of provider tokens.
pub(super) const PURPOSE: &str = "provider-token";

/// Account of a user at a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Account {
    /// `acc_…`.
    pub(crate) id: String,
    pub(crate) user_id: String,
    /// The provider's id in the settings.
    pub(crate) provider: String,
    /// The email address that the provider last confirmed.
    pub(crate) email: Option<String>,
    /// The time when the account was linked.
    pub(crate) created_at: Timestamp,
    /// The time when the user last signed in with the account, or linked it.
    pub(crate) used_at: Timestamp,
}

impl Account {
    /// Returns the day on which the account was linked, as in 2026-11-21.
    pub(crate) fn day(&self) -> String {
        self.created_at.day()
    }
}

/// Columns that each sign-in writes; secret values are encrypted.
#[derive(Clone, Debug)]
pub(super) struct StoredTokens {
    pub(super) email: Option<String>,
    pub(super) refresh_token: Option<String>,
    pub(super) access_token: Option<String>,
    pub(super) expires_at: Option<i64>,
    pub(super) token_type: Option<String>,
    pub(super) scope: Option<String>,
    pub(super) id_token: Option<String>,
    pub(super) session_state: Option<String>,
    pub(super) refresh_token_expires_in: Option<i64>,
    pub(super) other: String,
}

impl StoredTokens {
    /// Returns the columns for a provider's profile; `seal` encrypts one text.
    pub(super) fn new(
        identity: &super::ProviderIdentity,
        seal: impl Fn(&str) -> Result<String, Failure>,
    ) -> Result<Self, Failure> {
        let tokens = &identity.tokens;
        let sealed = |token: &Option<String>| token.as_deref().map(&seal).transpose();
        let other = serde_json::to_string(&tokens.other)
            .map_err(|error| Failure::broken("writing a provider's fields", error))?;
        Ok(Self {
            email: identity
                .email
                .as_ref()
                .map(|email| email.as_str().to_owned()),
            refresh_token: sealed(&tokens.refresh_token)?,
            access_token: sealed(&tokens.access_token)?,
            expires_at: tokens.expires_at,
            token_type: tokens.token_type.clone(),
            scope: tokens.scope.clone(),
            id_token: sealed(&tokens.id_token)?,
            session_state: tokens.session_state.clone(),
            refresh_token_expires_in: tokens.refresh_token_expires_in,
            other: seal(&other)?,
        })
    }
}
