//! Suspends and resumes a website: credits stop with the commit, sign-ins as soon as the idp has the change.

use foundation::{Connection, Failure};
use serde_json::json;

use super::send_changes::send_changes;
use super::store::suspensions as store;
use super::website::{Status, SuspendedBy, Website};
use super::{read, store::find};
use crate::app::App;
use crate::audit::{self, Action, Event, UserSession, with_reason};
use crate::problem::{Kind, Problem};

/// A request to suspend or resume a website.
#[derive(Clone, Copy, Debug)]
pub(super) struct SuspensionRequest<'a> {
    /// The user.
    pub(super) actor: &'a str,
    /// The session of the user's token.
    pub(super) session: &'a UserSession,
    /// The role in which the user acts.
    pub(super) by: SuspendedBy,
    /// The website.
    pub(super) website_id: &'a str,
    /// True to suspend it.
    pub(super) is_suspended: bool,
    /// The user's reason, if given.
    pub(super) reason: Option<&'a str>,
}

/// Suspends or resumes a website. Idempotent; only the operator resumes a website that the operator suspended. If the idp
/// does not respond, the sweep sends the change later: the website counts as suspended here at once.
pub(super) async fn switch(app: &App, request: SuspensionRequest<'_>) -> Result<Website, Problem> {
    let website = match request.by {
        SuspendedBy::Owner => read::find_own(app, request.actor, request.website_id).await?,
        SuspendedBy::Operator | SuspendedBy::Deletion => read::find(app, request.website_id)
            .await?
            .ok_or_else(|| Problem::not_found("website"))?,
    };
    let website = set_status(app, &website.id, &request).await?;
    if !request.is_suspended && website.status == Status::Suspended {
        return Err(not_resumed(request.by));
    }
    if let Err(failure) = send_changes(app, &website.id).await {
        tracing::warn!(%failure, website = website.id, "the client of a website is still to be switched");
    }
    Ok(website)
}

/// Returns the refusal of a request that could not resume the website.
fn not_resumed(by: SuspendedBy) -> Problem {
    let detail = match by {
        SuspendedBy::Owner => {
            "The operator of this installation has suspended the website, and only the operator can resume it."
        }
        SuspendedBy::Operator | SuspendedBy::Deletion => {
            "The account of the website's owner was deleted. Hand the website over to somebody else first."
        }
    };
    Problem::new(Kind::WebsiteSuspended, detail)
}

/// Changes the website's row and records a change in the audit log; returns the website after it.
async fn set_status(
    app: &App,
    website_id: &str,
    request: &SuspensionRequest<'_>,
) -> Result<Website, Problem> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_changed = if request.is_suspended {
        store::suspend(&mut db, website_id, request.by).await?
    } else {
        store::resume(&mut db, website_id, request.by).await?
    };
    if is_changed {
        record_audit(app, &mut db, request).await?;
    }
    let website = find(&mut db, website_id).await?;
    transaction.commit_and_wait_for_caches().await?;
    website.ok_or_else(|| Problem::not_found("website"))
}

async fn record_audit(
    app: &App,
    db: &mut Connection<'_>,
    request: &SuspensionRequest<'_>,
) -> Result<(), Failure> {
    let event = Event {
        actor: request.actor,
        session: Some(request.session),
        action: if request.is_suspended {
            Action::WebsiteSuspended
        } else {
            Action::WebsiteResumed
        },
        website_id: Some(request.website_id),
        subject: request.website_id,
        details: with_reason(json!({"by": request.by.word()}), request.reason),
    };
    audit::record(db, &event, &app.clock, &app.random).await
}
