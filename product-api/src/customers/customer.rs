//! A customer, and the four kinds of names of one.

use foundation::text::has_visible_ends;
use foundation::{EmailAddress, Timestamp};

use crate::caller::{Mode, SiteScope};
use crate::problem::FieldError;

/// Maximum length of a customer's name in a website's own system, in characters.
const MAX_EXTERNAL_ID_LENGTH: usize = 255;

/// A customer of one website, in one mode.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Customer {
    /// The id, `cus_…`.
    pub(crate) id: String,
    /// The id in the website's own system.
    pub(crate) external_id: Option<String>,
    /// The user at the idp, if the website may know: it sent the subject, or the user signed in with its client.
    pub(crate) user_id: Option<String>,
    /// The email address that the website gave.
    pub(crate) email: Option<String>,
    /// The name that the website gave.
    pub(crate) name: Option<String>,
    /// True if a subscription is active.
    pub(crate) subscribed: bool,
    /// The time of the first contact.
    pub(crate) created_at: Timestamp,
    /// The merge target: the customer of the same website to which this one's names lead, since both are one user.
    pub(super) merged_into: Option<String>,
    /// False if it was found by subject and has no booking yet.
    pub(super) is_used: bool,
    /// True if the open transaction created it.
    pub(crate) is_new: bool,
    /// False if the user is known and inactive: then no credits move.
    pub(crate) holder_is_active: bool,
}

/// The name of a customer in a request; each in its normal form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum CustomerRef {
    /// The id of this service; the customer must exist.
    Id(String),
    /// The website's own id; created on first contact.
    ExternalId(String),
    /// The email address; created on first contact.
    Email(String),
    /// The subject at the idp; created on first contact.
    Sub(String),
}

impl Customer {
    /// Returns true if the name belongs to an inactive user without an earlier contact. No operation can succeed for such a
    /// user, so no row is stored, and the first contact is still to come.
    pub(crate) fn is_not_met(&self) -> bool {
        self.is_new && !self.holder_is_active
    }
}

/// A name of a customer within its website and mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name<'a> {
    /// The website.
    pub(crate) website_id: &'a str,
    /// The mode: live or test credits.
    pub(crate) mode: Mode,
    /// The customer's name there.
    pub(crate) reference: &'a CustomerRef,
}

impl<'a> Name<'a> {
    /// Returns the website and the mode.
    pub(crate) const fn scope(&self) -> SiteScope<'a> {
        SiteScope {
            website_id: self.website_id,
            mode: self.mode,
        }
    }
}

impl CustomerRef {
    /// Returns the name in a form that is unique over all websites.
    pub(crate) fn named_at(&self, SiteScope { website_id, mode }: SiteScope<'_>) -> String {
        let (way, called) = match self {
            Self::Id(id) => ("id", id),
            Self::ExternalId(id) => ("external_id", id),
            Self::Email(email) => ("email", email),
            Self::Sub(sub) => ("sub", sub),
        };
        format!("{website_id}:{mode}:{way}:{called}")
    }

