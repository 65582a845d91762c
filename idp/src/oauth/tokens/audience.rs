//! Audience of a token (RFC 8707), never wider than the one granted first.

use serde::{Serialize, Serializer};

use crate::config::BaseConfig;
use crate::http::errors::{ErrorCode, OAuthError};
use crate::protocol::clients::{Client, Scope, resources_among};
use crate::protocol::grants::Grant;

pub(super) const NOT_GRANTED: OAuthError = OAuthError::new(
    ErrorCode::InvalidTarget,
    "The resource is none that this client was allowed to have tokens for.",
);

/// Audience of a token, with at least one address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Audience(Vec<String>);

impl Audience {
    /// Returns the audience of a user's token: the requested resources if the grant contains them, or all of the grant's.
    pub(super) fn for_user(
        requested: &[String],
        grant: &Grant,
        base: &BaseConfig,
    ) -> Result<Self, OAuthError> {
        let usual = [base.default_audience.clone()];
        let allowed = if grant.resources.is_empty() {
            usual.as_slice()
        } else {
            &grant.resources
        };
        Self::within(requested, allowed)
    }

    /// Returns the audience of a client's own token. Scopes that begin with `idp.` are for the idp alone.
    pub(super) fn for_machine(
        requested: &[String],
        client: &Client,
        scope: &Scope,
        base: &BaseConfig,
    ) -> Result<Self, OAuthError> {
        if scope.words().any(|word| word.starts_with("idp.")) {
            return Self::within(requested, std::slice::from_ref(&base.issuer));
        }
        let usual = std::slice::from_ref(&base.default_audience);
        if requested.is_empty() {
            return Self::within(requested, usual);
        }
        Self::within(requested, &[usual, &client.resources].concat())
    }

    fn within(requested: &[String], allowed: &[String]) -> Result<Self, OAuthError> {
        if requested.is_empty() {
            return Ok(Self(allowed.to_vec()));
        }
        resources_among(requested, allowed)
            .map(Self)
            .ok_or(NOT_GRANTED)
    }

    /// Returns the addresses.
    pub(super) fn addresses(&self) -> &[String] {
        &self.0
    }
}

impl Serialize for Audience {
    /// Writes one address as a string, several as a list (RFC 7519 section 4.1.3).
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [one] => serializer.serialize_str(one),
            several => several.serialize(serializer),
        }
    }
}
