//! Expires credits of lots before their time, in the open transaction of a use case that grants what follows them.

use foundation::{Connection, Failure};

use super::lock_purchase::{LockedPurchase, PurchaseCredits, booking_time, lock_purchase};
use crate::app::App;
use crate::credits::execution::save::save;
use crate::credits::ledger::claw_back::PurchaseLots;
use crate::credits::ledger::posting::{Attribution, TransactionDetails};

/// Credits that are left of a lot, also in lots to which merges have moved them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LotLeft {
    /// The lot's key.
    pub(crate) lot_id: i64,
    /// Credits that are left.
    pub(crate) left: i64,
    /// Part of `left` that open holds have pinned.
    pub(crate) pinned: i64,
}

/// Credits of a lot to be expired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LotExpiry {
    /// The lot's key.
    pub(crate) lot_id: i64,
    /// Number of credits.
    pub(crate) credits: i64,
    /// Operation key, unique within the book for ever.
    pub(crate) op_key: String,
}

/// Expires credits of lots that no hold has pinned, as `choose` decides from what is left of them, and returns the lots with the
/// credits that have expired. Locks the wallets that have these credits until the transaction ends.
///
/// The caller marks the transaction with [`crate::credits::Ledger::mark_in_flight`], and has locked the row that owns the lots.
pub(crate) async fn expire_within(
    app: &App,
    db: &mut Connection<'_>,
    credits: &PurchaseCredits<'_>,
    choose: impl FnOnce(&[LotLeft]) -> Vec<LotExpiry> + Send,
) -> Result<Vec<(i64, i64)>, Failure> {
    let mut purchase = lock_purchase(app, db, credits).await?;
    let left = left_of(&purchase, credits.lots);
    let mut chosen = choose(&left);
    let (now, keys) = (app.clock.now(), &app.ledger.keys);
    let roots = purchase.roots();
    let mut expired = Vec::new();
    for (number, state) in purchase.states.iter_mut().enumerate() {
        let at = booking_time(state, now);
        let before = state.alert_baseline();
        let mut is_changed = false;
        for expiry in &mut chosen {
            let lots = lots_of_root(&roots, expiry.lot_id);
            let takes = state.unpinned_shares(&lots, expiry.credits);
            let credits: i64 = takes.iter().map(|(_, amount)| amount).sum();
            if credits > 0 {
                expiry.credits -= credits;
                expired.push((expiry.lot_id, credits));
                state.expire_early(takes, details(&expiry.op_key, number), at, keys);
                is_changed = true;
            }
        }
        if is_changed {
            state.emit_alerts(before, at, keys);
        }
        save(app, db, state, now).await?;
    }
    Ok(expired)
}

fn left_of(purchase: &LockedPurchase, lots: &[i64]) -> Vec<LotLeft> {
    let of_lot = |lot_id: &i64| {
        let parts = purchase.lots.iter().filter(|part| part.root == *lot_id);
        parts.fold(
            LotLeft {
                lot_id: *lot_id,
                left: 0,
                pinned: 0,
            },
            |sum, part| LotLeft {
                left: sum.left + part.remaining,
                pinned: sum.pinned + part.held,
                ..sum
            },
        )
    };
    lots.iter().map(of_lot).collect()
}

fn lots_of_root(roots: &PurchaseLots, root: i64) -> PurchaseLots {
    let lots = roots.iter().filter(|(_, of)| **of == root);
    lots.map(|(lot, of)| (*lot, *of)).collect()
}

/// Returns the details of an expiry. Credits of one lot may be in several wallets after a merge was undone.
fn details(op_key: &str, number: usize) -> TransactionDetails {
    let op_key = match number {
        0 => op_key.to_owned(),
        _ => format!("{op_key}:{number}"),
    };
    TransactionDetails {
        op_key,
        actor: "system".to_owned(),
        description: None,
        metadata: "{}".to_owned(),
        attribution: Attribution::default(),
    }
}
