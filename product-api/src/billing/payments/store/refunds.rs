//! The table of refunds.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::payments::refund::{Refund, RefundRecord, RefundState};

/// Columns of a refund, in the order of its row.
macro_rules! columns {
    () => {
        "id, payment_id, connection_id, stripe_id, amount_minor, state, reason, failure, actor, attempt, journal, tax_minor, \
         unused_cost_minor, created_at"
    };
}

const FIND: &str = concat!("SELECT ", columns!(), " FROM refund WHERE id = $1");

const OF_PAYMENT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM refund WHERE payment_id = $1 ORDER BY created_at, id"
);

const INSERT: &str = "\
    INSERT INTO refund (id, payment_id, connection_id, stripe_id, amount_minor, state, reason, failure, actor, attempt, journal, \
        tax_minor, unused_cost_minor, created_at, next_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $14)";

const UPDATE: &str = "\
    UPDATE refund SET stripe_id = $2, state = $3, reason = $4, failure = $5, attempt = $6, journal = $7, tax_minor = $8, \
        unused_cost_minor = $9, next_at = CASE WHEN $3 = 'new' THEN next_at END, updated_at = $10 \
    WHERE id = $1";

const DUE: &str = "SELECT id FROM refund WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2";

const CLAIM: &str = "UPDATE refund SET next_at = $3 WHERE id = $1 AND next_at <= $2";

const POSTPONE: &str = "UPDATE refund SET next_at = $2 WHERE id = $1 AND next_at IS NOT NULL";

/// A row of the table.
#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    payment_id: String,
    connection_id: String,
    stripe_id: Option<String>,
    amount_minor: i64,
    state: String,
    reason: Option<String>,
    failure: Option<String>,
    actor: Option<String>,
    attempt: i16,
    journal: String,
    tax_minor: i64,
    unused_cost_minor: i64,
    created_at: i64,
}

impl TryFrom<Row> for Refund {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let unknown = || Failure::defect("a refund has an unknown word");
        Ok(Self {
            id: row.id,
            payment_id: row.payment_id,
            connection_id: row.connection_id,
            stripe_id: row.stripe_id,
            amount_minor: row.amount_minor,
            state: RefundState::from_word(&row.state).ok_or_else(unknown)?,
            reason: row.reason,
            failure: row.failure,
            actor: row.actor,
            attempt: row.attempt,
            record: RefundRecord::from_word(&row.journal).ok_or_else(unknown)?,
            tax_minor: row.tax_minor,
            unused_cost_minor: row.unused_cost_minor,
            created_at: Timestamp::from_micros(row.created_at),
        })
    }
}

/// Finds a refund.
pub(crate) async fn find_refund(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Refund>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a refund")?;
    row.map(Refund::try_from).transpose()
}

/// Reads the refunds of a payment, oldest first.
pub(crate) async fn refunds_of(
    db: &mut Connection<'_>,
    payment_id: &str,
) -> Result<Vec<Refund>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(OF_PAYMENT)
        .bind(payment_id)
        .fetch_all(c)
        .await)
    .failed("reading the refunds of a payment")?;
    rows.into_iter().map(Refund::try_from).collect()
}

/// Inserts a refund. A new one has a time from which its call to Stripe may be repeated. The caller has locked the payment's row.
pub(crate) async fn insert_refund(
    db: &mut Connection<'_>,
    refund: &Refund,
    next_at: Option<Timestamp>,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(&refund.id)
        .bind(&refund.payment_id)
        .bind(&refund.connection_id)
        .bind(&refund.stripe_id)
        .bind(refund.amount_minor)
        .bind(refund.state.word())
        .bind(&refund.reason)
        .bind(&refund.failure)
        .bind(&refund.actor)
        .bind(refund.attempt)
        .bind(refund.record.word())
        .bind(refund.tax_minor)
        .bind(refund.unused_cost_minor)
        .bind(refund.created_at.micros())
        .bind(next_at.map(Timestamp::micros))
        .execute(c)
        .await
        .map(drop))
    .failed("storing a refund")
}

/// Writes a refund whose payment's row is locked. One that is no longer new needs no call to Stripe any more.
pub(crate) async fn update_refund(
    db: &mut Connection<'_>,
    refund: &Refund,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(UPDATE)
        .bind(&refund.id)
        .bind(&refund.stripe_id)
        .bind(refund.state.word())
        .bind(&refund.reason)
        .bind(&refund.failure)
        .bind(refund.attempt)
        .bind(refund.record.word())
        .bind(refund.tax_minor)
        .bind(refund.unused_cost_minor)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("changing a refund")
}

/// Reads some refunds whose call to Stripe is due, longest due first.
pub(crate) async fn due_refunds(
    db: &mut Connection<'_>,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(DUE)
        .bind(now.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("finding refunds that are due")
}

/// Claims the call to Stripe of a new refund until a time; false if another server has it, or Stripe has answered.
pub(crate) async fn claim_refund(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(CLAIM)
        .bind(id)
        .bind(now.micros())
        .bind(until.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("claiming a refund")
}

/// Sets the time from which a server may repeat the call of a new refund.
pub(crate) async fn postpone_refund(
    db: &mut Connection<'_>,
    id: &str,
    until: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(POSTPONE)
        .bind(id)
        .bind(until.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("postponing a refund")
}
