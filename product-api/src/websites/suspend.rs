//! Suspending a website and resuming it: credits stand still with the commit, sign-ins as soon as the idp is told.

use std::time::Duration;

use foundation::{Connection, Failure};
use serde_json::json;

use super::store::suspensions as store;
use super::website::{SuspendedBy, Website};
use super::{read, store::find};
use crate::app::App;
use crate::audit::{self, Action, Event, PersonSession};
use crate::problem::{Kind, Problem};

/// Whoever tells the idp keeps others away for longer than it may take to answer; then whoever held it is gone.
const HELD: Duration = Duration::from_mins(1);
/// How often one request follows a website that others switch at the same time; the sweep does the rest.
const MOST_ROUNDS: usize = 5;

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
}

/// Suspends a website or resumes it. Doing it again changes nothing; what the operator has suspended only the operator
/// resumes. When the idp does not answer, the sweep tells it later: the website counts as switched here all the same.
pub(super) async fn switch(app: &App, wish: Wish<'_>) -> Result<Website, Problem> {
    let website = match wish.by {
        SuspendedBy::Owner => read::find_own(app, wish.actor, wish.website_id).await?,
        SuspendedBy::Operator => read::find(app, wish.website_id)
            .await?
            .ok_or_else(|| Problem::not_found("website"))?,
    };
    let website = write_down(app, &website.id, &wish).await?;
    let is_the_operators = website.suspended_by == Some(SuspendedBy::Operator);
    if !wish.is_suspended && is_the_operators && wish.by == SuspendedBy::Owner {
        return Err(Problem::new(
            Kind::WebsiteSuspended,
            "The operator of this installation has suspended the website, and only the operator can resume it.",
        ));
    }
    if let Err(failure) = bring_in_line(app, &website.id).await {
        tracing::warn!(%failure, website = website.id, "the client of a website is still to be switched");
    }
    Ok(website)
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
    transaction.commit().await?;
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
        details: json!({"by": wish.by.word()}),
    };
    audit::record(db, &event, &app.clock, &app.random).await
}

/// Tells the idp whether people may sign in with a website's client, until it knows what our row says; nothing to do
/// when it does, or when somebody else is at it: whoever that is sees our row when they are done.
async fn bring_in_line(app: &App, website_id: &str) -> Result<(), Failure> {
    for _round in 0..MOST_ROUNDS {
        let now = app.clock.now();
        let until = now.plus(HELD);
        let mut transaction = app.database.begin().await?;
        let held = store::hold_client(&mut transaction.connection(), website_id, now, until).await;
        let held = held?;
        transaction.commit().await?;
        let Some((client_id, status)) = held else {
            return Ok(());
        };
        let told = app
            .registrar
            .set_active(&client_id, status == "active")
            .await;
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        let is_done = match &told {
            Ok(()) => store::in_line(&mut db, website_id, until, &status).await?,
            Err(_failure) => false,
        };
        if !is_done {
            store::let_go(&mut db, website_id, until, app.clock.now()).await?;
        }
        transaction.commit().await?;
        told?;
        if is_done {
            return Ok(());
        }
    }
    Ok(())
}

/// Tells the idp of the websites of which it may not know; how many were tried.
pub(super) async fn catch_up(app: &App) -> Result<u64, Failure> {
    let left = {
        let mut reader = app.database.reader().await?;
        store::behind(&mut reader.connection(), app.clock.now()).await?
    };
    let mut tried = 0;
    for website_id in left {
        tried += 1;
        if let Err(failure) = bring_in_line(app, &website_id).await {
            tracing::warn!(%failure, website = website_id, "the client of a website is still to be switched");
        }
    }
    Ok(tried)
}
