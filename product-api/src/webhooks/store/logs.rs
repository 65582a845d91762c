//! The log of deliveries: pages, single deliveries, and sending again.

use foundation::database::{ExpiredRows, SqlResultExt, portions, with_placeholders};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};
use sqlx::AssertSqlSafe;

use super::queues::DeliveryQueue;
use crate::schema::Cursor;

/// The newest deliveries in one state, read by the index.
macro_rules! of_state {
    ($state:literal) => {
        concat!(
            "SELECT * FROM (SELECT event_id, type AS kind, state, attempts, \
                CASE WHEN is_behind THEN NULL ELSE next_at END AS next_at, last_at, last_status, last_error, \
                created_at FROM webhook_delivery WHERE endpoint_id = $1 AND state = ",
            $state,
            " AND created_at <= $2 AND (created_at < $2 OR event_id < $3) \
              ORDER BY created_at DESC, event_id DESC LIMIT $4) AS of_state"
        )
    };
}

const PAGE_OF_STATE: &str = of_state!("$5");

/// The newest deliveries of each state, merged into the newest of all.
const PAGE: &str = concat!(
    "SELECT * FROM (",
    of_state!("'waiting'"),
    " UNION ALL ",
    of_state!("'delivered'"),
    " UNION ALL ",
    of_state!("'failed'"),
    ") AS of_any ORDER BY created_at DESC, event_id DESC LIMIT $4"
);

const FIND: &str = "\
    SELECT event_id, type AS kind, state, attempts, \
        CASE WHEN is_behind THEN NULL ELSE next_at END AS next_at, last_at, last_status, last_error, created_at \
    FROM webhook_delivery WHERE endpoint_id = $1 AND event_id = $2";

const REQUEUE: &str = "\
    UPDATE webhook_delivery SET state = 'waiting', attempts = 0, next_at = $3, is_behind = TRUE \
    WHERE endpoint_id = $1 AND event_id = $2 RETURNING endpoint_id, account_id";

// The range includes events that were never sent to the endpoint.
pub(super) const RANGE: &str = "\
    SELECT id, created_at FROM ( \
        SELECT id, created_at, type FROM outbox \
        WHERE book_id = $1 AND (created_at, id) > ($3, $4) AND created_at < $5 ORDER BY created_at, id LIMIT $7) AS scanned \
    WHERE ' ' || $2 || ' ' LIKE '% ' || type || ' %' ORDER BY created_at, id LIMIT $6";

const RANGE_ENDS: &str = "\
    SELECT id, created_at FROM outbox \
    WHERE book_id = $1 AND (created_at, id) > ($2, $3) AND created_at < $4 ORDER BY created_at, id LIMIT 1 OFFSET $5";

const REQUEUE_RANGE: (&str, &str) = (
    "WITH requested (endpoint, event, due) AS (VALUES ",
    ") INSERT INTO webhook_delivery (id, endpoint_id, event_id, account_id, n, type, state, next_at, created_at, is_behind) \
     SELECT requested.endpoint || ':' || CAST(o.id AS TEXT), requested.endpoint, o.id, o.account_id, o.n, o.type, 'waiting', requested.due, \
        o.created_at, TRUE \
     FROM requested JOIN outbox o ON o.id = requested.event WHERE TRUE \
     ON CONFLICT (endpoint_id, event_id) DO UPDATE SET state = 'waiting', attempts = 0, next_at = excluded.next_at, \
        is_behind = TRUE \
     RETURNING endpoint_id, account_id",
);

/// Deliveries that are too old to be read. Waiting ones are sent or given up first, so that no delivery waits behind a
/// deleted one.
pub(in crate::webhooks) const OLD: ExpiredRows =
    expired!("webhook_delivery", key "id", at "created_at", only "state <> 'waiting'");

/// A delivery, as its website sees it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::webhooks) struct Delivery {
    pub(in crate::webhooks) event_id: i64,
    pub(in crate::webhooks) kind: String,
    pub(in crate::webhooks) state: String,
    pub(in crate::webhooks) attempts: i64,
    pub(in crate::webhooks) next_at: Option<i64>,
    pub(in crate::webhooks) last_at: Option<i64>,
    pub(in crate::webhooks) last_status: Option<i16>,
    pub(in crate::webhooks) last_error: Option<String>,
    pub(in crate::webhooks) created_at: i64,
}

