//! Settings of a website's clients at the identity provider, except names and addresses.

use foundation::Failure;
use foundation::text::strict_json;
use serde::{Deserialize, Serialize};
use url::Url;

use super::application_type::ApplicationType;
use super::protected_resource::ProtectedResource;

/// The grant type of devices without a keyboard (RFC 8628 section 3.4).
pub(super) const DEVICE_CODE: &str = "urn:ietf:params:oauth:grant-type:device_code";

/// The algorithm that signs the ID tokens of a website's clients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum IdTokenAlgorithm {
    /// RSA with SHA-256, which every library of OpenID Connect supports.
    #[default]
    #[serde(rename = "RS256")]
    Rs256,
    /// ECDSA on P-256 with SHA-256.
    #[serde(rename = "ES256")]
    Es256,
    /// Ed25519.
    #[serde(rename = "EdDSA")]
    EdDsa,
}

impl IdTokenAlgorithm {
    /// Returns the registered name (RFC 7518 section 3.1).
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Rs256 => "RS256",
            Self::Es256 => "ES256",
            Self::EdDsa => "EdDSA",
        }
    }

    /// Returns the algorithm with a registered name; RS256 for any other name.
    pub(super) fn from_name(name: &str) -> Self {
        [Self::Es256, Self::EdDsa]
            .into_iter()
            .find(|one| one.name() == name)
            .unwrap_or_default()
    }
}

/// Settings of a website's client with a secret. A new one runs on a server, even if all its redirect URIs are on localhost
/// during development. Its ID tokens are signed with RS256, which every client library accepts without a setting (OpenID
/// Connect Dynamic Client Registration, section 2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ClientSettings {
    /// True if an authorization request without a PKCE challenge is refused.
    pub(super) require_pkce: bool,
    /// The algorithm that signs the ID tokens of both clients.
    pub(super) id_token_signed_response_alg: IdTokenAlgorithm,
    /// The kind of the client.
    pub(super) application_type: ApplicationType,
    /// True if devices without a keyboard may sign in with the client.
    pub(super) device_grant: bool,
    /// The protected resources whose servers belong to the website.
    #[serde(default)]
    pub(super) resources: Vec<ProtectedResource>,
}

impl ClientSettings {
    /// Returns the stored form.
    pub(super) fn text(&self) -> Result<String, Failure> {
        serde_json::to_string(self)
            .map_err(|error| Failure::broken("serializing a client's settings", error))
    }

    /// Reads the stored form.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        strict_json::from_stored(text)
            .map_err(|error| Failure::broken("reading a client's settings", error))
    }

    /// Returns the settings after a change.
    #[must_use]
    pub(super) fn changed(&self, change: &SettingsChange) -> Self {
        Self {
            require_pkce: change.require_pkce.unwrap_or(self.require_pkce),
            id_token_signed_response_alg: change
                .id_token_signed_response_alg
                .unwrap_or(self.id_token_signed_response_alg),
            application_type: change.application_type.unwrap_or(self.application_type),
            device_grant: change.device_grant.unwrap_or(self.device_grant),
            resources: change
                .resources
                .clone()
                .unwrap_or_else(|| self.resources.clone()),
        }
    }
}

/// A change of these settings; an absent member stays unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SettingsChange {
    pub(super) require_pkce: Option<bool>,
    pub(super) id_token_signed_response_alg: Option<IdTokenAlgorithm>,
    pub(super) application_type: Option<ApplicationType>,
    pub(super) device_grant: Option<bool>,
    pub(super) resources: Option<Vec<ProtectedResource>>,
}

impl SettingsChange {
    /// Returns the names of the members that the owner sent.
    pub(super) fn members(&self) -> impl Iterator<Item = &'static str> {
        let sent = [
            ("require_pkce", self.require_pkce.is_some()),
            (
                "id_token_signed_response_alg",
                self.id_token_signed_response_alg.is_some(),
            ),
            ("application_type", self.application_type.is_some()),
            ("device_grant", self.device_grant.is_some()),
            ("resources", self.resources.is_some()),
        ];
        let sent = sent.into_iter().filter(|(_, is_sent)| *is_sent);
        sent.map(|(member, _)| member)
    }
}

/// Settings of a website's client without a secret, except its redirect URIs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PublicSettings {
    /// The redirect URIs of sign-out.
    pub(super) post_logout_redirect_uris: Vec<String>,
    /// The kind of the client.
    pub(super) application_type: ApplicationType,
    /// True if the owner has set the kind; otherwise it follows from the redirect URIs.
    #[serde(default)]
    pub(super) is_type_set: bool,
    /// True if devices without a keyboard may sign in with the client.
    pub(super) device_grant: bool,
}

impl PublicSettings {
    /// Returns the stored form.
    pub(super) fn text(&self) -> Result<String, Failure> {
        serde_json::to_string(self)
            .map_err(|error| Failure::broken("serializing a client's settings", error))
    }

    /// Reads the stored form.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        strict_json::from_stored(text)
            .map_err(|error| Failure::broken("reading a client's settings", error))
    }
}

/// Returns the grant types of a client for sign-in.
pub(super) fn grant_types(device_grant: bool) -> Vec<String> {
    let mut types = vec!["authorization_code".to_owned(), "refresh_token".to_owned()];
    if device_grant {
        types.push(DEVICE_CODE.to_owned());
    }
    types
}

/// Returns the default post-logout redirect URIs: the roots of the redirect URIs, without duplicates. A URI with a private
/// scheme has no root.
pub(super) fn sign_out_addresses(redirect_uris: &[String]) -> Vec<String> {
    let mut roots = Vec::new();
    for address in redirect_uris {
        let url = Url::parse(address).ok();
        let root = url.filter(|url| matches!(url.scheme(), "http" | "https"));
        let root = root.map(|url| format!("{}/", url.origin().ascii_serialization()));
        roots.extend(root.filter(|root| !roots.contains(root)));
    }
    roots
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(addresses: &[&str]) -> Vec<String> {
        addresses.iter().map(|&one| one.to_owned()).collect()
    }

    #[test]
    fn sign_out_addresses_are_the_roots_of_redirect_addresses() {
        let redirects = list(&[
            "https://a.example/api/auth/callback?x=1",
            "http://localhost:3000/cb",
            "https://a.example/other",
            "http://[::1]:3000/cb",
            "com.example.app:/cb",
        ]);
        let expected = [
            "https://a.example/",
            "http://localhost:3000/",
            "http://[::1]:3000/",
        ];
        assert_eq!(sign_out_addresses(&redirects), list(&expected));
    }
}
