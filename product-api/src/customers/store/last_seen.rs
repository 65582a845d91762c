//! Customers of a page with the times of their last operations, and the terms of their credits.

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::customers::Row;
use crate::caller::SiteScope;
use crate::customers::customer::Customer;
use crate::customers::listed_customer::BookTerms;

const TERMS: &str = "\
    SELECT id, scale, low_at FROM book WHERE website_id = $1 AND mode = $2 AND unit = 'credit'";

const LAST_SEEN: (&str, &str) = (
    "WITH requested (position, customer, book, now) AS (VALUES ",
    ") SELECT requested.position, c.id, c.external_id, c.user_id, c.email, c.name, c.subscribed, c.created_at, c.user_shown, \
        c.merged_into, TRUE AS is_used, \
        COALESCE((SELECT u.is_active FROM users u WHERE u.id = c.user_id), TRUE) AS holder_is_active, \
        (SELECT t.booked_at FROM txn t WHERE t.account_id = a.id AND t.booked_at <= a.last_booked_at \
            AND t.kind NOT IN ('expiry', 'transfer') ORDER BY t.booked_at DESC, t.n DESC LIMIT 1) AS booked_at, \
        (SELECT h.opened_at FROM hold h WHERE h.account_id = a.id AND h.opened_at <= requested.now \
            ORDER BY h.opened_at DESC, h.id DESC LIMIT 1) AS held_at \
     FROM requested JOIN customers c ON c.id = requested.customer \
     LEFT JOIN account a ON a.book_id = requested.book AND a.kind = 'wallet' AND a.owner_kind = 'customer' AND a.owner_id = c.id",
);

#[derive(sqlx::FromRow)]
struct LastSeenRow {
    position: i64,
    #[sqlx(flatten)]
    row: Row,
    booked_at: Option<i64>,
    held_at: Option<i64>,
}

/// A customer, and the time of its last operation.
#[derive(Clone, Debug)]
pub(in crate::customers) struct CustomerLastSeen {
    pub(in crate::customers) customer: Customer,
    pub(in crate::customers) last_seen_at: Option<Timestamp>,
}

impl From<LastSeenRow> for CustomerLastSeen {
    fn from(row: LastSeenRow) -> Self {
        let seen = row.booked_at.max(row.held_at);
        Self {
            customer: row.row.into(),
            last_seen_at: seen.map(Timestamp::from_micros),
        }
    }
}

/// Returns the terms of a website's customers; default terms before the first booking there.
pub(in crate::customers) async fn terms(
    db: &mut Connection<'_>,
    SiteScope { website_id, mode }: SiteScope<'_>,
) -> Result<BookTerms, Failure> {
    let found: Option<(i64, i16, Option<i64>)> = on_engine!(db, |c| sqlx::query_as(TERMS)
        .bind(website_id)
        .bind(mode.word())
        .fetch_optional(c)
        .await)
    .failed("reading a book's terms")?;
    let of_row = |(book_id, scale, low_at): (i64, i16, Option<i64>)| BookTerms {
        book_id,
        scale,
        low_at: low_at.unwrap_or_default(),
    };
    Ok(found.map(of_row).unwrap_or_default())
}

/// Returns customers with the times of their last operations in a book until now, in the order of the given ids.
pub(in crate::customers) async fn last_seen(
    db: &mut Connection<'_>,
    ids: &[&str],
    book_id: i64,
    now: Timestamp,
) -> Result<Vec<CustomerLastSeen>, Failure> {
    let positions: Vec<(i64, &str)> = (0_i64..).zip(ids.iter().copied()).collect();
    let mut rows: Vec<LastSeenRow> = Vec::with_capacity(ids.len());
    for portion in padded(&positions, 4) {
        let text = portion.text(db, LAST_SEEN);
        let some: Vec<LastSeenRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for ((position, id), there) in portion.rows() {
                query = query
                    .bind(*position)
                    .bind(there.some(*id))
                    .bind(book_id)
                    .bind(now.micros());
            }
            query.fetch_all(c).await
        })
        .failed("reading customers and when they were seen")?;
        rows.extend(some);
    }
    rows.sort_unstable_by_key(|row| row.position);
    Ok(rows.into_iter().map(CustomerLastSeen::from).collect())
}
