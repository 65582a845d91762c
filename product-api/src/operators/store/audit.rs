//! Reads the audit log, newest first.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::operators::audit_record::{AuditFilter, AuditRecord};
use crate::schema::Cursor;

/// Each query uses an index of its own; all have the same parameters. Subqueries look up names by the ids of each entry.
macro_rules! lines {
    ($of:literal) => {
        concat!(
            "SELECT a.id, a.at, a.actor, a.action, a.website_id, a.subject, a.details, a.client_id, a.session_id, a.token_id, \
                COALESCE((SELECT COALESCE(u.name, u.email) FROM users u WHERE u.id = a.actor), \
                    (SELECT k.name FROM api_keys k WHERE k.id = a.actor)) AS actor_name, \
                COALESCE((SELECT COALESCE(u.name, u.email) FROM users u WHERE u.id = a.subject), \
                    (SELECT w.name FROM websites w WHERE w.id = a.subject), \
                    (SELECT k.name FROM api_keys k WHERE k.id = a.subject), \
                    (SELECT e.host FROM webhook_endpoint e WHERE e.id = a.subject), \
                    (SELECT COALESCE(c.name, c.external_id) FROM customers c WHERE c.id = a.subject)) AS subject_name, \
                (SELECT w.name FROM websites w WHERE w.id = a.website_id) AS website_name \
             FROM audit a \
             WHERE ",
            $of,
            " AND a.at >= $3 AND a.at <= $4 AND (a.at < $4 OR a.id < $5) AND ($6 = '' OR a.action = $6) \
             ORDER BY a.at DESC, a.id DESC LIMIT $7"
        )
    };
}

const ALL_ENTRIES: &str = lines!("$1 = '' AND $2 = ''");
const BY_ACTOR: &str = lines!("a.actor = $1 AND ($2 = '' OR a.subject = $2)");
const BY_SUBJECT: &str = lines!("$1 = '' AND a.subject = $2");
/// Actions of one kind may be rare in the whole log.
const BY_ACTION: &str = lines!("$1 = '' AND $2 = '' AND a.action = $6");

/// Returns the query for an actor, a subject and an action; an empty one is not filtered.
pub(crate) fn text_of([actor, subject, action]: [&str; 3]) -> &'static str {
    match (actor, subject, action) {
        ("", "", "") => ALL_ENTRIES,
        ("", "", _) => BY_ACTION,
        ("", _, _) => BY_SUBJECT,
        (_, _, _) => BY_ACTOR,
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    at: i64,
    actor: String,
    action: String,
    website_id: Option<String>,
    subject: Option<String>,
    details: String,
    client_id: Option<String>,
    session_id: Option<String>,
    token_id: Option<String>,
    actor_name: Option<String>,
    subject_name: Option<String>,
    website_name: Option<String>,
}

impl From<Row> for AuditRecord {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            at: Timestamp::from_micros(row.at),
            actor: row.actor,
            actor_name: row.actor_name,
            action: row.action,
            website_id: row.website_id,
            website_name: row.website_name,
            subject: row.subject.unwrap_or_default(),
            subject_name: row.subject_name,
            details: row.details,
            client_id: row.client_id,
            session_id: row.session_id,
            token_id: row.token_id,
        }
    }
}

/// Returns the newest entries before a position, at most `limit`.
pub(in crate::operators) async fn lines(
    db: &mut Connection<'_>,
    filter: &AuditFilter,
    before: &Cursor,
    limit: i64,
) -> Result<Vec<AuditRecord>, Failure> {
    let text = text_of([&filter.actor, &filter.subject, &filter.action]);
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(text)
        .bind(&filter.actor)
        .bind(&filter.subject)
        .bind(filter.from.micros())
        .bind(before.at.micros())
        .bind(&before.id)
        .bind(&filter.action)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("reading the audit log")?;
    Ok(rows.into_iter().map(AuditRecord::from).collect())
}
