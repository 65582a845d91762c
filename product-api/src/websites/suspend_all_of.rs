//! Suspends the websites of a deleted user: no user is responsible for them.

use foundation::{Connection, Failure};
use serde_json::json;

use super::send_changes::send_changes;
use super::store::suspensions as store;
use super::website::SuspendedBy;
use crate::app::App;
use crate::audit::{self, Action, Event};

/// Suspends a user's websites in the open transaction, also those that the user had suspended; returns those of which the
/// idp needs the change. A suspension by the operator stays one. The websites stay suspended until the operator hands them
/// over: see `hand_over`.
pub(crate) async fn suspend_all_of(
    app: &App,
    db: &mut Connection<'_>,
    owner: &str,
) -> Result<Vec<String>, Failure> {
    let suspended = store::suspend_all_of(db, owner).await?;
    for website_id in &suspended {
        let event = Event {
            actor: "system",
            session: None,
            action: Action::WebsiteSuspended,
            website_id: Some(website_id),
            subject: website_id,
            details: json!({ "by": SuspendedBy::Deletion.word() }),
        };
        audit::record(db, &event, &app.clock, &app.random).await?;
    }
    Ok(suspended)
}

/// Sends the status of websites to the idp; the sweep retries if the idp does not respond.
pub(crate) async fn send_status_of_all(app: &App, websites: &[String]) {
    for website_id in websites {
        if let Err(failure) = send_changes(app, website_id).await {
            tracing::warn!(%failure, website = website_id, "the client of a website is still to be switched");
        }
    }
}
