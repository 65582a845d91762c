//! Expires bought credits before the end of their lots, in the ledger and in the money journal.

use foundation::{Connection, Failure};

use crate::app::App;
use crate::billing::journal::record_early_expiries;
use crate::credits::{LotExpiry, LotLeft, PurchaseCredits, expire_within};

/// Expires credits of lots that no hold has pinned, as `choose` decides from what is left of them; their cost becomes breakage.
/// Locks the wallets that have these credits until the transaction ends.
///
/// The caller marks the transaction with [`crate::credits::Ledger::mark_in_flight`], and has locked the row that owns the lots.
pub(crate) async fn expire_early(
    app: &App,
    db: &mut Connection<'_>,
    credits: &PurchaseCredits<'_>,
    choose: impl FnOnce(&[LotLeft]) -> Vec<LotExpiry> + Send,
) -> Result<(), Failure> {
    let expired = expire_within(app, db, credits, choose).await?;
    record_early_expiries(db, &expired).await
}
