//! Opens the books of websites and of the platform at their first use.

use std::sync::Arc;

use foundation::Failure;

use crate::app::App;
use crate::caller::{Mode, SiteScope};
use crate::credits::ledger::book::{Book, BookKey, CREDIT, IDS_PER_BOOK};
use crate::credits::queries::books::{BookContext, cache_book, find_book};
use crate::credits::store;
use crate::websites;

/// Returns the key of a website's book, which is created at its first use.
pub(crate) async fn open_site_book(app: &App, site: SiteScope<'_>) -> Result<i64, Failure> {
    let of = BookKey {
        website_id: site.website().map(ToOwned::to_owned),
        mode: site.mode,
    };
    Ok(open_book(app, &of).await?.book.id)
}

/// Returns the key of the platform's book in a mode, which is created at its first use.
pub(crate) async fn open_platform_book(app: &App, mode: Mode) -> Result<i64, Failure> {
    let of = BookKey {
        website_id: None,
        mode,
    };
    Ok(open_book(app, &of).await?.book.id)
}

/// Returns the book of a website or of the platform, which is created at its first use.
///
/// Call it before the operation's transaction begins, so that no request holds one connection while it waits for another.
pub(crate) async fn open_book(app: &App, of: &BookKey) -> Result<Arc<BookContext>, Failure> {
    if let Some(context) = find_book(app, of).await? {
        return Ok(context);
    }
    let book = create_book(app, of).await?;
    cache_book(app, of, book).await
}

async fn create_book(app: &App, of: &BookKey) -> Result<Book, Failure> {
    let scale = match &of.website_id {
        Some(id) => websites::scale_of(app, id).await?,
        None => 0,
    };
    let book = Book {
        id: app.ledger.keys.next_of(IDS_PER_BOOK),
        unit: CREDIT.to_owned(),
        scale,
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::books::insert(&mut db, of, &book, app.clock.now()).await?;
    // Another server may have inserted the book first: its row counts.
    let found = store::books::find(&mut db, of, CREDIT).await?;
    transaction.commit().await?;
    found.ok_or_else(|| Failure::defect("a book was opened and is not there"))
}
