//! The table of prices at Stripe: claims of work, and the states that follow.

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::versions::VersionKey;
use crate::billing::catalog::plan_terms::Interval;
use crate::billing::catalog::price_state::{PriceReason, PriceState};
use crate::billing::catalog::price_work::{PriceChange, PriceWork, Recurrence};
use crate::billing::connections::TaxBehavior;
use crate::billing::currency::{Currency, Money};

const INSERT: &str = "\
    INSERT INTO catalog_price (id, item_id, version, currency, connection_id, tax_behavior, state, attempts, request_number, \
        next_at, created_at, updated_at)";

/// A price that ended with the link of its book is made again.
const REVIVE: &str = "\
    UPDATE catalog_price SET state = 'pending', reason = NULL, detail = NULL, attempts = 1, \
        request_number = request_number + 1, next_at = $4, updated_at = $5 \
    WHERE connection_id = $1 AND item_id = $2 AND version = $3 AND state = 'failed' AND reason = 'disconnected' \
    RETURNING id";

const NEXT: &str = "SELECT MIN(next_at) FROM catalog_price WHERE next_at IS NOT NULL";

/// The condition on the time is repeated outside, because a row that another server has just claimed is read again there.
const CLAIM: &str = "\
    UPDATE catalog_price SET next_at = $2, attempts = attempts + 1 \
    WHERE next_at <= $1 AND id IN ( \
        SELECT id FROM catalog_price WHERE next_at <= $1 ORDER BY next_at, id LIMIT $3) \
    RETURNING id";

/// Of several prices of the item one is enough, because they share the product.
const CLAIM_PRODUCT: &str = "\
    UPDATE catalog_price SET next_at = $3, attempts = 1 WHERE id IN ( \
        SELECT MIN(id) FROM catalog_price WHERE item_id = $1 AND connection_id = $2 AND state = 'synced') \
    RETURNING id";

const CLAIM_REPAIR: &str = "\
    UPDATE catalog_price SET state = 'pending', reason = NULL, detail = NULL, attempts = 1, \
        request_number = request_number + 1, next_at = $2, updated_at = $3 \
    WHERE id = $1 AND state <> 'synced' RETURNING id";

macro_rules! work {
    ($before:literal, $condition:literal) => {
        concat!(
            $before,
            "SELECT s.id, s.item_id, s.version, s.currency, s.connection_id, s.tax_behavior, s.stripe_price_id, s.state, \
                s.reason, s.attempts, s.request_number, s.next_at, p.amount_minor, k.book_id, k.name, k.description, v.period, \
                v.period_count \
             FROM catalog_price s JOIN version_price p ON p.item_id = s.item_id AND p.version = s.version \
                AND p.currency = s.currency \
             JOIN catalog_item k ON k.id = s.item_id \
             LEFT JOIN plan_version v ON v.plan_id = s.item_id AND v.version = s.version WHERE ",
            $condition,
            " ORDER BY s.connection_id, s.item_id, s.id"
        )
    };
}

const READ: (&str, &str) = (
    "WITH requested (id) AS (VALUES ",
    work!(") ", "s.id IN (SELECT requested.id FROM requested)"),
);
const FIND: &str = work!("", "s.connection_id = $1 AND s.stripe_price_id = $2");
const LIST_OF_ITEM: &str = work!("", "s.connection_id = $1 AND s.item_id = $2");

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[FIND, LIST_OF_ITEM];

/// A later claim takes precedence over a failure; a price that was made is recorded in any case.
const RECORD: &str = "\
    UPDATE catalog_price SET state = $3, stripe_price_id = COALESCE($4, stripe_price_id), reason = $5, detail = $6, \
        next_at = $7, attempts = CASE WHEN $9 THEN 0 ELSE attempts END, \
        request_number = CASE WHEN $10 THEN request_number + 1 ELSE request_number END, updated_at = $8 \
    WHERE id = $1 AND (next_at = $2 OR ($3 = 'synced' AND state = 'pending'))";

/// Changes nothing while the price is being made.
const SET_STATE: &str = "\
    UPDATE catalog_price SET state = $2, reason = $3, detail = NULL, updated_at = $4 \
    WHERE id = $1 AND state IN ('synced', 'drifted') AND stripe_price_id = $5";

const DRIFT_OF_ITEM: &str = "\
    UPDATE catalog_price SET state = 'drifted', reason = $3, detail = NULL, updated_at = $4 \
    WHERE connection_id = $1 AND item_id = $2 AND state = 'synced'";

#[derive(sqlx::FromRow)]
struct WorkRow {
    id: i64,
    item_id: String,
    version: i64,
    currency: String,
    connection_id: String,
    tax_behavior: String,
    stripe_price_id: Option<String>,
    state: String,
    reason: Option<String>,
    attempts: i64,
    request_number: i64,
    next_at: Option<i64>,
    amount_minor: i64,
    book_id: i64,
    name: String,
    description: Option<String>,
    period: Option<String>,
    period_count: Option<i64>,
}

