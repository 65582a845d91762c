//! The table of prices that were made at Stripe and mapped to versions of plans, and the rows that wait for a mapping.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::currency::{Currency, Money};

const INSERT: &str = "\
    INSERT INTO mapped_price (connection_id, stripe_price_id, item_id, version, currency, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";

const FIND: &str = "\
    SELECT item_id, version, currency FROM mapped_price WHERE connection_id = $1 AND stripe_price_id = $2";

const MONEY: &str = "\
    SELECT p.currency, p.amount_minor FROM mapped_price m JOIN version_price p \
        ON p.item_id = m.item_id AND p.version = m.version AND p.currency = m.currency \
    WHERE m.connection_id = $1 AND m.stripe_price_id = $2";

const SUBSCRIPTIONS: &str = "\
    SELECT stripe_id FROM subscription WHERE connection_id = $1 AND stripe_price_id = $2 \
        AND status NOT IN ('canceled', 'incomplete_expired') ORDER BY id LIMIT 1000";

const INVOICES: &str = "\
    SELECT stripe_invoice FROM payment WHERE book_id = $2 AND state = 'review' AND connection_id = $1 AND reason = 'unmapped-price' \
        AND stripe_invoice IS NOT NULL ORDER BY stripe_invoice LIMIT 1000";

/// A version of a plan to which a price was mapped.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::billing::catalog) struct MappedPrice {
    /// The plan.
    pub(in crate::billing::catalog) item_id: String,
    /// The number of the version.
    pub(in crate::billing::catalog) version: i64,
    /// The currency.
    pub(in crate::billing::catalog) currency: String,
}

/// Maps a price, unless it is mapped.
pub(in crate::billing::catalog) async fn insert(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_price_id: &str,
    mapped: &MappedPrice,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(connection_id)
        .bind(stripe_price_id)
        .bind(&mapped.item_id)
        .bind(mapped.version)
        .bind(&mapped.currency)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("mapping a price")
}

/// Finds the version to which a price was mapped.
pub(in crate::billing::catalog) async fn find(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_price_id: &str,
) -> Result<Option<MappedPrice>, Failure> {
    on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(connection_id)
        .bind(stripe_price_id)
        .fetch_optional(c)
        .await)
    .failed("reading a mapped price")
}

/// Returns the money of a mapped price.
pub(in crate::billing::catalog) async fn money_of(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_price_id: &str,
) -> Result<Option<Money>, Failure> {
    let row: Option<(String, i64)> = on_engine!(db, |c| sqlx::query_as(MONEY)
        .bind(connection_id)
        .bind(stripe_price_id)
        .fetch_optional(c)
        .await)
    .failed("reading the money of a mapped price")?;
    Ok(row.and_then(|(code, minor)| {
        let currency = Currency::parse(&code)?;
        Some(Money { currency, minor })
    }))
}

/// Lists live subscriptions with a price, by their ids at Stripe.
pub(in crate::billing::catalog) async fn subscriptions_of(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_price_id: &str,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(SUBSCRIPTIONS)
        .bind(connection_id)
        .bind(stripe_price_id)
        .fetch_all(c)
        .await)
    .failed("listing the subscriptions of a price")
}

/// Lists invoices whose payments wait for a plan.
pub(in crate::billing::catalog) async fn unmapped_invoices(
    db: &mut Connection<'_>,
    connection_id: &str,
    book_id: i64,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(INVOICES)
        .bind(connection_id)
        .bind(book_id)
        .fetch_all(c)
        .await)
    .failed("listing invoices that wait for a plan")
}
