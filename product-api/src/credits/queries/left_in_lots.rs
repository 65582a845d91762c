//! Counts the credits that are left of a purchase.

use foundation::{Connection, Failure};

use crate::credits::store::claw_backs;

/// Credits that are left of a purchase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LotsLeft {
    /// Credits in the lots, including pinned ones.
    pub(crate) left: i64,
    /// Part of `left` that open holds of callers have pinned.
    pub(crate) pinned: i64,
}

/// Counts the credits that are left in lots, also after merges have moved them to other lots. It locks nothing, and does not
/// count credits that a claw-back's reversal has restored in new lots.
pub(crate) async fn left_in_lots(
    db: &mut Connection<'_>,
    lots: &[i64],
) -> Result<LotsLeft, Failure> {
    let lots = claw_backs::lots(db, lots).await?;
    Ok(LotsLeft {
        left: lots.iter().map(|lot| lot.remaining).sum(),
        pinned: lots.iter().map(|lot| lot.held - lot.frozen).sum(),
    })
}