impl WorkRow {
    fn recurrence(&self) -> Result<Option<Recurrence>, Failure> {
        let Some((period, count)) = self.period.as_deref().zip(self.period_count) else {
            return Ok(None);
        };
        let interval = Interval::from_word(period).ok_or_else(unknown)?;
        Ok(Some(Recurrence { interval, count }))
    }
}

fn unknown() -> Failure {
    Failure::defect("a price at Stripe has an unknown word")
}

impl TryFrom<WorkRow> for PriceWork {
    type Error = Failure;

    fn try_from(row: WorkRow) -> Result<Self, Self::Error> {
        let mut behaviors = TaxBehavior::ALL.into_iter();
        let tax_behavior = behaviors.find(|behavior| behavior.word() == row.tax_behavior);
        let recurrence = row.recurrence()?;
        Ok(Self {
            id: row.id,
            book_id: row.book_id,
            item_id: row.item_id,
            version: row.version,
            money: Money {
                currency: Currency::parse(&row.currency).ok_or_else(unknown)?,
                minor: row.amount_minor,
            },
            recurrence,
            connection_id: row.connection_id,
            tax_behavior: tax_behavior.ok_or_else(unknown)?,
            stripe_price_id: row.stripe_price_id,
            state: PriceState::from_word(&row.state).ok_or_else(unknown)?,
            reason: row.reason.as_deref().and_then(PriceReason::from_word),
            attempts: row.attempts,
            request_number: row.request_number,
            lease: row.next_at.map(Timestamp::from_micros),
            name: row.name,
            description: row.description,
        })
    }
}

/// A price to be made, with a new key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing::catalog) struct NewCatalogPrice<'a> {
    /// Our key of the price.
    pub(in crate::billing::catalog) id: i64,
    /// The version of the item.
    pub(in crate::billing::catalog) version: VersionKey<'a>,
    /// The currency.
    pub(in crate::billing::catalog) currency: Currency,
}

/// The connection at which prices are made, and a claim on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing::catalog) struct PriceClaim<'a> {
    /// The connection.
    pub(in crate::billing::catalog) connection_id: &'a str,
    /// The time of the claim.
    pub(in crate::billing::catalog) now: Timestamp,
    /// The end of the claim.
    pub(in crate::billing::catalog) until: Timestamp,
}

/// Inserts prices that do not exist, claimed by this server, and returns their keys.
pub(in crate::billing::catalog) async fn insert(
    db: &mut Connection<'_>,
    claim: PriceClaim<'_>,
    tax_behavior: TaxBehavior,
    prices: &[NewCatalogPrice<'_>],
) -> Result<Vec<i64>, Failure> {
    let mut inserted = Vec::new();
    for portion in padded(prices, 12) {
        let text = portion.insert(db, INSERT, " ON CONFLICT DO NOTHING RETURNING id");
        let ids: Vec<i64> = on_engine!(db, |c| {
            let mut query = sqlx::query_scalar(AssertSqlSafe(text));
            for (price, slot) in portion.rows() {
                query = query
                    .bind(slot.some(price.id))
                    .bind(price.version.item_id)
                    .bind(price.version.version)
                    .bind(price.currency.code())
                    .bind(claim.connection_id)
                    .bind(tax_behavior.word())
                    .bind(PriceState::Pending.word())
                    .bind(1_i64)
                    .bind(1_i64)
                    .bind(claim.until.micros())
                    .bind(claim.now.micros())
                    .bind(claim.now.micros());
            }
            query.fetch_all(c).await
        })
        .failed("adding prices at Stripe")?;
        inserted.extend(ids);
    }
    Ok(inserted)
}

/// Makes the prices of a version pending that ended with their book's link, and returns their keys.
pub(in crate::billing::catalog) async fn revive(
    db: &mut Connection<'_>,
    claim: PriceClaim<'_>,
    version: VersionKey<'_>,
) -> Result<Vec<i64>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(REVIVE)
        .bind(claim.connection_id)
        .bind(version.item_id)
        .bind(version.version)
        .bind(claim.until.micros())
        .bind(claim.now.micros())
        .fetch_all(c)
        .await)
    .failed("reviving prices at Stripe")
}

/// Returns true if work on a price is due.
pub(in crate::billing::catalog) async fn is_due(
    db: &mut Connection<'_>,
    now: Timestamp,
) -> Result<bool, Failure> {
    let next: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(NEXT).fetch_one(c).await)
        .failed("finding due prices")?;
    Ok(next.is_some_and(|next| next <= now.micros()))
}

