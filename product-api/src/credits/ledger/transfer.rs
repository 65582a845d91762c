//! Transfers between wallets, lot by lot, when two customers are merged.
//!
//! Credits and debts move unchanged. A transfer repays and borrows nothing, so that the merge target can spend afterwards what
//! both could spend before. Each lot keeps its kind, its priority and its times, and thereby its place in the burn order.
//! Open holds move with the credits that they have pinned, and pin the lots that receive these credits.

use std::collections::{BTreeMap, HashMap, HashSet};

use foundation::Timestamp;

use super::account::Account;
use super::amount::sum_in_range;
use super::book::SystemAccount;
use super::booking::{DraftTransaction, legs};
use super::hold::Hold;
use super::lot::{Lot, RowChange};
use super::operation::BookedTransaction;
use super::posting::{Side, TransactionDetails};
use super::row_ids::RowIds;
use super::state::AccountState;
use super::txn_kind::TxnKind;

/// Transfer of credits from one lot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LotTransfer {
    /// The giving lot, as it was before.
    pub(crate) lot: Lot,
    /// Key of the receiving lot; none if it is yet to be created.
    pub(crate) to_lot: Option<i64>,
    /// Number of credits.
    pub(crate) amount: i64,
    /// Part of `amount` that the moving holds have pinned.
    pub(crate) pinned: i64,
}

/// A lot of a wallet that received credits in a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReceivedLot {
    /// Key of the lot.
    pub(crate) here: i64,
    /// Key of the lot that gave the credits.
    pub(crate) giver: i64,
    /// Number of credits.
    pub(crate) amount: i64,
}

/// Credits, debt and open holds that move from one wallet to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TransferContents {
    /// Lots, in burn order.
    pub(crate) lot_transfers: Vec<LotTransfer>,
    /// Credits owed.
    pub(crate) debt: i64,
    /// Holds, with their pins in the giving wallet.
    pub(crate) holds: Vec<Hold>,
}

impl TransferContents {
    /// Returns the credits that move.
    pub(crate) fn credits(&self) -> i64 {
        self.lot_transfers
            .iter()
            .map(|lot_transfer| lot_transfer.amount)
            .sum()
    }

    /// Returns the part of the credits that the moving holds have pinned.
    pub(crate) fn pinned(&self) -> i64 {
        self.lot_transfers
            .iter()
            .map(|lot_transfer| lot_transfer.pinned)
            .sum()
    }

    /// Returns true if nothing moves.
    pub(crate) fn is_empty(&self) -> bool {
        self.lot_transfers.is_empty() && self.debt == 0
    }

    /// Returns true if an account can take the transfer.
    pub(crate) fn fits(&self, account: &Account) -> bool {
        sum_in_range(account.posted, self.credits()).is_some()
            && sum_in_range(account.debt.posted, self.debt).is_some()
    }
}

impl AccountState {
    /// Returns all that can move: the credits of all lots, the debt, and the open holds.
    pub(crate) fn movable(&self) -> TransferContents {
        let lots = self.lots.in_order().map(|(_, lot)| lot);
        let lots = lots.filter(|lot| lot.remaining > 0);
        let lot_transfer = |lot: &Lot| LotTransfer {
            lot: lot.clone(),
            to_lot: None,
            amount: lot.remaining,
            pinned: lot.held,
        };
        let holds = self.holds.iter().filter(|hold| hold.is_open());
        TransferContents {
            lot_transfers: lots.map(lot_transfer).collect(),
            debt: self.account.debt.posted,
            holds: holds.cloned().collect(),
        }
    }

