//! Follows the links of books: a book that was linked to another connection gets prices there.

use std::time::Duration;

use foundation::Failure;

use super::item::{ItemKind, ItemStatus, MAX_ACTIVE_ITEMS};
use super::make_prices::make_prices;
use super::store::items::{self, ItemPosition};
use super::store::links;
use super::store::versions::{self, VersionKey};
use crate::app::App;
use crate::billing::connections::settings_of_book;
use crate::credits::lock_book;

/// Maximum number of books that are looked at together.
const MAX_BOOKS: i64 = 20;
/// Pause between two looks at a book whose link does not count.
const RECHECK_PAUSE: Duration = Duration::from_mins(1);

/// Makes the prices of the packs and plans of some books that were linked since their prices were made. Returns the keys of the prices,
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
    let active = Some(ItemStatus::Active);
    let connection_id = settings.connection_id.as_deref();
    let mut claimed = Vec::new();
    for kind in ItemKind::ALL {
        let first = ItemPosition::first(kind);
        let items = items::list(&mut db, book_id, active, first, MAX_ACTIVE_ITEMS).await?;
        let keys = items.iter().map(|item| VersionKey {
            item_id: &item.id,
            version: item.latest,
        });
        let keys: Vec<VersionKey<'_>> = keys.collect();
        let newest = versions::read(&mut db, kind, &keys, connection_id).await?;
        claimed.extend(make_prices(app, &mut db, &settings, &newest).await?);
    }
    links::save(&mut db, book_id, connection_id, app.clock.now()).await?;
    transaction.commit().await?;
    Ok(claimed)
}
