//! Enumerations of a website's clients in the contract.

use poem_openapi::Enum;

use crate::websites::{application_type, client_settings};

/// The algorithm that signs the ID tokens of a website's clients.
#[derive(Clone, Copy, Enum)]
#[oai(
    rename = "IdTokenAlgorithm",
    remote = "client_settings::IdTokenAlgorithm"
)]
pub(super) enum IdTokenAlgorithm {
    /// RSA with SHA-256, which every library of OpenID Connect supports.
    #[oai(rename = "RS256")]
    Rs256,
    /// ECDSA on P-256 with SHA-256.
    #[oai(rename = "ES256")]
    Es256,
    /// Ed25519.
    #[oai(rename = "EdDSA")]
    EdDsa,
}

/// The kind of a client (OpenID Connect Dynamic Client Registration section 2).
#[derive(Clone, Copy, Enum)]
#[oai(
    rename = "ApplicationType",
    rename_all = "lowercase",
    remote = "application_type::ApplicationType"
)]
pub(super) enum ApplicationType {
    /// A client on a server or in a browser: its redirect URIs are compared exactly.
    Web,
    /// An application on the user's device: a loopback URI matches any port, and private schemes are allowed (RFC 8252).
    Native,
}
