//! A sign-in link and its six-digit code: lifetimes, limits and the URL.

use std::time::Duration;

use foundation::Timestamp;
use foundation::secret::digest;

use crate::http::cookies::percent_encode;
use foundation::EmailAddress;

/// Maximum number of attempts at a code; after that only the link is valid.
pub(super) const MAX_TRIES: i64 = 5;
/// Maximum number of codes tried for an address, over all its emails, until one succeeds; then only links are valid.
/// Without this limit every email would permit five more attempts, without end.
pub(super) const MAX_GUESSES: i64 = 20;
/// Maximum number of live links of one address; the oldest ends for a new one.
pub(super) const MAX_ACTIVE: i64 = 3;
/// Time in which an address gets at most three unanswered emails.
pub(super) const BUDGET_WINDOW: Duration = Duration::from_mins(15);

/// Parameters of a link, presented by a reader of the email.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SignInLink {
    /// 64 hexadecimal digits.
    pub(crate) token: String,
    /// Normalised address to which the link was sent.
    pub(crate) email: String,
    /// Absolute URL to which the sign-in leads.
    pub(crate) callback_url: String,
}

impl SignInLink {
    /// Returns the path and query of the link, with the parameters in the order that client libraries expect.
    pub(crate) fn path(&self) -> String {
        format!(
            "/api/auth/callback/email?callbackUrl={}&token={}&email={}",
            percent_encode(&self.callback_url),
            percent_encode(&self.token),
            percent_encode(&self.email)
        )
    }

    /// Returns the digest that is stored instead of the token.
    pub(super) fn digest(&self) -> String {
        digest("email-sign-in", &self.token)
    }
}

/// A stored link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredLink {
    /// Digest of the token.
    pub(crate) token: String,
    /// The address.
    pub(crate) identifier: String,
    /// Digest of the browser's attempt.
    pub(crate) attempt: String,
    /// MAC over attempt and code.
    pub(crate) code: String,
    /// Encrypted URL to which the sign-in leads.
    pub(crate) callback_url: String,
    /// Time of creation.
    pub(crate) created_at: Timestamp,
    /// Time of expiry.
    pub(crate) expires_at: Timestamp,
}

/// Returns the digest that is stored instead of a browser's attempt.
pub(super) fn attempt_digest(attempt: &str) -> String {
    digest("sign-in-attempt", attempt)
}

/// Returns the MAC's input, which binds a code to the browser that requested it.
pub(super) fn bound_code(attempt: &str, code: &str) -> String {
    format!("{attempt}|{code}")
}

/// Returns the code that a user typed or pasted, without spaces and dashes; `None` if it is not six digits.
pub(super) fn typed_code(typed: &str) -> Option<String> {
    if typed.len() > 32 {
        return None;
    }
    let digits: String = typed
        .chars()
        .filter(|character| !character.is_whitespace() && *character != '-')
        .collect();
    let is_code = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_code.then_some(digits)
}

/// Creates a link to an address.
pub(super) fn new_link(token: String, to: &EmailAddress, callback_url: &str) -> SignInLink {
    SignInLink {
        token,
        email: to.as_str().to_owned(),
        callback_url: callback_url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_reads_as_clients_know_it() {
        let to = EmailAddress::parse("a+b@example.com").unwrap();
        let link = new_link("0f".repeat(32), &to, "http://localhost:8080/x?y=1&z=2");
        let token = "0f".repeat(32);
        assert_eq!(
            link.path(),
            format!(
                "/api/auth/callback/email?callbackUrl=http%3A%2F%2Flocalhost%3A8080%2Fx%3Fy%3D1%26z%3D2&token={token}&email=a%2Bb%40example.com"
            )
        );
    }

    #[test]
    fn a_code_is_six_digits_however_it_is_spaced() {
        for typed in ["012345", " 012 345 ", "012-345", "0\u{2009}12345"] {
            assert_eq!(typed_code(typed).as_deref(), Some("012345"), "{typed:?}");
        }
        for typed in [
            "",
            "12345",
            "1234567",
            "12345a",
            "\u{661}\u{662}\u{663}\u{664}\u{665}\u{666}",
        ] {
            assert_eq!(typed_code(typed), None, "{typed:?}");
        }
    }
}
