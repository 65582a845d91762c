//! The table of allowances, and the lots of earlier ones.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::subscriptions::allowance::NewAllowance;
use crate::billing::subscriptions::subscription::PlanRef;

// The key in the ledger has the start of a paid allowance alone: a trial that is extended has a second invoice with another start.
const HAS: &str = "\
    SELECT COUNT(*) FROM allowance \
    WHERE subscription_id = $1 AND kind = $2 AND (starts_at = $3 OR kind <> 'paid') AND reference = $4";

const HAS_ANY: &str = "SELECT COUNT(*) FROM allowance WHERE subscription_id = $1";

const INSERT: &str = "\
    INSERT INTO allowance (subscription_id, kind, starts_at, reference, ends_at, plan_id, plan_version, quantity, credits, \
        feature_id, state, lot_id, payment_id, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";

// The newest ones are enough: lots of earlier ones have expired. The credits of a change are for any use, as those of an allowance
// without a reference.
const OLDER: &str = "\
    SELECT lot_id, starts_at FROM allowance \
    WHERE subscription_id = $1 AND starts_at < $2 AND ends_at <= $2 AND lot_id IS NOT NULL \
        AND (kind = 'paid' AND reference = $3 OR kind = 'change' AND $3 = '') \
    ORDER BY starts_at DESC LIMIT 100";

const NEWEST_START: &str =
    "SELECT MAX(starts_at) FROM allowance WHERE subscription_id = $1 AND kind = 'paid'";

const NEXT_START: &str =
    "SELECT MAX(ends_at) FROM allowance WHERE subscription_id = $1 AND kind = 'paid'";

const LAST_MONTH: &str = "\
    SELECT plan_id, plan_version, quantity, \
        (SELECT MIN(b.starts_at) FROM allowance b WHERE b.subscription_id = $1 AND b.kind = 'paid' AND b.payment_id = $2) AS first_start \
    FROM allowance WHERE subscription_id = $1 AND kind = 'paid' AND payment_id = $2 ORDER BY starts_at DESC, reference LIMIT 1";

const LAST_END: &str = "\
    SELECT MAX(ends_at) FROM allowance WHERE subscription_id = $1 AND state = 'granted'";

// Lots of allowances that ended long before have expired.
const LAST_LOTS: &str = "\
    SELECT lot_id FROM allowance WHERE subscription_id = $1 AND lot_id IS NOT NULL ORDER BY starts_at DESC LIMIT 100";

const RETURNED_START: &str = "\
    SELECT MIN(a.starts_at) FROM payment p CROSS JOIN allowance a \
    WHERE p.id = $2 AND p.amount_minor > 0 AND a.subscription_id = $1 AND a.payment_id = p.id \
        AND p.refunded_minor + (SELECT COALESCE(CAST(SUM(d.withdrawn_minor) AS BIGINT), 0) FROM dispute d \
            WHERE d.payment_id = p.id AND d.state IN ('lost', 'prevented')) >= p.amount_minor";

const HAS_LOST_DISPUTE: &str = "\
    SELECT COUNT(*) FROM allowance a CROSS JOIN dispute d \
    WHERE a.subscription_id = $1 AND d.payment_id = a.payment_id AND d.state = 'lost'";

/// An allowance to be recorded.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::subscriptions) struct AllowanceRow<'a> {
    /// The subscription.
    pub(in crate::billing::subscriptions) subscription_id: &'a str,
    /// The allowance.
    pub(in crate::billing::subscriptions) allowance: &'a NewAllowance,
    /// The version of the plan.
    pub(in crate::billing::subscriptions) plan: &'a PlanRef,
    /// The lot; none if it is skipped.
    pub(in crate::billing::subscriptions) lot_id: Option<i64>,
    /// The payment; none for a trial.
    pub(in crate::billing::subscriptions) payment_id: Option<&'a str>,
}

/// Returns true if an allowance was granted or skipped before. The caller has locked the subscription.
pub(in crate::billing::subscriptions) async fn has_allowance(
    db: &mut Connection<'_>,
    subscription_id: &str,
    allowance: &NewAllowance,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(HAS)
        .bind(subscription_id)
        .bind(allowance.kind.word())
        .bind(allowance.period.start.micros())
        .bind(&allowance.reference)
        .fetch_one(c)
        .await)
    .failed("finding an allowance")?;
    Ok(count > 0)
}

/// Returns true if any allowance of a subscription was granted or skipped.
pub(in crate::billing::subscriptions) async fn has_any_allowance(
    db: &mut Connection<'_>,
    subscription_id: &str,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(HAS_ANY)
        .bind(subscription_id)
        .fetch_one(c)
        .await)
    .failed("finding allowances of a subscription")?;
    Ok(count > 0)
}

