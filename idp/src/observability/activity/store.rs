//! Recent requests of clients in the database.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::recorder::{MAX_PER_CLIENT, RecordedRequest};

const INSERT: &str = "INSERT INTO client_activity (id, client_id, at, endpoint, status, error, error_description, \
     redirect_uri, origin, request_id, uses_pkce) SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 \
     WHERE EXISTS (SELECT 1 FROM clients WHERE id = $2)";
const PRUNE: &str = "DELETE FROM client_activity WHERE client_id = $1 AND id < \
     (SELECT id FROM client_activity WHERE client_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)";
const LIST: &str = "SELECT client_id, at, endpoint, status, error, error_description, redirect_uri, origin, request_id, uses_pkce \
     FROM client_activity WHERE client_id IN ($1, $2) ORDER BY id DESC LIMIT $3";
const FIRST: &str = "INSERT INTO client_first_sign_ins (client_id, at) SELECT $1, $2 \
     WHERE EXISTS (SELECT 1 FROM clients WHERE id = $1) ON CONFLICT DO NOTHING";
const FIND_FIRST: &str = "SELECT MIN(at) FROM client_first_sign_ins WHERE client_id IN ($1, $2)";

/// Requests that have expired.
pub(crate) const EXPIRED: ExpiredRows = expired!("client_activity", key "id", at "at");

/// A stored request.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct StoredRequest {
    /// Client of the request.
    pub(crate) client_id: String,
    at: i64,
    /// `authorize`, `token`, `userinfo` or `end_session`.
    pub(crate) endpoint: String,
    /// HTTP status of the response.
    pub(crate) status: i64,
    /// OAuth error code, or `origin_not_allowed`.
    pub(crate) error: Option<String>,
    /// Description of the error.
    pub(crate) error_description: Option<String>,
    /// Redirect URI that is not registered for the client.
    pub(crate) redirect_uri: Option<String>,
    /// Origin of a page that cannot read the response.
    pub(crate) origin: Option<String>,
    /// Request id, as in the log.
    pub(crate) request_id: String,
    /// True if an authorization request had a PKCE challenge; `None` for requests of an older version.
    pub(crate) uses_pkce: Option<bool>,
}

impl StoredRequest {
    /// Returns the time of the request.
    pub(crate) fn at(&self) -> Timestamp {
        Timestamp::from_micros(self.at)
    }
}

/// Inserts a request, unless the client has been deleted.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    id: &str,
    client_id: &str,
    request: &RecordedRequest,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(id)
            .bind(client_id)
            .bind(request.at.micros())
            .bind(request.endpoint.name())
            .bind(i64::from(request.status))
            .bind(request.error.map(|error| error.error))
            .bind(request.error.map(|error| error.description))
            .bind(request.redirect_uri.as_deref())
            .bind(request.origin.as_deref())
            .bind(&request.request_id)
            .bind(request.uses_pkce)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("recording the activity of a client")
}

/// Deletes a client's requests beyond the maximum.
pub(super) async fn prune(db: &mut Connection<'_>, client_id: &str) -> Result<(), Failure> {
    let last = i64::try_from(MAX_PER_CLIENT - 1).unwrap_or(i64::MAX);
    on_engine!(db, |c| {
        sqlx::query(PRUNE)
            .bind(client_id)
            .bind(last)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("deleting old activity of a client")
}

/// Lists requests of two clients, the newest first; both ids may be equal.
pub(crate) async fn list(
    db: &mut Connection<'_>,
    client_id: &str,
    other_client_id: &str,
    length: i64,
) -> Result<Vec<StoredRequest>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_as(LIST)
            .bind(client_id)
            .bind(other_client_id)
            .bind(length)
            .fetch_all(c)
            .await
    })
    .failed("reading the activity of a client")
}

/// Stores the time of a client's first sign-in, unless one is stored.
pub(super) async fn note_first_sign_in(
    db: &mut Connection<'_>,
    client_id: &str,
    at: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(FIRST)
            .bind(client_id)
            .bind(at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("recording a first sign-in")
}

/// Returns the time of the first sign-in at either of two clients; both ids may be equal.
pub(crate) async fn first_sign_in(
    db: &mut Connection<'_>,
    client_id: &str,
    other_client_id: &str,
) -> Result<Option<Timestamp>, Failure> {
    let at: Option<i64> = on_engine!(db, |c| {
        sqlx::query_scalar(FIND_FIRST)
            .bind(client_id)
            .bind(other_client_id)
            .fetch_one(c)
            .await
    })
    .failed("reading the time of the first sign-in")?;
    Ok(at.map(Timestamp::from_micros))
}
