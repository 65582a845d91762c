//! Follows the links of books: a book that was linked to another connection gets prices there.

use std::time::Duration;

use foundation::Failure;

use super::make_prices::make_prices;
use super::pack::{MAX_ACTIVE_PACKS, PackStatus};
use super::store::links;
use super::store::packs::{self, PackPlace};
use super::store::versions::{self, VersionKey};
use crate::app::App;
use crate::billing::connections::settings_of_book;
use crate::credits::lock_book;

/// Maximum number of books that are looked at together.
const MAX_BOOKS: i64 = 20;
/// Pause between two looks at a book whose link does not count.
const RECHECK_PAUSE: Duration = Duration::from_mins(1);

/// Makes the prices of the packs of some books that were linked since their prices were made. Returns the keys of the prices,
/// claimed by this server.
pub(super) async fn follow_links(app: &App) -> Result<Vec<i64>, Failure> {
    let books = {
        let mut reader = app.database.reader().await?;
        let checked_before = app.clock.now().minus(RECHECK_PAUSE);
        links::list_changed(&mut reader.connection(), checked_before, MAX_BOOKS).await?
    };
    let mut claimed = Vec::new();
    for book_id in books {
        claimed.extend(follow_link(app, book_id).await?);
    }
    Ok(claimed)
}

async fn follow_link(app: &App, book_id: i64) -> Result<Vec<i64>, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    lock_book(&mut db, book_id).await?;
    let settings = settings_of_book(&mut db, book_id).await?;
    let active = Some(PackStatus::Active);
    let packs = packs::list(&mut db, book_id, active, PackPlace::FIRST, MAX_ACTIVE_PACKS).await?;
    let keys = packs.iter().map(|pack| VersionKey {
        pack_id: &pack.id,
        version: pack.latest,
    });
    let keys: Vec<VersionKey<'_>> = keys.collect();
    let connection_id = settings.connection_id.as_deref();
    let newest = versions::read(&mut db, &keys, connection_id).await?;
    let claimed = make_prices(app, &mut db, &settings, &newest).await?;
    links::save(&mut db, book_id, connection_id, app.clock.now()).await?;
    transaction.commit().await?;
    Ok(claimed)
}
