//! A customer, and the four ways to name one.

use foundation::Timestamp;

use crate::caller::Mode;
use crate::problem::FieldError;

/// The longest name of a customer in a website's own system, in characters.
const LONGEST_EXTERNAL_ID: usize = 255;
/// The longest e-mail address (RFC 5321 section 4.5.3.1.3), in bytes.
const LONGEST_EMAIL: usize = 254;

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
        let made = match name {
            "id" => opaque(value).map(Self::Id),
            "external_id" => opaque(value).map(Self::ExternalId),
            "email" => email(&value).map(Self::Email),
            _ => opaque(value).map(Self::Sub),
        };
        made.ok_or_else(|| FieldError::body(format!("{pointer}/{name}"), form_of(name)))
    }
}

fn form_of(name: &str) -> String {
    if name == "email" {
        "Must be an e-mail address.".to_owned()
    } else {
        format!("Must be 1 to {LONGEST_EXTERNAL_ID} characters, none of them a control character.")
    }
}

fn opaque(value: String) -> Option<String> {
    let length = value.chars().count();
    let good = (1..=LONGEST_EXTERNAL_ID).contains(&length) && !value.chars().any(char::is_control);
    good.then_some(value)
}

/// An e-mail address in its normal form: no blanks around it, lower case, one `@` with something on both sides.
pub(crate) fn email(value: &str) -> Option<String> {
    let email = value.trim().to_lowercase();
    let (name, domain) = email.rsplit_once('@')?;
    let plain = |part: &str| {
        !part.is_empty()
            && !part
                .chars()
                .any(|letter| letter.is_whitespace() || letter.is_control() || letter == '@')
    };
    (email.len() <= LONGEST_EMAIL && plain(name) && plain(domain)).then_some(email)
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
    fn forms_of_an_address() {
        for wrong in ["", "a", "@b", "a@", "a@b@c", "a b@c", "a@b c"] {
            assert_eq!(email(wrong), None, "{wrong}");
        }
        assert_eq!(email(&format!("{}@b.c", "a".repeat(300))), None);
    }
}
