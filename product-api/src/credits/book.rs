//! Books: the ledger's scopes, and the accounts that belong to a book itself.

use super::lot::LotKind;
use crate::caller::Mode;

/// The unit of a book that nobody named otherwise.
pub(crate) const CREDIT: &str = "credit";

/// Keys that a book takes in a row: its own, then those of its system accounts.
pub(super) const KEYS_OF_A_BOOK: i64 = 16;

/// Which book: of one website or of the platform, live or for testing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BookOf {
    /// The website; none for the platform's own book.
    pub(crate) website_id: Option<String>,
    /// Real or play credits.
    pub(crate) mode: Mode,
}

/// One ledger scope; no transaction crosses books. Nothing of it changes after it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Book {
    /// Its key.
    pub(crate) id: i64,
    /// What one credit is called.
    pub(crate) unit: String,
    /// Decimal places for display only, 0 to 6.
    pub(crate) scale: i16,
}

/// The accounts of a book that are nobody's: where credits come from and where they go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SystemAccount {
    /// Bought.
    IssuedPurchase,
    /// Given by a subscription.
    IssuedSubscription,
    /// Given away.
    IssuedPromo,
    /// Put right by hand.
    IssuedAdjustment,
    /// Used.
    Spent,
    /// Not used in time.
    Expired,
    /// Taken back after a refund or a dispute.
    ClawedBack,
    /// Owed and given up.
    WrittenOff,
    /// On the way from one wallet to another; always zero in sum.
    Transferred,
}

impl SystemAccount {
    /// All of them.
    pub(crate) const ALL: [Self; 9] = [
        Self::IssuedPurchase,
        Self::IssuedSubscription,
        Self::IssuedPromo,
        Self::IssuedAdjustment,
        Self::Spent,
        Self::Expired,
        Self::ClawedBack,
        Self::WrittenOff,
        Self::Transferred,
    ];

    /// The account's key in a book: no statement has to look it up.
    pub(crate) const fn key_in(self, book_id: i64) -> i64 {
        book_id
            + match self {
                Self::IssuedPurchase => 1,
                Self::IssuedSubscription => 2,
                Self::IssuedPromo => 3,
                Self::IssuedAdjustment => 4,
                Self::Spent => 5,
                Self::Expired => 6,
                Self::ClawedBack => 7,
                Self::WrittenOff => 8,
                Self::Transferred => 9,
            }
    }

    /// The account's kind, as the table says it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::IssuedPurchase => "issued.purchase",
            Self::IssuedSubscription => "issued.subscription",
            Self::IssuedPromo => "issued.promo",
            Self::IssuedAdjustment => "issued.adjustment",
            Self::Spent => "spent",
            Self::Expired => "expired",
            Self::ClawedBack => "clawed_back",
            Self::WrittenOff => "written_off",
            Self::Transferred => "transferred",
        }
    }

    /// Where the credits of a lot come from.
    pub(crate) const fn issuing(kind: LotKind) -> Self {
        match kind {
            LotKind::Purchase => Self::IssuedPurchase,
            LotKind::Subscription | LotKind::Rollover => Self::IssuedSubscription,
            LotKind::Promo => Self::IssuedPromo,
            LotKind::Adjustment | LotKind::Restored => Self::IssuedAdjustment,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_system_account_has_its_own_key_within_its_book() {
        let keys: BTreeSet<_> = SystemAccount::ALL
            .iter()
            .map(|account| account.key_in(160))
            .collect();
        assert_eq!(keys.len(), SystemAccount::ALL.len());
        assert!(
            keys.iter()
                .all(|key| (161..160 + KEYS_OF_A_BOOK).contains(key))
        );
    }
}
