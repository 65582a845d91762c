//! Suspending what a deleted person owned: nobody is left who answers for it.

use foundation::{Connection, Failure};
use serde_json::json;

use super::follow::follow;
use super::store::suspensions as store;
use super::website::SuspendedBy;
use crate::app::App;
use crate::audit::{self, Action, Event};

/// Suspends a person's websites in the open transaction, also those that they had suspended themselves; gives those of
/// which the idp is to be told. What the operator has suspended stays that. They stand still until the operator hands them
/// over to somebody: see `hand_over`.
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

/// Tells the idp of websites that were switched; where it does not answer the sweep does, as soon as it does.
pub(crate) async fn tell_idp(app: &App, websites: &[String]) {
    for website_id in websites {
        if let Err(failure) = follow(app, website_id).await {
            tracing::warn!(%failure, website = website_id, "the client of a website is still to be switched");
        }
    }
}
