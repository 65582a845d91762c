//! The table of subscriptions: reads, locks and writes of single rows.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::connections::RepeatTrial;
use crate::billing::subscriptions::period::Period;
use crate::billing::subscriptions::standing::Collection;
use crate::billing::subscriptions::subscription::{
    AnnouncedFailure, EndReason, PlanRef, ScheduledChange, Subscription, TrialState,
};
use crate::credits::Owner;

/// Columns of a subscription, in the order of its row.
macro_rules! columns {
    () => {
        "s.id, s.book_id, s.owner_kind, s.owner_id, s.connection_id, s.stripe_id, s.checkout_id, s.plan_id, s.plan_version, s.family, \
         s.stripe_price_id, s.quantity, s.status, s.collection, s.cancel_at, s.ended_at, s.trial_end, s.anchor, s.period_start, \
         s.period_end, s.paid_through, s.past_due_since, s.is_subscribed, s.next_allowance_at, s.lots_end_at, s.payment_id, \
         s.announced_invoice, s.announced_attempts, s.created_at, s.next_plan_id, s.next_plan_version, s.next_quantity, \
         s.stripe_schedule_id, s.pending_until, s.payment_url, s.trial_repeat, s.announced_trial_end, s.end_reason"
    };
}
pub(super) use columns;

const LOCK_OF_STRIPE: &str = "UPDATE subscription SET updated_at = updated_at WHERE connection_id = $1 AND stripe_id = $2 RETURNING id";

const LOCK: &str = "UPDATE subscription SET updated_at = updated_at WHERE id = $1";

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

const IS_KNOWN: &str =
    "SELECT COUNT(*) FROM subscription WHERE connection_id = $1 AND stripe_id = $2";

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
        payment_url = $30, trial_repeat = $31, announced_trial_end = $32, end_reason = $33 \
    WHERE id = $1";

const LIST_DUE: &str = "SELECT id FROM subscription WHERE next_at IS NOT NULL AND next_at <= $1 ORDER BY next_at LIMIT $2";

const LIST_ENDING: &str = "\
    SELECT id, connection_id, stripe_id FROM subscription WHERE end_reason IS NOT NULL ORDER BY id LIMIT $1";

/// A row of the table.
#[derive(sqlx::FromRow)]
pub(super) struct Row {
    id: String,
    book_id: i64,
    owner_kind: String,
    owner_id: String,
    connection_id: String,
    stripe_id: String,
    checkout_id: Option<String>,
    plan_id: Option<String>,
    plan_version: Option<i64>,
    family: String,
    stripe_price_id: Option<String>,
    quantity: i64,
    status: String,
    collection: String,
    cancel_at: Option<i64>,
    ended_at: Option<i64>,
    trial_end: Option<i64>,
    anchor: i64,
    period_start: i64,
    period_end: i64,
    paid_through: Option<i64>,
    past_due_since: Option<i64>,
    is_subscribed: bool,
    next_allowance_at: Option<i64>,
    lots_end_at: Option<i64>,
    payment_id: Option<String>,
    announced_invoice: Option<String>,
    announced_attempts: i64,
    created_at: i64,
    next_plan_id: Option<String>,
    next_plan_version: Option<i64>,
    next_quantity: Option<i64>,
    stripe_schedule_id: Option<String>,
    pending_until: Option<i64>,
    payment_url: Option<String>,
    trial_repeat: Option<String>,
    announced_trial_end: Option<i64>,
    end_reason: Option<String>,
}

fn unknown_word() -> Failure {
    Failure::defect("a subscription has an unknown word")
}

impl Row {
    fn trial(&self) -> Result<TrialState, Failure> {
        let repeat = match self.trial_repeat.as_deref() {
            Some(word) => Some(RepeatTrial::from_word(word).ok_or_else(unknown_word)?),
            None => None,
        };
        Ok(TrialState {
            repeat,
            announced_end: self.announced_trial_end.map(Timestamp::from_micros),
        })
    }

