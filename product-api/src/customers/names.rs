//! What a customer is called, folded: how names are found by their beginning, and put in order, on either engine alike.

use foundation::EmailAddress;

use super::customer::CustomerRef;

/// No byte of a folded name is as high as this one, which ends the range of a prefix.
const BEYOND: u8 = 0xff;
/// So much of an id of ours, or of a subject, says more than when it was made.
const TELLING: usize = 16;

/// A customer's names as they are stored for looking for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folded {
    /// By what lists put the customer in order: the name, or what stands in its place.
    pub(super) listed_as: Vec<u8>,
    /// The e-mail address.
    pub(super) email: Option<Vec<u8>>,
    /// The website's own id.
    pub(super) external_id: Option<Vec<u8>>,
}

/// What a customer is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Called<'a> {
    pub(super) id: &'a str,
    pub(super) name: Option<&'a str>,
    pub(super) email: Option<&'a str>,
    pub(super) external_id: Option<&'a str>,
}

impl<'a> Called<'a> {
    /// A customer who is made under a name.
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

    /// The names as they are stored.
    pub(super) fn folded(&self) -> Folded {
        let first = self.name.or(self.email).or(self.external_id);
        Folded {
            listed_as: fold(first.unwrap_or(self.id)),
            email: self.email.map(fold),
            external_id: self.external_id.map(fold),
        }
    }
}

/// Lower case, as bytes.
pub(super) fn fold(text: &str) -> Vec<u8> {
    text.to_lowercase().into_bytes()
}

/// The beginning of a name that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prefix {
    /// As it was sent, without blanks around it.
    pub(super) text: String,
}

impl Prefix {
    /// The form in which addresses are stored, if the text is a whole address; its domain may be typed in Unicode.
    pub(super) fn as_address(&self) -> Self {
        let address = EmailAddress::parse(&self.text).map(EmailAddress::into_string);
        Self {
            text: address.unwrap_or_else(|_partial| self.text.clone()),
        }
    }

    /// From this folded name on.
    pub(super) fn from(&self) -> Vec<u8> {
        fold(&self.text)
    }

    /// Up to, and without, this one.
    pub(super) fn until(&self) -> Vec<u8> {
        let mut until = self.from();
        until.push(BEYOND);
        until
    }

    /// Up to which id of ours or subject the text reaches. They end in digits and letters up to `f`, and begin with the
    /// time they were made at, so that a short beginning says nothing and is looked for whole.
    pub(super) fn id_until(&self) -> String {
        let is_telling = self.text.len() >= TELLING;
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
    fn a_prefix_is_a_range_whatever_the_letters() {
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
    fn a_customer_is_listed_by_the_first_of_its_names() {
        let all = Called {
            id: "cus_1",
            name: Some("Zoe"),
            email: Some("a@b.c"),
            external_id: Some("User-7"),
        };
        assert_eq!(all.folded().listed_as, b"zoe");
        assert_eq!(all.folded().external_id.unwrap(), b"user-7");
        let unnamed = Called { name: None, ..all };
        assert_eq!(unnamed.folded().listed_as, b"a@b.c");
        let nobody = CustomerRef::Sub("usr_1".to_owned());
        assert_eq!(Called::new("cus_1", &nobody).folded().listed_as, b"cus_1");
    }
}
