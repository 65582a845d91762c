//! Books: the ledger's scopes, and their system accounts.

use super::lot::LotKind;
use crate::caller::Mode;

/// Unit of a book for which no other was chosen.
pub(crate) const CREDIT: &str = "credit";

/// Keys reserved for a book: its own, then those of its system accounts.
pub(crate) const IDS_PER_BOOK: i64 = 16;

/// Identity of a book: a website or the platform, and the mode.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BookKey {
    /// The website's id; none for the platform's own book.
    pub(crate) website_id: Option<String>,
    /// Live or test mode.
    pub(crate) mode: Mode,
}

/// One ledger scope; no transaction crosses books. These fields never change after the book is created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Book {
    /// The book's key.
    pub(crate) id: i64,
    /// Name of the unit.
    pub(crate) unit: String,
    /// Decimal places for display only, 0 to 6.
    pub(crate) scale: i16,
}

/// System accounts of a book, which no customer owns: sources and destinations of credits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SystemAccount {
    /// Source of purchased credits.
    IssuedPurchase,
    /// Source of subscription credits.
    IssuedSubscription,
    /// Source of free credits.
    IssuedPromo,
    /// Source of corrections and of restored credits.
    IssuedAdjustment,
    /// Spent credits.
    Spent,
    /// Expired credits.
    Expired,
    /// Credits taken back after a refund or a dispute.
    ClawedBack,
    /// Used credits of refunded or disputed purchases that no owner has to pay for.
    WrittenOff,
    /// Credits in transfer between two wallets; their sum is always zero.
    Transferred,
}

impl SystemAccount {
    /// All system accounts.
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

    /// Returns the account's key in a book by arithmetic, so that no statement looks it up.
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

    /// Returns the account's kind, as stored in the table.
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

    /// Returns the account that issues lots of a kind.
    pub(crate) const fn issuing(kind: LotKind) -> Self {
        match kind {
            LotKind::Purchase => Self::IssuedPurchase,
            LotKind::Subscription => Self::IssuedSubscription,
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
                .all(|key| (161..160 + IDS_PER_BOOK).contains(key))
        );
    }
}
