//! Captures of holds on a merged wallet: reserved credits come from that wallet, all others from the merge target.

use foundation::Timestamp;

use super::amount::Amount;
use super::capture::{Capture, Overage};
use super::feature::BilledFeature;
use super::hold::Hold;
use super::hold_lots::{billed, feature_of};
use super::operation::{LedgerOperation, LedgerRefusal, OperationEffect};
use super::posting::TransactionDetails;
use super::row_ids::RowIds;
use super::spend_amount::spend_amount;
use super::state::AccountState;

/// Prefix of the operation key of a transaction that takes credits beyond a hold.
pub(crate) const BEYOND: &str = "beyond:";

/// Outcome of an operation on two wallets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MergedHoldOutcome {
    /// Outcome on the wallet of the hold.
    pub(crate) applied: OperationEffect,
    /// Index of the merge target's transaction, if the response shows that one.
    pub(crate) merge_target_txn: Option<usize>,
}

impl MergedHoldOutcome {
    /// Returns the outcome of an operation on one wallet only.
    pub(crate) const fn new(applied: OperationEffect) -> Self {
        Self {
            applied,
            merge_target_txn: None,
        }
    }
}

impl AccountState {
    /// Captures from a hold of this merged wallet, within the spend limit of the merge target.
    pub(crate) fn capture_with_merge_target(
        &mut self,
        (merge_target, capture): (&mut Self, &Capture),
        slip: TransactionDetails,
        now: Timestamp,
        keys: &RowIds,
    ) -> Result<MergedHoldOutcome, LedgerRefusal> {
        self.settle(now.max(self.account.last_booked_at), keys);
        let counted = if merge_target.account.is_limited() {
            spend_amount(&LedgerOperation::Capture(capture.clone()), &self.holds).counted
        } else {
            0
        };
        let at = now.max(merge_target.account.last_booked_at);
        merge_target.account.allows(counted, at)?;
        let done = self.capture_from_both((merge_target, capture), slip, now, keys)?;
        merge_target.account.count(counted, at);
        Ok(done)
    }

    /// Captures from a hold of this wallet. Reserved credits are spent here. Credits beyond the hold, or in place of an expired
    /// hold, are spent on the merge target's wallet, which has the moved credits and the overdraft limit.
    fn capture_from_both(
        &mut self,
        (merge_target, capture): (&mut Self, &Capture),
        slip: TransactionDetails,
        now: Timestamp,
        keys: &RowIds,
    ) -> Result<MergedHoldOutcome, LedgerRefusal> {
        let (place, hold) = self.hold(&capture.hold)?;
        let (is_late, left) = (hold.is_captured_late(capture), hold.left_for(capture));
        let amount = capture.amount.map_or(left, Amount::get);
        let of_hold = if is_late { 0 } else { amount.min(left) };
        // Credits that the hold released stay here until they are moved: after several merges in a row, or if they are too many
        // for the merge target.
        let at = now.max(self.account.last_booked_at);
        let feature = feature_of(hold, &slip)?;
        // This wallet is closed, and so it was read whole.
        let has_enough = || {
            let shares = self.shares((amount, feature), at);
            shares.is_ok_and(|(_, taken)| taken == amount)
        };
        let is_here = of_hold == amount || !is_late && !hold.is_open() || is_late && has_enough();
        if is_here || amount > left && capture.overage == Overage::Reject {
            let operation = LedgerOperation::Capture(capture.clone());
            return self
                .apply(&operation, slip, now, keys)
                .map(MergedHoldOutcome::new);
        }
        let paper = if is_late {
            billed(slip.clone(), hold, amount)
        } else {
            paper_beyond(&slip, hold)
        };
        let beyond = (amount - of_hold, feature);
        let terms = (of_hold, capture.overage);
        let txn = merge_target.capture_for((beyond, terms), paper, now, keys)?;
        if is_late {
            self.note_late((place, capture), amount.min(left), &slip.op_key, at);
            let applied = OperationEffect::hold(place);
            let merge_target_txn = Some(txn);
            return Ok(MergedHoldOutcome {
                applied,
                merge_target_txn,
            });
        }
        let operation = LedgerOperation::Capture(Capture {
            amount: Amount::new(of_hold),
            ..capture.clone()
        });
        self.apply(&operation, slip, now, keys)
            .map(MergedHoldOutcome::new)
    }

    /// Spends for a hold of another wallet, and returns the index of the transaction.
    fn capture_for(
        &mut self,
        (beyond, (of_hold, overage)): ((i64, Option<i64>), (i64, Overage)),
        slip: TransactionDetails,
        now: Timestamp,
        keys: &RowIds,
    ) -> Result<usize, LedgerRefusal> {
        let at = now.max(self.account.last_booked_at);
        self.check_due(at)?;
        self.settle(at, keys);
        let before = self.standing();
        let (shares, owed) = self.beyond(beyond, overage, of_hold, at)?;
        let takes = shares.into_iter().collect();
        let txn = self.book_capture((beyond.0, owed, takes), slip, at, keys);
        self.emit_alerts(before, at, keys);
        Ok(txn)
    }
}

/// Returns the details of a transaction that takes credits beyond a hold. The capture's own transaction states the quantity.
fn paper_beyond(slip: &TransactionDetails, hold: &Hold) -> TransactionDetails {
    let named = slip.about.billed.clone().or(hold.billed.clone());
    let paper = TransactionDetails {
        op_key: format!("{BEYOND}{}", slip.op_key),
        ..slip.clone()
    };
    paper.billed(named.map(|named| BilledFeature {
        usage: None,
        ..named
    }))
}
