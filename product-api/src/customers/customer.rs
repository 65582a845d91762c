//! A customer, and the four ways to name one.

use foundation::marks::has_visible_ends;
use foundation::{EmailAddress, Timestamp};

use crate::caller::Mode;
use crate::problem::FieldError;

/// The longest name of a customer in a website's own system, in characters.
const LONGEST_EXTERNAL_ID: usize = 255;

/// A person at one website, in one mode (seed: Customers).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Customer {
    /// `cus_…`.
    pub(crate) id: String,
    /// The id in the website's own system.
    pub(crate) external_id: Option<String>,
    /// The user at the idp, once the website may know: it has named the subject, or the user signed in with its client.
    pub(crate) user_id: Option<String>,
    /// The e-mail address that the website gave.
    pub(crate) email: Option<String>,
    /// The name that the website gave.
    pub(crate) name: Option<String>,
    /// Whether a subscription is running.
    pub(crate) subscribed: bool,
    /// The first contact.
    pub(crate) created_at: Timestamp,
    /// The customer of the same website that this one's names lead to since both turned out to be one person.
    pub(super) merged_into: Option<String>,
    /// False when found by subject and nothing was booked yet.
    pub(super) is_used: bool,
    /// Whether the open transaction has made it.
    pub(crate) is_new: bool,
    /// False when the user is known and switched off: then no credits move.
    pub(crate) holder_is_active: bool,
}

/// How a request names a customer; each in its normal form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum CustomerRef {
    /// By our id; the customer must exist.
    Id(String),
    /// By the website's own id; made on first contact.
    ExternalId(String),
    /// By e-mail address; made on first contact.
    Email(String),
    /// By the subject at the idp; made on first contact.
    Sub(String),
}

impl Customer {
    /// Whether the name is that of a user who is switched off and was never here: nothing can be done for them, so that
    /// nothing is kept of them, and the first contact is still to come.
    pub(crate) fn is_not_met(&self) -> bool {
        self.is_new && !self.holder_is_active
    }
}

/// A name of a customer within its website and mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name<'a> {
    /// The website.
    pub(crate) website_id: &'a str,
    /// Real or play credits.
    pub(crate) mode: Mode,
    /// What the customer is called there.
    pub(crate) reference: &'a CustomerRef,
}

impl CustomerRef {
    /// The name among those of all websites.
    pub(crate) fn named_at(&self, (website_id, mode): (&str, Mode)) -> String {
        let (way, called) = match self {
            Self::Id(id) => ("id", id),
            Self::ExternalId(id) => ("external_id", id),
            Self::Email(email) => ("email", email),
            Self::Sub(sub) => ("sub", sub),
        };
        format!("{website_id}:{mode}:{way}:{called}")
    }

    /// Reads the members of a request, of which exactly one is given; `pointer` says where they stand.
    pub(crate) fn of_members(
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
        Self::of_member(name, value)
            .map_err(|detail| FieldError::body(format!("{pointer}/{name}"), detail))
    }

    /// Reads a name that an operation may make a customer under.
    fn of_member(name: &str, value: String) -> Result<Self, String> {
        match name {
            "id" => opaque(value).map(Self::Id),
            "external_id" => chosen(value).map(Self::ExternalId),
            "email" => EmailAddress::parse(&value)
                .map(|address| Self::Email(address.into_string()))
                .map_err(|error| error.to_string()),
            _ => chosen(value).map(Self::Sub),
        }
    }

    /// Reads a name that a customer is only looked up by. Customers that an earlier version made under names which
    /// operations refuse today are found by them.
    pub(super) fn of_search(name: &'static str, value: String) -> Result<Self, FieldError> {
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
    if (1..=LONGEST_EXTERNAL_ID).contains(&length) && !value.chars().any(char::is_control) {
        return Ok(value);
    }
    Err(format!(
        "Must be 1 to {LONGEST_EXTERNAL_ID} characters, none of them a control character."
    ))
}

/// A name that the website chooses. Names that look alike must not be two customers.
fn chosen(value: String) -> Result<String, String> {
    let value = opaque(value)?;
    if has_visible_ends(&value) {
        return Ok(value);
    }
    Err("Must not begin or end with white space or an invisible character.".to_owned())
}

/// The form in which customers have an e-mail address: the normal one, or in lower case for texts that are no address.
fn email(value: &str) -> String {
    EmailAddress::parse(value).map_or_else(
        |_error| value.trim().to_lowercase(),
        EmailAddress::into_string,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(id: Option<&str>, external_id: Option<&str>, email: Option<&str>) -> Option<CustomerRef> {
        let own = |value: Option<&str>| value.map(ToOwned::to_owned);
        CustomerRef::of_members(
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
        assert_eq!(of(None, None, None), None);
        assert_eq!(of(Some("cus_1"), Some("7"), None), None);
        assert_eq!(
            of(Some("cus_1"), None, None),
            Some(CustomerRef::Id("cus_1".into()))
        );
        assert_eq!(of(None, Some(""), None), None);
        assert_eq!(of(None, Some("a\u{0}b"), None), None);
        assert_eq!(
            of(None, None, Some(" Ada@Example.COM ")),
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
                    CustomerRef::of_member(name, text.clone()).is_err(),
                    "{text:?}"
                );
                assert!(
                    CustomerRef::of_search(name, text.clone()).is_ok(),
                    "{text:?}"
                );
            }
        }
        let inside = CustomerRef::of_member("external_id", "user \u{200b}77".to_owned());
        assert_eq!(
            inside,
            Ok(CustomerRef::ExternalId("user \u{200b}77".to_owned()))
        );
    }

    #[test]
    fn an_address_has_one_form_for_operations_and_searches() {
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
            let of_member = CustomerRef::of_member("email", text.to_owned()).map_err(drop);
            assert_eq!(
                of_member,
                made.map(|email| CustomerRef::Email(email.to_owned()))
            );
            let of_search = CustomerRef::of_search("email", text.to_owned()).unwrap();
            assert_eq!(of_search, CustomerRef::Email(sought.to_owned()));
        }
    }
}
