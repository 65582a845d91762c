//! Deliveries that wait to be sent: due ones, claims, and outcomes.

use foundation::database::{SqlResultExt, portions, with_placeholders};
use foundation::task::Outbox;
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::super::schedule::LEASE;

/// Counts the deliveries that wait, a thousand at most, and selects the time of the oldest.
pub(in crate::webhooks) const COUNT: &str = "\
    SELECT COUNT(*), MIN(created_at) FROM (SELECT created_at FROM webhook_delivery WHERE state = 'waiting' \
        ORDER BY created_at, id LIMIT 1000) AS waiting";

/// Statements of the outbox; endpoints are due, and claims are made under their lock. A claim takes no more deliveries than
/// are sent concurrently, so that every attempt uses the endpoint's current URL.
pub(in crate::webhooks) const OUTBOX: Outbox = Outbox {
    content: "deliveries",
    next: "\
        SELECT next_at FROM webhook_delivery WHERE state = 'waiting' AND NOT is_behind ORDER BY next_at LIMIT 1",
    due: "\
        SELECT endpoint_id, host, website_id FROM ( \
            SELECT e.id AS endpoint_id, e.host, e.website_id, \
                (SELECT MIN(d.next_at) FROM webhook_delivery d \
                    WHERE d.endpoint_id = e.id AND d.state = 'waiting' AND NOT d.is_behind) AS due_at \
            FROM webhook_endpoint e WHERE e.status = 'active') AS waiting \
        WHERE due_at <= $1 ORDER BY due_at, endpoint_id",
    claim: "\
        UPDATE webhook_delivery SET next_at = $3, attempts = attempts + 1, last_at = $2 \
        WHERE id IN ( \
            SELECT d.id FROM webhook_delivery d \
            WHERE d.endpoint_id = $1 AND d.state = 'waiting' AND NOT d.is_behind AND d.next_at <= $2 \
            ORDER BY d.next_at, d.n, d.id LIMIT 4) \
        RETURNING id, event_id, account_id, attempts, next_at AS lease",
    lease: LEASE,
};

// A later claim or resend takes precedence. Its attempt number may be the same, since a resend restarts the count, but its
// lease differs. A successful delivery is recorded in any case.
const RECORD: (&str, &str) = (
    "WITH came (id, tries, lease, state, next_at, status, error, taken_back) AS (VALUES ",
    ") UPDATE webhook_delivery SET state = came.state, next_at = came.next_at, last_status = came.status, \
        last_error = came.error, attempts = webhook_delivery.attempts - came.taken_back \
     FROM came WHERE webhook_delivery.id = came.id AND ( \
        webhook_delivery.state = 'waiting' AND webhook_delivery.attempts = came.tries AND webhook_delivery.next_at = came.lease \
        OR came.state = 'delivered' AND webhook_delivery.attempts >= came.tries)",
);

const GIVE_UP_ALL: &str = "\
    UPDATE webhook_delivery SET state = 'failed', next_at = NULL, last_error = $2 WHERE endpoint_id = $1 AND state = 'waiting'";

/// An endpoint with due deliveries.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::webhooks) struct DueEndpoint {
    /// The endpoint.
    pub(in crate::webhooks) endpoint_id: String,
    /// Its host.
    pub(in crate::webhooks) host: String,
    /// The website that owns it.
    pub(in crate::webhooks) website_id: String,
}

/// A delivery that this replica has claimed.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::webhooks) struct ClaimedDelivery {
    /// Its id.
    pub(in crate::webhooks) id: String,
    /// The event.
    pub(in crate::webhooks) event_id: i64,
    /// The wallet of the event's customer.
    pub(in crate::webhooks) account_id: i64,
    /// The number of attempts, including this one.
    pub(in crate::webhooks) attempts: i64,
    /// The end of the claim, in microseconds.
    pub(in crate::webhooks) lease: i64,
}

/// The cause of a failed attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::webhooks) struct AttemptError {
    /// The HTTP status of the response, if there was one.
    pub(in crate::webhooks) status: Option<i16>,
    /// The error, for the website.
    pub(in crate::webhooks) error: &'static str,
}

/// The outcome of an attempt.
#[derive(Clone, Debug)]
pub(in crate::webhooks) struct DeliveryUpdate<'a> {
    /// The claimed delivery.
    pub(in crate::webhooks) claimed: &'a ClaimedDelivery,
    /// True if the endpoint accepted it.
    pub(in crate::webhooks) has_arrived: bool,
    /// The time of the next attempt after a failure; `None` if the delivery is given up.
    pub(in crate::webhooks) next_at: Option<Timestamp>,
    /// The HTTP status of the response, if there was one.
    pub(in crate::webhooks) status: Option<i16>,
    /// The error, for the website.
    pub(in crate::webhooks) error: Option<&'static str>,
    /// True if the attempt proves nothing and is not counted.
    pub(in crate::webhooks) counts_not: bool,
}

impl DeliveryUpdate<'_> {
    /// Returns the outcome for an endpoint whose URL has changed: a failed delivery is retried at once at the new URL.
    pub(in crate::webhooks) fn elsewhere(&self, now: Timestamp) -> Self {
        Self {
            next_at: (!self.has_arrived).then_some(now),
            counts_not: !self.has_arrived,
            ..self.clone()
        }
    }

    /// Returns the state of the delivery after it, as a word in the table.
    fn state(&self) -> &'static str {
        match self.next_at {
            _ if self.has_arrived => "delivered",
            Some(_) => "waiting",
            None => "failed",
        }
    }
}

/// Records the outcomes of attempts.
pub(in crate::webhooks) async fn record(
    db: &mut Connection<'_>,
    outcomes: &[DeliveryUpdate<'_>],
) -> Result<(), Failure> {
    for outcomes in portions(outcomes) {
        let text = with_placeholders(db, RECORD.0, 8, outcomes.len(), RECORD.1);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for outcome in outcomes {
                query = query
                    .bind(&outcome.claimed.id)
                    .bind(outcome.claimed.attempts)
                    .bind(outcome.claimed.lease)
                    .bind(outcome.state())
                    .bind(outcome.next_at.map(Timestamp::micros))
                    .bind(outcome.status)
                    .bind(outcome.error)
                    .bind(i64::from(outcome.counts_not));
            }
            query.execute(c).await.map(drop)
        })
        .failed("storing deliveries")?;
    }
    Ok(())
}

/// Gives up all waiting deliveries of an endpoint.
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
    .failed("giving up deliveries")
}
