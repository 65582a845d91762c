//! Events of the outbox: creates the deliveries of those that wait, and reads them to be sent.

use foundation::database::{ExpiredRows, SqlResultExt, portions, with_placeholders};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};
use serde_json::json;
use sqlx::AssertSqlSafe;

use super::queues::DeliveryQueue;
use crate::webhooks::event::WebhookEvent;

// The customer's id at the website is stored at the first sending: an event has identical bytes each time.
const TAKE_WAITING: &str = "\
    UPDATE outbox SET is_waiting = FALSE, \
        external_id = COALESCE((SELECT c.external_id FROM customers c WHERE c.id = outbox.customer_id), '') \
    WHERE is_waiting AND id IN (SELECT id FROM outbox WHERE is_waiting ORDER BY created_at, id LIMIT 256) \
    RETURNING id, book_id";

const NAME: (&str, &str) = (
    "WITH requested (event) AS (VALUES ",
    ") UPDATE outbox SET \
        external_id = COALESCE((SELECT c.external_id FROM customers c WHERE c.id = outbox.customer_id), '') \
     WHERE external_id IS NULL AND id IN (SELECT event FROM requested)",
);

// A test event belongs to no wallet: it is alone in a queue, whose key is its own id.
const INSERT_TEST: &str = "\
    INSERT INTO outbox (id, book_id, account_id, n, type, payload, created_at, is_waiting, external_id) \
    VALUES ($1, $2, $1, 1, $3, $4, $5, FALSE, '')";

const IS_WAITING: &str = "SELECT EXISTS (SELECT 1 FROM outbox WHERE is_waiting)";

/// Counts the events that wait for their deliveries, a thousand at most, and selects the time of the oldest.
pub(in crate::webhooks) const COUNT: &str = "\
    SELECT COUNT(*), MIN(created_at) FROM (SELECT created_at FROM outbox WHERE is_waiting \
        ORDER BY created_at, id LIMIT 1000) AS waiting";

const HAND_OUT: (&str, &str) = (
    "WITH requested (event) AS (VALUES ",
    ") INSERT INTO webhook_delivery (id, endpoint_id, event_id, account_id, n, type, state, next_at, created_at, is_behind) \
     SELECT e.id || ':' || CAST(o.id AS TEXT), e.id, o.id, o.account_id, o.n, o.type, 'waiting', o.created_at, o.created_at, TRUE \
     FROM requested JOIN outbox o ON o.id = requested.event JOIN book b ON b.id = o.book_id \
     JOIN webhook_endpoint e ON e.website_id = b.website_id AND e.mode = b.mode AND e.status = 'active' \
     WHERE ' ' || e.events || ' ' LIKE '% ' || o.type || ' %' ON CONFLICT DO NOTHING \
     RETURNING endpoint_id, account_id",
);

const READ: (&str, &str) = (
    "WITH requested (event) AS (VALUES ",
    ") SELECT o.id, o.type AS kind, o.n, o.customer_id, \
        CASE WHEN o.external_id IS NULL THEN c.external_id ELSE NULLIF(o.external_id, '') END AS external_id, b.mode, o.payload, o.created_at \
     FROM requested JOIN outbox o ON o.id = requested.event JOIN book b ON b.id = o.book_id \
     LEFT JOIN customers c ON c.id = o.customer_id",
);

const SWEEP_TO: &str = "\
    UPDATE outbox_swept SET before = $1 WHERE id = 1 AND before < $1 AND EXISTS (SELECT 1 FROM outbox WHERE created_at <= $1)";

/// Events that are too old to be sent again; their latest time is recorded first.
pub(in crate::webhooks) const OLD: ExpiredRows =
    expired!("outbox", key "id", at "created_at", only "NOT is_waiting");

/// An event whose deliveries are being created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::webhooks) struct WaitingEvent {
    /// The event.
    pub(in crate::webhooks) id: i64,
    /// The book of the event.
    pub(in crate::webhooks) book_id: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    kind: String,
    n: i64,
    customer_id: Option<String>,
    external_id: Option<String>,
    mode: String,
    payload: String,
    created_at: i64,
}

/// Returns true if events wait for their deliveries.
pub(in crate::webhooks) async fn is_waiting(db: &mut Connection<'_>) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(IS_WAITING).fetch_one(c).await).failed("finding events")
}

/// Inserts a test event for no endpoint yet; `id` is its key, `book_id` its website's book.
pub(in crate::webhooks) async fn insert_test(
    db: &mut Connection<'_>,
    id: i64,
    book_id: i64,
    kind: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    // The payload has the members of every event, with no credits.
    let payload = json!({
        "at": now.to_iso8601(), "amount": 0, "posted": 0, "held": 0, "debt": 0, "available": 0,
    });
    on_engine!(db, |c| sqlx::query(INSERT_TEST)
        .bind(id)
        .bind(book_id)
        .bind(kind)
        .bind(payload.to_string())
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("storing a test event")
}

/// Takes the oldest waiting events: each goes to one replica only.
pub(in crate::webhooks) async fn take_waiting(
    db: &mut Connection<'_>,
) -> Result<Vec<WaitingEvent>, Failure> {
    on_engine!(db, |c| sqlx::query_as(TAKE_WAITING).fetch_all(c).await).failed("taking events")
}

/// Stores the websites' ids of the customers of events, unless that has been done.
pub(in crate::webhooks) async fn name(
    db: &mut Connection<'_>,
    events: &[i64],
) -> Result<(), Failure> {
    for events in portions(events) {
        let text = with_placeholders(db, NAME.0, 1, events.len(), NAME.1);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for event in events {
                query = query.bind(event);
            }
            query.execute(c).await.map(drop)
        })
        .failed("naming the customers of events")?;
    }
    Ok(())
}

/// Creates a delivery of each event for each endpoint that receives its type, waiting behind others. The caller has locked
/// the endpoints, and releases the first delivery of each queue afterwards.
pub(in crate::webhooks) async fn create_deliveries(
    db: &mut Connection<'_>,
    events: &[i64],
) -> Result<Vec<DeliveryQueue>, Failure> {
    let mut queues = Vec::new();
    for events in portions(events) {
        let text = with_placeholders(db, HAND_OUT.0, 1, events.len(), HAND_OUT.1);
        let made: Vec<DeliveryQueue> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for event in events {
                query = query.bind(event);
            }
            query.fetch_all(c).await
        })
        .failed("handing events out")?;
        queues.extend(made);
    }
    Ok(queues)
}

/// Returns the events that exist, in any order.
pub(in crate::webhooks) async fn read(
    db: &mut Connection<'_>,
    events: &[i64],
) -> Result<Vec<WebhookEvent>, Failure> {
    let mut found = Vec::with_capacity(events.len());
    for events in portions(events) {
        let text = with_placeholders(db, READ.0, 1, events.len(), READ.1);
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for event in events {
                query = query.bind(event);
            }
            query.fetch_all(c).await
        })
        .failed("reading events")?;
        found.extend(rows.into_iter().map(|row| WebhookEvent {
            id: row.id,
            kind: row.kind,
            n: row.n,
            customer_id: row.customer_id,
            external_id: row.external_id,
            mode: row.mode,
            payload: row.payload,
            created_at: Timestamp::from_micros(row.created_at),
        }));
    }
    Ok(found)
}

/// Records the time before which events may be deleted, for the verification of the books; without such a record every
/// event has to exist.
pub(in crate::webhooks) async fn sweep_to(
    db: &mut Connection<'_>,
    before: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SWEEP_TO)
        .bind(before.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("sweeping events")
}
