//! Reads the audit events of a user and of the user's account.

use foundation::Failure;

use super::store::users_merged_into;
use crate::app::App;
use crate::observability::audit::{AuditFilter, StoredEvent, store};

/// Maximum number of events in an export.
const MAX_EVENTS: usize = 10_000;

/// Returns the events, the newest first, including those of users who were merged into this user.
pub(super) async fn read_audit_log(app: &App, user_id: &str) -> Result<Vec<StoredEvent>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let mut user_ids = users_merged_into(&mut db, user_id).await?;
    user_ids.push(user_id.to_owned());
    let mut events = Vec::new();
    for id in &user_ids {
        events.extend(store::list(&mut db, &filter("", id)).await?);
        events.extend(store::list(&mut db, &filter(id, "")).await?);
    }
    events.sort_by(|one, other| (other.at, &other.id).cmp(&(one.at, &one.id)));
    events.dedup();
    events.truncate(MAX_EVENTS);
    Ok(events)
}

fn filter(actor: &str, subject: &str) -> AuditFilter {
    AuditFilter {
        actor: actor.to_owned(),
        action: String::new(),
        subject: subject.to_owned(),
        client_id: String::new(),
        network: String::new(),
        from: None,
        to: None,
        before: None,
        length: i64::try_from(MAX_EVENTS).unwrap_or(i64::MAX),
    }
}
