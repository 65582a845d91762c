//! A sign-in link and its six-digit code: how long they live, how many there may be, how the link reads.

use std::time::Duration;

use foundation::Timestamp;
use foundation::secret::digest;

use crate::cookies::percent_encode;
use foundation::EmailAddress;

/// How often a code may be mistyped; then it is dead, while its link lives on.
pub(super) const MOST_TRIES: i64 = 5;
/// How many codes may be tried for an address, over all its mails, until one is answered; then only links
/// count. Without it every mail would give five more tries, for ever.
pub(super) const MOST_GUESSES: i64 = 20;
/// The most live links of one address; an older one ends for a newer.
pub(super) const MOST_LIVE: i64 = 3;
/// In this time an address gets three unanswered mails at most.
pub(super) const BUDGET_WINDOW: Duration = Duration::from_mins(15);

/// What a link carries: presented by whoever holds the mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SignInLink {
    /// 64 hexadecimal digits.
    pub(crate) token: String,
    /// The normalised address that the link was sent to.
    pub(crate) email: String,
    /// Where it leads to, absolute.
    pub(crate) callback_url: String,
}

impl SignInLink {
    /// The path and query of the link, with its parameters in the order that client libraries know.
    pub(crate) fn path(&self) -> String {
        format!(
            "/api/auth/callback/email?callbackUrl={}&token={}&email={}",
            percent_encode(&self.callback_url),
            percent_encode(&self.token),
            percent_encode(&self.email)
        )
    }

    /// What is kept instead of the token.
    pub(super) fn digest(&self) -> String {
        digest("email-sign-in", &self.token)
    }
}

/// A link as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptLink {
    /// The digest of the token.
    pub(crate) token: String,
    /// The address.
    pub(crate) identifier: String,
    /// The digest of the browser's attempt.
    pub(crate) attempt: String,
    /// The MAC over attempt and code.
    pub(crate) code: String,
    /// Where it leads to, sealed.
    pub(crate) callback_url: String,
    /// When it was made.
    pub(crate) created_at: Timestamp,
    /// When it ends.
    pub(crate) expires_at: Timestamp,
}

/// What is kept instead of a browser's attempt.
pub(super) fn attempt_digest(attempt: &str) -> String {
    digest("sign-in-attempt", attempt)
}

/// What the MAC of a code is taken over: a code counts in the browser that asked and nowhere else.
pub(super) fn bound_code(attempt: &str, code: &str) -> String {
    format!("{attempt}|{code}")
}

/// The code in what a person typed or pasted, spaces and dashes left out; `None` when it is not six digits.
pub(super) fn typed_code(typed: &str) -> Option<String> {
    if typed.len() > 32 {
        return None;
    }
    let digits: String = typed
        .chars()
        .filter(|mark| !mark.is_whitespace() && *mark != '-')
        .collect();
    let is_code = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_code.then_some(digits)
}

/// A fresh link to an address.
pub(super) fn fresh_link(token: String, to: &EmailAddress, callback_url: &str) -> SignInLink {
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
        let link = fresh_link("0f".repeat(32), &to, "http://localhost:8080/x?y=1&z=2");
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
