//! Subscriptions that Stripe still bills, by their connection and by their website.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

const OF_CONNECTION: &str = "\
    SELECT id FROM subscription WHERE connection_id = $1 AND status NOT IN ('canceled', 'incomplete_expired') \
    ORDER BY id LIMIT 1";

// A connection of the platform stays linked. Without the addition, SQLite would read all subscriptions that the book ever had.
const OF_WEBSITE: &str = "\
    SELECT s.id FROM book b CROSS JOIN book_billing l CROSS JOIN stripe_connection c CROSS JOIN subscription s \
    WHERE b.website_id = $1 AND l.book_id = b.id AND c.id = l.connection_id AND c.owner_kind = 'user' \
        AND s.connection_id = l.connection_id AND s.book_id + 0 = b.id \
        AND s.status NOT IN ('canceled', 'incomplete_expired') \
    LIMIT 1";

/// Finds a subscription of a connection that is not over.
pub(in crate::billing::connections) async fn find_of_connection(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<Option<String>, Failure> {
    find_by(db, OF_CONNECTION, connection_id).await
}

/// Finds a subscription of a website that is not over, in both modes.
pub(in crate::billing::connections) async fn find_of_website(
    db: &mut Connection<'_>,
    website_id: &str,
) -> Result<Option<String>, Failure> {
    find_by(db, OF_WEBSITE, website_id).await
}

async fn find_by(
    db: &mut Connection<'_>,
    statement: &'static str,
    id: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(statement)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("finding a live subscription")
}