    /// Returns what is left of lots from another wallet, with those of the holds, by their keys, that are open. Credits that
    /// other holds have pinned stay.
    pub(crate) fn returnable(
        &self,
        received: &[ReceivedLot],
        debt: i64,
        hold_ids: &HashSet<i64>,
    ) -> TransferContents {
        let holds = self.holds.iter();
        let holds = holds.filter(|hold| hold.is_open() && hold_ids.contains(&hold.id));
        let holds: Vec<Hold> = holds.cloned().collect();
        let mut pinned: HashMap<i64, i64> = HashMap::new();
        for pin in holds.iter().flat_map(|hold| &hold.pins) {
            *pinned.entry(pin.lot_id).or_default() += pin.amount;
        }
        let lot_transfer = |of: &ReceivedLot| {
            let lot = self.lots.get(self.lots.index_of(of.here)?)?;
            let pinned = pinned.get(&of.here).copied().unwrap_or_default();
            let left = (lot.unpinned() + pinned).min(of.amount);
            (left > 0).then(|| LotTransfer {
                lot: lot.clone(),
                to_lot: Some(of.giver),
                amount: left,
                pinned,
            })
        };
        TransferContents {
            lot_transfers: received.iter().filter_map(lot_transfer).collect(),
            debt: debt.min(self.account.debt.posted),
            holds,
        }
    }

    /// Debits a transfer. The caller has settled all expiries up to this time.
    pub(crate) fn give(
        &mut self,
        contents: &TransferContents,
        details: TransactionDetails,
        at: Timestamp,
        keys: &RowIds,
    ) -> BookedTransaction {
        self.detach_holds(contents);
        let (credits, debt) = (contents.credits(), contents.debt);
        let takes = contents.lot_transfers.iter().filter_map(|lot_transfer| {
            let index = self.lots.index_of(lot_transfer.lot.id)?;
            Some((index, lot_transfer.amount))
        });
        let draft = DraftTransaction {
            kind: TxnKind::Transfer,
            details,
            at,
            takes: takes.collect(),
            posting: legs(&[
                (Side::Wallet, -credits),
                (Side::Debt, debt),
                (TRANSFERRED, credits - debt),
            ]),
            event: None,
        };
        self.book(draft, keys)
    }

    /// Credits a transfer, and records the receiving lot of each piece.
    pub(crate) fn receive(
        &mut self,
        contents: &mut TransferContents,
        details: TransactionDetails,
        at: Timestamp,
        keys: &RowIds,
    ) -> BookedTransaction {
        let (credits, debt) = (contents.credits(), contents.debt);
        let txn_id = keys.next();
        let mut takes: BTreeMap<usize, i64> = BTreeMap::new();
        for lot_transfer in &mut contents.lot_transfers {
            let known = |id| self.lots.index_of(id);
            if let Some(index) = lot_transfer.to_lot.and_then(known) {
                *takes.entry(index).or_default() -= lot_transfer.amount;
            } else {
                let lot = received_lot(lot_transfer, txn_id, keys);
                lot_transfer.to_lot = Some(lot.id);
                self.add_lot(lot);
            }
        }
        let draft = DraftTransaction {
            kind: TxnKind::Transfer,
            details,
            at,
            takes: takes.into_iter().collect(),
            posting: legs(&[
                (Side::Wallet, credits),
                (Side::Debt, -debt),
                (TRANSFERRED, debt - credits),
            ]),
            event: None,
        };
        let booked = self.book_as(txn_id, draft, keys);
        self.attach_holds(contents);
        booked
    }
}

const TRANSFERRED: Side = Side::System(SystemAccount::Transferred);

/// Returns a new lot for a piece, with all fields of the giving lot that decide the burn order.
fn received_lot(lot_transfer: &LotTransfer, txn_id: i64, keys: &RowIds) -> Lot {
    Lot {
        id: keys.next(),
        amount: lot_transfer.amount,
        remaining: lot_transfer.amount,
        held: 0,
        source_kind: "transfer".to_owned(),
        source_ref: format!("{}:{txn_id}", lot_transfer.lot.id),
        txn_id,
        mark: RowChange::New,
        ..lot_transfer.lot.clone()
    }
}
