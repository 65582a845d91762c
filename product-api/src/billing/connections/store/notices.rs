//! Connections of an owner that need the owner, in the database.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use crate::billing::connections::list_notices::ConnectionNotice;

// An owner repairs no connection of the platform.
const FOR_OWNER: &str = "\
    SELECT c.id, c.state, c.reason, w.id AS website_id, w.name AS website_name, b.mode \
    FROM websites w JOIN book b ON b.website_id = w.id JOIN book_billing s ON s.book_id = b.id \
        JOIN stripe_connection c ON c.id = s.connection_id \
    WHERE w.owner_user_id = $1 AND c.owner_kind = 'user' AND c.state IN ('degraded', 'revoked') \
    ORDER BY c.id, w.id LIMIT 100";

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    state: String,
    reason: Option<String>,
    website_id: String,
    website_name: String,
    mode: String,
}

impl TryFrom<Row> for ConnectionNotice {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let (state, mode) = (row.state.parse(), row.mode.parse());
        Ok(Self {
            connection_id: row.id,
            state: state.map_err(|error| Failure::broken("reading a connection's state", error))?,
            reason: row.reason.unwrap_or_default(),
            website_id: row.website_id,
            website_name: row.website_name,
            mode: mode.map_err(|error| Failure::broken("reading the mode of a book", error))?,
        })
    }
}

/// Returns the connections of a user that need the user, once for each website.
pub(in crate::billing::connections) async fn for_owner(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Vec<ConnectionNotice>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(FOR_OWNER)
        .bind(user_id)
        .fetch_all(c)
        .await)
    .failed("listing connections that need their owner")?;
    rows.into_iter().map(ConnectionNotice::try_from).collect()
}
