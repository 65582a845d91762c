//! Returns the cost of credits that are taken back, and defers it again when the credits come back.
//!
//! The caller records the amount in the open transaction: the account `deferred` always is the sum of the costs that are
//! neither earned, recognized as breakage nor returned.

use std::collections::BTreeMap;

use foundation::{Connection, Failure};

use super::store;

/// Limit of the merges that moved a lot's credits one after the other.
const MAX_MOVES: usize = 1_000;

/// Returns the cost of credits taken out of lots, in minor units; lots that cost nothing return nothing. Locks the rows of the
/// lots' costs. The caller debits the account `deferred` with the amount, and has locked the wallet.
pub(crate) async fn return_cost(
    db: &mut Connection<'_>,
    lots: &[(i64, i64)],
) -> Result<i64, Failure> {
    let mut taken: BTreeMap<i64, i64> = BTreeMap::new();
    for (lot_id, credits) in lots {
        let first = find_first_lot(db, *lot_id).await?;
        let sum = taken.entry(first).or_default();
        *sum = sum.saturating_add(*credits);
    }
    let mut cost = 0_i64;
    for (lot_id, credits) in taken {
        let Some(locked) = store::lock_lot(db, lot_id).await? else {
            continue;
        };
        let before = locked.recognition;
        let after = before.take_back(locked.amount, credits);
        store::update_returned(db, lot_id, after).await?;
        cost = cost.saturating_add(after.returned.saturating_sub(before.returned));
    }
    Ok(cost)
}

/// Defers the cost of credits again that were taken back out of these lots and now come back, and returns it in minor units.
/// Credits come back into the last lot first, as far as they were taken from it; credits beyond that cost nothing. Locks the
/// rows of the lots' costs. The caller credits the account `deferred` with the amount, and has locked the wallet.
pub(crate) async fn restore_cost(
    db: &mut Connection<'_>,
    lots: &[i64],
    credits: i64,
) -> Result<i64, Failure> {
    let mut first_lots = Vec::new();
    for lot_id in lots {
        first_lots.push(find_first_lot(db, *lot_id).await?);
    }
    first_lots.sort_unstable();
    first_lots.dedup();
    let mut locked_lots = Vec::new();
    for lot_id in first_lots {
        if let Some(locked) = store::lock_lot(db, lot_id).await? {
            locked_lots.push((lot_id, locked));
        }
    }
    let (mut left, mut cost) = (credits, 0_i64);
    for (lot_id, locked) in locked_lots.into_iter().rev() {
        let before = locked.recognition;
        let part = left.min(before.taken);
        if part <= 0 {
            continue;
        }
        let after = before.give_back(locked.amount, part);
        store::update_returned(db, lot_id, after).await?;
        left = left.saturating_sub(part);
        cost = cost.saturating_add(before.returned.saturating_sub(after.returned));
    }
    Ok(cost)
}

/// Follows the credits of a lot back through merges to the lot into which they were granted.
async fn find_first_lot(db: &mut Connection<'_>, lot_id: i64) -> Result<i64, Failure> {
    let mut first = lot_id;
    for _move in 0..MAX_MOVES {
        match store::find_origin(db, first).await? {
            Some(origin) => first = origin,
            None => return Ok(first),
        }
    }
    Err(Failure::defect("the origin of a lot was not found"))
}
