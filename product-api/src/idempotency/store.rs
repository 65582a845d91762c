//! Idempotency keys in the database.

use std::collections::HashMap;
use std::time::Duration;

use foundation::database::{SqlResultExt, padded};
use foundation::text::strict_json;
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::fingerprint::Fingerprint;
use super::stored_response::StoredResponse;
use super::template::{Values, expand, shorten};
use super::used_key::{KeyedRequest, KeyedResponse, UsedKey};

const FIND: (&str, &str) = (
    "WITH requested (tenant, name) AS (VALUES ",
    ") SELECT tenant_id, key, fingerprint, status, headers, body, answer, result_id, created_at \
     FROM requested JOIN api_operation ON tenant_id = requested.tenant AND key = requested.name",
);

const INSERT: (&str, &str) = (
    "INSERT INTO api_operation (tenant_id, key, fingerprint, state, status, answer, result_id, created_at, \
        body_expires_at)",
    " ON CONFLICT (tenant_id, key) DO NOTHING",
);

const INSERT_RESULT: &str = "\
    INSERT INTO api_operation (tenant_id, key, fingerprint, state, status, result_id, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) \
    ON CONFLICT (tenant_id, key) DO NOTHING";

/// State of a key whose response is stored.
const DONE: i16 = 2;

/// Status of each response that a result gives.
const SUCCESS: i16 = 200;

const PRUNE: &str = "\
    UPDATE api_operation SET headers = NULL, body = NULL, answer = NULL, body_expires_at = NULL, \
        forget_at = CASE WHEN result_id IS NULL THEN created_at + $2 ELSE NULL END \
    WHERE (tenant_id, key) IN \
        (SELECT tenant_id, key FROM api_operation WHERE body_expires_at <= $1 \
         ORDER BY body_expires_at, tenant_id, key LIMIT $3)";

const FORGET: &str = "\
    DELETE FROM api_operation WHERE (tenant_id, key) IN \
        (SELECT tenant_id, key FROM api_operation WHERE forget_at <= $1 \
         ORDER BY forget_at, tenant_id, key LIMIT $2)";

/// A used key.
#[derive(sqlx::FromRow)]
pub(super) struct Row {
    tenant_id: String,
    key: String,
    fingerprint: String,
    status: Option<i16>,
    headers: Option<String>,
    body: Option<String>,
    answer: Option<String>,
    result_id: Option<String>,
    created_at: i64,
}

impl Row {
    /// Returns the state of the key for a request with this fingerprint.
    pub(super) fn used_key(&self, fingerprint: &Fingerprint) -> UsedKey {
        if self.fingerprint != fingerprint.as_str() {
            UsedKey::Reused
        } else if let Some(response) = self.response() {
            UsedKey::Done(response)
        } else {
            UsedKey::Pruned(self.result_id.clone())
        }
    }

    fn response(&self) -> Option<StoredResponse> {
        let instant = Timestamp::from_micros(self.created_at).to_iso8601();
        let row = Values::from_row(&self.tenant_id, self.result_id.as_deref(), &instant);
        let text = self
            .answer
            .as_deref()
            .and_then(|stored| expand(stored, &row));
        let (headers, body) = match &text {
            Some(text) => text.split_once('\n')?,
            // Rows of an older version have the headers and the body in columns of their own.
            None => (self.headers.as_deref()?, self.body.as_deref()?),
        };
        Some(StoredResponse {
            status: u16::try_from(self.status?).ok()?,
            headers: strict_json::from_stored(headers).ok()?,
            body: body.to_owned(),
        })
    }
}

/// Reads the rows of the attempts' keys, by tenant and key.
pub(super) async fn find(
    db: &mut Connection<'_>,
    attempts: &[&KeyedRequest],
) -> Result<HashMap<(String, String), Row>, Failure> {
    let mut found = HashMap::new();
    for portion in padded(attempts, 2) {
        let text = portion.text(db, FIND);
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (attempt, there) in portion.rows() {
                let tenant = there.some(&attempt.tenant);
                query = query.bind(tenant).bind(attempt.key.as_str());
            }
            query.fetch_all(c).await
        })
        .failed("reading idempotency keys")?;
        let named = |row: Row| ((row.tenant_id.clone(), row.key.clone()), row);
        found.extend(rows.into_iter().map(named));
    }
    Ok(found)
}

/// Returns the stored form of a response. `instant` is the row's time, as responses format it.
fn stored_form(one: &KeyedResponse<'_>, instant: &str) -> serde_json::Result<String> {
    let row = Values::from_row(&one.attempt.tenant, one.result_id, instant);
    Ok(shorten(&one.response.text()?, &row))
}

/// Inserts the keys that are free, with their responses, and returns their number.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    responses: &[KeyedResponse<'_>],
    now: Timestamp,
    body_expires_at: Timestamp,
) -> Result<u64, Failure> {
    let doing = "storing responses";
    let instant = now.to_iso8601();
    let mut taken = 0;
    for portion in padded(responses, 9) {
        let forms: serde_json::Result<Vec<Option<String>>> = portion
            .rows()
            .map(|(one, there)| {
                let one = there.some(one);
                one.map(|one| stored_form(one, &instant)).transpose()
            })
            .collect();
        let forms = forms.map_err(|error| Failure::broken(doing, error))?;
        let text = portion.insert(db, INSERT.0, INSERT.1);
        taken += on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for ((one, there), form) in portion.rows().zip(&forms) {
                let status = i16::try_from(one.response.status).ok();
                query = query
                    .bind(there.some(&one.attempt.tenant))
                    .bind(one.attempt.key.as_str())
                    .bind(one.attempt.fingerprint.as_str())
                    .bind(DONE)
                    .bind(status)
                    .bind(form)
                    .bind(one.result_id)
                    .bind(now.micros())
                    .bind(body_expires_at.micros());
            }
            query.execute(c).await.map(|done| done.rows_affected())
        })
        .failed(doing)?;
    }
    Ok(taken)
}

/// Inserts a key with its result and without a response; false if it is taken.
pub(super) async fn insert_result(
    db: &mut Connection<'_>,
    attempt: &KeyedRequest,
    result_id: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(INSERT_RESULT)
        .bind(&attempt.tenant)
        .bind(attempt.key.as_str())
        .bind(attempt.fingerprint.as_str())
        .bind(DONE)
        .bind(SUCCESS)
        .bind(result_id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("storing a key")
}

/// Removes the bodies of responses that have expired, and returns their number.
pub(super) async fn prune(
    db: &mut Connection<'_>,
    now: Timestamp,
    refusals_kept: Duration,
    at_most: i64,
) -> Result<u64, Failure> {
    let stored = Timestamp::default().plus(refusals_kept).micros();
    on_engine!(db, |c| sqlx::query(PRUNE)
        .bind(now.micros())
        .bind(stored)
        .bind(at_most)
        .execute(c)
        .await
        .map(|done| done.rows_affected()))
    .failed("pruning responses")
}

/// Deletes the keys of refusals that have expired, and returns their number.
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
