//! Protected resources in the database.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use super::resource::ProtectedResource;
use crate::protocol::clients::bare;

const LIST: &str =
    "SELECT resource, scope FROM protected_resources WHERE client_id = $1 ORDER BY key";
const FIND: &str = "SELECT r.resource, r.scope, r.client_id FROM protected_resources r \
    JOIN clients c ON c.id = r.client_id WHERE r.key = $1 AND c.is_active";
const CLEAR: &str = "DELETE FROM protected_resources WHERE client_id = $1";
const INSERT: &str = "INSERT INTO protected_resources (key, resource, client_id, scope) \
    VALUES ($1, $2, $3, $4) ON CONFLICT (key) DO NOTHING";

/// A resource, with the client that owns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnedResource {
    pub(super) resource: ProtectedResource,
    pub(super) client_id: String,
}

#[derive(sqlx::FromRow)]
struct Row {
    resource: String,
    scope: String,
}

#[derive(sqlx::FromRow)]
struct OwnedRow {
    resource: String,
    scope: String,
    client_id: String,
}

/// Lists the resources of a client.
pub(crate) async fn list(
    db: &mut Connection<'_>,
    client_id: &str,
) -> Result<Vec<ProtectedResource>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(LIST)
        .bind(client_id)
        .fetch_all(c)
        .await)
    .failed("reading a client's resources")?;
    let read = |Row { resource, scope }| ProtectedResource { resource, scope };
    Ok(rows.into_iter().map(read).collect())
}

/// Finds a resource by its URL, with or without the slash after a bare origin, if its client is active.
pub(super) async fn find(
    db: &mut Connection<'_>,
    address: &str,
) -> Result<Option<OwnedResource>, Failure> {
    let row: Option<OwnedRow> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(bare(address))
        .fetch_optional(c)
        .await)
    .failed("finding a resource")?;
    Ok(row.map(|row| OwnedResource {
        resource: ProtectedResource {
            resource: row.resource,
            scope: row.scope,
        },
        client_id: row.client_id,
    }))
}

/// Deletes the resources of a client.
pub(super) async fn clear(db: &mut Connection<'_>, client_id: &str) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(CLEAR)
        .bind(client_id)
        .execute(c)
        .await
        .map(drop))
    .failed("deleting a client's resources")
}

/// Inserts a resource; false if a client owns it already. Of two concurrent inserts the second waits and gets false.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    client_id: &str,
    one: &ProtectedResource,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(bare(&one.resource))
        .bind(&one.resource)
        .bind(client_id)
        .bind(&one.scope)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("storing a client's resource")
}
