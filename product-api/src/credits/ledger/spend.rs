//! Rule of spends: credits come from lots in burn order, then from the overdraft.

use foundation::Timestamp;

use super::amount::{LARGEST, sum_in_range};
use super::book::SystemAccount;
use super::booking::{DraftTransaction, legs};
use super::lots::RequiredCredits;
use super::operation::{BookedTransaction, LedgerRefusal, Spend};
use super::posting::{Side, TransactionDetails};
use super::row_ids::RowIds;
use super::state::AccountState;
use super::txn_kind::TxnKind;

impl AccountState {
    /// Spends credits, or refuses the spend with the credits that are available.
    pub(super) fn spend(
        &mut self,
        spend: &Spend,
        details: TransactionDetails,
        at: Timestamp,
        keys: &RowIds,
    ) -> Result<BookedTransaction, LedgerRefusal> {
        let required = spend.amount.get();
        let credits = RequiredCredits {
            amount: required,
            feature: spend.feature,
        };
        let (shares, taken) = self.shares(credits, at)?;
        let owed = required - taken;
        if owed > self.account.overdraft_left() {
            let available = self.spendable(spend.feature, at);
            return Err(LedgerRefusal::Insufficient {
                required,
                available,
            });
        }
        if sum_in_range(self.account.debt.posted, owed).is_none() {
            return Err(LedgerRefusal::OutOfRange);
        }
        let to = Side::System(SystemAccount::Spent);
        let draft = DraftTransaction {
            kind: TxnKind::Spend,
            details,
            at,
            posting: legs(&[(Side::Wallet, -taken), (Side::Debt, -owed), (to, required)]),
            takes: shares,
            event: None,
        };
        Ok(self.book(draft, keys))
    }

    /// Returns the credits that can be spent on a feature: of its lots, which were all read, and of the overdraft.
    pub(crate) fn spendable(&self, feature: Option<i64>, at: Timestamp) -> i64 {
        let in_lots: i64 = self.lots.iter().map(|lot| lot.usable(at, feature)).sum();
        (in_lots + self.account.overdraft_left()).min(LARGEST)
    }
}
