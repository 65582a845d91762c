//! Opens the ledger at the start of a process, and its books at their first use.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use foundation::{Clock, Connection, Database, Failure, Timestamp};
use moka::future::Cache;

use super::account::{Owner, WalletOf};
use super::balance::Site;
use super::book::{Book, BookOf, CREDIT, KEYS_OF_A_BOOK};
use super::coalescer::Coalescer;
use super::keys::Keys;
use super::settled::settled;
use super::store;
use super::turns::Turns;
use super::under_way::UnderWay;
use crate::app::App;
use crate::caller::SiteScope;
use crate::config::LedgerConfig;
use crate::websites;

/// Longest age of a website's name in a response.
const NAMES_KEPT: Duration = Duration::from_mins(1);
const MAX_CACHED_BOOKS: u64 = 10_000;

/// State that a process needs to write in the ledger.
pub(crate) struct Ledger {
    /// Assigns the keys of rows.
    pub(super) keys: Arc<Keys>,
    /// Batches operations.
    pub(super) coalescer: Coalescer,
    /// Queues verifications.
    pub(super) verifying: Turns,
    /// Caches books, which never change, with the names of their websites.
    shelves: Cache<BookOf, Arc<Shelf>>,
}

/// A book, and its website.
#[derive(Clone, Debug)]
pub(super) struct Shelf {
    /// The book.
    pub(super) book: Book,
    /// The website; none for the platform.
    pub(super) website: Option<Site>,
}

impl Ledger {
    /// Marks a transaction that will write ledger rows as in flight. The caller keeps the mark until the transaction has ended.
    pub(crate) fn under_way<'k>(&'k self, clock: &'k Clock) -> UnderWay<'k> {
        self.keys.under_way(clock)
    }

    /// Counts the operations that wait for their transaction.
    pub(crate) fn waiting(&self) -> usize {
        self.coalescer.waiting()
    }

    /// Returns the writer number of this start, and its key below which no more row will appear.
    pub(crate) fn whole_before(&self, clock: &Clock) -> (i64, i64) {
        (self.keys.writer(), self.keys.whole_before(clock))
    }

    /// Returns a key that no row has. Other modules use it for rows that transactions name.
    pub(crate) fn next_key(&self) -> i64 {
        self.keys.next()
    }

    /// Returns the credits that customers can spend, by their ids; none for a customer without a wallet in the book. The
    /// connection is of a snapshot.
    pub(crate) async fn available(
        &self,
        db: &mut Connection<'_>,
        book_id: i64,
        customer_ids: &[&str],
        now: Timestamp,
    ) -> Result<HashMap<String, i64>, Failure> {
        let wallet = |id: &&str| WalletOf {
            book_id,
            owner: Owner::Customer((*id).to_owned()),
        };
        let wallets: Vec<WalletOf> = customer_ids.iter().map(wallet).collect();
        let settled = settled(db, &wallets, now, &self.keys).await?;
        let available = settled.into_iter().filter_map(|(of, settled)| {
            let id = of.owner.customer_id()?.to_owned();
            Some((id, settled.account.available()))
        });
        Ok(available.collect())
    }
    /// Opens the ledger: takes the writer number on which the keys of this start depend.
    pub(crate) async fn open(database: &Database, config: &LedgerConfig) -> Result<Self, Failure> {
        let mut transaction = database.begin().await?;
        let number = store::books::next_writer(&mut transaction.connection()).await?;
        transaction.commit().await?;
        let keys = Keys::of_writer(number)
            .ok_or_else(|| Failure::defect("the ledger has run out of keys"))?;
        let shelves = Cache::builder()
            .max_capacity(MAX_CACHED_BOOKS)
            .time_to_live(NAMES_KEPT)
            .build();
        Ok(Self {
            keys: Arc::new(keys),
            coalescer: Coalescer::of(database, config),
            verifying: Turns::default(),
            shelves,
        })
    }
}

/// Returns the key of a website's book, which is created at its first use.
pub(crate) async fn book_of(app: &App, site: SiteScope<'_>) -> Result<i64, Failure> {
    let of = BookOf {
        website_id: Some(site.website_id.to_owned()),
        mode: site.mode,
    };
    Ok(shelf(app, &of).await?.book.id)
}

/// Returns the book of a website or of the platform, which is created at its first use.
///
/// Call it before the operation's transaction begins, so that no request holds one connection while it waits for another.
pub(super) async fn shelf(app: &App, of: &BookOf) -> Result<Arc<Shelf>, Failure> {
    if let Some(shelf) = known_shelf(app, of).await? {
        return Ok(shelf);
    }
    let book = open_book(app, of).await?;
    remembered(app, of, book).await
}

/// Returns the book if it exists, and creates none.
pub(super) async fn known_shelf(app: &App, of: &BookOf) -> Result<Option<Arc<Shelf>>, Failure> {
    if let Some(shelf) = app.ledger.shelves.get(of).await {
        return Ok(Some(shelf));
    }
    match find(app, of).await? {
        Some(book) => remembered(app, of, book).await.map(Some),
        None => Ok(None),
    }
}

async fn remembered(app: &App, of: &BookOf, book: Book) -> Result<Arc<Shelf>, Failure> {
    let website = match &of.website_id {
        None => None,
        Some(id) => websites::find(app, id).await?.map(|website| Site {
            id: website.id,
            name: website.name,
            url: website.url,
        }),
    };
    let shelf = Arc::new(Shelf { book, website });
    app.ledger
        .shelves
        .insert(of.clone(), Arc::clone(&shelf))
        .await;
    Ok(shelf)
}

/// Returns the book of a website if it exists.
pub(crate) async fn known_book(
    db: &mut Connection<'_>,
    site: SiteScope<'_>,
) -> Result<Option<Book>, Failure> {
    let of = BookOf {
        website_id: Some(site.website_id.to_owned()),
        mode: site.mode,
    };
    store::books::find(db, &of, CREDIT).await
}

async fn find(app: &App, of: &BookOf) -> Result<Option<Book>, Failure> {
    let mut reader = app.database.reader().await?;
    store::books::find(&mut reader.connection(), of, CREDIT).await
}

async fn open_book(app: &App, of: &BookOf) -> Result<Book, Failure> {
    let scale = match &of.website_id {
        Some(id) => websites::scale_of(app, id).await?,
        None => 0,
    };
    let book = Book {
        id: app.ledger.keys.next_of(KEYS_OF_A_BOOK),
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
