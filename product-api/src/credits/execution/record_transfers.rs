//! Records transfers between the wallets of merged customers.

use foundation::{Connection, Failure};

use crate::credits::ledger::merge_transfer::{BookedTransfer, WalletTransfer};
use crate::credits::ledger::transfer::LotTransfer;
use crate::credits::store::{accounts, transfers};

/// Records transfers, and the lot that each lot became. The wallets must be saved and still be locked. Each stage of an expiry
/// alert is sent once for a lot, also after the lot has moved.
pub(crate) async fn record_transfers(
    db: &mut Connection<'_>,
    booked: &[BookedTransfer],
) -> Result<(), Failure> {
    for one in booked {
        if let Some(limit) = one.limit {
            accounts::raise_limit(db, one.transfer.into_id, limit).await?;
        }
    }
    let transfers: Vec<&WalletTransfer> = booked.iter().map(|one| &one.transfer).collect();
    let lot_transfers = booked.iter().flat_map(|one| {
        let out_txn_id = one.transfer.out_txn_id;
        one.lot_transfers
            .iter()
            .map(move |lot_transfer| (out_txn_id, lot_transfer))
    });
    let lot_transfers: Vec<(i64, &LotTransfer)> = lot_transfers.collect();
    let ids: Vec<i64> = transfers.iter().map(|one| one.out_txn_id).collect();
    transfers::insert(db, &transfers).await?;
    transfers::insert_lots(db, &lot_transfers).await?;
    transfers::keep_told(db, &ids).await
}
