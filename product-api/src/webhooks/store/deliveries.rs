//! Deliveries that wait to be sent: what is due, claims, and what came of them.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::webhooks::schedule::TRIES_IN_ORDER;

const NEXT: &str = "\
    SELECT next_at FROM webhook_delivery WHERE state = 'waiting' ORDER BY next_at LIMIT 1";

const DUE: &str = "\
    SELECT e.id, e.host FROM webhook_endpoint e WHERE e.status = 'active' AND EXISTS (SELECT 1 FROM webhook_delivery d \
        WHERE d.endpoint_id = e.id AND d.state = 'waiting' AND d.next_at <= $1) ORDER BY e.id";

// An event waits for the earlier ones of its customer while they are in their first tries.
const CLAIM: &str = "\
    UPDATE webhook_delivery SET next_at = $3, attempts = attempts + 1, last_at = $2 \
    WHERE state = 'waiting' AND next_at <= $2 AND id IN ( \
        SELECT d.id FROM webhook_delivery d WHERE d.endpoint_id = $1 AND d.state = 'waiting' AND d.next_at <= $2 \
        AND NOT EXISTS (SELECT 1 FROM webhook_delivery p WHERE p.endpoint_id = d.endpoint_id \
            AND p.account_id = d.account_id AND p.state = 'waiting' AND p.n < d.n AND p.attempts <= $4) \
        ORDER BY d.next_at, d.n, d.id LIMIT 16) \
    RETURNING id, event_id, attempts";

const DELIVERED: &str = "\
    UPDATE webhook_delivery SET state = 'delivered', next_at = NULL, last_status = $2, last_error = NULL WHERE id = $1";

// Whoever claimed it since decides.
const PUT_OFF: &str = "\
    UPDATE webhook_delivery SET state = $3, next_at = $4, last_status = $5, last_error = $6 \
    WHERE id = $1 AND attempts = $2 AND state = 'waiting'";

const GIVE_UP_ALL: &str = "\
    UPDATE webhook_delivery SET state = 'failed', next_at = NULL, last_error = $2 WHERE endpoint_id = $1 AND state = 'waiting'";

/// A delivery that this server has claimed.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::webhooks) struct Claimed {
    /// Its id.
    pub(in crate::webhooks) id: String,
    /// The event.
    pub(in crate::webhooks) event_id: i64,
    /// How often it was tried, this time included.
    pub(in crate::webhooks) attempts: i64,
}

/// What came of an attempt that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::webhooks) struct Trouble {
    /// The status that was answered, if one was.
    pub(in crate::webhooks) status: Option<i16>,
    /// What went wrong, for the website.
    pub(in crate::webhooks) error: &'static str,
}

/// When the next delivery falls due.
pub(in crate::webhooks) async fn next(
    db: &mut Connection<'_>,
) -> Result<Option<Timestamp>, Failure> {
    let next: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(NEXT).fetch_optional(c).await)
        .failed("looking for deliveries")?;
    Ok(next.map(Timestamp::from_micros))
}

/// The endpoints for which deliveries are due, each with its host.
pub(in crate::webhooks) async fn due(
    db: &mut Connection<'_>,
    now: Timestamp,
) -> Result<Vec<(String, String)>, Failure> {
    on_engine!(db, |c| sqlx::query_as(DUE)
        .bind(now.micros())
        .fetch_all(c)
        .await)
    .failed("looking for deliveries")
}

/// Claims what is due for an endpoint until an instant, a few at a time: of several servers one gets each.
pub(in crate::webhooks) async fn claim(
    db: &mut Connection<'_>,
    endpoint_id: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<Vec<Claimed>, Failure> {
    on_engine!(db, |c| sqlx::query_as(CLAIM)
        .bind(endpoint_id)
        .bind(now.micros())
        .bind(until.micros())
        .bind(TRIES_IN_ORDER)
        .fetch_all(c)
        .await)
    .failed("claiming deliveries")
}

/// Writes down that a delivery arrived.
pub(in crate::webhooks) async fn delivered(
    db: &mut Connection<'_>,
    id: &str,
    status: i16,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(DELIVERED)
        .bind(id)
        .bind(status)
        .execute(c)
        .await
        .map(drop))
    .failed("writing a delivery down")
}

/// Writes down that a delivery did not arrive: it is tried again at an instant, or given up.
pub(in crate::webhooks) async fn put_off(
    db: &mut Connection<'_>,
    claimed: &Claimed,
    trouble: &Trouble,
    next: Option<Timestamp>,
) -> Result<(), Failure> {
    let state = if next.is_some() { "waiting" } else { "failed" };
    on_engine!(db, |c| sqlx::query(PUT_OFF)
        .bind(&claimed.id)
        .bind(claimed.attempts)
        .bind(state)
        .bind(next.map(Timestamp::micros))
        .bind(trouble.status)
        .bind(trouble.error)
        .execute(c)
        .await
        .map(drop))
    .failed("putting a delivery off")
}

/// Gives up all that waits for an endpoint.
pub(in crate::webhooks) async fn give_up_all(
    db: &mut Connection<'_>,
    endpoint_id: &str,
    error: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(GIVE_UP_ALL)
        .bind(endpoint_id)
        .bind(error)
        .execute(c)
        .await
        .map(drop))
    .failed("giving deliveries up")
}
