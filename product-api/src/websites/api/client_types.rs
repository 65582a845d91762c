//! The enumerations of a website's clients, as the contract writes them.

use poem_openapi::Enum;

use crate::websites::{application_type, client_settings};

/// The algorithm that signs the ID tokens of a website's clients.
#[derive(Clone, Copy, Enum)]
#[oai(
    rename = "IdTokenAlgorithm",
    remote = "client_settings::IdTokenAlgorithm"
)]
pub(super) enum IdTokenAlgorithm {
    /// RSA with SHA-256, which every library of OpenID Connect knows.
    #[oai(rename = "RS256")]
    Rs256,
    /// ECDSA on P-256 with SHA-256.
    #[oai(rename = "ES256")]
    Es256,
    /// Ed25519.
    #[oai(rename = "EdDSA")]
    EdDsa,
}

/// Where a client runs (OpenID Connect Dynamic Client Registration section 2).
#[derive(Clone, Copy, Enum)]
#[oai(
    rename = "ApplicationType",
    rename_all = "lowercase",
    remote = "application_type::ApplicationType"
)]
pub(super) enum ApplicationType {
    /// On a server or in a browser: its redirect addresses are compared exactly.
    Web,
    /// On a person's machine: any port of a loopback address counts, and it may have a private scheme (RFC 8252).
    Native,
}
