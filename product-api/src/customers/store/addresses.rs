//! Stored email addresses of customers, for a report.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

const ADDRESSES: &str =
    "SELECT id, website_id, mode, email FROM customers WHERE id > $1 ORDER BY id LIMIT $2";

/// A customer with its stored address.
#[derive(Debug, sqlx::FromRow)]
pub(in crate::customers) struct StoredAddress {
    pub(in crate::customers) id: String,
    pub(in crate::customers) website_id: String,
    pub(in crate::customers) mode: String,
    pub(in crate::customers) email: Option<String>,
}

/// Returns some customers after an id, ordered by id.
pub(in crate::customers) async fn kept_addresses(
    db: &mut Connection<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<StoredAddress>, Failure> {
    on_engine!(db, |c| sqlx::query_as(ADDRESSES)
        .bind(after)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("reading customers' addresses")
}
