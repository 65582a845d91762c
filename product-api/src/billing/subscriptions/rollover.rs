//! Rollover: the credits of earlier allowances that expire when the next allowance is granted.

use super::allowance::OlderLot;
use crate::billing::catalog::{PlanTerms, Rollover};

/// Credits of a lot that expire early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EarlyExpiry {
    /// The lot.
    pub(super) lot_id: i64,
    /// The credits.
    pub(super) credits: i64,
}

/// Returns the credits of earlier allowances that expire, oldest first. Credits that holds reserve stay. A cap counts for each
/// piece of the new allowance.
pub(super) fn early_expiries(
    terms: &PlanTerms,
    quantity: i64,
    older: &[OlderLot],
) -> Vec<EarlyExpiry> {
    let total = older
        .iter()
        .fold(0_i64, |sum, lot| sum.saturating_add(lot.left));
    let kept = match terms.rollover {
        Rollover::All => return Vec::new(),
        Rollover::None => 0,
        Rollover::Capped => {
            let cap = terms.rollover_cap.unwrap_or_default();
            cap.saturating_mul(quantity.max(1))
        }
    };
    let mut excess = total.saturating_sub(kept).max(0);
    let mut lots = older.to_vec();
    lots.sort_unstable_by_key(|lot| (lot.starts_at, lot.lot_id));
    let mut expiries = Vec::new();
    for lot in lots {
        let credits = excess.min(lot.left.saturating_sub(lot.pinned)).max(0);
        excess -= credits;
        if credits > 0 {
            expiries.push(EarlyExpiry {
                lot_id: lot.lot_id,
                credits,
            });
        }
    }
    expiries
}
