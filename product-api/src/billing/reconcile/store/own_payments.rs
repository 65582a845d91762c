//! Reads of our payments, and of the money that the journal has for them.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::payments::PaymentState;
use crate::billing::reconcile::own_records::{RecordedAmount, RecordedPayment};

macro_rules! payments {
    ($condition:literal) => {
        concat!(
            "SELECT p.id, p.book_id, p.state, p.currency, p.amount_minor, p.stripe_charge, p.stripe_balance_transaction, \
             CAST((SELECT COALESCE(SUM(e.amount), 0) FROM money_txn t JOIN money_entry e ON e.txn_id = t.id \
              WHERE t.book_id = p.book_id AND t.key = 'pay:' || p.id AND e.account = 'stripe' \
                AND e.currency = p.currency) AS BIGINT) AS journal_minor \
             FROM payment p WHERE ",
            $condition
        )
    };
}

const BY_INTENT: &str = payments!("p.connection_id = $1 AND p.stripe_payment_intent = $2");

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[BY_INTENT];

const JOURNAL_NET: &str = "\
    SELECT CAST(COALESCE(SUM(e.amount), 0) AS BIGINT) FROM money_txn t JOIN money_entry e ON e.txn_id = t.id \
    WHERE t.book_id = $1 AND t.key IN ($2, $3) AND e.account = 'stripe' AND e.currency = $4";

const MOVEMENT_NET: &str = "\
    SELECT CAST(COALESCE(SUM(e.amount), 0) AS BIGINT) FROM money_txn t JOIN money_entry e ON e.txn_id = t.id \
    WHERE t.book_id = $1 AND t.key = $2 AND e.account = 'stripe' AND e.currency = $3";

const NOTE_SEEN: &str = "\
    UPDATE payment SET reconciled_at = $3 WHERE connection_id = $1 AND stripe_payment_intent = $2";

const UNSEEN: &str = "\
    SELECT id, stripe_payment_intent, paid_at FROM payment \
    WHERE connection_id = $1 AND state = 'paid' AND stripe_payment_intent IS NOT NULL AND amount_minor > 0 \
      AND paid_at >= $2 AND paid_at <= $3 AND COALESCE(reconciled_at, 0) < $3 AND (paid_at, id) > ($4, $5) \
    ORDER BY paid_at, id LIMIT $6";

#[derive(sqlx::FromRow)]
struct PaymentRow {
    id: String,
    book_id: i64,
    state: String,
    currency: String,
    amount_minor: i64,
    stripe_charge: Option<String>,
    stripe_balance_transaction: Option<String>,
    journal_minor: i64,
}

impl TryFrom<PaymentRow> for RecordedPayment {
    type Error = Failure;

    fn try_from(row: PaymentRow) -> Result<Self, Failure> {
        let state = PaymentState::from_word(&row.state);
        Ok(Self {
            id: row.id,
            book_id: row.book_id,
            state: state.ok_or_else(|| Failure::defect("a payment has an unknown state"))?,
            paid: RecordedAmount {
                amount_minor: row.amount_minor,
                currency: row.currency,
            },
            charge: row.stripe_charge,
            balance: row.stripe_balance_transaction,
            journal_minor: row.journal_minor,
        })
    }
}

/// Finds the payment of a payment intent.
pub(in crate::billing::reconcile) async fn find_by_intent(
    db: &mut Connection<'_>,
    connection_id: &str,
    intent_id: &str,
) -> Result<Option<RecordedPayment>, Failure> {
    let row: Option<PaymentRow> = on_engine!(db, |c| sqlx::query_as(BY_INTENT)
        .bind(connection_id)
        .bind(intent_id)
        .fetch_optional(c)
        .await)
    .failed("reading the payment of an intent")?;
    row.map(RecordedPayment::try_from).transpose()
}

/// Returns the money at Stripe that the journal has for a payment and the fee of a movement, in a currency.
pub(in crate::billing::reconcile) async fn journal_net(
    db: &mut Connection<'_>,
    payment: &RecordedPayment,
    movement_id: &str,
    currency: &str,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(JOURNAL_NET)
        .bind(payment.book_id)
        .bind(format!("pay:{}", payment.id))
        .bind(format!("fee:{movement_id}"))
        .bind(currency)
        .fetch_one(c)
        .await)
    .failed("summing the money of a payment")
}

/// Returns the money at Stripe that the journal has for a movement's fee and conversion, in a currency.
pub(in crate::billing::reconcile) async fn movement_net(
    db: &mut Connection<'_>,
    payment: &RecordedPayment,
    movement_id: &str,
    currency: &str,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(MOVEMENT_NET)
        .bind(payment.book_id)
        .bind(format!("fee:{movement_id}"))
        .bind(currency)
        .fetch_one(c)
        .await)
    .failed("summing the money of a movement")
}

/// Notes that a run saw the paid charge of a payment at Stripe.
pub(in crate::billing::reconcile) async fn note_seen(
    db: &mut Connection<'_>,
    connection_id: &str,
    intent_id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(NOTE_SEEN)
        .bind(connection_id)
        .bind(intent_id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("recording a payment that Stripe has")
}

/// The payments of a connection that were paid in a time.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::reconcile) struct PaidPeriod<'a> {
    pub(in crate::billing::reconcile) connection_id: &'a str,
    pub(in crate::billing::reconcile) from: Timestamp,
    pub(in crate::billing::reconcile) to: Timestamp,
}

/// A paid payment whose charge no list showed.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::billing::reconcile) struct UnseenPayment {
    pub(in crate::billing::reconcile) id: String,
    pub(in crate::billing::reconcile) stripe_payment_intent: String,
    pub(in crate::billing::reconcile) paid_at: i64,
}

/// Returns paid payments that no list of a run showed, after a position.
pub(in crate::billing::reconcile) async fn list_unseen(
    db: &mut Connection<'_>,
    period: PaidPeriod<'_>,
    after: &UnseenPosition,
    limit: i64,
) -> Result<Vec<UnseenPayment>, Failure> {
    on_engine!(db, |c| sqlx::query_as(UNSEEN)
        .bind(period.connection_id)
        .bind(period.from.micros())
        .bind(period.to.micros())
        .bind(after.paid_at)
        .bind(&after.id)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing payments that Stripe did not list")
}

/// A position among paid payments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::billing::reconcile) struct UnseenPosition {
    pub(in crate::billing::reconcile) paid_at: i64,
    pub(in crate::billing::reconcile) id: String,
}
