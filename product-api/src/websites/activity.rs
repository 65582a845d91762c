//! Recent requests of a website's clients to the identity provider, and the fix that the owner can make for each.

use foundation::Timestamp;

use super::redirect_address::check_address;

/// Marks the part of an address that the identity provider did not store.
const TRUNCATION_MARK: char = '\u{2026}';

/// Recent requests of the clients of a website.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SignInActivity {
    /// The requests, newest first.
    pub(super) requests: Vec<ClientRequest>,
    /// Time of the first sign-in with one of the clients.
    pub(super) first_sign_in_at: Option<Timestamp>,
}

/// One request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClientRequest {
    /// The client that sent the request, or that a browser named in it.
    pub(super) client_id: String,
    /// Time of the request.
    pub(super) at: Timestamp,
    /// The endpoint: `authorize`, `token`, `userinfo` or `end_session`.
    pub(super) endpoint: String,
    /// The HTTP status of the response.
    pub(super) status: i32,
    /// The error code in the response.
    pub(super) error: Option<String>,
    /// The cause of the error in this request.
    pub(super) error_description: Option<String>,
    /// The address that is not registered for the client.
    pub(super) redirect_uri: Option<String>,
    /// The origin of a page that may not read the response.
    pub(super) origin: Option<String>,
    /// The request's id in the identity provider's log.
    pub(super) request_id: String,
    /// True if an authorization request had a PKCE challenge; none at the other endpoints.
    pub(super) uses_pkce: Option<bool>,
}

/// A change that would make a similar request succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fix {
    /// Registering this redirect URI for the client.
    AllowRedirectUri(String),
    /// Registering this post-logout redirect URI for the client.
    AllowPostLogoutRedirectUri(String),
}

impl ClientRequest {
    /// Returns the fix that the owner can make: registering the address, if a client may have it. An address that was cut
    /// is incomplete and has no fix.
    pub(super) fn fix(&self) -> Option<Fix> {
        let address = self.redirect_uri.as_ref()?;
        let is_complete = !address.contains(TRUNCATION_MARK);
        if !is_complete || check_address(address).is_err() {
            return None;
        }
        match self.endpoint.as_str() {
            "authorize" => Some(Fix::AllowRedirectUri(address.clone())),
            "end_session" => Some(Fix::AllowPostLogoutRedirectUri(address.clone())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_that_the_client_may_have_can_be_registered() {
        let https = "https://shop.example/cb";
        let local = "http://localhost:3000/cb";
        let redirect = |address: &str| Fix::AllowRedirectUri(address.to_owned());
        let after = |address: &str| Fix::AllowPostLogoutRedirectUri(address.to_owned());
        let rows = [
            ("authorize", Some(https), Some(redirect(https))),
            ("authorize", Some(local), Some(redirect(local))),
            ("end_session", Some(https), Some(after(https))),
            ("end_session", Some("https://shop.example/cb\u{2026}"), None),
            ("end_session", Some("javascript:alert(1)"), None),
            ("token", Some(https), None),
            ("authorize", Some("http://shop.example/cb"), None),
            ("authorize", Some("https://shop.example/cb\u{2026}"), None),
            ("authorize", Some("javascript:alert(1)"), None),
            ("authorize", None, None),
        ];
        for (endpoint, redirect_uri, expected) in rows {
            let seen = ClientRequest {
                client_id: String::new(),
                at: Timestamp::from_seconds(0),
                endpoint: endpoint.to_owned(),
                status: 400,
                error: Some("invalid_request".to_owned()),
                error_description: None,
                redirect_uri: redirect_uri.map(ToOwned::to_owned),
                origin: None,
                request_id: String::new(),
                uses_pkce: None,
            };
            assert_eq!(seen.fix(), expected, "{endpoint} {redirect_uri:?}");
        }
    }
}