    /// Reads the members of a request, of which exactly one is present; `pointer` is their position, for errors.
    pub(crate) fn from_members(
        members: [(&'static str, Option<String>); 4],
        pointer: &str,
    ) -> Result<Self, FieldError> {
        let mut given = members
            .into_iter()
            .filter_map(|(name, value)| value.map(|value| (name, value)));
        let one = given.next();
        let (Some((name, value)), None) = (one, given.next()) else {
            let detail = "Must hold exactly one of id, external_id, email and sub.";
            return Err(FieldError::body(pointer, detail));
        };
        Self::from_member(name, value)
            .map_err(|detail| FieldError::body(format!("{pointer}/{name}"), detail))
    }

    /// Reads a name under which an operation may create a customer.
    fn from_member(name: &str, value: String) -> Result<Self, String> {
        match name {
            "id" => opaque(value).map(Self::Id),
            "external_id" => chosen(value).map(Self::ExternalId),
            "email" => EmailAddress::parse(&value)
                .map(|address| Self::Email(address.into_string()))
                .map_err(|error| error.to_string()),
            _ => chosen(value).map(Self::Sub),
        }
    }

    /// Reads a name for a look-up only. It accepts names that operations refuse today, because an earlier version created
    /// customers under them.
    pub(super) fn from_search(name: &'static str, value: String) -> Result<Self, FieldError> {
        let reference = match name {
            "external_id" => opaque(value).map(Self::ExternalId),
            "email" => Ok(Self::Email(email(&value))),
            _ => opaque(value).map(Self::Sub),
        };
        reference.map_err(|detail| FieldError::parameter(name, detail))
    }
}

fn opaque(value: String) -> Result<String, String> {
    let length = value.chars().count();
    if (1..=MAX_EXTERNAL_ID_LENGTH).contains(&length) && !value.chars().any(char::is_control) {
        return Ok(value);
    }
    Err(format!(
        "Must be 1 to {MAX_EXTERNAL_ID_LENGTH} characters, none of them a control character."
    ))
}

/// Checks a name that the website chooses. Names that look alike must not be two customers.
fn chosen(value: String) -> Result<String, String> {
    let value = opaque(value)?;
    if has_visible_ends(&value) {
        return Ok(value);
    }
    Err("Must not begin or end with white space or an invisible character.".to_owned())
}

/// Returns the stored form of an email address: the normal one, or lower case for a text that is no address.
fn email(value: &str) -> String {
    EmailAddress::parse(value).map_or_else(
        |_error| value.trim().to_lowercase(),
        EmailAddress::into_string,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(
        id: Option<&str>,
        external_id: Option<&str>,
        email: Option<&str>,
    ) -> Option<CustomerRef> {
        let own = |value: Option<&str>| value.map(ToOwned::to_owned);
        CustomerRef::from_members(
            [
                ("id", own(id)),
                ("external_id", own(external_id)),
                ("email", own(email)),
                ("sub", None),
            ],
            "/customer",
        )
        .ok()
    }

    #[test]
    fn exactly_one_way_to_name_a_customer() {
        assert_eq!(reference(None, None, None), None);
        assert_eq!(reference(Some("cus_1"), Some("7"), None), None);
        assert_eq!(
            reference(Some("cus_1"), None, None),
            Some(CustomerRef::Id("cus_1".into()))
        );
        assert_eq!(reference(None, Some(""), None), None);
        assert_eq!(reference(None, Some("a\u{0}b"), None), None);
        assert_eq!(
            reference(None, None, Some(" Ada@Example.COM ")),
            Some(CustomerRef::Email("ada@example.com".into()))
        );
    }

    #[test]
    fn names_that_look_like_others_are_refused_and_still_found() {
        for text in [
            "user-77 ",
            "\u{a0}user-77",
            "user-77\u{200b}",
            "   ",
            "\u{feff}",
        ] {
            for name in ["external_id", "sub"] {
                let text = text.to_owned();
                assert!(
                    CustomerRef::from_member(name, text.clone()).is_err(),
                    "{text:?}"
                );
                assert!(
                    CustomerRef::from_search(name, text.clone()).is_ok(),
                    "{text:?}"
                );
            }
        }
        let inside = CustomerRef::from_member("external_id", "user \u{200b}77".to_owned());
        assert_eq!(
            inside,
            Ok(CustomerRef::ExternalId("user \u{200b}77".to_owned()))
        );
    }

    #[test]
    fn address_has_one_form_for_operations_and_searches() {
        let rows = [
            (
                "ann@b\u{fc}cher.example",
                Ok("ann@xn--bcher-kva.example"),
                "ann@xn--bcher-kva.example",
            ),
            ("J\u{f6}rg@example.com", Err(()), "j\u{f6}rg@example.com"),
            ("Ann@localhost", Err(()), "ann@localhost"),
        ];
        for (text, made, sought) in rows {
            let from_member = CustomerRef::from_member("email", text.to_owned()).map_err(drop);
            assert_eq!(
                from_member,
                made.map(|email| CustomerRef::Email(email.to_owned()))
            );
            let from_search = CustomerRef::from_search("email", text.to_owned()).unwrap();
            assert_eq!(from_search, CustomerRef::Email(sought.to_owned()));
        }
    }
}
