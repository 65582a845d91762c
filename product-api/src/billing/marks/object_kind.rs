//! Kinds of objects at Stripe that are fetched and applied.

/// The kind of a marked object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum ObjectKind {
    /// A checkout session.
    Session,
    /// A payment intent, or a charge, refund, dispute or fraud warning that leads to one.
    Payment,
    /// A customer at Stripe.
    Customer,
    /// A price.
    Price,
    /// A product.
    Product,
    /// A subscription.
    Subscription,
    /// An invoice.
    Invoice,
}

impl ObjectKind {
    /// All kinds.
    pub(crate) const ALL: [Self; 7] = [
        Self::Session,
        Self::Payment,
        Self::Customer,
        Self::Price,
        Self::Product,
        Self::Subscription,
        Self::Invoice,
    ];

    /// Returns the word in the database, in paths and in responses.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Payment => "payment",
            Self::Customer => "customer",
            Self::Price => "price",
            Self::Product => "product",
            Self::Subscription => "subscription",
            Self::Invoice => "invoice",
        }
    }

    /// Returns the kind with this word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_names_one_kind() {
        for kind in ObjectKind::ALL {
            assert_eq!(ObjectKind::from_word(kind.word()), Some(kind));
        }
        assert_eq!(ObjectKind::from_word("charge"), None);
    }
}
