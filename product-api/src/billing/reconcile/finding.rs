//! A finding: a difference between our records and Stripe's that no repair removes.

use foundation::Timestamp;

/// The kind of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FindingKind {
    /// Stripe has the money, and no credits were granted.
    PaidNotGranted,
    /// Credits were granted, and Stripe does not have the money.
    GrantedNotPaid,
    /// The amounts differ.
    AmountMismatch,
    /// The currencies differ.
    CurrencyMismatch,
    /// One side is live and the other a test.
    ModeMismatch,
    /// The customers at Stripe differ.
    CustomerMismatch,
    /// The credits that were taken back of a payment are not those of its refunds and lost disputes.
    ClawbackMismatch,
    /// A subscription's price belongs to no plan.
    UnmappedPrice,
    /// A price that is sold was archived or deleted at Stripe.
    DriftedPrice,
    /// An owner has several live subscriptions of one family.
    TwoSubscriptions,
    /// A subscription was paid after its end.
    PaidAfterEnd,
    /// An owner of credits has no customer at Stripe that counts, or several.
    TwoCustomers,
    /// Stripe uses a word that this version does not know.
    UnknownStatus,
    /// A movement of Stripe's balance is not the one that was recorded for its payment.
    BalanceUnexplained,
    /// The money journal does not have a payment as it was recorded.
    JournalMismatch,
}

impl FindingKind {
    /// All kinds.
    pub(super) const ALL: [Self; 15] = [
        Self::PaidNotGranted,
        Self::GrantedNotPaid,
        Self::AmountMismatch,
        Self::CurrencyMismatch,
        Self::ModeMismatch,
        Self::CustomerMismatch,
        Self::ClawbackMismatch,
        Self::UnmappedPrice,
        Self::DriftedPrice,
        Self::TwoSubscriptions,
        Self::PaidAfterEnd,
        Self::TwoCustomers,
        Self::UnknownStatus,
        Self::BalanceUnexplained,
        Self::JournalMismatch,
    ];

    /// Returns the word in the table, in responses and in metrics.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::PaidNotGranted => "paid-not-granted",
            Self::GrantedNotPaid => "granted-not-paid",
            Self::AmountMismatch => "amount-mismatch",
            Self::CurrencyMismatch => "currency-mismatch",
            Self::ModeMismatch => "mode-mismatch",
            Self::CustomerMismatch => "customer-mismatch",
            Self::ClawbackMismatch => "clawback-mismatch",
            Self::UnmappedPrice => "unmapped-price",
            Self::DriftedPrice => "drifted-price",
            Self::TwoSubscriptions => "two-subscriptions",
            Self::PaidAfterEnd => "paid-after-end",
            Self::TwoCustomers => "two-customers",
            Self::UnknownStatus => "unknown-status",
            Self::BalanceUnexplained => "balance-unexplained",
            Self::JournalMismatch => "journal-mismatch",
        }
    }

    /// Returns the kind with a word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// The kind of the object that a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FindingObject {
    /// A checkout session, by its id at Stripe.
    Session,
    /// A payment, by the id of its payment intent.
    Payment,
    /// A price, by its id at Stripe.
    Price,
    /// An owner of credits, by its kind and id.
    Customer,
    /// A subscription, by its id at Stripe.
    Subscription,
    /// An invoice, by its id at Stripe.
    Invoice,
}

impl FindingObject {
    const ALL: [Self; 6] = [
        Self::Session,
        Self::Payment,
        Self::Price,
        Self::Customer,
        Self::Subscription,
        Self::Invoice,
    ];

    /// Returns the word in the table and in responses.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Payment => "payment",
            Self::Price => "price",
            Self::Customer => "customer",
            Self::Subscription => "subscription",
            Self::Invoice => "invoice",
        }
    }

    /// Returns the kind with a word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// The state of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FindingState {
    /// Both sides differ.
    Open,
    /// Both sides agree again.
    Repaired,
    /// The owner has accepted the difference.
    Accepted,
}

impl FindingState {
    const ALL: [Self; 3] = [Self::Open, Self::Repaired, Self::Accepted];

    /// Returns the word in the table and in responses.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Repaired => "repaired",
            Self::Accepted => "accepted",
        }
    }

    /// Returns the state with a word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// A difference that a comparison found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NewFinding {
    pub(super) kind: FindingKind,
    pub(super) object_kind: FindingObject,
    pub(super) object_id: String,
    /// The book, if the object belongs to one.
    pub(super) book_id: Option<i64>,
    /// Our side, in words.
    pub(super) ours: String,
    /// Stripe's side, in words.
    pub(super) theirs: String,
}

/// A stored finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BillingFinding {
    /// The id, `fnd_…`.
    pub(super) id: String,
    pub(super) connection_id: String,
    pub(super) kind: FindingKind,
    pub(super) object_kind: FindingObject,
    pub(super) object_id: String,
    pub(super) ours: String,
    pub(super) theirs: String,
    pub(super) state: FindingState,
    /// The reason for which it was accepted.
    pub(super) reason: Option<String>,
    pub(super) closed_at: Option<Timestamp>,
    /// The user who accepted it.
    pub(super) closed_by: Option<String>,
    pub(super) created_at: Timestamp,
    /// The user who owns the connection; none for the platform.
    pub(super) owner_user_id: Option<String>,
}

impl BillingFinding {
    /// Returns the difference as a run finds it again, with Stripe's side as it is now.
    pub(super) fn again(&self, theirs: &str) -> NewFinding {
        NewFinding {
            kind: self.kind,
            object_kind: self.object_kind,
            object_id: self.object_id.clone(),
            book_id: None,
            ours: self.ours.clone(),
            theirs: theirs.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        for kind in FindingKind::ALL {
            assert_eq!(FindingKind::from_word(kind.word()), Some(kind));
        }
        for object in FindingObject::ALL {
            assert_eq!(FindingObject::from_word(object.word()), Some(object));
        }
        for state in FindingState::ALL {
            assert_eq!(FindingState::from_word(state.word()), Some(state));
        }
        assert_eq!(FindingKind::from_word("lost"), None);
    }
}
