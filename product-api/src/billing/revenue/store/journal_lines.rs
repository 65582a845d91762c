//! Pages of the money journal, in the order of their times.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::currency::{Currency, Money};
use crate::billing::revenue::journal_line::{JournalLine, LinePosition};

const LINES: &str = "\
    SELECT t.id, e.leg, t.booked_at, t.key, t.kind, e.account, e.currency, e.amount, t.payment_id, p.stripe_payment_intent, \
        CASE WHEN p.owner_kind = 'customer' THEN p.owner_id END AS customer_id \
    FROM money_txn t JOIN money_entry e ON e.txn_id = t.id LEFT JOIN payment p ON p.id = t.payment_id \
    WHERE t.book_id = $1 AND t.booked_at >= $2 AND t.booked_at <= $5 \
        AND (t.booked_at > $2 OR t.id > $3 OR t.id = $3 AND e.leg > $4) \
    ORDER BY t.booked_at, t.id, e.leg LIMIT $6";

/// Limits of a page.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::revenue) struct LineFilter {
    /// The book.
    pub(in crate::billing::revenue) book_id: i64,
    /// The time of the last entry before the page.
    pub(in crate::billing::revenue) after_time: Timestamp,
    /// The position of the last entry before the page.
    pub(in crate::billing::revenue) after_position: LinePosition,
    /// The last time of the page.
    pub(in crate::billing::revenue) until: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    leg: i16,
    booked_at: i64,
    key: String,
    kind: String,
    account: String,
    currency: String,
    amount: i64,
    payment_id: Option<String>,
    stripe_payment_intent: Option<String>,
    customer_id: Option<String>,
}

impl TryFrom<Row> for JournalLine {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let unknown = || Failure::defect("an entry of money has an unknown currency");
        Ok(Self {
            position: LinePosition {
                transaction_id: row.id,
                leg: row.leg,
            },
            booked_at: Timestamp::from_micros(row.booked_at),
            key: row.key,
            kind: row.kind,
            account: row.account,
            money: Money {
                currency: Currency::parse(&row.currency).ok_or_else(unknown)?,
                minor: row.amount,
            },
            payment_id: row.payment_id,
            stripe_payment_intent: row.stripe_payment_intent,
            customer_id: row.customer_id,
        })
    }
}

/// Reads a page of the entries of a book.
pub(in crate::billing::revenue) async fn list_lines(
    db: &mut Connection<'_>,
    filter: LineFilter,
    limit: i64,
) -> Result<Vec<JournalLine>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(LINES)
        .bind(filter.book_id)
        .bind(filter.after_time.micros())
        .bind(filter.after_position.transaction_id)
        .bind(filter.after_position.leg)
        .bind(filter.until.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("reading the money journal")?;
    rows.into_iter().map(JournalLine::try_from).collect()
}
