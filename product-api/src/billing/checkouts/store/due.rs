//! Steps of checkouts that are due: calls to Stripe that a server claims, and counted requests for a look at Stripe.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::checkouts::checkout::CheckoutState;

const DUE: &str = "SELECT id FROM checkout WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2";

const CLAIM: &str = "UPDATE checkout SET next_at = $3 WHERE id = $1 AND next_at <= $2";

const CLAIM_NEW: &str =
    "UPDATE checkout SET next_at = $3 WHERE id = $1 AND next_at <= $2 AND state = 'new'";

const POSTPONE: &str =
    "UPDATE checkout SET next_at = $2 WHERE id = $1 AND next_at IS NOT NULL AND state = $3";

const COUNT_SYNC: &str = "\
    UPDATE checkout SET sync_count = CASE WHEN sync_minute = $2 THEN sync_count + 1 ELSE 1 END, sync_minute = $2 \
    WHERE id = $1 RETURNING sync_count";

/// Reads some checkouts whose step is due, longest due first.
pub(in crate::billing::checkouts) async fn due(
    db: &mut Connection<'_>,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(DUE)
        .bind(now.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("finding checkouts that are due")
}

/// The time of a claim and its end.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::checkouts) struct ClaimTimes {
    pub(in crate::billing::checkouts) now: Timestamp,
    pub(in crate::billing::checkouts) until: Timestamp,
}

/// Claims the due step of a checkout; false if another server has it.
pub(in crate::billing::checkouts) async fn claim(
    db: &mut Connection<'_>,
    id: &str,
    times: ClaimTimes,
) -> Result<bool, Failure> {
    claim_by(db, CLAIM, id, times).await
}

/// Claims the call that makes the session of a new checkout; false if another server has it, or the session is there.
pub(in crate::billing::checkouts) async fn claim_new(
    db: &mut Connection<'_>,
    id: &str,
    times: ClaimTimes,
) -> Result<bool, Failure> {
    claim_by(db, CLAIM_NEW, id, times).await
}

async fn claim_by(
    db: &mut Connection<'_>,
    statement: &'static str,
    id: &str,
    times: ClaimTimes,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(statement)
        .bind(id)
        .bind(times.now.micros())
        .bind(times.until.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("claiming a checkout")
}

/// Sets the time from which a server may repeat the step of a checkout in a state.
pub(in crate::billing::checkouts) async fn postpone(
    db: &mut Connection<'_>,
    id: &str,
    state: CheckoutState,
    until: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(POSTPONE)
        .bind(id)
        .bind(until.micros())
        .bind(state.word())
        .execute(c)
        .await
        .map(drop))
    .failed("postponing a checkout")
}

/// Counts a request for a look at Stripe; returns the number of those in the minute, with this one.
pub(in crate::billing::checkouts) async fn count_sync(
    db: &mut Connection<'_>,
    id: &str,
    minute: i64,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNT_SYNC)
        .bind(id)
        .bind(minute)
        .fetch_one(c)
        .await)
    .failed("counting the syncs of a checkout")
}
