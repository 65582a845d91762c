//! Idempotency keys in the database.

use std::time::Duration;

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::answer::StoredAnswer;
use super::claim::Attempt;

const INSERT: &str = "\
    INSERT INTO api_operation (tenant_id, key, fingerprint, state, created_at, body_expires_at) \
    VALUES ($1, $2, $3, 2, $4, $5) ON CONFLICT (tenant_id, key) DO NOTHING";

const FIND: &str = "\
    SELECT fingerprint, status, headers, body, transaction_id FROM api_operation \
    WHERE tenant_id = $1 AND key = $2";

const FINISH: &str = "\
    UPDATE api_operation SET status = $3, headers = $4, body = $5, transaction_id = $6 \
    WHERE tenant_id = $1 AND key = $2 AND body IS NULL";

const PRUNE: &str = "\
    UPDATE api_operation SET headers = NULL, body = NULL, body_expires_at = NULL, \
        forget_at = CASE WHEN transaction_id IS NULL THEN created_at + $2 ELSE NULL END \
    WHERE (tenant_id, key) IN \
        (SELECT tenant_id, key FROM api_operation WHERE body_expires_at <= $1 \
         ORDER BY body_expires_at, tenant_id, key LIMIT $3)";

const FORGET: &str = "\
    DELETE FROM api_operation WHERE (tenant_id, key) IN \
        (SELECT tenant_id, key FROM api_operation WHERE forget_at <= $1 \
         ORDER BY forget_at, tenant_id, key LIMIT $2)";

/// What is known of a key.
pub(super) struct Operation {
    pub(super) fingerprint: String,
    pub(super) answer: Option<StoredAnswer>,
    pub(super) transaction_id: Option<String>,
}

#[derive(sqlx::FromRow)]
struct Row {
    fingerprint: String,
    status: Option<i16>,
    headers: Option<String>,
    body: Option<String>,
    transaction_id: Option<String>,
}

impl Row {
    fn answer(&self) -> Option<StoredAnswer> {
        Some(StoredAnswer {
            status: u16::try_from(self.status?).ok()?,
            headers: serde_json::from_str(self.headers.as_deref()?).ok()?,
            body: self.body.clone()?,
        })
    }
}

/// Takes a key; false when it was taken before.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    attempt: &Attempt,
    now: Timestamp,
    body_expires_at: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(&attempt.tenant)
        .bind(attempt.key.as_str())
        .bind(attempt.fingerprint.as_str())
        .bind(now.micros())
        .bind(body_expires_at.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("claiming an idempotency key")
}

/// What is known of an attempt's key.
pub(super) async fn find(
    db: &mut Connection<'_>,
    attempt: &Attempt,
) -> Result<Option<Operation>, Failure> {
    let row = on_engine!(db, |c| sqlx::query_as::<_, Row>(FIND)
        .bind(&attempt.tenant)
        .bind(attempt.key.as_str())
        .fetch_optional(c)
        .await)
    .failed("reading an idempotency key")?;
    Ok(row.map(|row| Operation {
        answer: row.answer(),
        fingerprint: row.fingerprint,
        transaction_id: row.transaction_id,
    }))
}

/// Stores the answer of a key that this transaction took.
pub(super) async fn finish(
    db: &mut Connection<'_>,
    attempt: &Attempt,
    answer: &StoredAnswer,
    transaction_id: Option<&str>,
) -> Result<(), Failure> {
    let doing = "storing an answer";
    let status = i16::try_from(answer.status).map_err(|error| Failure::broken(doing, error))?;
    let headers =
        serde_json::to_string(&answer.headers).map_err(|error| Failure::broken(doing, error))?;
    let stored = on_engine!(db, |c| sqlx::query(FINISH)
        .bind(&attempt.tenant)
        .bind(attempt.key.as_str())
        .bind(status)
        .bind(&headers)
        .bind(&answer.body)
        .bind(transaction_id)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed(doing)?;
    if stored {
        Ok(())
    } else {
        Err(Failure::defect("an answer was stored without its key"))
    }
}

/// Takes away answers whose time is over; how many.
pub(super) async fn prune(
    db: &mut Connection<'_>,
    now: Timestamp,
    refusals_kept: Duration,
    at_most: i64,
) -> Result<u64, Failure> {
    let kept = Timestamp::default().plus(refusals_kept).micros();
    on_engine!(db, |c| sqlx::query(PRUNE)
        .bind(now.micros())
        .bind(kept)
        .bind(at_most)
        .execute(c)
        .await
        .map(|done| done.rows_affected()))
    .failed("pruning answers")
}

/// Takes away keys of refusals whose time is over; how many.
pub(super) async fn forget(
    db: &mut Connection<'_>,
    now: Timestamp,
    at_most: i64,
) -> Result<u64, Failure> {
    on_engine!(db, |c| sqlx::query(FORGET)
        .bind(now.micros())
        .bind(at_most)
        .execute(c)
        .await
        .map(|done| done.rows_affected()))
    .failed("forgetting the keys of refusals")
}
