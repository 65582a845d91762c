//! Sums of the money journal and of the costs of lots.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::scope::RevenueScope;
use crate::billing::currency::{Currency, Money};
use crate::billing::journal::{AccountingDay, MoneyAccount, MoneyTransactionKind};
use crate::billing::revenue::accounting_period::AccountingPeriod;
use crate::billing::revenue::revenue_sums::{DayDiscount, DaySum};

/// Sums by day; 86400000000 microseconds are a day.
macro_rules! days {
    ($books:literal, $condition:literal) => {
        concat!(
            "SELECT t.booked_at / 86400000000 AS day, e.currency, e.account, t.kind, CAST(SUM(e.amount) AS BIGINT) AS amount \
             FROM ",
            $books,
            "money_txn t JOIN money_entry e ON e.txn_id = t.id WHERE ",
            $condition,
            " AND t.booked_at >= $2 AND t.booked_at <= $3 \
             GROUP BY t.booked_at / 86400000000, e.currency, e.account, t.kind ORDER BY day, e.currency, e.account, t.kind"
        )
    };
}

const DAYS_OF_BOOK: &str = days!("", "t.book_id = $1");

const DAYS_OF_MODE: &str = days!("book b CROSS JOIN ", "b.mode = $1 AND t.book_id = b.id");

/// Discounts by day. They are not in the journal, because they move no money.
macro_rules! discounts {
    ($books:literal, $condition:literal) => {
        concat!(
            "SELECT t.booked_at / 86400000000 AS day, p.currency, CAST(SUM(p.discount_minor) AS BIGINT) AS amount FROM ",
            $books,
            "money_txn t JOIN payment p ON p.id = t.payment_id WHERE ",
            $condition,
            " AND t.booked_at >= $2 AND t.booked_at <= $3 AND t.kind = 'payment' AND p.discount_minor > 0 \
             GROUP BY t.booked_at / 86400000000, p.currency ORDER BY day, p.currency"
        )
    };
}

const DISCOUNTS_OF_BOOK: &str = discounts!("", "t.book_id = $1");

const DISCOUNTS_OF_MODE: &str =
    discounts!("book b CROSS JOIN ", "b.mode = $1 AND t.book_id = b.id");

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[
    DAYS_OF_BOOK,
    DAYS_OF_MODE,
    DISCOUNTS_OF_BOOK,
    DISCOUNTS_OF_MODE,
];

const DEFERRED: &str = "\
    SELECT e.currency, CAST(-SUM(e.amount) AS BIGINT) AS amount \
    FROM money_txn t JOIN money_entry e ON e.txn_id = t.id \
    WHERE t.book_id = $1 AND t.booked_at <= $2 AND e.account = 'deferred' GROUP BY e.currency ORDER BY e.currency";

// The family of a lot is the lot and all lots to which merges have moved its credits. The lower limit of the keys leads SQLite to
// the index of open lots.
const LOTS: &str = "\
    WITH RECURSIVE family (root, lot_id) AS ( \
        SELECT lot_id, lot_id FROM recognition WHERE book_id = $1 AND is_open AND lot_id > 0 \
        UNION SELECT f.root, t.to_lot_id FROM family f CROSS JOIN lot_transfer t WHERE t.from_lot_id = f.lot_id), \
    held AS ( \
        SELECT f.root, CAST(SUM(l.remaining) AS BIGINT) AS remaining \
        FROM family f CROSS JOIN lot l WHERE l.id = f.lot_id GROUP BY f.root) \
    SELECT r.created_at / 86400000000 AS day, r.currency, COUNT(*) AS lots, CAST(SUM(h.remaining) AS BIGINT) AS credits, \
        CAST(SUM(r.cost_minor - r.earned - r.broken - r.returned) AS BIGINT) AS deferred_minor \
    FROM held h CROSS JOIN recognition r \
    WHERE r.lot_id = h.root AND r.cost_minor > r.earned + r.broken + r.returned \
    GROUP BY r.created_at / 86400000000, r.currency ORDER BY day, r.currency";

fn unknown_currency() -> Failure {
    Failure::defect("an entry of money has an unknown currency")
}

fn unknown_name() -> Failure {
    Failure::defect("an entry of money has an unknown account or cause")
}

#[derive(sqlx::FromRow)]
struct DayRow {
    day: i64,
    currency: String,
    account: String,
    kind: String,
    amount: i64,
}

