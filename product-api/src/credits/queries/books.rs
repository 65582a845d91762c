//! Finds books, and caches them with their websites.

use std::sync::Arc;
use std::time::Duration;

use foundation::{Connection, Failure};
use moka::future::Cache;

use crate::app::App;
use crate::caller::{Mode, SiteScope};
use crate::credits::ledger::book::{Book, BookKey, CREDIT};
use crate::credits::store;
use crate::credits::store::rows::WebsiteLink;
use crate::websites;

/// Longest age of a website's name in a response.
const NAME_CACHE_TIME: Duration = Duration::from_mins(1);

const MAX_CACHED_BOOKS: u64 = 10_000;

/// A book, and its website.
#[derive(Clone, Debug)]
pub(crate) struct BookContext {
    /// The book.
    pub(crate) book: Book,
    /// The website; none for the platform.
    pub(crate) website: Option<WebsiteLink>,
    /// The page on which customers get more credits; none for the platform.
    pub(crate) topup_url: Option<String>,
}

/// Returns the book if it exists, and creates none.
pub(crate) async fn find_book(
    app: &App,
    of: &BookKey,
) -> Result<Option<Arc<BookContext>>, Failure> {
    if let Some(context) = app.ledger.books.get(of).await {
        return Ok(Some(context));
    }
    match find(app, of).await? {
        Some(book) => cache_book(app, of, book).await.map(Some),
        None => Ok(None),
    }
}

/// Adds the website to a book, and caches both.
pub(crate) async fn cache_book(
    app: &App,
    of: &BookKey,
    book: Book,
) -> Result<Arc<BookContext>, Failure> {
    let website = match &of.website_id {
        None => None,
        Some(id) => websites::find(app, id).await?.map(|website| WebsiteLink {
            id: website.id,
            name: website.name,
            url: website.url,
        }),
    };
    let topup_url = match &website {
        Some(website) => Some(find_topup_url(app, of.mode, book.id, website).await?),
        None => None,
    };
    let context = Arc::new(BookContext {
        book,
        website,
        topup_url,
    });
    app.ledger
        .books
        .insert(of.clone(), Arc::clone(&context))
        .await;
    Ok(context)
}

/// Returns the buy page of a website that sells in this mode, else the website's own page. Refusals name it, and a spend reads
/// nothing for it: books stay cached.
async fn find_topup_url(
    app: &App,
    mode: Mode,
    book_id: i64,
    website: &WebsiteLink,
) -> Result<String, Failure> {
    let sells = {
        let mut reader = app.database.reader().await?;
        store::books::has_connection(&mut reader.connection(), book_id).await?
    };
    if !sells {
        return Ok(website.url.clone());
    }
    let query = match mode {
        Mode::Live => "",
        Mode::Test => "?test=1",
    };
    let origin = app.config.issuer.public_origin();
    Ok(format!("{origin}/buy/{}{query}", website.id))
}

/// Removes all books from this server's cache, because links to connections of Stripe changed. Other servers keep theirs for
/// up to a minute.
pub(crate) fn forget_cached_books(app: &App) {
    app.ledger.books.invalidate_all();
}

/// Returns the book of a website, or of the platform if the scope names it, if the book exists.
pub(crate) async fn find_site_book(
    db: &mut Connection<'_>,
    site: SiteScope<'_>,
) -> Result<Option<Book>, Failure> {
    let of = BookKey {
        website_id: site.website().map(ToOwned::to_owned),
        mode: site.mode,
    };
    store::books::find(db, &of, CREDIT).await
}

/// Returns the book of the platform in a mode if it exists.
pub(crate) async fn find_platform_book(
    db: &mut Connection<'_>,
    mode: Mode,
) -> Result<Option<Book>, Failure> {
    let of = BookKey {
        website_id: None,
        mode,
    };
    store::books::find(db, &of, CREDIT).await
}

async fn find(app: &App, of: &BookKey) -> Result<Option<Book>, Failure> {
    let mut reader = app.database.reader().await?;
    store::books::find(&mut reader.connection(), of, CREDIT).await
}

/// Cache of books, which never change, with the names of their websites.
pub(crate) type BookCache = Cache<BookKey, Arc<BookContext>>;

/// Creates the cache of a process.
pub(crate) fn book_cache() -> BookCache {
    Cache::builder()
        .max_capacity(MAX_CACHED_BOOKS)
        .time_to_live(NAME_CACHE_TIME)
        .build()
}
