//! The table of subscriptions: reads, locks and writes of single rows.

use foundation::database::{SqlResultExt, row_lock};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::row::{Row, columns};
use crate::billing::connections::RepeatTrial;
use crate::billing::subscriptions::subscription::{EndReason, Subscription};

const FIND: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM subscription s WHERE s.id = $1"
);

const FIND_OF_STRIPE: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM subscription s WHERE s.connection_id = $1 AND s.stripe_id = $2"
);

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[FIND, FIND_OF_STRIPE];

const IS_KNOWN: &str =
    "SELECT COUNT(*) FROM subscription WHERE connection_id = $1 AND stripe_id = $2";

const CHANGED_AT: &str =
    "SELECT updated_at FROM subscription WHERE connection_id = $1 AND stripe_id = $2";

const INSERT: &str = "\
    INSERT INTO subscription (id, book_id, owner_kind, owner_id, connection_id, stripe_id, checkout_id, family, quantity, status, \
        collection, anchor, period_start, period_end, is_subscribed, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, FALSE, $15, $15) ON CONFLICT DO NOTHING";

const UPDATE: &str = "\
    UPDATE subscription SET plan_id = $2, plan_version = $3, family = $4, stripe_price_id = $5, quantity = $6, status = $7, \
        collection = $8, cancel_at = $9, ended_at = $10, trial_end = $11, anchor = $12, period_start = $13, period_end = $14, \
        paid_through = $15, past_due_since = $16, is_subscribed = $17, next_allowance_at = $18, next_at = $19, payment_id = $20, \
        announced_invoice = $21, announced_attempts = $22, updated_at = $23, lots_end_at = $24, \
        next_plan_id = $25, next_plan_version = $26, next_quantity = $27, stripe_schedule_id = $28, pending_until = $29, \
        payment_url = $30, trial_repeat = $31, announced_trial_end = $32, end_reason = $33, refunded_through = $34 \
    WHERE id = $1";

const LIST_DUE: &str = "SELECT id FROM subscription WHERE next_at IS NOT NULL AND next_at <= $1 ORDER BY next_at LIMIT $2";

const LIST_ENDING: &str = "\
    SELECT id, connection_id, stripe_id, stripe_schedule_id, end_reason FROM subscription \
    WHERE end_reason IS NOT NULL AND id > $1 ORDER BY id LIMIT $2";

/// Locks a subscription by its id at Stripe until the transaction ends, and reads it.
pub(in crate::billing::subscriptions) async fn lock_of_stripe(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_id: &str,
) -> Result<Option<Subscription>, Failure> {
    let text = [FIND_OF_STRIPE, row_lock(db)].concat();
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(AssertSqlSafe(text))
        .bind(connection_id)
        .bind(stripe_id)
        .fetch_optional(c)
        .await)
    .failed("locking a subscription")?;
    row.map(Subscription::try_from).transpose()
}

/// Locks a subscription until the transaction ends, and reads it.
pub(crate) async fn lock(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Subscription>, Failure> {
    let text = [FIND, row_lock(db)].concat();
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(AssertSqlSafe(text))
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("locking a subscription")?;
    row.map(Subscription::try_from).transpose()
}

/// Finds a subscription.
pub(crate) async fn find(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Subscription>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a subscription")?;
    row.map(Subscription::try_from).transpose()
}

/// Finds a subscription by its id at Stripe.
pub(crate) async fn find_of_stripe(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_id: &str,
) -> Result<Option<Subscription>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(FIND_OF_STRIPE)
        .bind(connection_id)
        .bind(stripe_id)
        .fetch_optional(c)
        .await)
    .failed("reading a subscription")?;
    row.map(Subscription::try_from).transpose()
}

/// Returns the time of the last change of a subscription's row; none without a row.
pub(in crate::billing::subscriptions) async fn changed_at(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_id: &str,
) -> Result<Option<Timestamp>, Failure> {
    let found: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(CHANGED_AT)
        .bind(connection_id)
        .bind(stripe_id)
        .fetch_optional(c)
        .await)
    .failed("reading the last change of a subscription")?;
    Ok(found.map(Timestamp::from_micros))
}

/// Returns true if a subscription at Stripe has a row.
pub(in crate::billing::subscriptions) async fn is_known(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_id: &str,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(IS_KNOWN)
        .bind(connection_id)
        .bind(stripe_id)
        .fetch_one(c)
        .await)
    .failed("finding a subscription")?;
    Ok(count > 0)
}

