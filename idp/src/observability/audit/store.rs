//! Audit log in the database; rows are only inserted, and deleted when they expire.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

/// An entry to insert.
pub(crate) struct AuditEntry<'a> {
    /// Id of the entry, `aud_…`.
    pub(crate) id: String,
    /// Time of the change.
    pub(crate) at: Timestamp,
    /// Id of the user or client that acted.
    pub(crate) actor: &'a str,
    /// Action, such as `client.put`.
    pub(crate) action: &'static str,
    /// Id of the changed object.
    pub(crate) subject: &'a str,
    /// Network of the request.
    pub(crate) network: Option<String>,
    /// Client on whose behalf the actor acted.
    pub(crate) client_id: Option<&'a str>,
    /// Further details as JSON, never with a secret.
    pub(crate) details: String,
}

const INSERT: &str = "INSERT INTO audit (id, at, actor, action, subject, network, client_id, details) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

/// Query of the audit log. Each statement repeats one condition so that both engines use that column's index.
macro_rules! list {
    ($narrowed:literal) => {
        concat!(
            "SELECT id, at, actor, action, subject, network, client_id, details FROM audit WHERE ",
            $narrowed,
            " AND ($1 = '' OR actor = $1) AND ($2 = '' OR action = $2) AND ($3 = '' OR subject = $3) \
             AND ($9 = '' OR client_id = $9) AND ($10 = '' OR network = $10) AND at >= $4 AND at < $5 AND (at < $6 OR (at = $6 AND id < $7)) \
             ORDER BY at DESC, id DESC LIMIT $8"
        )
    };
}

const LIST: &str = list!("TRUE");
const LIST_OF_ACTOR: &str = list!("actor = $1");
const LIST_OF_ACTION: &str = list!("action = $2");
const LIST_OF_SUBJECT: &str = list!("subject = $3");

/// Entries by their age.
pub(crate) const EXPIRED: ExpiredRows = expired!("audit", key "id", at "at");

/// Filter of the audit log; an empty string matches every entry.
#[derive(Clone, Debug)]
pub(crate) struct AuditFilter {
    /// Actor.
    pub(crate) actor: String,
    /// Action.
    pub(crate) action: String,
    /// Id of the changed object.
    pub(crate) subject: String,
    /// Client on whose behalf the actor acted.
    pub(crate) client_id: String,
    /// Network of the request.
    pub(crate) network: String,
    /// Earliest time, inclusive.
    pub(crate) from: Option<Timestamp>,
    /// Latest time, exclusive.
    pub(crate) to: Option<Timestamp>,
    /// Position of the previous page's last entry; only older entries match.
    pub(crate) before: Option<(Timestamp, String)>,
    /// Maximum number of entries.
    pub(crate) length: i64,
}

/// A stored entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredEvent {
    /// `aud_…`.
    pub(crate) id: String,
    /// Time of the change.
    pub(crate) at: Timestamp,
    /// Actor.
    pub(crate) actor: String,
    /// Action.
    pub(crate) action: String,
    /// Id of the changed object.
    pub(crate) subject: String,
    /// Network of the request.
    pub(crate) network: Option<String>,
    /// Client on whose behalf the actor acted.
    pub(crate) client_id: Option<String>,
    /// Further details as JSON.
    pub(crate) details: String,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    at: i64,
    actor: String,
    action: String,
    subject: String,
    network: Option<String>,
    client_id: Option<String>,
    details: String,
}

impl From<Row> for StoredEvent {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            at: Timestamp::from_micros(row.at),
            actor: row.actor,
            action: row.action,
            subject: row.subject,
            network: row.network,
            client_id: row.client_id,
            details: row.details,
        }
    }
}

/// Lists entries, the newest first.
pub(crate) async fn list(
    db: &mut Connection<'_>,
    filter: &AuditFilter,
) -> Result<Vec<StoredEvent>, Failure> {
    let statement = if !filter.subject.is_empty() {
        LIST_OF_SUBJECT
    } else if !filter.actor.is_empty() {
        LIST_OF_ACTOR
    } else if !filter.action.is_empty() {
        LIST_OF_ACTION
    } else {
        LIST
    };
    let (before, id) = filter
        .before
        .as_ref()
        .map_or((i64::MAX, ""), |(at, id)| (at.micros(), id));
    let rows: Vec<Row> = on_engine!(db, |c| {
        sqlx::query_as(statement)
            .bind(&filter.actor)
            .bind(&filter.action)
            .bind(&filter.subject)
            .bind(filter.from.map_or(i64::MIN, Timestamp::micros))
            .bind(filter.to.map_or(i64::MAX, Timestamp::micros))
            .bind(before)
            .bind(id)
            .bind(filter.length)
            .bind(&filter.client_id)
            .bind(&filter.network)
            .fetch_all(c)
            .await
    })
    .failed("reading the audit log")?;
    Ok(rows.into_iter().map(StoredEvent::from).collect())
}

/// Inserts an entry.
pub(crate) async fn insert(db: &mut Connection<'_>, entry: &AuditEntry<'_>) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&entry.id)
            .bind(entry.at.micros())
            .bind(entry.actor)
            .bind(entry.action)
            .bind(entry.subject)
            .bind(entry.network.as_deref())
            .bind(entry.client_id)
            .bind(&entry.details)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("writing the audit log")
}