/// Adds up the entries by day, currency, account and cause.
pub(in crate::billing::revenue) async fn sum_days(
    db: &mut Connection<'_>,
    scope: RevenueScope,
    period: AccountingPeriod,
) -> Result<Vec<DaySum>, Failure> {
    let (first, last) = limits(period);
    let rows: Result<Vec<DayRow>, sqlx::Error> = match scope {
        RevenueScope::Book(book_id) => on_engine!(db, |c| sqlx::query_as(DAYS_OF_BOOK)
            .bind(book_id)
            .bind(first)
            .bind(last)
            .fetch_all(c)
            .await),
        RevenueScope::Mode(mode) => on_engine!(db, |c| sqlx::query_as(DAYS_OF_MODE)
            .bind(mode.word())
            .bind(first)
            .bind(last)
            .fetch_all(c)
            .await),
    };
    let rows = rows.failed("summing the money journal")?;
    let sum = |row: DayRow| -> Result<DaySum, Failure> {
        Ok(DaySum {
            day: AccountingDay::from_number(row.day),
            currency: Currency::parse(&row.currency).ok_or_else(unknown_currency)?,
            account: MoneyAccount::from_name(&row.account).ok_or_else(unknown_name)?,
            kind: MoneyTransactionKind::from_name(&row.kind).ok_or_else(unknown_name)?,
            amount: row.amount,
        })
    };
    rows.into_iter().map(sum).collect()
}

#[derive(sqlx::FromRow)]
struct DiscountRow {
    day: i64,
    currency: String,
    amount: i64,
}

/// Adds up the discounts of payments by day and currency.
pub(in crate::billing::revenue) async fn sum_discounts(
    db: &mut Connection<'_>,
    scope: RevenueScope,
    period: AccountingPeriod,
) -> Result<Vec<DayDiscount>, Failure> {
    let (first, last) = limits(period);
    let rows: Result<Vec<DiscountRow>, sqlx::Error> = match scope {
        RevenueScope::Book(book_id) => on_engine!(db, |c| sqlx::query_as(DISCOUNTS_OF_BOOK)
            .bind(book_id)
            .bind(first)
            .bind(last)
            .fetch_all(c)
            .await),
        RevenueScope::Mode(mode) => on_engine!(db, |c| sqlx::query_as(DISCOUNTS_OF_MODE)
            .bind(mode.word())
            .bind(first)
            .bind(last)
            .fetch_all(c)
            .await),
    };
    let discount = |row: DiscountRow| -> Result<DayDiscount, Failure> {
        Ok(DayDiscount {
            day: AccountingDay::from_number(row.day),
            currency: Currency::parse(&row.currency).ok_or_else(unknown_currency)?,
            amount: row.amount,
        })
    };
    let rows = rows.failed("summing discounts")?;
    rows.into_iter().map(discount).collect()
}

/// Returns the first and the last microsecond of a period.
fn limits(period: AccountingPeriod) -> (i64, i64) {
    let (from, to) = (period.from.first_moment(), period.to.last_moment());
    (from.micros(), to.micros())
}

/// Returns the deferred money of a book at a time, by currency.
pub(in crate::billing::revenue) async fn deferred_at(
    db: &mut Connection<'_>,
    book_id: i64,
    at: Timestamp,
) -> Result<Vec<Money>, Failure> {
    let rows: Vec<(String, i64)> = on_engine!(db, |c| sqlx::query_as(DEFERRED)
        .bind(book_id)
        .bind(at.micros())
        .fetch_all(c)
        .await)
    .failed("summing deferred money")?;
    let money = |(currency, minor): (String, i64)| -> Result<Money, Failure> {
        let currency = Currency::parse(&currency).ok_or_else(unknown_currency)?;
        Ok(Money { currency, minor })
    };
    rows.into_iter().map(money).collect()
}

/// Lots of one day and currency that have a deferred cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::billing::revenue) struct DeferredLots {
    /// The day of the purchase.
    pub(in crate::billing::revenue) day: AccountingDay,
    pub(in crate::billing::revenue) currency: Currency,
    /// The number of lots.
    pub(in crate::billing::revenue) lots: i64,
    /// Credits that are left, wherever merges have moved them.
    pub(in crate::billing::revenue) credits: i64,
    /// The deferred part of the costs, in minor units.
    pub(in crate::billing::revenue) deferred_minor: i64,
}

#[derive(sqlx::FromRow)]
struct LotsRow {
    day: i64,
    currency: String,
    lots: i64,
    credits: i64,
    deferred_minor: i64,
}

/// Returns the lots of a book that have a deferred cost now, by the day of their purchase.
pub(in crate::billing::revenue) async fn deferred_lots(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<Vec<DeferredLots>, Failure> {
    let rows: Vec<LotsRow> = on_engine!(db, |c| sqlx::query_as(LOTS)
        .bind(book_id)
        .fetch_all(c)
        .await)
    .failed("summing the costs of lots")?;
    let lots = |row: LotsRow| -> Result<DeferredLots, Failure> {
        Ok(DeferredLots {
            day: AccountingDay::from_number(row.day),
            currency: Currency::parse(&row.currency).ok_or_else(unknown_currency)?,
            lots: row.lots,
            credits: row.credits,
            deferred_minor: row.deferred_minor,
        })
    };
    rows.into_iter().map(lots).collect()
}