    fn end_reason(&self) -> Result<Option<EndReason>, Failure> {
        match self.end_reason.as_deref() {
            Some(word) => EndReason::from_word(word)
                .ok_or_else(unknown_word)
                .map(Some),
            None => Ok(None),
        }
    }
}

impl TryFrom<Row> for Subscription {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let time = |micros: Option<i64>| micros.map(Timestamp::from_micros);
        let (trial, end_reason) = (row.trial()?, row.end_reason()?);
        let plan = row.plan_id.zip(row.plan_version);
        let next_plan = row.next_plan_id.zip(row.next_plan_version);
        Ok(Self {
            id: row.id,
            book_id: row.book_id,
            owner: Owner::from_row(&row.owner_kind, row.owner_id),
            connection_id: row.connection_id,
            stripe_id: row.stripe_id,
            checkout_id: row.checkout_id,
            plan: plan.map(|(plan_id, version)| PlanRef { plan_id, version }),
            family: row.family,
            stripe_price_id: row.stripe_price_id,
            quantity: row.quantity,
            status: row.status,
            collection: Collection::from_word(&row.collection).ok_or_else(unknown_word)?,
            cancel_at: time(row.cancel_at),
            ended_at: time(row.ended_at),
            trial_end: time(row.trial_end),
            anchor: Timestamp::from_micros(row.anchor),
            period: Period {
                start: Timestamp::from_micros(row.period_start),
                end: Timestamp::from_micros(row.period_end),
            },
            paid_through: time(row.paid_through),
            past_due_since: time(row.past_due_since),
            is_subscribed: row.is_subscribed,
            next_allowance_at: time(row.next_allowance_at),
            lots_end_at: time(row.lots_end_at),
            payment_id: row.payment_id,
            scheduled: ScheduledChange {
                stripe_id: row.stripe_schedule_id,
                plan: next_plan.map(|(plan_id, version)| PlanRef { plan_id, version }),
                quantity: row.next_quantity,
            },
            pending_until: time(row.pending_until),
            payment_url: row.payment_url,
            trial,
            end_reason,
            announced: AnnouncedFailure {
                invoice: row.announced_invoice,
                attempts: row.announced_attempts,
            },
            created_at: Timestamp::from_micros(row.created_at),
        })
    }
}

/// Locks a subscription by its id at Stripe until the transaction ends, and reads it.
pub(in crate::billing::subscriptions) async fn lock_of_stripe(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_id: &str,
) -> Result<Option<Subscription>, Failure> {
    let id: Option<String> = on_engine!(db, |c| sqlx::query_scalar(LOCK_OF_STRIPE)
        .bind(connection_id)
        .bind(stripe_id)
        .fetch_optional(c)
        .await)
    .failed("locking a subscription")?;
    match id {
        Some(id) => find(db, &id).await,
        None => Ok(None),
    }
}

/// Locks a subscription until the transaction ends, and reads it.
pub(crate) async fn lock(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Subscription>, Failure> {
    on_engine!(db, |c| sqlx::query(LOCK)
        .bind(id)
        .execute(c)
        .await
        .map(drop))
    .failed("locking a subscription")?;
    find(db, id).await
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
    .failed("looking for a subscription")?;
    Ok(count > 0)
}

/// Inserts a subscription, unless another server has inserted it.
pub(in crate::billing::subscriptions) async fn insert_if_absent(
    db: &mut Connection<'_>,
    new: &Subscription,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
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
        .map(drop))
    .failed("adding a subscription")
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
        .execute(c)
        .await
        .map(drop))
    .failed("writing a subscription")
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
}

/// Lists subscriptions that a rule ends.
pub(in crate::billing::subscriptions) async fn list_ending(
    db: &mut Connection<'_>,
    limit: i64,
) -> Result<Vec<EndingSubscription>, Failure> {
    on_engine!(db, |c| sqlx::query_as(LIST_ENDING)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing subscriptions that a rule ends")
}
