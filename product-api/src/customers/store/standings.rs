//! Customers of a page with their credits, in one statement; and the terms of these.

use foundation::database::{Failed, filled};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::people::Row;
use crate::caller::Mode;
use crate::customers::standing::{Listed, Terms};

/// Maximum amount of credits.
const LARGEST: i64 = 9_007_199_254_740_991;

const TERMS: &str = "\
    SELECT id, scale, low_at FROM book WHERE website_id = $1 AND mode = $2 AND unit = 'credit'";

/// The time of the query, but not before the last booking, as for an operation.
macro_rules! at {
    () => {
        "CASE WHEN a.last_booked_at > asked.now THEN a.last_booked_at ELSE asked.now END"
    };
}

/// The remaining credits of expired holds.
macro_rules! left {
    ($($condition:literal)?) => {
        concat!(
            "(SELECT CAST(SUM(h.amount - h.captured - h.released) AS BIGINT) FROM hold h \
               WHERE h.account_id = a.id AND h.closed_at IS NULL AND h.expires_at <= ", at!(), $($condition,)? ")"
        )
    };
}

/// Expiries that are due and not booked yet are subtracted while reading, as in a balance.
const LISTED: (&str, &str) = (
    "WITH asked (place, customer, book, now) AS (VALUES ",
    concat!(
        ") SELECT asked.place, c.id, c.external_id, c.user_id, c.email, c.name, c.subscribed, c.created_at, c.user_shown, \
            c.merged_into, TRUE AS is_used, \
            COALESCE((SELECT u.is_active FROM users u WHERE u.id = c.user_id), TRUE) AS holder_is_active, \
            a.posted, a.held, a.overdraft_limit, d.posted AS debt, \
            (SELECT CAST(SUM(l.remaining - l.held) AS BIGINT) FROM lot l \
              WHERE l.account_id = a.id AND l.closed_at IS NULL AND l.expires_at <= ",
        at!(),
        ") AS due, ",
        left!(),
        " AS held_due, ",
        left!(" AND h.on_expiry = 'capture'"),
        " AS capture_due, \
            (SELECT CAST(SUM(p.amount) AS BIGINT) FROM hold h JOIN hold_lot p ON p.hold_id = h.id JOIN lot l ON l.id = p.lot_id \
              WHERE h.account_id = a.id AND h.closed_at IS NULL AND h.on_expiry = 'release' AND h.expires_at <= ",
        at!(),
        " AND l.expires_at <= ",
        at!(),
        ") AS let_go_due, \
            (SELECT t.booked_at FROM txn t WHERE t.account_id = a.id AND t.booked_at <= ",
        at!(),
        " AND t.kind NOT IN ('expiry', 'transfer') ORDER BY t.booked_at DESC, t.n DESC LIMIT 1) AS booked_at, \
            (SELECT h.opened_at FROM hold h WHERE h.account_id = a.id AND h.opened_at <= ",
        at!(),
        " ORDER BY h.opened_at DESC, h.id DESC LIMIT 1) AS held_at \
        FROM asked JOIN customers c ON c.id = asked.customer \
        LEFT JOIN account a ON a.book_id = asked.book AND a.kind = 'wallet' AND a.owner_kind = 'customer' AND a.owner_id = c.id \
        LEFT JOIN account d ON d.id = a.debt_account_id"
    ),
);

#[derive(sqlx::FromRow)]
struct ListedRow {
    place: i64,
    #[sqlx(flatten)]
    row: Row,
    posted: Option<i64>,
    held: Option<i64>,
    overdraft_limit: Option<i64>,
    debt: Option<i64>,
    due: Option<i64>,
    held_due: Option<i64>,
    capture_due: Option<i64>,
    let_go_due: Option<i64>,
    booked_at: Option<i64>,
    held_at: Option<i64>,
}

impl ListedRow {
    fn available(&self) -> i64 {
        let of = Option::unwrap_or_default;
        let posted = of(self.posted) - of(self.due) - of(self.capture_due) - of(self.let_go_due);
        let held = of(self.held) - of(self.held_due);
        let overdraft_left = (of(self.overdraft_limit) - of(self.debt)).max(0);
        (posted - held + overdraft_left).min(LARGEST)
    }

    fn into_listed(self, scale: i16) -> Listed {
        Listed {
            available: self.available(),
            scale,
            last_seen_at: self.booked_at.max(self.held_at).map(Timestamp::from_micros),
            customer: self.row.into(),
        }
    }
}

/// Returns the terms of a website's customers; default terms before the first booking there.
pub(in crate::customers) async fn terms(
    db: &mut Connection<'_>,
    (website_id, mode): (&str, Mode),
) -> Result<Terms, Failure> {
    let found: Option<(i64, i16, Option<i64>)> = on_engine!(db, |c| sqlx::query_as(TERMS)
        .bind(website_id)
        .bind(mode.word())
        .fetch_optional(c)
        .await)
    .failed("reading a book's terms")?;
    let of_row = |(book_id, scale, low_at): (i64, i16, Option<i64>)| Terms {
        book_id,
        scale,
        low_at: low_at.unwrap_or_default(),
    };
    Ok(found.map(of_row).unwrap_or_default())
}

/// Returns customers with their credits at a time, in the order of the given ids.
pub(in crate::customers) async fn listed(
    db: &mut Connection<'_>,
    ids: &[&str],
    terms: Terms,
    now: Timestamp,
) -> Result<Vec<Listed>, Failure> {
    let places: Vec<(i64, &str)> = (0_i64..).zip(ids.iter().copied()).collect();
    let mut rows: Vec<ListedRow> = Vec::with_capacity(ids.len());
    for portion in filled(&places, 4) {
        let text = portion.text(db, LISTED);
        let some: Vec<ListedRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for ((place, id), there) in portion.rows() {
                query = query
                    .bind(*place)
                    .bind(there.some(*id))
                    .bind(terms.book_id)
                    .bind(now.micros());
            }
            query.fetch_all(c).await
        })
        .failed("reading customers and their credits")?;
        rows.extend(some);
    }
    rows.sort_unstable_by_key(|row| row.place);
    let listed = rows.into_iter().map(|row| row.into_listed(terms.scale));
    Ok(listed.collect())
}

/// The statement assembled here, for the test of the query plan.
#[cfg(test)]
pub(crate) const LISTED_TEXT: (&str, &str) = LISTED;
