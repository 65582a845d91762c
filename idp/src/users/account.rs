//! An account: one identity at a provider, linked to a user (seed: Account).

use foundation::{Failure, Timestamp};

/// The seed's `type` of every provider that people are sent to.
pub(super) const KIND: &str = "oauth";
/// The purpose under which a provider's tokens are sealed.
pub(super) const PURPOSE: &str = "provider-token";

/// An account as the rest of the house needs to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Account {
    /// `acc_…`.
    pub(crate) id: String,
    /// Whose it is.
    pub(crate) user_id: String,
    /// The provider's id in the settings.
    pub(crate) provider: String,
    /// The address that the provider vouched for last.
    pub(crate) email: Option<String>,
    /// When it was linked.
    pub(crate) created_at: Timestamp,
    /// When its person last came in by it, or it was linked.
    pub(crate) used_at: Timestamp,
}

impl Account {
    /// The day on which it was linked, as in 2026-11-21.
    pub(crate) fn day(&self) -> String {
        self.created_at.day()
    }
}

/// What is written of an account at each sign-in, sealed where it is secret.
#[derive(Clone, Debug)]
pub(super) struct KeptTokens {
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

impl KeptTokens {
    /// What is kept of who arrived; `seal` encrypts one text.
    pub(super) fn of(
        arrived: &super::Arrived,
        seal: impl Fn(&str) -> Result<String, Failure>,
    ) -> Result<Self, Failure> {
        let tokens = &arrived.tokens;
        let sealed = |token: &Option<String>| token.as_deref().map(&seal).transpose();
        let other = serde_json::to_string(&tokens.other)
            .map_err(|error| Failure::broken("writing a provider's fields", error))?;
        Ok(Self {
            email: arrived
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
