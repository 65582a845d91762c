//! Tables of books and their system accounts, and the numbers of writers.

use foundation::database::{SqlResultExt, portions, with_placeholders};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::caller::SiteScope;
use crate::credits::ledger::book::{Book, BookKey, SystemAccount};

const NEXT_WRITER: &str = "UPDATE ledger_writer SET last = last + 1 WHERE id = 1 RETURNING last";

const FIND_OF_WEBSITE: &str =
    "SELECT id, unit, scale FROM book WHERE website_id = $1 AND mode = $2 AND unit = $3";

const FIND_OF_PLATFORM: &str =
    "SELECT id, unit, scale FROM book WHERE website_id IS NULL AND mode = $1 AND unit = $2";

const INSERT: &str = "\
    INSERT INTO book (id, kind, website_id, mode, unit, scale, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";

const INSERT_SYSTEM_ACCOUNTS: &str =
    "INSERT INTO account (id, book_id, kind, owner_kind, owner_id, created_at) VALUES ";

const LOCK: &str = "UPDATE book SET heard = heard WHERE id = $1";

const LOCK_ALL: (&str, &str) = (
    "WITH requested (book) AS (VALUES ",
    ") UPDATE book SET heard = heard WHERE id IN (SELECT requested.book FROM requested)",
);

const SET_SUBSCRIPTION: &str = "UPDATE book SET heard = $3 WHERE website_id = $1 AND mode = $2";

// A hand-over of the website ends the link. A merge moves the website to another user, and the connection keeps its owner.
const FIND_CONNECTION: &str = "\
    SELECT s.book_id FROM book_billing s JOIN stripe_connection c ON c.id = s.connection_id \
        JOIN book b ON b.id = s.book_id JOIN websites w ON w.id = b.website_id \
    WHERE s.book_id = $1 AND c.state <> 'disconnected' \
      AND (c.owner_kind = 'platform' OR c.owner_id = w.owner_user_id \
        OR EXISTS (SELECT 1 FROM user_merges m WHERE m.from_user_id = c.owner_id \
            AND m.into_user_id = w.owner_user_id AND m.state = 'merged'))";

const LOW_AT: &str = "SELECT low_at FROM book WHERE id = $1";

const SET_LOW_AT: &str = "UPDATE book SET low_at = $2 WHERE id = $1";

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    unit: String,
    scale: i16,
}

impl From<Row> for Book {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            unit: row.unit,
            scale: row.scale,
        }
    }
}

/// Returns a number that no other start of a process has.
pub(crate) async fn next_writer(db: &mut Connection<'_>) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(NEXT_WRITER).fetch_one(c).await)
        .failed("numbering this start of the ledger")
}

/// Finds a book.
pub(crate) async fn find(
    db: &mut Connection<'_>,
    of: &BookKey,
    unit: &str,
) -> Result<Option<Book>, Failure> {
    let mode = of.mode.word();
    match &of.website_id {
        Some(website_id) => on_engine!(db, |c| sqlx::query_as::<_, Row>(FIND_OF_WEBSITE)
            .bind(website_id)
            .bind(mode)
            .bind(unit)
            .fetch_optional(c)
            .await),
        None => on_engine!(db, |c| sqlx::query_as::<_, Row>(FIND_OF_PLATFORM)
            .bind(mode)
            .bind(unit)
            .fetch_optional(c)
            .await),
    }
    .failed("reading a book")
    .map(|row| row.map(Book::from))
}

/// Creates a book with its system accounts, unless another transaction has just created it.
pub(crate) async fn insert(
    db: &mut Connection<'_>,
    of: &BookKey,
    book: &Book,
    now: Timestamp,
) -> Result<(), Failure> {
    let kind = if of.website_id.is_some() {
        "website"
    } else {
        "platform"
    };
    let is_new = on_engine!(db, |c| sqlx::query(INSERT)
        .bind(book.id)
        .bind(kind)
        .bind(&of.website_id)
        .bind(of.mode.word())
        .bind(&book.unit)
        .bind(book.scale)
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("opening a book")?;
    if !is_new {
        return Ok(());
    }
    let text = with_placeholders(db, INSERT_SYSTEM_ACCOUNTS, 6, SystemAccount::ALL.len(), "");
    on_engine!(db, |c| {
        let mut query = sqlx::query(AssertSqlSafe(text));
        for account in SystemAccount::ALL {
            query = query
                .bind(account.key_in(book.id))
                .bind(book.id)
                .bind(account.name())
                .bind("book")
                .bind("")
                .bind(now.micros());
        }
        query.execute(c).await.map(drop)
    })
    .failed("opening a book's accounts")
}

/// Locks a book until the transaction ends, so that no other transaction changes its event subscription.
pub(crate) async fn lock(db: &mut Connection<'_>, book_id: i64) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(LOCK)
        .bind(book_id)
        .execute(c)
        .await
        .map(drop))
    .failed("locking a book")
}

/// Locks several books in the same way.
pub(crate) async fn lock_all(db: &mut Connection<'_>, books: &[i64]) -> Result<(), Failure> {
    for books in portions(books) {
        let text = with_placeholders(db, LOCK_ALL.0, 1, books.len(), LOCK_ALL.1);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for book in books {
                query = query.bind(book);
            }
            query.execute(c).await.map(drop)
        })
        .failed("locking books")?;
    }
    Ok(())
}

/// Stores the event subscription of a website's books: 0 none, 1 without spend events, 2 with spend events.
pub(crate) async fn set_event_subscription(
    db: &mut Connection<'_>,
    site: SiteScope<'_>,
    subscription: i64,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET_SUBSCRIPTION)
        .bind(site.website_id)
        .bind(site.mode.word())
        .bind(subscription)
        .execute(c)
        .await
        .map(drop))
    .failed("setting an event subscription")
}

/// Returns true if a website's book sells credits through a connection to Stripe.
pub(crate) async fn has_connection(db: &mut Connection<'_>, book_id: i64) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(FIND_CONNECTION)
        .bind(book_id)
        .fetch_optional(c)
        .await
        .map(|found: Option<i64>| found.is_some()))
    .failed("finding the connection of a book")
}

/// Reads the low-balance threshold of a book, if it has one.
pub(crate) async fn low_at(db: &mut Connection<'_>, book_id: i64) -> Result<Option<i64>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(LOW_AT)
        .bind(book_id)
        .fetch_one(c)
        .await)
    .failed("reading a threshold")
}

/// Sets the low-balance threshold of a book.
pub(crate) async fn set_low_at(
    db: &mut Connection<'_>,
    book_id: i64,
    low_at: Option<i64>,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET_LOW_AT)
        .bind(book_id)
        .bind(low_at)
        .execute(c)
        .await
        .map(drop))
    .failed("setting a threshold")
}