/// Returns deliveries to an endpoint after a cursor, newest first; of one state, or of all if `state` is empty.
pub(in crate::webhooks) async fn page(
    db: &mut Connection<'_>,
    endpoint_id: &str,
    state: &str,
    after: Option<&Cursor>,
    limit: i64,
) -> Result<Vec<Delivery>, Failure> {
    let at = after.map_or(i64::MAX, |cursor| cursor.at.micros());
    let id = after.and_then(|cursor| cursor.id.parse().ok());
    let text = match state {
        "" => PAGE,
        _ => PAGE_OF_STATE,
    };
    on_engine!(db, |c| {
        let mut query = sqlx::query_as(text)
            .bind(endpoint_id)
            .bind(at)
            .bind(id.unwrap_or(i64::MAX))
            .bind(limit);
        if !state.is_empty() {
            query = query.bind(state);
        }
        query.fetch_all(c).await
    })
    .failed("listing deliveries")
}

/// Returns the delivery of an event to an endpoint.
pub(in crate::webhooks) async fn find(
    db: &mut Connection<'_>,
    endpoint_id: &str,
    event_id: i64,
) -> Result<Option<Delivery>, Failure> {
    on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(endpoint_id)
        .bind(event_id)
        .fetch_optional(c)
        .await)
    .failed("reading a delivery")
}

/// Queues an event again, behind earlier ones that wait; `None` if it was never queued for this endpoint.
pub(in crate::webhooks) async fn again(
    db: &mut Connection<'_>,
    endpoint_id: &str,
    event_id: i64,
    now: Timestamp,
) -> Result<Option<DeliveryQueue>, Failure> {
    on_engine!(db, |c| sqlx::query_as(REQUEUE)
        .bind(endpoint_id)
        .bind(event_id)
        .bind(now.micros())
        .fetch_optional(c)
        .await)
    .failed("sending a delivery again")
}

/// The events to find: of a book, of these types, after a position and before a time.
#[derive(Clone, Debug)]
pub(in crate::webhooks) struct EventRange<'a> {
    pub(in crate::webhooks) book_id: i64,
    /// The types, separated by blanks.
    pub(in crate::webhooks) types: &'a str,
    pub(in crate::webhooks) after: Cursor,
    pub(in crate::webhooks) before: Timestamp,
}

impl EventRange<'_> {
    fn after_id(&self) -> i64 {
        self.after.id.parse().unwrap_or_default()
    }
}

/// Returns the keys and times of the first matching events, `most` at most, among the first `max_scanned` of any type.
pub(in crate::webhooks) async fn range(
    db: &mut Connection<'_>,
    wanted: &EventRange<'_>,
    most: i64,
    max_scanned: i64,
) -> Result<Vec<(i64, i64)>, Failure> {
    on_engine!(db, |c| sqlx::query_as(RANGE)
        .bind(wanted.book_id)
        .bind(wanted.types)
        .bind(wanted.after.at.micros())
        .bind(wanted.after_id())
        .bind(wanted.before.micros())
        .bind(most)
        .bind(max_scanned)
        .fetch_all(c)
        .await)
    .failed("finding events to be sent again")
}

/// Returns the last of the first `max_scanned` events of any type; `None` if there are fewer.
pub(in crate::webhooks) async fn range_ends(
    db: &mut Connection<'_>,
    wanted: &EventRange<'_>,
    max_scanned: i64,
) -> Result<Option<(i64, i64)>, Failure> {
    on_engine!(db, |c| sqlx::query_as(RANGE_ENDS)
        .bind(wanted.book_id)
        .bind(wanted.after.at.micros())
        .bind(wanted.after_id())
        .bind(wanted.before.micros())
        .bind(max_scanned - 1)
        .fetch_optional(c)
        .await)
    .failed("finding events to be sent again")
}

/// Queues events for an endpoint, again or for the first time, each behind earlier ones that wait.
pub(in crate::webhooks) async fn range_again(
    db: &mut Connection<'_>,
    endpoint_id: &str,
    events: &[i64],
    now: Timestamp,
) -> Result<Vec<DeliveryQueue>, Failure> {
    let mut queues = Vec::new();
    for events in portions(events) {
        let text = with_placeholders(db, REQUEUE_RANGE.0, 3, events.len(), REQUEUE_RANGE.1);
        let made: Vec<DeliveryQueue> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for event in events {
                query = query.bind(endpoint_id).bind(event).bind(now.micros());
            }
            query.fetch_all(c).await
        })
        .failed("sending events again")?;
        queues.extend(made);
    }
    Ok(queues)
}

/// The statements assembled here, for the test of the query plans.
#[cfg(test)]
pub(crate) const TEXTS: [&str; 2] = [PAGE, PAGE_OF_STATE];
