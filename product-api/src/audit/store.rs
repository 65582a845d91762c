//! The audit trail in the database; lines are added and never changed.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::event::Event;

const INSERT: &str = "\
    INSERT INTO audit (id, at, actor, action, website_id, subject, details) \
    VALUES ($1, $2, $3, $4, $5, $6, $7)";

/// Adds a line.
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
        .execute(c)
        .await
        .map(drop))
    .failed("writing the audit trail")
}
