//! Disabled endpoints of an owner's websites in the database.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::webhooks::disabled_endpoints::DisabledEndpoint;

const DISABLED: &str = "\
    SELECT e.id, e.website_id, w.name, e.mode, e.url, e.disabled_reason, e.disabled_at \
    FROM websites w JOIN webhook_endpoint e ON e.website_id = w.id \
    WHERE w.owner_user_id = $1 AND e.status = 'disabled' \
    ORDER BY COALESCE(e.disabled_at, 0) DESC, e.id LIMIT 100";

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    website_id: String,
    name: String,
    mode: String,
    url: String,
    disabled_reason: Option<String>,
    disabled_at: Option<i64>,
}

impl TryFrom<Row> for DisabledEndpoint {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        let mode = row.mode.parse();
        Ok(Self {
            endpoint_id: row.id,
            website_id: row.website_id,
            website_name: row.name,
            mode: mode.map_err(|error| Failure::broken("reading an endpoint", error))?,
            url: row.url,
            reason: row.disabled_reason.unwrap_or_default(),
            since: row.disabled_at.map(Timestamp::from_micros),
        })
    }
}

/// Returns the disabled endpoints of a user's websites, newest first.
pub(in crate::webhooks) async fn for_owner(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Vec<DisabledEndpoint>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(DISABLED)
        .bind(user_id)
        .fetch_all(c)
        .await)
    .failed("listing disabled endpoints")?;
    rows.into_iter().map(DisabledEndpoint::try_from).collect()
}
