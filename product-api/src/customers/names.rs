//! Folded names of customers: search by prefix and sort order, with the same result on both engines.

use foundation::EmailAddress;

use super::customer::CustomerRef;

/// A byte above every byte of a folded name; it ends the range of a prefix.
const RANGE_END: u8 = 0xff;
/// Minimum length at which a prefix of an id or a subject is more specific than its creation time.
const MIN_SPECIFIC_LENGTH: usize = 16;

/// A customer's names, as they are stored for search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoldedNames {
    /// The sort key of lists: the name, or its substitute.
    pub(super) listed_as: Vec<u8>,
    /// The email address.
    pub(super) email: Option<Vec<u8>>,
    /// The website's own id.
    pub(super) external_id: Option<Vec<u8>>,
}

/// A customer's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CustomerNames<'a> {
    pub(super) id: &'a str,
    pub(super) name: Option<&'a str>,
    pub(super) email: Option<&'a str>,
    pub(super) external_id: Option<&'a str>,
}

impl<'a> CustomerNames<'a> {
    /// Returns the names of a customer created under a name.
    pub(super) fn new(id: &'a str, reference: &'a CustomerRef) -> Self {
        let (mut email, mut external_id) = (None, None);
        match reference {
            CustomerRef::Email(address) => email = Some(address.as_str()),
            CustomerRef::ExternalId(name) => external_id = Some(name.as_str()),
            CustomerRef::Id(_) | CustomerRef::Sub(_) => {}
        }
        Self {
            id,
            name: None,
            email,
            external_id,
        }
    }

    /// Returns the stored form of the names.
    pub(super) fn folded(&self) -> FoldedNames {
        let first = self.name.or(self.email).or(self.external_id);
        FoldedNames {
            listed_as: fold(first.unwrap_or(self.id)),
            email: self.email.map(fold),
            external_id: self.external_id.map(fold),
        }
    }
}

/// Returns the text in lower case, as bytes.
pub(super) fn fold(text: &str) -> Vec<u8> {
    text.to_lowercase().into_bytes()
}

/// A prefix of names in a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prefix {
    /// The text of the request, without blanks around it.
    pub(super) text: String,
}

impl Prefix {
    /// Returns the stored form of an address, if the text is a complete address; its domain may be in Unicode.
    pub(super) fn as_address(&self) -> Self {
        let address = EmailAddress::parse(&self.text).map(EmailAddress::into_string);
        Self {
            text: address.unwrap_or_else(|_partial| self.text.clone()),
        }
    }

    /// Returns the start of the range of folded names, included.
    pub(super) fn from(&self) -> Vec<u8> {
        fold(&self.text)
    }

    /// Returns the end of the range of folded names, excluded.
    pub(super) fn until(&self) -> Vec<u8> {
        let mut until = self.from();
        until.push(RANGE_END);
        until
    }

    /// Returns the end of the range of ids or subjects. They consist of digits and letters up to `f` and begin with their
    /// creation time: a short prefix is not specific, so it matches a complete id only.
    pub(super) fn id_until(&self) -> String {
        let is_telling = self.text.len() >= MIN_SPECIFIC_LENGTH;
        format!("{}{}", self.text, if is_telling { 'g' } else { '0' })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(prefix: &str, name: &str) -> bool {
        let prefix = Prefix {
            text: prefix.to_owned(),
        };
        (prefix.from()..prefix.until()).contains(&fold(name))
    }

    #[test]
    fn prefix_is_a_range_for_any_characters() {
        let rows = [
            ("ada", "Ada Lovelace", true),
            ("ADA", "ada@example.com", true),
            ("ada", "ad", false),
            ("ada", "adb", false),
            ("\u{e4}", "\u{c4}rger", true),
            ("\u{f1}", "\u{f2}", false),
            ("z", "z\u{10ffff}", true),
            ("%", "%", true),
            ("_", "a", false),
        ];
        for (prefix, name, expected) in rows {
            assert_eq!(finds(prefix, name), expected, "{prefix} {name}");
        }
    }

    #[test]
    fn customer_is_listed_by_the_first_of_its_names() {
        let all = CustomerNames {
            id: "cus_1",
            name: Some("Zoe"),
            email: Some("a@b.c"),
            external_id: Some("User-7"),
        };
        assert_eq!(all.folded().listed_as, b"zoe");
        assert_eq!(all.folded().external_id.unwrap(), b"user-7");
        let unnamed = CustomerNames { name: None, ..all };
        assert_eq!(unnamed.folded().listed_as, b"a@b.c");
        let nobody = CustomerRef::Sub("usr_1".to_owned());
        assert_eq!(
            CustomerNames::new("cus_1", &nobody).folded().listed_as,
            b"cus_1"
        );
    }
}
