//! Accounts of the money journal.

/// Account of a book's money. An amount above zero is a debit, one below zero a credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum MoneyAccount {
    /// Money at Stripe.
    Stripe,
    /// Money received for credits that are neither used, expired nor returned: the website owes the credits.
    Deferred,
    /// Revenue: credits were used.
    Earned,
    /// Revenue of credits that expired.
    Breakage,
    /// Money refunded for credits that were used before.
    Refunds,
    /// Taxes that the website owes.
    Tax,
    /// Fees of Stripe.
    Fees,
    /// Money that Stripe holds back while a dispute is open.
    Disputed,
    /// Money lost by disputes for credits that were used before.
    DisputeLosses,
    /// Counterpart of amounts that Stripe converted to another currency.
    Conversion,
}

impl MoneyAccount {
    const ALL: [Self; 10] = [
        Self::Stripe,
        Self::Deferred,
        Self::Earned,
        Self::Breakage,
        Self::Refunds,
        Self::Tax,
        Self::Fees,
        Self::Disputed,
        Self::DisputeLosses,
        Self::Conversion,
    ];

    /// Returns the account with a name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|account| account.name() == name)
    }

    /// Returns the account's name in the table and in exports.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Stripe => "stripe",
            Self::Deferred => "deferred",
            Self::Earned => "earned",
            Self::Breakage => "breakage",
            Self::Refunds => "refunds",
            Self::Tax => "tax",
            Self::Fees => "fees",
            Self::Disputed => "disputed",
            Self::DisputeLosses => "dispute_losses",
            Self::Conversion => "conversion",
        }
    }
}