/// Inserts an allowance. Fails if it is there.
pub(in crate::billing::subscriptions) async fn insert_allowance(
    db: &mut Connection<'_>,
    row: AllowanceRow<'_>,
    now: Timestamp,
) -> Result<(), Failure> {
    let allowance = row.allowance;
    let state = row.lot_id.map_or("skipped", |_| "granted");
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(row.subscription_id)
        .bind(allowance.kind.word())
        .bind(allowance.period.start.micros())
        .bind(&allowance.reference)
        .bind(allowance.period.end.micros())
        .bind(&row.plan.plan_id)
        .bind(row.plan.version)
        .bind(allowance.quantity.max(1))
        .bind(allowance.credits)
        .bind(allowance.feature_id)
        .bind(state)
        .bind(row.lot_id)
        .bind(row.payment_id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("adding an allowance")
}

/// A lot of an earlier allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing::subscriptions) struct EarlierLot {
    /// The lot.
    pub(in crate::billing::subscriptions) lot_id: i64,
    /// The start of the allowance.
    pub(in crate::billing::subscriptions) starts_at: Timestamp,
}

/// Reads the lots of allowances and changes of the same credits that ended before a new allowance starts.
pub(in crate::billing::subscriptions) async fn older_lots(
    db: &mut Connection<'_>,
    subscription_id: &str,
    new: &NewAllowance,
) -> Result<Vec<EarlierLot>, Failure> {
    let rows: Vec<(i64, i64)> = on_engine!(db, |c| sqlx::query_as(OLDER)
        .bind(subscription_id)
        .bind(new.period.start.micros())
        .bind(&new.reference)
        .fetch_all(c)
        .await)
    .failed("reading lots of earlier allowances")?;
    let lots = rows.into_iter().map(|(lot_id, starts_at)| EarlierLot {
        lot_id,
        starts_at: Timestamp::from_micros(starts_at),
    });
    Ok(lots.collect())
}

/// Returns the start of the newest paid allowance of a subscription.
pub(in crate::billing::subscriptions) async fn newest_start(
    db: &mut Connection<'_>,
    subscription_id: &str,
) -> Result<Option<Timestamp>, Failure> {
    let start: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(NEWEST_START)
        .bind(subscription_id)
        .fetch_one(c)
        .await)
    .failed("reading the start of the newest allowance")?;
    Ok(start.map(Timestamp::from_micros))
}

/// Returns the end of the last paid allowance of a subscription, at which the next one begins.
pub(in crate::billing::subscriptions) async fn next_start(
    db: &mut Connection<'_>,
    subscription_id: &str,
) -> Result<Option<Timestamp>, Failure> {
    let end: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(NEXT_START)
        .bind(subscription_id)
        .fetch_one(c)
        .await)
    .failed("reading the start of the next allowance")?;
    Ok(end.map(Timestamp::from_micros))
}

/// The terms of the last allowance of a payment.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::billing::subscriptions) struct LastMonth {
    /// The plan.
    pub(in crate::billing::subscriptions) plan_id: String,
    /// The version of the plan.
    pub(in crate::billing::subscriptions) plan_version: i64,
    /// The number of pieces.
    pub(in crate::billing::subscriptions) quantity: i64,
    first_start: i64,
}

impl LastMonth {
    /// Returns the start of the first allowance of the payment.
    pub(in crate::billing::subscriptions) const fn first_start(&self) -> Timestamp {
        Timestamp::from_micros(self.first_start)
    }
}

/// Reads the terms of the last allowance of a subscription's payment.
pub(in crate::billing::subscriptions) async fn last_month(
    db: &mut Connection<'_>,
    subscription_id: &str,
    payment_id: &str,
) -> Result<Option<LastMonth>, Failure> {
    on_engine!(db, |c| sqlx::query_as(LAST_MONTH)
        .bind(subscription_id)
        .bind(payment_id)
        .fetch_optional(c)
        .await)
    .failed("reading the last allowance of a payment")
}

/// Returns the end of the last allowance of a subscription.
pub(in crate::billing::subscriptions) async fn last_end(
    db: &mut Connection<'_>,
    subscription_id: &str,
) -> Result<Option<Timestamp>, Failure> {
    let end: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(LAST_END)
        .bind(subscription_id)
        .fetch_one(c)
        .await)
    .failed("reading the end of the last allowance")?;
    Ok(end.map(Timestamp::from_micros))
}

/// Reads the lots of the last allowances of a subscription.
pub(in crate::billing::subscriptions) async fn last_lots(
    db: &mut Connection<'_>,
    subscription_id: &str,
) -> Result<Vec<i64>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(LAST_LOTS)
        .bind(subscription_id)
        .fetch_all(c)
        .await)
    .failed("reading the lots of the last allowances")
}

/// Returns the start of the first allowance of a payment whose money went back in full; `None` for another payment. Refunds and lost
/// disputes count.
pub(in crate::billing::subscriptions) async fn returned_start(
    db: &mut Connection<'_>,
    subscription_id: &str,
    payment_id: &str,
) -> Result<Option<Timestamp>, Failure> {
    let start: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(RETURNED_START)
        .bind(subscription_id)
        .bind(payment_id)
        .fetch_one(c)
        .await)
    .failed("reading what went back of a subscription's payment")?;
    Ok(start.map(Timestamp::from_micros))
}

/// Returns true if a bank has decided a dispute of a subscription's payment for the buyer.
pub(in crate::billing::subscriptions) async fn has_lost_dispute(
    db: &mut Connection<'_>,
    subscription_id: &str,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(HAS_LOST_DISPUTE)
        .bind(subscription_id)
        .fetch_one(c)
        .await)
    .failed("finding a lost dispute of a subscription")?;
    Ok(count > 0)
}
