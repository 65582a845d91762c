//! Reads of our records of a session and of the marks of an object.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::checkouts::CheckoutState;
use crate::billing::marks::MarkedObject;
use crate::billing::reconcile::finding::{FindingKind, FindingObject, NewFinding};
use crate::billing::reconcile::own_records::{MarkedState, RecordedAmount, RecordedSale};

// A session belongs to the checkout that has it. Another one that names the checkout belongs to none.
const SALE: &str = "\
    SELECT c.book_id, c.state, c.reason, c.stripe_customer_id, p.currency, p.amount_minor \
    FROM checkout c LEFT JOIN payment p \
        ON p.connection_id = c.connection_id AND p.source = 'checkout' AND p.source_id = c.id \
    WHERE c.connection_id = $1 AND (c.stripe_session_id = $2 OR c.stripe_session_id IS NULL AND c.id = $3)";

const MARK: &str = "\
    SELECT state, checked_at FROM stripe_object WHERE connection_id = $1 AND kind = $2 AND object_id = $3";

const PROCESSING: &str = "\
    SELECT id, stripe_session_id FROM checkout \
    WHERE connection_id = $1 AND state = 'processing' AND id > $2 ORDER BY id LIMIT $3";

// Archived packs and plans are not sold any more.
const DRIFTED: &str = "\
    SELECT p.book_id, c.stripe_price_id, c.id, c.state, c.reason FROM catalog_price c JOIN catalog_item p ON p.id = c.item_id \
    WHERE c.connection_id = $1 AND c.state = 'drifted' AND p.status = 'active' AND c.version = p.latest \
    ORDER BY c.id LIMIT 1000";

// Invariant B10 of billing: each owner with customers at Stripe has one that counts. An owner whose customers were all deleted has none.
const CUSTOMERS: &str = "\
    SELECT owner_kind, owner_id, SUM(CASE WHEN is_default THEN 1 ELSE 0 END) AS defaults, \
        COUNT(DISTINCT stripe_id) AS ids, COUNT(stripe_id) AS customers \
    FROM stripe_customer WHERE connection_id = $1 GROUP BY owner_kind, owner_id \
    HAVING SUM(CASE WHEN is_default THEN 1 ELSE 0 END) > 1 OR COUNT(DISTINCT stripe_id) < COUNT(stripe_id) \
    ORDER BY owner_kind, owner_id LIMIT 1000";

// Invariant B11 of billing: no object of a usable connection waits for longer than 15 minutes.
const COUNT_OVERDUE: &str = "\
    SELECT COUNT(*) FROM ( \
        SELECT 1 FROM stripe_object o JOIN stripe_connection c ON c.id = o.connection_id \
        WHERE o.state = 'waiting' AND o.waiting_since < $1 AND c.state IN ('active', 'degraded') LIMIT 10000) AS overdue";

#[derive(sqlx::FromRow)]
struct SaleRow {
    book_id: i64,
    state: String,
    reason: Option<String>,
    stripe_customer_id: Option<String>,
    currency: Option<String>,
    amount_minor: Option<i64>,
}

impl TryFrom<SaleRow> for RecordedSale {
    type Error = Failure;

    fn try_from(row: SaleRow) -> Result<Self, Failure> {
        let state = CheckoutState::from_word(&row.state);
        let paid = row.currency.zip(row.amount_minor);
        Ok(Self {
            book_id: row.book_id,
            state: state.ok_or_else(|| Failure::defect("a checkout has an unknown state"))?,
            reason: row.reason,
            customer: row.stripe_customer_id,
            paid: paid.map(|(currency, amount_minor)| RecordedAmount {
                amount_minor,
                currency,
            }),
        })
    }
}

/// A session at Stripe and the checkout that it names.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::reconcile) struct SessionKey<'a> {
    pub(in crate::billing::reconcile) connection_id: &'a str,
    pub(in crate::billing::reconcile) session_id: &'a str,
    pub(in crate::billing::reconcile) named: Option<&'a str>,
}

