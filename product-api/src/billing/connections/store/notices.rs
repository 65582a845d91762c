//! Connections of an owner that need the owner, in the database.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use crate::billing::connections::list_notices::{ConnectionNotice, ConnectionNoticeKind};
use crate::owner_mails::{WebsiteOwner, WebsiteOwnerRow};

// An owner repairs no connection of the platform.
const FOR_OWNER: &str = "\
    SELECT c.id AS id, c.state AS kind, c.reason, w.id AS website_id, w.name AS website_name, b.mode \
    FROM websites w JOIN book b ON b.website_id = w.id JOIN book_billing s ON s.book_id = b.id \
        JOIN stripe_connection c ON c.id = s.connection_id \
    WHERE w.owner_user_id = $1 AND c.owner_kind = 'user' AND c.state IN ('degraded', 'revoked') \
    UNION ALL \
    SELECT c.id, 'dead', (SELECT o.error FROM stripe_object o WHERE o.connection_id = c.id AND o.state = 'dead' \
            ORDER BY o.updated_at DESC LIMIT 1), w.id, w.name, b.mode \
    FROM websites w JOIN book b ON b.website_id = w.id JOIN book_billing s ON s.book_id = b.id \
        JOIN stripe_connection c ON c.id = s.connection_id \
    WHERE w.owner_user_id = $1 AND c.owner_kind = 'user' AND c.state IN ('active', 'degraded') \
        AND EXISTS (SELECT 1 FROM stripe_object o WHERE o.connection_id = c.id AND o.state = 'dead') \
    ORDER BY id, website_id, kind LIMIT 100";

// The owner of a connection, with one of the websites that sell through it.
const OWNER_OF_CONNECTION: &str = "\
    SELECT w.owner_user_id, w.id, w.name, b.mode \
    FROM stripe_connection c JOIN book_billing s ON s.connection_id = c.id JOIN book b ON b.id = s.book_id \
        JOIN websites w ON w.id = b.website_id \
    WHERE c.id = $1 AND c.owner_kind = 'user' ORDER BY w.id LIMIT 1";

/// Finds the owner of a connection with a website that sells through it; none for one of the platform.
pub(in crate::billing::connections) async fn owner_of_connection(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<Option<WebsiteOwner>, Failure> {
    let row: Option<WebsiteOwnerRow> = on_engine!(db, |c| sqlx::query_as(OWNER_OF_CONNECTION)
        .bind(connection_id)
        .fetch_optional(c)
        .await)
    .failed("finding the owner of a connection")?;
    row.map(WebsiteOwner::try_from).transpose()
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    kind: String,
    reason: Option<String>,
    website_id: String,
    website_name: String,
    mode: String,
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
