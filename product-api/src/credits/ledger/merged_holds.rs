//! Captures of holds on a merged wallet: reserved credits come from that wallet, all others from the merge target.

use foundation::Timestamp;

use super::amount::Amount;
use super::capture::{Capture, Overage};
use super::feature::BilledFeature;
use super::hold::Hold;
use super::hold_lots::{LateCapture, billed, feature_of};
use super::hold_rules::CaptureBooking;
use super::lots::RequiredCredits;
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

/// A capture, and the details of its transaction.
pub(crate) struct RequestedCapture<'c> {
    /// The capture.
    pub(crate) capture: &'c Capture,
    /// Details of the transaction.
    pub(crate) details: TransactionDetails,
}

/// Credits that a capture takes beyond its hold.
struct CaptureBeyond {
    required: RequiredCredits,
    /// Credits that the hold gives.
    of_hold: i64,
    overage: Overage,
}

impl AccountState {
    /// Captures from a hold of this merged wallet, within the spend limit of the merge target.
    pub(crate) fn capture_with_merge_target(
        &mut self,
        merge_target: &mut Self,
        requested: RequestedCapture<'_>,
        now: Timestamp,
        keys: &RowIds,
    ) -> Result<MergedHoldOutcome, LedgerRefusal> {
        self.settle(now.max(self.account.last_booked_at), keys);
        let counted = if merge_target.account.is_limited() {
            spend_amount(
                &LedgerOperation::Capture(requested.capture.clone()),
                &self.holds,
            )
            .counted
        } else {
            0
        };
        let at = now.max(merge_target.account.last_booked_at);
        merge_target.account.allows(counted, at)?;
        let done = self.capture_from_both(merge_target, requested, now, keys)?;
        merge_target.account.count(counted, at);
        Ok(done)
    }

    /// Captures from a hold of this wallet. Reserved credits are spent here. Credits beyond the hold, or in place of an expired
    /// hold, are spent on the merge target's wallet, which has the moved credits and the overdraft limit.
    fn capture_from_both(
        &mut self,
        merge_target: &mut Self,
        requested: RequestedCapture<'_>,
        now: Timestamp,
        keys: &RowIds,
    ) -> Result<MergedHoldOutcome, LedgerRefusal> {
        let RequestedCapture { capture, details } = requested;
        let (index, hold) = self.hold(&capture.hold)?;
        let (is_late, left) = (hold.is_captured_late(capture), hold.left_for(capture));
        let amount = capture.amount.map_or(left, Amount::get);
        let of_hold = if is_late { 0 } else { amount.min(left) };
        // Credits that the hold released stay here until they are moved: after several merges in a row, or if they are too many
        // for the merge target.
        let at = now.max(self.account.last_booked_at);
        let feature = feature_of(hold, &details)?;
        // This wallet is closed, and so it was read whole.
        let has_enough = || {
            let shares = self.shares(RequiredCredits { amount, feature }, at);
            shares.is_ok_and(|(_, taken)| taken == amount)
        };
        let is_here = of_hold == amount || !is_late && !hold.is_open() || is_late && has_enough();
        if is_here || amount > left && capture.overage == Overage::Reject {
            let operation = LedgerOperation::Capture(capture.clone());
            return self
                .apply(&operation, details, now, keys)
                .map(MergedHoldOutcome::new);
        }
        let paper = if is_late {
            billed(details.clone(), hold, amount)
        } else {
            paper_beyond(&details, hold)
        };
        let beyond = CaptureBeyond {
            required: RequiredCredits {
                amount: amount - of_hold,
                feature,
            },
            of_hold,
            overage: capture.overage,
        };
        let txn = merge_target.capture_for(&beyond, paper, now, keys)?;
        if is_late {
            let late = LateCapture {
                index,
                is_final: capture.is_final,
                amount: amount.min(left),
            };
            self.note_late(late, &details.op_key, at);
            let applied = OperationEffect::hold(index);
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
        self.apply(&operation, details, now, keys)
            .map(MergedHoldOutcome::new)
    }

    /// Spends for a hold of another wallet, and returns the index of the transaction.
    fn capture_for(
        &mut self,
        beyond: &CaptureBeyond,
        details: TransactionDetails,
        now: Timestamp,
        keys: &RowIds,
    ) -> Result<usize, LedgerRefusal> {
        let at = now.max(self.account.last_booked_at);
        self.check_due(at)?;
        self.settle(at, keys);
        let before = self.alert_baseline();
        let (shares, owed) = self.beyond(beyond.required, beyond.overage, beyond.of_hold, at)?;
        let takes = shares.into_iter().collect();
        let booking = CaptureBooking {
            amount: beyond.required.amount,
            owed,
            takes,
        };
        let txn = self.book_capture(booking, details, at, keys);
        self.emit_alerts(before, at, keys);
        Ok(txn)
    }
}

/// Returns the details of a transaction that takes credits beyond a hold. The capture's own transaction states the quantity.
fn paper_beyond(details: &TransactionDetails, hold: &Hold) -> TransactionDetails {
    let named = details.attribution.billed.clone().or(hold.billed.clone());
    let paper = TransactionDetails {
        op_key: format!("{BEYOND}{}", details.op_key),
        ..details.clone()
    };
    paper.billed(named.map(|named| BilledFeature {
        usage: None,
        ..named
    }))
}
