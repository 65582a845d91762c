//! The kinds of objects that a merge moves.

/// A kind of moved object; an undo moves the kinds back in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MovedKind {
    /// A customer that was merged into another.
    Folded,
    /// A customer that got the other user's id.
    Named,
    /// A user's wallet with the platform.
    Wallet,
    /// A website.
    Website,
}

impl MovedKind {
    /// All kinds, in order.
    pub(super) const ALL: [Self; 4] = [Self::Folded, Self::Named, Self::Wallet, Self::Website];

    /// Returns the word in the kind's rows.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Folded => "folded",
            Self::Named => "named",
            Self::Wallet => "wallet",
            Self::Website => "website",
        }
    }
}

/// An object that a merge has moved.
#[derive(Clone, Debug)]
pub(super) struct MovedItem {
    pub(super) what: MovedKind,
    pub(super) id: String,
    /// For a customer: true if the website was allowed to see the user's id.
    pub(super) was_shown: bool,
}