/// Inserts a subscription; false if another server has inserted it.
pub(in crate::billing::subscriptions) async fn insert_if_absent(
    db: &mut Connection<'_>,
    new: &Subscription,
) -> Result<bool, Failure> {
    let inserted = on_engine!(db, |c| sqlx::query(INSERT)
        .bind(&new.id)
        .bind(new.book_id)
        .bind(new.owner.kind())
        .bind(new.owner.id())
        .bind(&new.connection_id)
        .bind(&new.stripe_id)
        .bind(&new.checkout_id)
        .bind(&new.family)
        .bind(new.quantity)
        .bind(&new.status)
        .bind(new.collection.word())
        .bind(new.anchor.micros())
        .bind(new.period.start.micros())
        .bind(new.period.end.micros())
        .bind(new.created_at.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected()))
    .failed("adding a subscription")?;
    Ok(inserted > 0)
}

/// Writes a subscription that the caller has locked. `next_at` is the time of the next change that no event announces.
pub(in crate::billing::subscriptions) async fn update(
    db: &mut Connection<'_>,
    one: &Subscription,
    next_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), Failure> {
    let (plan, next_plan) = (one.plan.as_ref(), one.scheduled.plan.as_ref());
    on_engine!(db, |c| sqlx::query(UPDATE)
        .bind(&one.id)
        .bind(plan.map(|plan| plan.plan_id.as_str()))
        .bind(plan.map(|plan| plan.version))
        .bind(&one.family)
        .bind(&one.stripe_price_id)
        .bind(one.quantity)
        .bind(&one.status)
        .bind(one.collection.word())
        .bind(one.cancel_at.map(Timestamp::micros))
        .bind(one.ended_at.map(Timestamp::micros))
        .bind(one.trial_end.map(Timestamp::micros))
        .bind(one.anchor.micros())
        .bind(one.period.start.micros())
        .bind(one.period.end.micros())
        .bind(one.paid_through.map(Timestamp::micros))
        .bind(one.past_due_since.map(Timestamp::micros))
        .bind(one.is_subscribed)
        .bind(one.next_allowance_at.map(Timestamp::micros))
        .bind(next_at.map(Timestamp::micros))
        .bind(&one.payment_id)
        .bind(&one.announced.invoice)
        .bind(one.announced.attempts)
        .bind(now.micros())
        .bind(one.lots_end_at.map(Timestamp::micros))
        .bind(next_plan.map(|plan| plan.plan_id.as_str()))
        .bind(next_plan.map(|plan| plan.version))
        .bind(one.scheduled.quantity)
        .bind(&one.scheduled.stripe_id)
        .bind(one.pending_until.map(Timestamp::micros))
        .bind(&one.payment_url)
        .bind(one.trial.repeat.map(RepeatTrial::word))
        .bind(one.trial.announced_end.map(Timestamp::micros))
        .bind(one.end_reason.map(EndReason::word))
        .bind(one.refunded_through.map(Timestamp::micros))
        .execute(c)
        .await
        .map(drop))
    .failed("storing a subscription")
}

/// Lists subscriptions with a change that is due and that no event announces, longest due first.
pub(in crate::billing::subscriptions) async fn list_due(
    db: &mut Connection<'_>,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(LIST_DUE)
        .bind(now.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing subscriptions with a change that is due")
}

/// A subscription that a rule ends.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::billing::subscriptions) struct EndingSubscription {
    /// The id.
    pub(in crate::billing::subscriptions) id: String,
    /// The connection through which it is paid.
    pub(in crate::billing::subscriptions) connection_id: String,
    /// The id at Stripe.
    pub(in crate::billing::subscriptions) stripe_id: String,
    /// The schedule of a later change.
    pub(in crate::billing::subscriptions) stripe_schedule_id: Option<String>,
    /// The word of the reason.
    pub(in crate::billing::subscriptions) end_reason: String,
}

/// Lists subscriptions that a rule ends, after one of them.
pub(in crate::billing::subscriptions) async fn list_ending(
    db: &mut Connection<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<EndingSubscription>, Failure> {
    on_engine!(db, |c| sqlx::query_as(LIST_ENDING)
        .bind(after)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing subscriptions that a rule ends")
}