/// Claims prices on which work is due, longest due first, and returns their keys.
pub(in crate::billing::catalog) async fn claim_due(
    db: &mut Connection<'_>,
    now: Timestamp,
    until: Timestamp,
    limit: i64,
) -> Result<Vec<i64>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(CLAIM)
        .bind(now.micros())
        .bind(until.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("claiming prices")
}

/// Claims one synced price of an item, so that the texts of the product are written.
pub(in crate::billing::catalog) async fn claim_product(
    db: &mut Connection<'_>,
    claim: PriceClaim<'_>,
    item_id: &str,
) -> Result<Vec<i64>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(CLAIM_PRODUCT)
        .bind(item_id)
        .bind(claim.connection_id)
        .bind(claim.until.micros())
        .fetch_all(c)
        .await)
    .failed("claiming a product")
}

/// Makes a price pending that is not synced, claimed by this server, and returns its key.
pub(in crate::billing::catalog) async fn claim_repair(
    db: &mut Connection<'_>,
    claim: PriceClaim<'_>,
    price_id: i64,
) -> Result<Vec<i64>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(CLAIM_REPAIR)
        .bind(price_id)
        .bind(claim.until.micros())
        .bind(claim.now.micros())
        .fetch_all(c)
        .await)
    .failed("claiming a price")
}

/// Reads prices by their keys, in the order of connections and items.
pub(in crate::billing::catalog) async fn read(
    db: &mut Connection<'_>,
    ids: &[i64],
) -> Result<Vec<PriceWork>, Failure> {
    let mut work = Vec::new();
    for portion in padded(ids, 1) {
        let text = portion.text(db, READ);
        let rows: Vec<WorkRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (id, slot) in portion.rows() {
                query = query.bind(slot.some(*id));
            }
            query.fetch_all(c).await
        })
        .failed("reading prices at Stripe")?;
        for row in rows {
            work.push(row.try_into()?);
        }
    }
    Ok(work)
}

/// Finds a price by its connection and Stripe's id.
pub(in crate::billing::catalog) async fn find(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_price_id: &str,
) -> Result<Option<PriceWork>, Failure> {
    let row: Option<WorkRow> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(connection_id)
        .bind(stripe_price_id)
        .fetch_optional(c)
        .await)
    .failed("finding a price at Stripe")?;
    row.map(PriceWork::try_from).transpose()
}

/// Reads all prices of an item at a connection.
pub(in crate::billing::catalog) async fn list_of_item(
    db: &mut Connection<'_>,
    connection_id: &str,
    item_id: &str,
) -> Result<Vec<PriceWork>, Failure> {
    let rows: Vec<WorkRow> = on_engine!(db, |c| sqlx::query_as(LIST_OF_ITEM)
        .bind(connection_id)
        .bind(item_id)
        .fetch_all(c)
        .await)
    .failed("listing prices at Stripe")?;
    rows.into_iter().map(PriceWork::try_from).collect()
}

/// Records the result of a claim.
pub(in crate::billing::catalog) async fn record(
    db: &mut Connection<'_>,
    work: &PriceWork,
    change: &PriceChange,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(RECORD)
        .bind(work.id)
        .bind(work.lease.map(Timestamp::micros))
        .bind(change.state.word())
        .bind(&change.stripe_price_id)
        .bind(change.reason.map(PriceReason::word))
        .bind(&change.detail)
        .bind(change.next_at.map(Timestamp::micros))
        .bind(now.micros())
        .bind(change.is_success)
        .bind(change.needs_new_request)
        .execute(c)
        .await
        .map(drop))
    .failed("recording a price at Stripe")
}

/// Records a price that is as it must be at Stripe, or the reason why it is not.
pub(in crate::billing::catalog) async fn set_state(
    db: &mut Connection<'_>,
    work: &PriceWork,
    reason: Option<PriceReason>,
    now: Timestamp,
) -> Result<(), Failure> {
    let state = reason.map_or(PriceState::Synced, |_| PriceState::Drifted);
    on_engine!(db, |c| sqlx::query(SET_STATE)
        .bind(work.id)
        .bind(state.word())
        .bind(reason.map(PriceReason::word))
        .bind(now.micros())
        .bind(&work.stripe_price_id)
        .execute(c)
        .await
        .map(drop))
    .failed("changing the state of a price at Stripe")
}

/// Marks the synced prices of an item at a connection as drifted.
pub(in crate::billing::catalog) async fn drift_item(
    db: &mut Connection<'_>,
    claim: PriceClaim<'_>,
    item_id: &str,
    reason: PriceReason,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(DRIFT_OF_ITEM)
        .bind(claim.connection_id)
        .bind(item_id)
        .bind(reason.word())
        .bind(claim.now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("changing the states of prices at Stripe")
}
