//! Actions of buyers, each with the state in which its checkout must end.

/// The action that ends a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BuyerAction {
    Pays,
    ConfirmsAndPays,
    /// Pays by a method that takes minutes.
    PaysLater,
    /// Pays by such a method, and the bank refuses.
    FailsLater,
    /// Pays by a card to which no refund is possible: each one fails after a minute.
    PaysWithoutRefunds,
    IsDeclined,
    Leaves,
}

impl BuyerAction {
    /// All actions; most buyers pay.
    pub(super) const ALL: [Self; 9] = [
        Self::Pays,
        Self::Pays,
        Self::Pays,
        Self::ConfirmsAndPays,
        Self::PaysLater,
        Self::PaysWithoutRefunds,
        Self::FailsLater,
        Self::IsDeclined,
        Self::Leaves,
    ];

    /// Returns the double's test method.
    pub(super) const fn method(self) -> Option<&'static str> {
        match self {
            Self::Pays => Some("pays"),
            Self::ConfirmsAndPays => Some("must_confirm"),
            Self::PaysLater => Some("delayed_success"),
            Self::PaysWithoutRefunds => Some("refund_fails"),
            Self::FailsLater => Some("delayed_failure"),
            Self::IsDeclined => Some("declined"),
            Self::Leaves => None,
        }
    }

    /// Returns the state in which the checkout must end.
    pub(super) const fn state(self) -> &'static str {
        match self {
            Self::Pays | Self::ConfirmsAndPays | Self::PaysLater | Self::PaysWithoutRefunds => {
                "completed"
            }
            Self::FailsLater => "failed",
            Self::IsDeclined | Self::Leaves => "expired",
        }
    }
}
