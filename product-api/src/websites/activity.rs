//! What a website's clients asked at the identity provider lately, and what its owner can do about it.

use foundation::Timestamp;

use super::redirect_address::check_address;

/// What stands in the place of what the identity provider did not keep of an address.
const CUT: char = '\u{2026}';

/// What the clients of a website asked lately.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Activity {
    /// The requests, the newest first.
    pub(super) requests: Vec<Seen>,
    /// When somebody first signed in to one of them.
    pub(super) first_sign_in_at: Option<Timestamp>,
}

/// One request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// The client that asked, or in whose name somebody did.
    pub(super) client_id: String,
    /// When it came.
    pub(super) at: Timestamp,
    /// Where: `authorize`, `token`, `userinfo` or `end_session`.
    pub(super) endpoint: String,
    /// The HTTP status of its answer.
    pub(super) status: i32,
    /// The error code that was told.
    pub(super) error: Option<String>,
    /// What it means here.
    pub(super) error_description: Option<String>,
    /// The address that is not the client's.
    pub(super) redirect_uri: Option<String>,
    /// The origin of a page that may not read the answer.
    pub(super) origin: Option<String>,
    /// The request's id in the identity provider's log.
    pub(super) request_id: String,
    /// Whether an authorization request came with a PKCE challenge; none of the other endpoints.
    pub(super) uses_pkce: Option<bool>,
}

/// What would let a request like it through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fix {
    /// Registering this address for the client that asked.
    AllowRedirectUri(String),
    /// Registering this address after sign-out for the client that asked.
    AllowPostLogoutRedirectUri(String),
}

impl Seen {
    /// What its owner can do: an address that the client may have can be registered for it. One that was cut is not known
    /// whole.
    pub(super) fn fix(&self) -> Option<Fix> {
        let address = self.redirect_uri.as_ref()?;
        let is_whole = !address.contains(CUT);
        if !is_whole || check_address(address).is_err() {
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
    fn an_address_that_the_client_may_have_can_be_registered() {
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
            let seen = Seen {
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
