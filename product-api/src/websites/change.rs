//! Changes a website: its name, home page, redirect URIs and client settings.

use foundation::Failure;

use super::detail::Detail;
use super::details::WebsiteChange;
use super::pending_change::PendingChange;
use super::read::find_own;
use super::send_changes::{ChangeOutcome, send_changes};
use super::store::{clients as store, pending_changes};
use crate::app::App;
use crate::audit::UserActor;
use crate::problem::{FieldError, Kind, Problem};

/// Returns a user's website with every setting that its owner sees. Loads once from the idp the settings that only the idp
/// has of a website registered by an older version.
pub(super) async fn read_own(app: &App, user_id: &str, id: &str) -> Result<Detail, Problem> {
    let website = find_own(app, user_id, id).await?;
    let detail = read(app, &website.id).await?;
    if detail.is_known() {
        return Ok(detail);
    }
    let Some(registration) = app.registrar.find(&website.client_id).await? else {
        return Ok(detail);
    };
    let public = match &detail.public_client {
        Some(public) => app.registrar.find(&public.client_id).await?,
        None => None,
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::remember(&mut db, &website.id, &registration, public.as_ref()).await?;
    transaction.commit().await?;
    read(app, &website.id).await
}

async fn read(app: &App, id: &str) -> Result<Detail, Problem> {
    let mut reader = app.database.reader().await?;
    let found = store::detail(&mut reader.connection(), id).await?;
    let detail = found.ok_or_else(|| Problem::not_found("website"))?;
    let now = app.clock.now();
    Ok(Detail {
        previous_secret_until: detail.previous_secret_until.filter(|until| *until > now),
        ..detail
    })
}

/// Changes a user's website. Stores the change first; when the idp has accepted it, it becomes the website's row. The sweep
/// completes a change that was interrupted or that the idp did not answer.
pub(super) async fn change(
    app: &App,
    actor: UserActor<'_>,
    id: &str,
    change: WebsiteChange,
) -> Result<Detail, Problem> {
    let invalid = |errors: Vec<FieldError>| Problem::invalid(&errors);
    let change = change.checked().map_err(invalid)?;
    let detail = read_own(app, actor.user_id, id).await?;
    let queued = queue(app, actor, &detail, &change).await?;
    if queued == QueueOutcome::Unchanged {
        return Ok(detail);
    }
    let outcome = send_changes(app, id).await;
    let detail = read(app, id).await?;
    match outcome {
        _ if detail.is_as(&change) => Ok(detail),
        Ok(ChangeOutcome::Refused(refusal)) if queued == QueueOutcome::Stored => {
            Err(invalid(refusal.field_errors(&change.members())))
        }
        Ok(ChangeOutcome::Accepted(_) | ChangeOutcome::Refused(_)) => Err(pending(queued)),
        Err(failure) => {
            foundation::http::log_failure(&failure);
            Err(pending(queued))
        }
    }
}

/// Outcome of storing a change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum QueueOutcome {
    /// The website has these values already.
    Unchanged,
    /// The change is stored.
    Stored,
    /// The queue of pending changes is full; the change is not stored.
    Full,
}

fn pending(queued: QueueOutcome) -> Problem {
    let detail = match queued {
        QueueOutcome::Unchanged | QueueOutcome::Stored => {
            "The identity provider has not taken the change yet. It is made as soon as that answers; send the same request again to hear of it."
        }
        QueueOutcome::Full => {
            "The identity provider has not taken the changes before this one yet, and no more can wait. Send the same request again later."
        }
    };
    Problem::new(Kind::Unavailable, detail).retry_after(5)
}

/// Stores a pending change, unless the website has these values already.
async fn queue(
    app: &App,
    actor: UserActor<'_>,
    detail: &Detail,
    change: &WebsiteChange,
) -> Result<QueueOutcome, Failure> {
    let id = detail.website.id.as_str();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let before = pending_changes::lock_pending(&mut db, id).await?;
    if before.is_none() && detail.is_as(change) {
        return Ok(QueueOutcome::Unchanged);
    }
    let before = before.as_deref().map(PendingChange::parse).transpose()?;
    let Some(pending) = PendingChange::append(before, change, actor) else {
        return Ok(QueueOutcome::Full);
    };
    pending_changes::set_pending(&mut db, id, &pending.text()?).await?;
    transaction.commit().await?;
    Ok(QueueOutcome::Stored)
}
