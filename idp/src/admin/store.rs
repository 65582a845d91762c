//! Lists that only administration asks for.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

const CLIENTS: &str = "SELECT id, name, token_endpoint_auth_method, grant_types, scope, first_party, created_at, is_active, \
    registered_by FROM clients WHERE created_at < $1 OR (created_at = $1 AND id < $2) ORDER BY created_at DESC, id DESC LIMIT $3";

/// What a list tells of a client.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct ListedClient {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) token_endpoint_auth_method: String,
    pub(super) grant_types: String,
    pub(super) scope: String,
    pub(super) first_party: bool,
    pub(super) created_at: i64,
    pub(super) is_active: bool,
    pub(super) registered_by: String,
}

/// Clients, the newest first: so many that are older than one.
pub(super) async fn clients(
    db: &mut Connection<'_>,
    before: (Timestamp, &str),
    length: i64,
) -> Result<Vec<ListedClient>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_as(CLIENTS)
            .bind(before.0.micros())
            .bind(before.1)
            .bind(length)
            .fetch_all(c)
            .await
    })
    .failed("listing clients")
}
