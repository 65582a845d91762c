//! Connections of an owner that need the owner, in the database.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use crate::billing::connections::list_notices::{ConnectionNotice, ConnectionNoticeKind};
use crate::owner_mails::{WebsiteOwner, WebsiteOwnerRow};

// An owner repairs no connection of the platform.
const FOR_OWNER: &str = "\
    SELECT c.id AS id, c.state AS kind, c.reason, w.id AS website_id, w.name AS website_name, b.mode, c.owner_id \
    FROM websites w JOIN book b ON b.website_id = w.id JOIN book_billing s ON s.book_id = b.id \
        JOIN stripe_connection c ON c.id = s.connection_id \
    WHERE w.owner_user_id = $1 AND c.owner_kind = 'user' AND c.state IN ('degraded', 'revoked') \
    UNION ALL \
    SELECT c.id, 'dead', (SELECT o.error FROM stripe_object o WHERE o.connection_id = c.id AND o.state = 'dead' \
            ORDER BY o.updated_at DESC LIMIT 1), w.id, w.name, b.mode, c.owner_id \
    FROM websites w JOIN book b ON b.website_id = w.id JOIN book_billing s ON s.book_id = b.id \
        JOIN stripe_connection c ON c.id = s.connection_id \
    WHERE w.owner_user_id = $1 AND c.owner_kind = 'user' AND c.state IN ('active', 'degraded') \
        AND EXISTS (SELECT 1 FROM stripe_object o WHERE o.connection_id = c.id AND o.state = 'dead') \
    ORDER BY id, website_id, kind LIMIT 100";

// A website that was handed over keeps its row, although the link does not count any more.
const WEBSITES_OF_CONNECTION: &str = "\
    SELECT w.owner_user_id, w.id, w.name, b.mode \
    FROM book_billing s JOIN book b ON b.id = s.book_id JOIN websites w ON w.id = b.website_id \
    WHERE s.connection_id = $1 ORDER BY w.id LIMIT 100";

/// Lists websites that have a link to a connection, with their owners.
pub(in crate::billing::connections) async fn list_websites_of_connection(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<Vec<WebsiteOwner>, Failure> {
    let rows: Vec<WebsiteOwnerRow> = on_engine!(db, |c| sqlx::query_as(WEBSITES_OF_CONNECTION)
        .bind(connection_id)
        .fetch_all(c)
        .await)
    .failed("finding the owner of a connection")?;
    rows.into_iter().map(WebsiteOwner::try_from).collect()
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    kind: String,
    reason: Option<String>,
    website_id: String,
    website_name: String,
    mode: String,
    owner_id: String,
}

impl TryFrom<Row> for ConnectionNotice {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let unknown = || Failure::defect("a connection needs its owner for an unknown reason");
        let mode = row.mode.parse();
        Ok(Self {
            connection_id: row.id,
            kind: ConnectionNoticeKind::from_word(&row.kind).ok_or_else(unknown)?,
            reason: row.reason.unwrap_or_default(),
            website_id: row.website_id,
            website_name: row.website_name,
            connection_owner: row.owner_id,
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
