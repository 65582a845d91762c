//! Credentials that a client presents by one authentication method.

use crate::http::errors::{ErrorCode, OAuthError};

/// One message for every failed authentication, so that no attacker learns which clients exist.
pub(super) const FAILED: OAuthError = OAuthError::new(
    ErrorCode::InvalidClient,
    "The client is unknown, or did not prove itself.",
);

/// Credentials of one method.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ClientCredentials {
    /// Id of the client that the request claims to be from.
    pub(super) client_id: String,
    /// Proof of the client.
    pub(super) proof: ClientProof,
}

/// Proof of a client.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ClientProof {
    /// The client's secret.
    Secret(String),
    /// A signed assertion.
    Assertion(String),
    /// No proof, for public clients.
    Nothing,
}
