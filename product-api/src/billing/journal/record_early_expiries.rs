//! Counts credits that have expired before the end of their lot. No index leads from a lot to its transactions.

use foundation::{Connection, Failure};

use super::store;

/// Counts credits that have expired before the end of their lots, so that recognition does not take them for used ones. Takes the
/// lots into which the credits were granted; lots without a cost are left out. The caller has locked the wallet.
pub(crate) async fn record_early_expiries(
    db: &mut Connection<'_>,
    lots: &[(i64, i64)],
) -> Result<(), Failure> {
    for (lot_id, credits) in lots {
        store::add_expired_early(db, *lot_id, *credits).await?;
    }
    Ok(())
}
