//! Suspending a website and resuming it: credits stand still with the commit, sign-ins as soon as the idp is told.

use foundation::{Connection, Failure};
use serde_json::json;

use super::follow::follow;
use super::store::suspensions as store;
use super::website::{Status, SuspendedBy, Website};
use super::{read, store::find};
use crate::app::App;
use crate::audit::{self, Action, Event, PersonSession, with_reason};
use crate::problem::{Kind, Problem};

/// Who wants what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish<'a> {
    /// The user.
    pub(super) actor: &'a str,
    /// Where the user's token came from.
    pub(super) session: &'a PersonSession,
    /// As whom.
    pub(super) by: SuspendedBy,
    /// The website.
    pub(super) website_id: &'a str,
    /// Whether it is to stand still.
    pub(super) is_suspended: bool,
    /// Why, if they say so.
    pub(super) reason: Option<&'a str>,
}

/// Suspends a website or resumes it. Doing it again changes nothing; what the operator has suspended only the operator
/// resumes. When the idp does not answer, the sweep tells it later: the website counts as switched here all the same.
pub(super) async fn switch(app: &App, wish: Wish<'_>) -> Result<Website, Problem> {
    let website = match wish.by {
        SuspendedBy::Owner => read::find_own(app, wish.actor, wish.website_id).await?,
        SuspendedBy::Operator | SuspendedBy::Deletion => read::find(app, wish.website_id)
            .await?
            .ok_or_else(|| Problem::not_found("website"))?,
    };
    let website = write_down(app, &website.id, &wish).await?;
    if !wish.is_suspended && website.status == Status::Suspended {
        return Err(stands(wish.by));
    }
    if let Err(failure) = follow(app, &website.id).await {
        tracing::warn!(%failure, website = website.id, "the client of a website is still to be switched");
    }
    Ok(website)
}

/// What is said to whoever has not resumed a website.
fn stands(by: SuspendedBy) -> Problem {
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

/// Switches the website's row, and tells the trail when that changed anything; gives the website as it is then.
async fn write_down(app: &App, website_id: &str, wish: &Wish<'_>) -> Result<Website, Problem> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_changed = if wish.is_suspended {
        store::suspend(&mut db, website_id, wish.by).await?
    } else {
        store::resume(&mut db, website_id, wish.by).await?
    };
    if is_changed {
        tell(app, &mut db, wish).await?;
    }
    let website = find(&mut db, website_id).await?;
    transaction.commit_everywhere().await?;
    website.ok_or_else(|| Problem::not_found("website"))
}

async fn tell(app: &App, db: &mut Connection<'_>, wish: &Wish<'_>) -> Result<(), Failure> {
    let event = Event {
        actor: wish.actor,
        session: Some(wish.session),
        action: if wish.is_suspended {
            Action::WebsiteSuspended
        } else {
            Action::WebsiteResumed
        },
        website_id: Some(wish.website_id),
        subject: wish.website_id,
        details: with_reason(json!({"by": wish.by.word()}), wish.reason),
    };
    audit::record(db, &event, &app.clock, &app.random).await
}
