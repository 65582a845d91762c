//! Reads of our records of subscriptions and of their invoices.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::payments::PaymentState;
use crate::billing::reconcile::finding::{FindingKind, FindingObject, NewFinding};
use crate::billing::reconcile::own_records::{
    RecordedAmount, RecordedInvoice, RecordedInvoicePayment,
};

// A payment of a subscription is named by the subscription and the invoice. A subscription that a checkout began is never taken over.
const INVOICE: &str = "\
    SELECT s.book_id, p.state, p.reason, p.amount_minor, p.currency, \
        (SELECT c.linked_at FROM stripe_customer c \
            WHERE c.connection_id = s.connection_id AND c.stripe_id = $4 AND s.checkout_id IS NULL) AS linked_at \
    FROM subscription s LEFT JOIN payment p \
        ON p.connection_id = s.connection_id AND p.source = 'subscription' AND p.source_id = s.id || ':' || $3 \
    WHERE s.connection_id = $1 AND s.stripe_id = $2";

const IS_OWN_PRICE: &str = "\
    SELECT COUNT(*) FROM ( \
        SELECT 1 FROM catalog_price WHERE connection_id = $1 AND stripe_price_id = $2 \
        UNION ALL SELECT 1 FROM mapped_price WHERE connection_id = $1 AND stripe_price_id = $2) AS own";

const IS_MAPPED: &str = "\
    SELECT COUNT(*) FROM mapped_price m CROSS JOIN stripe_customer c \
    WHERE m.connection_id = $1 AND m.stripe_price_id = $3 AND c.connection_id = $1 AND c.stripe_id = $2";

const NOTE_SEEN: &str =
    "UPDATE subscription SET reconciled_at = $3 WHERE connection_id = $1 AND stripe_id = $2";

const UNSEEN: &str = "\
    SELECT id, stripe_id FROM subscription \
    WHERE connection_id = $1 AND status NOT IN ('canceled', 'incomplete_expired') AND id > $3 \
      AND created_at < $2 AND COALESCE(reconciled_at, 0) < $2 \
    ORDER BY id LIMIT $4";

const DOUBLED: &str = "\
    SELECT book_id, family, COUNT(*) AS subscriptions, MAX(stripe_id) AS stripe_id FROM subscription \
    WHERE connection_id = $1 AND status NOT IN ('canceled', 'incomplete_expired') \
    GROUP BY book_id, owner_kind, owner_id, family HAVING COUNT(*) > 1 ORDER BY book_id, MAX(stripe_id) LIMIT 1000";

/// The payment of an invoice, as a row.
#[derive(sqlx::FromRow)]
pub(super) struct InvoiceRow {
    book_id: i64,
    state: Option<String>,
    reason: Option<String>,
    amount_minor: Option<i64>,
    currency: Option<String>,
    linked_at: Option<i64>,
}

impl TryFrom<InvoiceRow> for RecordedInvoice {
    type Error = Failure;

    fn try_from(row: InvoiceRow) -> Result<Self, Failure> {
        let linked_at = row.linked_at.map(Timestamp::from_micros);
        let (Some(state), Some(currency), Some(amount_minor)) =
            (row.state, row.currency, row.amount_minor)
        else {
            return Ok(Self {
                book_id: row.book_id,
                linked_at,
                payment: None,
            });
        };
        let state = PaymentState::from_word(&state);
        let payment = RecordedInvoicePayment {
            state: state.ok_or_else(|| Failure::defect("a payment has an unknown state"))?,
            reason: row.reason,
            paid: RecordedAmount {
                amount_minor,
                currency,
            },
        };
        Ok(Self {
            book_id: row.book_id,
            linked_at,
            payment: Some(payment),
        })
    }
}

/// An invoice at Stripe, its subscription and its customer there.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::reconcile) struct InvoiceKey<'a> {
    pub(in crate::billing::reconcile) connection_id: &'a str,
    pub(in crate::billing::reconcile) subscription: &'a str,
    pub(in crate::billing::reconcile) invoice: &'a str,
    pub(in crate::billing::reconcile) customer: Option<&'a str>,
}

/// Finds our records of an invoice; `None` if its subscription is not known.
pub(in crate::billing::reconcile) async fn find_invoice(
    db: &mut Connection<'_>,
    key: InvoiceKey<'_>,
) -> Result<Option<RecordedInvoice>, Failure> {
    let row: Option<InvoiceRow> = on_engine!(db, |c| sqlx::query_as(INVOICE)
        .bind(key.connection_id)
        .bind(key.subscription)
        .bind(key.invoice)
        .bind(key.customer)
        .fetch_optional(c)
        .await)
    .failed("reading the payment of an invoice")?;
    row.map(RecordedInvoice::try_from).transpose()
}

/// Returns true if a price at Stripe is one of ours.
pub(in crate::billing::reconcile) async fn is_own_price(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_price_id: &str,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(IS_OWN_PRICE)
        .bind(connection_id)
        .bind(stripe_price_id)
        .fetch_one(c)
        .await)
    .failed("finding a price")?;
    Ok(count > 0)
}

/// Returns true if a customer at Stripe is one of ours, and a price was mapped to a plan.
pub(in crate::billing::reconcile) async fn is_mapped(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_customer_id: &str,
    stripe_price_id: &str,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(IS_MAPPED)
        .bind(connection_id)
        .bind(stripe_customer_id)
        .bind(stripe_price_id)
        .fetch_one(c)
        .await)
    .failed("finding a mapped price")?;
    Ok(count > 0)
}

/// Notes that a run saw a subscription at Stripe.
pub(in crate::billing::reconcile) async fn note_seen_subscription(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(NOTE_SEEN)
        .bind(connection_id)
        .bind(stripe_id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("recording a subscription that Stripe has")
}

/// A live subscription that no list showed.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::billing::reconcile) struct UnseenSubscription {
    pub(in crate::billing::reconcile) id: String,
    pub(in crate::billing::reconcile) stripe_id: String,
}

/// Returns live subscriptions that no list of a run since its start showed, in the order of their ids.
pub(in crate::billing::reconcile) async fn list_unseen_subscriptions(
    db: &mut Connection<'_>,
    connection_id: &str,
    started_at: Timestamp,
    after: &str,
    limit: i64,
) -> Result<Vec<UnseenSubscription>, Failure> {
    on_engine!(db, |c| sqlx::query_as(UNSEEN)
        .bind(connection_id)
        .bind(started_at.micros())
        .bind(after)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing subscriptions that Stripe did not list")
}

#[derive(sqlx::FromRow)]
struct DoubledRow {
    book_id: i64,
    family: String,
    subscriptions: i64,
    stripe_id: String,
}

/// Returns the owners with several live subscriptions of one family.
pub(in crate::billing::reconcile) async fn doubled_subscriptions(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<Vec<NewFinding>, Failure> {
    let rows: Vec<DoubledRow> = on_engine!(db, |c| sqlx::query_as(DOUBLED)
        .bind(connection_id)
        .fetch_all(c)
        .await)
    .failed("finding several subscriptions of an owner")?;
    let findings = rows.into_iter().map(|row| NewFinding {
        kind: FindingKind::TwoSubscriptions,
        object_kind: FindingObject::Subscription,
        object_id: row.stripe_id,
        book_id: Some(row.book_id),
        ours: format!("one of family {}", row.family),
        theirs: row.subscriptions.to_string(),
    });
    Ok(findings.collect())
}
