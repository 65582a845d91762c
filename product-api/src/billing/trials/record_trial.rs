//! Records that an owner has begun a trial; the record is never removed.

use foundation::{Connection, Failure};

use super::find_identities::find_identities;
use super::store;
use crate::app::App;
use crate::credits::WalletKey;

/// Records the trial under all names of the owner. A repetition changes nothing.
pub(crate) async fn record_trial(
    app: &App,
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<(), Failure> {
    for identity in find_identities(app, db, &wallet.owner).await? {
        store::record(db, wallet.book_id, &identity, app.clock.now()).await?;
    }
    Ok(())
}
