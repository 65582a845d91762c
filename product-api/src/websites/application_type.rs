//! The kind of a client: web, or native on a user's device.

use serde::{Deserialize, Serialize};
use url::Url;

use super::redirect_address::is_loopback_http;

/// The kind of a client (OpenID Connect Dynamic Client Registration section 2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ApplicationType {
    /// A client on a server or in a browser: its redirect URIs are compared exactly.
    #[default]
    Web,
    /// An application on the user's device: a loopback URI matches any port, and private schemes are allowed (RFC 8252).
    Native,
}

impl ApplicationType {
    /// Returns the registered name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Native => "native",
        }
    }

    /// Returns the type with a registered name; web for any other name.
    pub(super) fn from_name(name: &str) -> Self {
        if name == Self::Native.name() {
            Self::Native
        } else {
            Self::Web
        }
    }

    /// Derives the type of a client without a secret that does not state it. It is native if one redirect URI has a private
    /// scheme, or if all of them are http on loopback.
    pub(super) fn from_addresses(redirect_uris: &[String]) -> Self {
        let is_private = |address: &String| {
            Url::parse(address).is_ok_and(|url| !matches!(url.scheme(), "http" | "https"))
        };
        let is_all_loopback =
            !redirect_uris.is_empty() && redirect_uris.iter().all(|one| is_loopback_http(one));
        if is_all_loopback || redirect_uris.iter().any(is_private) {
            Self::Native
        } else {
            Self::Web
        }
    }

    /// Returns the type after a change of redirect URIs, for a client without a secret of which it is unknown if its owner has
    /// set the type. One that the redirect URIs before imply is derived again.
    pub(super) fn after_change(self, before: &[String], after: &[String]) -> Self {
        if self == Self::from_addresses(before) {
            Self::from_addresses(after)
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(addresses: &[&str]) -> Vec<String> {
        addresses.iter().map(|&one| one.to_owned()).collect()
    }

    #[test]
    fn type_of_a_client_without_a_secret_follows_from_its_addresses() {
        use ApplicationType::{Native, Web};
        let rows: &[(&[&str], ApplicationType)] = &[
            (&["http://localhost:3000/cb"], Native),
            (&["http://127.0.0.1/cb", "http://[::1]/cb"], Native),
            (&["com.example.app:/cb"], Native),
            (&["https://a.example/cb", "com.example.app:/cb"], Native),
            (&["https://a.example/cb", "http://localhost:3000/cb"], Web),
            (&["https://localhost/cb"], Web),
            (&["https://a.example/cb"], Web),
            (&[], Web),
        ];
        for (addresses, expected) in rows {
            let found = ApplicationType::from_addresses(&list(addresses));
            assert_eq!(found, *expected, "{addresses:?}");
        }
        let (local, both) = (
            list(&["http://localhost:3000/cb"]),
            list(&["http://localhost:3000/cb", "https://a.example/cb"]),
        );
        assert_eq!(Native.after_change(&local, &both), Web, "it followed");
        assert_eq!(
            Native.after_change(&both, &both),
            Native,
            "no address implies it"
        );
        assert_eq!(
            Web.after_change(&local, &local),
            Web,
            "no address implies it"
        );
    }
}
