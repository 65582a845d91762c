//! Rule of grants: credits repay debt first, and the rest becomes a lot.

use foundation::Timestamp;

use super::amount::sum_in_range;
use super::book::SystemAccount;
use super::booking::{DraftTransaction, legs};
use super::lot::{Lot, MAX_OPEN, RowChange};
use super::operation::{BookedTransaction, Grant, LedgerRefusal};
use super::posting::{EventKind, Side, TransactionDetails};
use super::row_ids::RowIds;
use super::state::AccountState;
use super::txn_kind::TxnKind;

impl AccountState {
    /// Adds granted credits, after they have repaid debt by the terms of the book.
    pub(super) fn grant(
        &mut self,
        grant: &Grant,
        details: TransactionDetails,
        at: Timestamp,
        keys: &RowIds,
    ) -> Result<BookedTransaction, LedgerRefusal> {
        if grant.expires_at.is_some_and(|expires_at| expires_at <= at) {
            return Err(LedgerRefusal::ExpiresInThePast);
        }
        let amount = grant.amount.get();
        let repaid = if self.account.terms.debt_repaid_by.includes(grant.kind) {
            amount.min(self.account.debt.posted)
        } else {
            0
        };
        let rest = amount - repaid;
        if sum_in_range(self.account.posted, rest).is_none() {
            return Err(LedgerRefusal::OutOfRange);
        }
        if rest > 0 && self.open_lots() >= MAX_OPEN {
            return Err(LedgerRefusal::TooManyLots);
        }
        let from = Side::System(SystemAccount::issuing(grant.kind));
        let draft = DraftTransaction {
            kind: TxnKind::Grant,
            details,
            at,
            posting: legs(&[(Side::Wallet, rest), (Side::Debt, repaid), (from, -amount)]),
            takes: vec![(self.lots.len(), repaid)],
            event: Some(EventKind::Granted),
        };
        let txn_id = keys.next();
        self.add_lot(Lot {
            id: keys.next(),
            kind: grant.kind,
            amount,
            remaining: amount,
            held: 0,
            priority: grant.priority,
            effective_at: at,
            expires_at: grant.expires_at,
            scope: grant.scope,
            source_kind: grant.source_kind.to_owned(),
            source_ref: grant.source_ref.clone(),
            txn_id,
            mark: RowChange::New,
        });
        Ok(self.book_as(txn_id, draft, keys))
    }
}
