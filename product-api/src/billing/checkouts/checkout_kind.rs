//! The kind of a checkout: what its buyer gets.

use crate::billing::catalog::ItemKind;

/// The kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CheckoutKind {
    /// A pack is bought.
    Pack,
    /// A subscription begins.
    Plan,
    /// A card is saved, and an automatic top-up is turned on. Nothing is paid.
    Setup,
}

impl CheckoutKind {
    const ALL: [Self; 3] = [Self::Pack, Self::Plan, Self::Setup];

    /// Returns the word in the table.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Pack => "pack",
            Self::Plan => "plan",
            Self::Setup => "setup",
        }
    }

    /// Returns the kind with a word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

impl From<ItemKind> for CheckoutKind {
    fn from(kind: ItemKind) -> Self {
        match kind {
            ItemKind::Pack => Self::Pack,
            ItemKind::Plan => Self::Plan,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_names_one_kind() {
        for kind in CheckoutKind::ALL {
            assert_eq!(CheckoutKind::from_word(kind.word()), Some(kind));
        }
        assert_eq!(CheckoutKind::from_word("top-up"), None);
    }
}
