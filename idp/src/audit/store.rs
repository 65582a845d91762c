//! The audit trail in the database; rows are only ever added.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

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
