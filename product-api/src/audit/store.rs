//! The table of the audit log, to which rows are only added.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::event::Event;

const INSERT: &str = "\
    INSERT INTO audit (id, at, actor, action, website_id, subject, details, client_id, session_id, token_id) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

/// Inserts an entry.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    id: &str,
    at: Timestamp,
    event: &Event<'_>,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(id)
        .bind(at.micros())
        .bind(event.actor)
        .bind(event.action.word())
        .bind(event.website_id)
        .bind(event.subject)
        .bind(event.details.to_string())
        .bind(event.session.map(|session| &session.client_id))
        .bind(event.session.map(|session| &session.session_id))
        .bind(event.session.and_then(|session| session.token_id.as_ref()))
        .execute(c)
        .await
        .map(drop))
    .failed("recording an audit event")
}