/// Finds our records of a session.
pub(in crate::billing::reconcile) async fn find_sale(
    db: &mut Connection<'_>,
    session: SessionKey<'_>,
) -> Result<Option<RecordedSale>, Failure> {
    let row: Option<SaleRow> = on_engine!(db, |c| sqlx::query_as(SALE)
        .bind(session.connection_id)
        .bind(session.session_id)
        .bind(session.named)
        .fetch_optional(c)
        .await)
    .failed("reading the sale of a session")?;
    row.map(RecordedSale::try_from).transpose()
}

/// Returns the state of an object's marks.
pub(in crate::billing::reconcile) async fn mark_of(
    db: &mut Connection<'_>,
    object: MarkedObject<'_>,
) -> Result<MarkedState, Failure> {
    let row: Option<(String, Option<i64>)> = on_engine!(db, |c| sqlx::query_as(MARK)
        .bind(object.connection_id)
        .bind(object.kind.word())
        .bind(object.object_id)
        .fetch_optional(c)
        .await)
    .failed("reading the marks of an object")?;
    Ok(match row {
        None => MarkedState::Unmarked,
        Some((state, _)) if state == "waiting" => MarkedState::Waiting,
        Some((state, _)) if state == "dead" => MarkedState::Dead,
        Some((_, checked_at)) => MarkedState::Applied(checked_at.map(Timestamp::from_micros)),
    })
}

/// A checkout whose payment is not confirmed.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::billing::reconcile) struct ProcessingCheckout {
    pub(in crate::billing::reconcile) id: String,
    pub(in crate::billing::reconcile) stripe_session_id: String,
}

/// Returns checkouts of a connection whose payments are on their way, in the order of their ids.
pub(in crate::billing::reconcile) async fn list_processing(
    db: &mut Connection<'_>,
    connection_id: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<ProcessingCheckout>, Failure> {
    on_engine!(db, |c| sqlx::query_as(PROCESSING)
        .bind(connection_id)
        .bind(after)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing checkouts whose payments are on their way")
}

#[derive(sqlx::FromRow)]
struct DriftedRow {
    book_id: i64,
    stripe_price_id: Option<String>,
    id: i64,
    state: String,
    reason: Option<String>,
}

/// Returns the prices that are sold and were archived or deleted at Stripe.
pub(in crate::billing::reconcile) async fn drifted_prices(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<Vec<NewFinding>, Failure> {
    let rows: Vec<DriftedRow> = on_engine!(db, |c| sqlx::query_as(DRIFTED)
        .bind(connection_id)
        .fetch_all(c)
        .await)
    .failed("listing drifted prices")?;
    let finding = |row: DriftedRow| NewFinding {
        kind: FindingKind::DriftedPrice,
        object_kind: FindingObject::Price,
        object_id: row.stripe_price_id.unwrap_or_else(|| row.id.to_string()),
        book_id: Some(row.book_id),
        ours: "sold".to_owned(),
        theirs: row.reason.unwrap_or(row.state),
    };
    Ok(rows.into_iter().map(finding).collect())
}

#[derive(sqlx::FromRow)]
struct CustomersRow {
    owner_kind: String,
    owner_id: String,
    defaults: i64,
    ids: i64,
    customers: i64,
}

/// Returns the owners of credits with several customers that count, or with one customer twice.
pub(in crate::billing::reconcile) async fn doubled_customers(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<Vec<NewFinding>, Failure> {
    let rows: Vec<CustomersRow> = on_engine!(db, |c| sqlx::query_as(CUSTOMERS)
        .bind(connection_id)
        .fetch_all(c)
        .await)
    .failed("counting customers at Stripe")?;
    let finding = |row: CustomersRow| NewFinding {
        kind: FindingKind::TwoCustomers,
        object_kind: FindingObject::Customer,
        object_id: format!("{} {}", row.owner_kind, row.owner_id),
        book_id: None,
        ours: format!("{} default customers", row.defaults),
        theirs: format!("{} ids in {} rows", row.ids, row.customers),
    };
    Ok(rows.into_iter().map(finding).collect())
}

/// Counts objects that have waited since before a time, ten thousand at most.
pub(in crate::billing::reconcile) async fn count_overdue(
    db: &mut Connection<'_>,
    before: Timestamp,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNT_OVERDUE)
        .bind(before.micros())
        .fetch_one(c)
        .await)
    .failed("counting marks that are overdue")
}
