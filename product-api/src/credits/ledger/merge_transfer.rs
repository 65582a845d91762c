//! Transfers between the wallets of merged customers: what moves, its two transactions, and the rows that record it.

use foundation::{Failure, Timestamp};

use super::hold_transfer::PinTransfer;
use super::posting::{Attribution, TransactionDetails};
use super::row_ids::RowIds;
use super::state::AccountState;
use super::transfer::{LotTransfer, TransferContents};

/// A transfer from one wallet to another.
#[derive(Clone, Debug)]
pub(crate) struct WalletTransfer {
    pub(crate) out_txn_id: i64,
    pub(crate) in_txn_id: i64,
    pub(crate) merge_id: String,
    pub(crate) from_id: i64,
    pub(crate) into_id: i64,
    pub(crate) debt: i64,
    pub(crate) is_undo: bool,
    /// Increase of the receiving wallet's overdraft limit.
    pub(crate) raised: i64,
}

/// Keys of two wallets whose owners were merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MergedWallets {
    /// Wallet of the merged customer.
    pub(crate) from_id: i64,
    /// Wallet of the merge target.
    pub(crate) into_id: i64,
}

/// Moves all credits, the debt and the open holds out of a merged wallet, unless the merge target cannot take the credits. Both
/// wallets must be settled.
pub(crate) fn transfer_all(
    from: &mut AccountState,
    into: &mut AccountState,
    merge_id: &str,
    now: Timestamp,
    keys: &RowIds,
) -> Result<Option<BookedTransfer>, Failure> {
    let contents = from.movable();
    if !contents.fits(&into.account) {
        warn_of_size(from.account.id);
        return Ok(None);
    }
    let planned = PlannedTransfer {
        contents,
        is_undo: false,
        now,
    };
    let before = into.alert_baseline();
    let transfer = book_transfer(merge_id, from, into, planned, keys)?;
    // A debt that arrives reduces what can be spent.
    into.emit_alerts(before, now.max(into.account.last_booked_at), keys);
    Ok(transfer)
}

fn warn_of_size(account: i64) {
    tracing::warn!(account, "a balance is too large for the other");
}

/// Settles the expiries of both wallets up to a time.
pub(crate) fn settle_both(
    from: &mut AccountState,
    into: &mut AccountState,
    now: Timestamp,
    keys: &RowIds,
) {
    for state in [from, into] {
        state.settle(now.max(state.account.last_booked_at), keys);
    }
}

/// A transfer to be booked.
pub(crate) struct PlannedTransfer {
    /// Lots, debt and holds that move.
    pub(crate) contents: TransferContents,
    /// True if the transfer undoes a merge.
    pub(crate) is_undo: bool,
    /// Time up to which both wallets are settled.
    pub(crate) now: Timestamp,
}

/// A booked transfer, to be recorded.
pub(crate) struct BookedTransfer {
    /// Row of the transfer.
    pub(crate) transfer: WalletTransfer,
    /// Each lot, with the lot that it became or went back into.
    pub(crate) lot_transfers: Vec<LotTransfer>,
    /// Keys of the holds that move.
    pub(crate) holds: Vec<i64>,
    /// Pins of these holds.
    pub(crate) pin_transfers: Vec<PinTransfer>,
    /// New overdraft limit of the receiving wallet, if the debt has raised it.
    pub(crate) limit: Option<i64>,
}

/// Books a transfer out of one wallet and into the other, because of a merge; nothing if it is empty.
pub(crate) fn book_transfer(
    merge_id: &str,
    giver: &mut AccountState,
    taker: &mut AccountState,
    planned: PlannedTransfer,
    keys: &RowIds,
) -> Result<Option<BookedTransfer>, Failure> {
    let PlannedTransfer {
        mut contents,
        is_undo,
        now,
    } = planned;
    if contents.is_empty() {
        return Ok(None);
    }
    let owed = within_limit(taker, taker.account.debt.posted) + within_limit(giver, contents.debt);
    let raised = (owed - taker.account.overdraft_limit).max(0);
    taker.account.overdraft_limit += raised;
    let name = format!(
        "merge:{merge_id}:{}:{}",
        giver.account.id,
        giver.account.txn_count + 1
    );
    let at = now.max(giver.account.last_booked_at);
    let out = giver.give(&contents, details(&name, "out", is_undo), at, keys);
    let at = now.max(taker.account.last_booked_at);
    let arrived = taker.receive(&mut contents, details(&name, "in", is_undo), at, keys);
    let id_of = |state: &AccountState, index: usize| state.writes.txns.get(index).map(|txn| txn.id);
    let (Some(out_txn_id), Some(in_txn_id)) = (id_of(giver, out.txn), id_of(taker, arrived.txn))
    else {
        return Err(Failure::defect("a transfer was booked and is not there"));
    };
    Ok(Some(BookedTransfer {
        transfer: WalletTransfer {
            out_txn_id,
            in_txn_id,
            merge_id: merge_id.to_owned(),
            from_id: giver.account.id,
            into_id: taker.account.id,
            debt: contents.debt,
            is_undo,
            raised: if is_undo { 0 } else { raised },
        },
        holds: contents.holds.iter().map(|hold| hold.id).collect(),
        pin_transfers: contents.pin_transfers(),
        lot_transfers: contents.lot_transfers,
        limit: (raised > 0).then_some(owed),
    }))
}

/// Returns the part of a debt that is within the wallet's limit. A claw-back makes debts beyond it, for which no limit is raised:
/// after their repayment they could be spent.
fn within_limit(state: &AccountState, debt: i64) -> i64 {
    debt.min(state.account.overdraft_limit)
}

fn details(name: &str, way: &str, is_undo: bool) -> TransactionDetails {
    let description = if is_undo {
        "Two accounts are separate again"
    } else {
        "Two accounts became one"
    };
    TransactionDetails {
        op_key: format!("{name}:{way}"),
        actor: "system".to_owned(),
        description: Some(description.to_owned()),
        metadata: "{}".to_owned(),
        attribution: Attribution::default(),
    }
}
