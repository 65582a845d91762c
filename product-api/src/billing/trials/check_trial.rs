//! Checks that an owner had no trial before, under any of the owner's names.

use foundation::{Connection, Failure};

use super::find_identities::find_identities;
use super::store;
use crate::app::App;
use crate::credits::WalletKey;

/// Returns true if a name of the owner has begun a trial in the book.
pub(crate) async fn has_used_trial(
    app: &App,
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<bool, Failure> {
    for identity in find_identities(app, db, &wallet.owner).await? {
        if store::is_used(db, wallet.book_id, &identity).await? {
            return Ok(true);
        }
    }
    Ok(false)
}
