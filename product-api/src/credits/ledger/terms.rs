//! Terms of a book: the website's decisions about its ledger.

use std::time::Duration;

use foundation::Timestamp;

use super::lot::LotKind;

/// Terms of all wallets of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BookTerms {
    /// Days for which credits can be used that are given back after the end of their lot, 1 to 3650.
    pub(crate) restored_days: u32,
    /// Grants that repay debt.
    pub(crate) debt_repaid_by: RepaidBy,
}

/// Grants that repay debt before they can be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RepaidBy {
    /// All grants.
    AllGrants,
    /// Purchases only.
    Purchases,
}

impl Default for BookTerms {
    fn default() -> Self {
        Self {
            restored_days: 30,
            debt_repaid_by: RepaidBy::AllGrants,
        }
    }
}

impl BookTerms {
    /// Returns the end of credits that are given back at a time after the end of their lot.
    pub(crate) fn end_of_restored(self, at: Timestamp) -> Timestamp {
        at.plus(Duration::from_hours(24 * u64::from(self.restored_days)))
    }
}

impl RepaidBy {
    /// Returns true if credits of this kind repay debt.
    pub(crate) fn includes(self, kind: LotKind) -> bool {
        match self {
            Self::AllGrants => true,
            Self::Purchases => kind == LotKind::Purchase,
        }
    }

    /// Returns the word for it in the API and in the audit log.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::AllGrants => "all_grants",
            Self::Purchases => "purchases",
        }
    }
}
