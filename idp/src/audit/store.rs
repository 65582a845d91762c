//! The audit trail in the database; rows are added, and go when they are old.

use foundation::database::{Expired, Failed};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

/// One change.
pub(crate) struct Entry<'a> {
    /// Its id, `aud_…`.
    pub(crate) id: String,
    /// When it was made.
    pub(crate) at: Timestamp,
    /// Who made it: a user's or a client's id.
    pub(crate) actor: &'a str,
    /// What was done, such as `client.put`.
    pub(crate) action: &'static str,
    /// To what it was done: an id.
    pub(crate) subject: &'a str,
    /// Where it came from.
    pub(crate) network: Option<String>,
    /// The client on whose behalf it was done.
    pub(crate) client_id: Option<&'a str>,
    /// More about it as JSON, never a secret.
    pub(crate) details: String,
}

const INSERT: &str = "INSERT INTO audit (id, at, actor, action, subject, network, client_id, details) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

/// What is read of the trail; each engine takes the index of the one condition that narrows it down most.
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

/// The trail by its age.
pub(crate) const EXPIRED: Expired = expired!("audit", key "id", at "at");

/// Which part of the trail is wanted; an empty text narrows nothing down.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// Who did it.
    pub(crate) actor: String,
    /// What was done.
    pub(crate) action: String,
    /// To what.
    pub(crate) subject: String,
    /// On behalf of which client.
    pub(crate) client_id: String,
    /// From which network.
    pub(crate) network: String,
    /// Not before this instant.
    pub(crate) from: Option<Timestamp>,
    /// Before this instant.
    pub(crate) to: Option<Timestamp>,
    /// Older than this entry.
    pub(crate) before: Option<(Timestamp, String)>,
    /// How many at most.
    pub(crate) length: i64,
}

/// One entry, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    /// `aud_…`.
    pub(crate) id: String,
    /// When it happened.
    pub(crate) at: Timestamp,
    /// Who did it.
    pub(crate) actor: String,
    /// What was done.
    pub(crate) action: String,
    /// To what.
    pub(crate) subject: String,
    /// Where it came from.
    pub(crate) network: Option<String>,
    /// The client on whose behalf it was done.
    pub(crate) client_id: Option<String>,
    /// More about it, as JSON.
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

impl From<Row> for Kept {
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

/// Entries, the newest first.
pub(crate) async fn list(db: &mut Connection<'_>, wanted: &Wanted) -> Result<Vec<Kept>, Failure> {
    let statement = if !wanted.subject.is_empty() {
        LIST_OF_SUBJECT
    } else if !wanted.actor.is_empty() {
        LIST_OF_ACTOR
    } else if !wanted.action.is_empty() {
        LIST_OF_ACTION
    } else {
        LIST
    };
    let (before, id) = wanted
        .before
        .as_ref()
        .map_or((i64::MAX, ""), |(at, id)| (at.micros(), id));
    let rows: Vec<Row> = on_engine!(db, |c| {
        sqlx::query_as(statement)
            .bind(&wanted.actor)
            .bind(&wanted.action)
            .bind(&wanted.subject)
            .bind(wanted.from.map_or(i64::MIN, Timestamp::micros))
            .bind(wanted.to.map_or(i64::MAX, Timestamp::micros))
            .bind(before)
            .bind(id)
            .bind(wanted.length)
            .bind(&wanted.client_id)
            .bind(&wanted.network)
            .fetch_all(c)
            .await
    })
    .failed("reading the audit trail")?;
    Ok(rows.into_iter().map(Kept::from).collect())
}

/// Adds a change.
pub(crate) async fn insert(db: &mut Connection<'_>, entry: &Entry<'_>) -> Result<(), Failure> {
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
    .failed("writing the audit trail")
}
