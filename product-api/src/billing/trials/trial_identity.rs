//! A name by which a person is known who had a trial.

/// The kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum IdentityKind {
    /// A customer of a website.
    Customer,
    /// A user of this installation.
    User,
    /// An address.
    Email,
    /// A card, by Stripe's fingerprint of its number.
    Card,
}

impl IdentityKind {
    /// Returns the word in the table.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::User => "user",
            Self::Email => "email",
            Self::Card => "card",
        }
    }
}

/// A name of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TrialIdentity {
    /// The kind.
    pub(super) kind: IdentityKind,
    /// The name, or its keyed digest.
    pub(super) name: String,
}

/// Returns the form of an address that all spellings of one mailbox share: lower case, without a tag after `+`.
pub(super) fn normal_address(address: &str) -> String {
    let lower = address.trim().to_lowercase();
    let Some((local, domain)) = lower.rsplit_once('@') else {
        return lower;
    };
    let (name, _tag) = local.split_once('+').unwrap_or((local, ""));
    // A name that is nothing but a tag has no other form.
    let name = if name.is_empty() { local } else { name };
    format!("{name}@{domain}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_mailbox_share_a_form() {
        let rows = [
            ("ada@example.com", "ada@example.com"),
            (" Ada@Example.COM ", "ada@example.com"),
            ("ada+second@example.com", "ada@example.com"),
            ("ada+a+b@example.com", "ada@example.com"),
            ("+a@example.com", "+a@example.com"),
            ("ada.l@example.com", "ada.l@example.com"),
            ("no address", "no address"),
        ];
        for (address, expected) in rows {
            assert_eq!(normal_address(address), expected, "{address}");
        }
    }

    #[test]
    fn each_kind_has_its_word() {
        use IdentityKind::{Card, Customer, Email, User};
        let words = [Customer, User, Email, Card].map(IdentityKind::word);
        assert_eq!(words, ["customer", "user", "email", "card"]);
    }
}
