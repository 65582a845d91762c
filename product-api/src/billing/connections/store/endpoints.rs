//! The table of endpoints at Stripe and their sealed secrets.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

const INSERT: &str = "\
    INSERT INTO stripe_endpoint (id, connection_id, secret, state, created_at) VALUES ($1, $2, $3, 'current', $4)";

const SET_MANUAL: &str = "\
    INSERT INTO stripe_endpoint (id, connection_id, secret, state, created_at) VALUES ($1, $2, $3, 'manual', $4) \
    ON CONFLICT (id) DO UPDATE SET secret = excluded.secret";

const RETIRE_CURRENT: &str = "\
    UPDATE stripe_endpoint SET state = 'retiring', retire_at = $2 WHERE connection_id = $1 AND state = 'current'";

const FIND_CURRENT: &str =
    "SELECT id FROM stripe_endpoint WHERE connection_id = $1 AND state = 'current'";

const LIST_IDS: &str =
    "SELECT id FROM stripe_endpoint WHERE connection_id = $1 AND state <> 'manual' ORDER BY id";

const HAS_MANUAL: &str = "\
    SELECT EXISTS (SELECT 1 FROM stripe_endpoint WHERE connection_id = $1 AND state = 'manual')";

const IS_KNOWN: &str = "SELECT EXISTS (SELECT 1 FROM stripe_endpoint WHERE id = $1)";

const LIST_SECRETS: &str = "\
    SELECT secret FROM stripe_endpoint \
    WHERE connection_id = $1 AND COALESCE(retire_at, 9223372036854775807) > $2 ORDER BY created_at DESC, id";

const LIST_SEALED: &str =
    "SELECT id, secret FROM stripe_endpoint WHERE connection_id = $1 ORDER BY id";

const RESEAL: &str = "UPDATE stripe_endpoint SET secret = $2 WHERE id = $1";

const LIST_RETIRED: &str = "\
    SELECT id, connection_id FROM stripe_endpoint WHERE state = 'retiring' AND retire_at <= $1 ORDER BY retire_at, id LIMIT 100";

const DELETE: &str = "DELETE FROM stripe_endpoint WHERE id = $1";

const DELETE_ALL: &str = "DELETE FROM stripe_endpoint WHERE connection_id = $1";

/// An endpoint whose secret no longer counts.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::billing::connections) struct RetiredEndpoint {
    /// Stripe's id.
    pub(in crate::billing::connections) id: String,
    /// The connection.
    pub(in crate::billing::connections) connection_id: String,
}

/// The sealed secret of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::billing::connections) struct SealedSecret {
    /// The id of the endpoint.
    pub(in crate::billing::connections) id: String,
    /// The secret, sealed.
    pub(in crate::billing::connections) secret: String,
}

/// Inserts the current endpoint of a connection, with its sealed secret.
pub(in crate::billing::connections) async fn insert(
    db: &mut Connection<'_>,
    connection_id: &str,
    id: &str,
    sealed: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(id)
        .bind(connection_id)
        .bind(sealed)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("storing an endpoint")
}

/// Stores the sealed secret that an owner entered, instead of an earlier one.
pub(in crate::billing::connections) async fn set_manual(
    db: &mut Connection<'_>,
    connection_id: &str,
    sealed: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    let id = format!("manual:{connection_id}");
    on_engine!(db, |c| sqlx::query(SET_MANUAL)
        .bind(&id)
        .bind(connection_id)
        .bind(sealed)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("storing the secret of an endpoint")
}

/// Lets the secret of the current endpoint count until a time.
pub(in crate::billing::connections) async fn retire_current(
    db: &mut Connection<'_>,
    connection_id: &str,
    until: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(RETIRE_CURRENT)
        .bind(connection_id)
        .bind(until.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("retiring an endpoint")
}

/// Returns Stripe's id of the current endpoint.
pub(in crate::billing::connections) async fn find_current(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(FIND_CURRENT)
        .bind(connection_id)
        .fetch_optional(c)
        .await)
    .failed("reading an endpoint")
}

/// Returns Stripe's ids of the endpoints that this server made for a connection.
pub(in crate::billing::connections) async fn list_ids(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(LIST_IDS)
        .bind(connection_id)
        .fetch_all(c)
        .await)
    .failed("listing endpoints")
}

/// Returns true if an owner entered a secret.
pub(in crate::billing::connections) async fn has_manual(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(HAS_MANUAL)
        .bind(connection_id)
        .fetch_one(c)
        .await)
    .failed("reading an endpoint")
}

/// Returns true if this server has the secret of an endpoint.
pub(in crate::billing::connections) async fn is_known(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(IS_KNOWN)
        .bind(id)
        .fetch_one(c)
        .await)
    .failed("reading an endpoint")
}

/// Returns the sealed secrets that count at a time, newest first.
pub(in crate::billing::connections) async fn list_secrets(
    db: &mut Connection<'_>,
    connection_id: &str,
    now: Timestamp,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(LIST_SECRETS)
        .bind(connection_id)
        .bind(now.micros())
        .fetch_all(c)
        .await)
    .failed("reading the secrets of endpoints")
}

/// Returns the sealed secrets of all endpoints of a connection.
pub(in crate::billing::connections) async fn list_sealed(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<Vec<SealedSecret>, Failure> {
    on_engine!(db, |c| sqlx::query_as(LIST_SEALED)
        .bind(connection_id)
        .fetch_all(c)
        .await)
    .failed("reading the secrets of endpoints")
}

/// Stores the secret of an endpoint as another secret has sealed it.
pub(in crate::billing::connections) async fn reseal(
    db: &mut Connection<'_>,
    id: &str,
    sealed: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(RESEAL)
        .bind(id)
        .bind(sealed)
        .execute(c)
        .await
        .map(drop))
    .failed("sealing the secret of an endpoint again")
}

/// Returns endpoints whose time has come.
pub(in crate::billing::connections) async fn list_retired(
    db: &mut Connection<'_>,
    now: Timestamp,
) -> Result<Vec<RetiredEndpoint>, Failure> {
    on_engine!(db, |c| sqlx::query_as(LIST_RETIRED)
        .bind(now.micros())
        .fetch_all(c)
        .await)
    .failed("listing retired endpoints")
}

/// Deletes an endpoint with its secret.
pub(in crate::billing::connections) async fn delete(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<(), Failure> {
    delete_by(db, DELETE, id).await
}

/// Deletes all endpoints of a connection with their secrets.
pub(in crate::billing::connections) async fn delete_all(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<(), Failure> {
    delete_by(db, DELETE_ALL, connection_id).await
}

async fn delete_by(
    db: &mut Connection<'_>,
    statement: &'static str,
    id: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(statement)
        .bind(id)
        .execute(c)
        .await
        .map(drop))
    .failed("deleting an endpoint")
}
