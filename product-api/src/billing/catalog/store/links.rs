//! The table of connections for which the prices of books were made.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

/// A book whose link does not count is looked at again later.
const LIST_CHANGED: &str = "\
    SELECT b.book_id FROM book_billing b LEFT JOIN catalog_link l ON l.book_id = b.book_id \
    WHERE b.connection_id IS NOT NULL \
        AND (l.book_id IS NULL OR (l.connection_id <> b.connection_id AND (l.connection_id <> '' OR l.checked_at <= $1))) \
    ORDER BY b.book_id LIMIT $2";

const SAVE: &str = "\
    INSERT INTO catalog_link (book_id, connection_id, checked_at) VALUES ($1, $2, $3) \
    ON CONFLICT (book_id) DO UPDATE SET connection_id = excluded.connection_id, checked_at = excluded.checked_at";

/// Lists books that were linked to another connection since their prices were made. A book whose link did not count is listed
/// if it was checked last before a time.
pub(in crate::billing::catalog) async fn list_changed(
    db: &mut Connection<'_>,
    checked_before: Timestamp,
    limit: i64,
) -> Result<Vec<i64>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(LIST_CHANGED)
        .bind(checked_before.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing books with another connection")
}

/// Stores the connection for which the prices of a book were made; none while the link does not count.
pub(in crate::billing::catalog) async fn save(
    db: &mut Connection<'_>,
    book_id: i64,
    connection_id: Option<&str>,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SAVE)
        .bind(book_id)
        .bind(connection_id.unwrap_or_default())
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("storing the connection of a book's prices")
}
