//! Records that an owner has begun a trial; the record is never removed.

use foundation::{Connection, Failure};

use super::find_identities::{find_identities, identity_of_card};
use super::store;
use crate::app::App;
use crate::credits::WalletKey;

/// Records the trial under all names of the owner, and under the card with which it was begun. A repetition changes nothing.
pub(crate) async fn record_trial(
    app: &App,
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    card: Option<&str>,
) -> Result<(), Failure> {
    let mut identities = find_identities(app, db, &wallet.owner).await?;
    if let Some(fingerprint) = card {
        identities.push(identity_of_card(app, fingerprint)?);
    }
    for identity in identities {
        store::record(db, wallet.book_id, &identity, app.clock.now()).await?;
    }
    Ok(())
}

/// Records that a trial of the book was begun with a card; false if one was before. Of two trials that begin with a card at once, the
/// second waits for the first to commit.
pub(crate) async fn record_card(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    fingerprint: &str,
) -> Result<bool, Failure> {
    let card = identity_of_card(app, fingerprint)?;
    store::record(db, book_id, &card, app.clock.now()).await
}
