//! Records a transfer between the wallets of merged customers.

use foundation::{Connection, Failure};

use crate::credits::ledger::merge_transfer::BookedTransfer;
use crate::credits::store::{accounts, holds, transfers};

/// Records a transfer, the lot that each lot became, and the wallet of the moved holds. The wallets must be saved and still be
/// locked. Each stage of an expiry alert is sent once for a lot, also after the lot has moved.
pub(crate) async fn record_transfer(
    db: &mut Connection<'_>,
    booked: &BookedTransfer,
) -> Result<(), Failure> {
    let transfer = &booked.transfer;
    if let Some(limit) = booked.limit {
        accounts::raise_limit(db, transfer.into_id, limit).await?;
    }
    transfers::insert(db, transfer).await?;
    transfers::insert_lots(db, transfer.out_txn_id, &booked.lot_transfers).await?;
    transfers::copy_alert_marks(db, transfer.out_txn_id).await?;
    holds::move_to(db, transfer.into_id, &booked.holds).await?;
    holds::move_pins(db, &booked.pin_transfers).await
}
