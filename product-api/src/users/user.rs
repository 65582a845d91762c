//! A user, and when a token tells something new about one.

use foundation::{EmailAddress, Timestamp};

use crate::caller::{Scopes, UserToken};
use crate::config::WebsiteRegistration;

/// A newer token with the same facts is noted when the last note is this much older, in seconds.
const SAME_FACTS_EVERY: i64 = 60;

/// A person with an account (seed: User).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct User {
    /// The subject at the idp.
    pub(crate) id: String,
    /// The name, as the idp last told it.
    pub(crate) name: Option<String>,
    /// The e-mail address, as the idp last told it.
    pub(crate) email: Option<String>,
    /// Whether the idp has verified that address.
    pub(crate) email_verified: bool,
    /// The image's address, as the idp last told it.
    pub(crate) image: Option<String>,
    /// Switched off by the operator when false.
    pub(crate) is_active: bool,
    /// Whether the user runs this installation.
    pub(crate) is_operator: bool,
    /// When the token was issued that the idp's facts were taken from, in seconds since the epoch.
    pub(crate) claims_at: i64,
    /// The first contact.
    pub(crate) created_at: Timestamp,
}

impl User {
    /// Returns true if the user may register websites here.
    pub(crate) fn can_register_websites(&self, registration: &WebsiteRegistration) -> bool {
        let email = self.email.as_deref().filter(|_email| self.email_verified);
        registration.allows(self.is_operator, email)
    }

    /// What a client of others may be told: what these scopes grant, and nothing of this installation.
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

/// What a token tells about its user; what its scopes leave out is not known, which is not the same as empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    pub(super) name: Option<String>,
    pub(super) email: Option<String>,
    pub(super) email_verified: Option<bool>,
    pub(super) image: Option<String>,
    /// Told by clients of this installation only: others' tokens need not carry roles.
    pub(super) is_operator: Option<bool>,
    pub(super) issued: i64,
}

impl Sight {
    /// Reads a token. A text that is no address stays as it is and proves nothing: folded, it could be another user's.
    pub(super) fn of(token: &UserToken, is_first_party: bool) -> Self {
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

    /// Whether it changes what is known. An older token changes nothing: its facts may be outdated. A newer token with
    /// the same facts makes what is older than itself outdated.
    pub(super) fn changes(&self, user: &User) -> bool {
        fn differs<T: PartialEq>(told: Option<&T>, known: Option<&T>) -> bool {
            told.is_some() && told != known
        }
        let tells = self.name.is_some() || self.email.is_some();
        let is_later = self.issued >= user.claims_at.saturating_add(SAME_FACTS_EVERY);
        self.issued >= user.claims_at
            && (tells && is_later
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
        for (sent, kept, is_proven) in rows {
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
            let sight = Sight::of(&token, true);
            assert_eq!(sight.email.as_deref(), Some(kept), "{sent}");
            assert_eq!(sight.email_verified, Some(is_proven), "{sent}");
        }
    }

    #[test]
    fn only_news_of_a_token_that_is_not_older_change_anything() {
        type Telling = fn(&mut Sight);
        let rows: [(i64, Telling, bool); 12] = [
            (159, |sight| sight.name = Some("Ada".to_owned()), false),
            (160, |sight| sight.name = Some("Ada".to_owned()), true),
            (200, |_| {}, false),
            (200, |sight| sight.name = Some("Eve".to_owned()), true),
            (100, |sight| sight.name = Some("Eve".to_owned()), true),
            (99, |sight| sight.name = Some("Eve".to_owned()), false),
            (
                200,
                |sight| sight.email = Some("a@example.com".to_owned()),
                true,
            ),
            (200, |sight| sight.email_verified = Some(false), false),
            (200, |sight| sight.email_verified = Some(true), true),
            (
                200,
                |sight| sight.image = Some("https://x".to_owned()),
                true,
            ),
            (200, |sight| sight.is_operator = Some(false), false),
            (200, |sight| sight.is_operator = Some(true), true),
        ];
        for (issued, tell, expected) in rows {
            let mut sight = Sight {
                name: None,
                email: None,
                email_verified: None,
                image: None,
                is_operator: None,
                issued,
            };
            tell(&mut sight);
            assert_eq!(sight.changes(&known()), expected, "{sight:?}");
        }
    }
}
