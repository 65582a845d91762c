//! A user, and the rules for updates by tokens.

use foundation::{EmailAddress, Timestamp};

use crate::caller::{Scopes, UserToken};
use crate::config::WebsiteRegistration;

/// Minimum age of the stored data, in seconds, before a newer token with the same data is stored.
const MIN_UPDATE_SECONDS: i64 = 60;

/// A user with an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct User {
    /// The subject at the idp.
    pub(crate) id: String,
    /// The name in the last token.
    pub(crate) name: Option<String>,
    /// The email address in the last token.
    pub(crate) email: Option<String>,
    /// True if the idp has verified that address.
    pub(crate) email_verified: bool,
    /// The URL of the image in the last token.
    pub(crate) image: Option<String>,
    /// False if the operator deactivated the user.
    pub(crate) is_active: bool,
    /// True if the user operates this installation.
    pub(crate) is_operator: bool,
    /// The issue time of the token with the stored data, in seconds since the epoch.
    pub(crate) claims_at: i64,
    /// The time of the first contact.
    pub(crate) created_at: Timestamp,
}

impl User {
    /// Returns true if the user may register websites here.
    pub(crate) fn can_register_websites(&self, registration: &WebsiteRegistration) -> bool {
        let email = self.email.as_deref().filter(|_email| self.email_verified);
        registration.allows(self.is_operator, email)
    }

    /// Returns the data for another client: what these scopes grant, without data of this installation.
    pub(crate) fn granted_by(self, scopes: &Scopes) -> Self {
        let (email, profile) = (scopes.contains("email"), scopes.contains("profile"));
        Self {
            email: self.email.filter(|_| email),
            email_verified: self.email_verified && email,
            name: self.name.filter(|_| profile),
            image: self.image.filter(|_| profile),
            is_operator: false,
            ..self
        }
    }
}

/// The data of a token about its user; data without a granted scope are unknown, which differs from empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TokenClaims {
    pub(super) name: Option<String>,
    pub(super) email: Option<String>,
    pub(super) email_verified: Option<bool>,
    pub(super) image: Option<String>,
    /// Set by clients of this installation only: other tokens need not carry roles.
    pub(super) is_operator: Option<bool>,
    pub(super) issued: i64,
}

impl TokenClaims {
    /// Reads a token. A text that is no address stays as it is and proves nothing: normalized, it could be another user's.
    pub(super) fn from_token(token: &UserToken, is_first_party: bool) -> Self {
        let address = token.email.as_deref().map(EmailAddress::parse);
        let normal = address.and_then(Result::ok).map(EmailAddress::into_string);
        let is_proven = token.email_verified && normal.is_some();
        Self {
            name: token.name.clone(),
            email_verified: token.email.as_ref().map(|_| is_proven),
            email: normal.or_else(|| token.email.clone()),
            image: token.image.clone(),
            is_operator: is_first_party.then_some(token.is_operator),
            issued: token.issued,
        }
    }

    /// Returns true if the data change the stored ones. An older token changes nothing: its data may be outdated. A newer
    /// token with the same data is stored as well, so that tokens older than it count as outdated.
    pub(super) fn changes(&self, user: &User) -> bool {
        fn differs<T: PartialEq>(sent: Option<&T>, known: Option<&T>) -> bool {
            sent.is_some() && sent != known
        }
        let has_claims = self.name.is_some() || self.email.is_some();
        let is_later = self.issued >= user.claims_at.saturating_add(MIN_UPDATE_SECONDS);
        self.issued >= user.claims_at
            && (has_claims && is_later
                || differs(self.name.as_ref(), user.name.as_ref())
                || differs(self.email.as_ref(), user.email.as_ref())
                || differs(self.email_verified.as_ref(), Some(&user.email_verified))
                || differs(self.image.as_ref(), user.image.as_ref())
                || differs(self.is_operator.as_ref(), Some(&user.is_operator)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> User {
        User {
            id: "usr_1".to_owned(),
            name: Some("Ada".to_owned()),
            email: None,
            email_verified: false,
            image: None,
            is_active: true,
            is_operator: false,
            claims_at: 100,
            created_at: Timestamp::from_seconds(1),
        }
    }

    #[test]
    fn address_is_read_in_its_normal_form_and_other_texts_prove_none() {
        let rows = [
            ("ann@example.com", "ann@example.com", true),
            (" Ann@EXAMPLE.com", "ann@example.com", true),
            ("ann@b\u{fc}cher.example", "ann@xn--bcher-kva.example", true),
            ("\u{212a}ate@example.com", "kate@example.com", true),
            ("\u{212a}ate@localhost", "\u{212a}ate@localhost", false),
            ("J\u{d6}RG@example.com", "J\u{d6}RG@example.com", false),
            ("Ann@example.com.", "Ann@example.com.", false),
        ];
        for (sent, stored, is_proven) in rows {
            let token = UserToken {
                sub: "usr_1".to_owned(),
                client_id: "web".to_owned(),
                session_id: "ses_1".to_owned(),
                token_id: None,
                grant_id: None,
                scopes: Scopes::default(),
                name: None,
                image: None,
                email: Some(sent.to_owned()),
                email_verified: true,
                is_operator: false,
                bound_to: None,
                auth_time: None,
                issued: 1,
                expires: 2,
            };
            let claims = TokenClaims::from_token(&token, true);
            assert_eq!(claims.email.as_deref(), Some(stored), "{sent}");
            assert_eq!(claims.email_verified, Some(is_proven), "{sent}");
        }
    }

    #[test]
    fn only_claims_of_a_newer_token_are_stored() {
        type SetClaim = fn(&mut TokenClaims);
        let rows: [(i64, SetClaim, bool); 12] = [
            (159, |claims| claims.name = Some("Ada".to_owned()), false),
            (160, |claims| claims.name = Some("Ada".to_owned()), true),
            (200, |_| {}, false),
            (200, |claims| claims.name = Some("Eve".to_owned()), true),
            (100, |claims| claims.name = Some("Eve".to_owned()), true),
            (99, |claims| claims.name = Some("Eve".to_owned()), false),
            (
                200,
                |claims| claims.email = Some("a@example.com".to_owned()),
                true,
            ),
            (200, |claims| claims.email_verified = Some(false), false),
            (200, |claims| claims.email_verified = Some(true), true),
            (
                200,
                |claims| claims.image = Some("https://x".to_owned()),
                true,
            ),
            (200, |claims| claims.is_operator = Some(false), false),
            (200, |claims| claims.is_operator = Some(true), true),
        ];
        for (issued, set_claim, expected) in rows {
            let mut claims = TokenClaims {
                name: None,
                email: None,
                email_verified: None,
                image: None,
                is_operator: None,
                issued,
            };
            set_claim(&mut claims);
            assert_eq!(claims.changes(&known()), expected, "{claims:?}");
        }
    }
}
