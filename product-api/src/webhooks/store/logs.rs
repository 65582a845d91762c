//! The log of deliveries: pages, one of them, and sending again.

use foundation::database::{Expired, Failed};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use crate::schema::Cursor;

/// The newest of one state, by the index.
macro_rules! of_state {
    ($state:literal) => {
        concat!(
            "SELECT * FROM (SELECT event_id, type AS kind, state, attempts, next_at, last_at, last_status, last_error, \
                created_at FROM webhook_delivery WHERE endpoint_id = $1 AND state = ",
            $state,
            " AND created_at <= $2 AND (created_at < $2 OR event_id < $3) \
              ORDER BY created_at DESC, event_id DESC LIMIT $4) AS of_state"
        )
    };
}

const PAGE_OF_STATE: &str = of_state!("$5");

/// The newest of each state, and the newest of them all.
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
    SELECT event_id, type AS kind, state, attempts, next_at, last_at, last_status, last_error, created_at \
    FROM webhook_delivery WHERE endpoint_id = $1 AND event_id = $2";

const AGAIN: &str = "\
    UPDATE webhook_delivery SET state = 'waiting', attempts = 0, next_at = $3 WHERE endpoint_id = $1 AND event_id = $2";

// Those of a time range that the endpoint hears: also such as it was never sent.
const RANGE: &str = "\
    SELECT o.id, o.created_at FROM outbox o WHERE o.book_id = $1 AND (o.created_at > $3 OR o.created_at = $3 AND o.id > $4) \
        AND o.created_at < $5 AND ' ' || $2 || ' ' LIKE '% ' || o.type || ' %' \
    ORDER BY o.created_at, o.id LIMIT $6";

const RANGE_AGAIN: &str = "\
    INSERT INTO webhook_delivery (id, endpoint_id, event_id, account_id, n, type, state, next_at, created_at) \
    SELECT $1 || ':' || CAST(o.id AS TEXT), $1, o.id, o.account_id, o.n, o.type, 'waiting', $3, o.created_at \
    FROM outbox o WHERE o.id = $2 \
    ON CONFLICT (endpoint_id, event_id) DO UPDATE SET state = 'waiting', attempts = 0, next_at = excluded.next_at";

/// Deliveries that are too old to be looked at.
pub(in crate::webhooks) const OLD: Expired =
    expired!("webhook_delivery", key "id", at "created_at");

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

/// Deliveries to an endpoint, newest first, after a cursor; of one state, or of all when that is empty.
pub(in crate::webhooks) async fn page(
    db: &mut Connection<'_>,
    (endpoint_id, state): (&str, &str),
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

/// The delivery of an event to an endpoint.
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

/// Sends an event again; false when it was never meant for this endpoint.
pub(in crate::webhooks) async fn again(
    db: &mut Connection<'_>,
    endpoint_id: &str,
    event_id: i64,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(AGAIN)
        .bind(endpoint_id)
        .bind(event_id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("sending a delivery again")
}

/// The events of a time range, oldest first: of a book, of these types, after a place and before an instant.
pub(in crate::webhooks) async fn range(
    db: &mut Connection<'_>,
    (book_id, types): (i64, &str),
    (after, before): (&Cursor, Timestamp),
    limit: i64,
) -> Result<Vec<(i64, i64)>, Failure> {
    on_engine!(db, |c| sqlx::query_as(RANGE)
        .bind(book_id)
        .bind(types)
        .bind(after.at.micros())
        .bind(after.id.parse::<i64>().unwrap_or_default())
        .bind(before.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("finding events to be sent again")
}

/// Sends an event to an endpoint, again or for the first time.
pub(in crate::webhooks) async fn range_again(
    db: &mut Connection<'_>,
    endpoint_id: &str,
    event_id: i64,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(RANGE_AGAIN)
        .bind(endpoint_id)
        .bind(event_id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("sending events again")
}

/// The statements that are put together here, for the test of how a database goes about them.
#[cfg(test)]
pub(crate) const TEXTS: [&str; 2] = [PAGE, PAGE_OF_STATE];
