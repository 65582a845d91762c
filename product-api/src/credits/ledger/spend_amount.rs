//! Credits that an operation counts against the spend caps of its API key, and against the spend limit of the owner.

use super::amount::Amount;
use super::hold::{Hold, OnExpiry};
use super::operation::LedgerOperation;
use crate::caller::SpendAmount;

/// Computes the credits that an operation draws from its key's caps. The account must be settled. A hold counts when it is
/// captured; a hold that captures at its expiry counts when it is opened, and its captures then count only for the excess. A
/// closed hold draws nothing, so that the refusal names the hold's state and not a cap.
pub(crate) fn spend_amount(operation: &LedgerOperation, holds: &[Hold]) -> SpendAmount {
    let all = |amount| SpendAmount {
        amount,
        counted: amount,
    };
    match operation {
        LedgerOperation::Spend(spend) => all(spend.amount.get()),
        LedgerOperation::OpenHold(open) => SpendAmount {
            amount: open.amount.get(),
            counted: match open.on_expiry {
                OnExpiry::Capture => open.amount.get(),
                OnExpiry::Release => 0,
            },
        },
        LedgerOperation::Capture(capture) => {
            let hold = holds.iter().find(|hold| hold.public_id == capture.hold);
            let can_be_captured = |hold: &&Hold| hold.is_open() || hold.is_captured_late(capture);
            let Some(hold) = hold.filter(can_be_captured) else {
                return SpendAmount::default();
            };
            let left = hold.left_for(capture);
            let amount = capture.amount.map_or(left, Amount::get);
            let is_counted_before = hold.on_expiry == OnExpiry::Capture && hold.is_open();
            let before = if is_counted_before {
                hold.remaining()
            } else {
                0
            };
            SpendAmount {
                amount,
                counted: (amount - before).max(0),
            }
        }
        LedgerOperation::Grant(_)
        | LedgerOperation::Void(_)
        | LedgerOperation::Extend(..)
        | LedgerOperation::Reverse(_)
        | LedgerOperation::VoidGrant(_)
        | LedgerOperation::Nothing => SpendAmount::default(),
    }
}
