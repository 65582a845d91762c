//! What a merge moves.

/// What a merge moves; in this order it goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A customer whose names lead to another's.
    Folded,
    /// A customer who is another user's.
    Named,
    /// A wallet with the platform.
    Wallet,
    /// A website.
    Website,
}

impl What {
    /// All of them, in order.
    pub(super) const ALL: [Self; 4] = [Self::Folded, Self::Named, Self::Wallet, Self::Website];

    /// The word of its row.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Folded => "folded",
            Self::Named => "named",
            Self::Wallet => "wallet",
            Self::Website => "website",
        }
    }
}

/// One thing that a merge has moved.
#[derive(Clone, Debug)]
pub(super) struct Moved {
    pub(super) what: What,
    pub(super) id: String,
    /// Of a customer: whether the website might be told who it was.
    pub(super) was_shown: bool,
}
