//! The daily checks of connections, and their deliveries with wrong signatures.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::connections::connection::StripeConnection;
use crate::billing::currency::Currency;

const LIST_UNCHECKED: &str = "\
    SELECT id FROM stripe_connection \
    WHERE state IN ('active', 'degraded') AND COALESCE(checked_at, 0) <= $1 ORDER BY COALESCE(checked_at, 0), id LIMIT 100";

/// Changes nothing if another server has just claimed the check.
const CLAIM_CHECK: &str = "\
    UPDATE stripe_connection SET checked_at = $2 WHERE id = $1 AND COALESCE(checked_at, 0) <= $3";

const RECORD_CHECK: &str = "\
    UPDATE stripe_connection SET checked_at = $2, account_name = $3, country = $4, default_currency = $5, updated_at = $6 \
    WHERE id = $1";

const COUNT_BAD_SIGNATURE: &str = "\
    UPDATE stripe_connection SET bad_signatures = bad_signatures + 1 \
    WHERE id = $1 AND delivery = 'webhook' AND state <> 'disconnected' RETURNING bad_signatures";

const FORGET_BAD_SIGNATURES: &str =
    "UPDATE stripe_connection SET bad_signatures = 0 WHERE id = $1 AND bad_signatures > 0";

/// Returns the ids of connections whose last check is not after a time, the longest unchecked first.
pub(in crate::billing::connections) async fn list_unchecked(
    db: &mut Connection<'_>,
    until: Timestamp,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(LIST_UNCHECKED)
        .bind(until.micros())
        .fetch_all(c)
        .await)
    .failed("listing connections to check")
}

/// Claims the check of a connection whose last check is not after a time; false if another server has claimed it.
pub(in crate::billing::connections) async fn claim_check(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(CLAIM_CHECK)
        .bind(id)
        .bind(now.micros())
        .bind(until.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("claiming the check of a connection")
}

/// Stores the time of a check and the account as it was then.
pub(in crate::billing::connections) async fn record_check(
    db: &mut Connection<'_>,
    connection: &StripeConnection,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(RECORD_CHECK)
        .bind(&connection.id)
        .bind(connection.checked_at.map(Timestamp::micros))
        .bind(&connection.account_name)
        .bind(&connection.country)
        .bind(connection.default_currency.map(Currency::code))
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("storing the check of a connection")
}

/// Counts a delivery with a wrong signature; returns their number since the last right one.
pub(in crate::billing::connections) async fn count_bad_signature(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<i64, Failure> {
    let counted: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(COUNT_BAD_SIGNATURE)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("counting a wrong signature")?;
    Ok(counted.unwrap_or_default())
}

/// Forgets the deliveries with a wrong signature.
pub(in crate::billing::connections) async fn forget_bad_signatures(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(FORGET_BAD_SIGNATURES)
        .bind(id)
        .execute(c)
        .await
        .map(drop))
    .failed("forgetting wrong signatures")
}
