//! Checks that an owner had no trial before, under any of the owner's names.

use foundation::{Connection, Failure};

use super::find_identities::{find_identities, identity_of_card};
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

/// Returns true if a trial of the book was begun with a card.
pub(crate) async fn is_card_used(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    fingerprint: &str,
) -> Result<bool, Failure> {
    let card = identity_of_card(app, fingerprint)?;
    store::is_used(db, book_id, &card).await
}
