//! Request for account deletion: all sessions and grants end at once, and the account is deleted two weeks later.

use std::time::Duration;

use foundation::{Connection, EmailAddress, Failure, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::end_access::end_access;
use crate::app::App;
use crate::http::network::Network;
use crate::identity::mail::{self, Notice};
use crate::identity::users::store::deletions;
use crate::identity::users::{self, User};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::repeated_requests::{self, RepeatKey};
use crate::session::backchannel::DueLogouts;
use crate::session::sessions;

/// Time during which the user can cancel the deletion.
const GRACE: Duration = Duration::from_hours(14 * 24);

/// Result of a deletion request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeletionOutcome {
    /// The user is signed out of all sessions, and the account is deleted at this time.
    Scheduled(Timestamp),
    /// The confirmation is not the account's email address; nothing was changed.
    NotConfirmed,
    /// The request repeats one whose deletion the user cancelled; nothing was changed.
    Cancelled,
}

/// Origin of a deletion request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeletionOrigin<'a> {
    /// Network of the request.
    pub(crate) network: Network,
    /// Client of the request.
    pub(crate) client_id: &'a str,
    /// Key under which the outcome is stored for a repeated request.
    pub(crate) repeat_key: Option<&'a RepeatKey>,
}

/// The stored outcome: the user and the time of the deletion.
#[derive(Serialize, Deserialize)]
struct ScheduledDeletion {
    user_id: String,
    leaves_at: i64,
}

/// Deletion that an earlier request with the same key scheduled.
enum EarlierDeletion {
    /// The account is deleted at this time.
    Scheduled(Timestamp),
    /// The user cancelled the deletion.
    Cancelled,
}

/// Ends the sessions and grants of a user, and schedules the account's deletion. A sign-in before that cancels the
/// deletion: see `users::cancel_deletion`.
pub(crate) async fn schedule_deletion(
    app: &App,
    user_id: &str,
    confirmed: &str,
    origin: DeletionOrigin<'_>,
) -> Result<DeletionOutcome, Failure> {
    let now = app.clock.now();
    let leaves_at = now.plus(GRACE);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let locked = users::store::lock(&mut db, user_id).await?;
    let Some(user) = locked.filter(|user| is_confirmed(user, confirmed)) else {
        transaction.rollback().await?;
        return Ok(DeletionOutcome::NotConfirmed);
    };
    if let Some(key) = origin.repeat_key {
        if let Some(earlier) = find_earlier(app, &mut db, key).await? {
            transaction.rollback().await?;
            return repeat_result(app, &user.id, earlier).await;
        }
        let scheduled = ScheduledDeletion {
            user_id: user.id.clone(),
            leaves_at: leaves_at.micros(),
        };
        repeated_requests::remember(app, &mut db, key, &scheduled, repeated_requests::LIFETIME)
            .await?;
    }
    record_schedule(app, &mut db, &user, leaves_at, origin).await?;
    let due = sessions::end_all_in(app, &mut db, &[&user.id]).await?;
    transaction.commit().await?;
    app.mail.wake();
    end_access(app, &user.id, due).await?;
    Ok(DeletionOutcome::Scheduled(leaves_at))
}

/// Returns the result of a repeated request. A request after a cancellation starts no second deletion: its token was
/// valid before the first request ended it, and the user has signed in since.
async fn repeat_result(
    app: &App,
    user_id: &str,
    earlier: EarlierDeletion,
) -> Result<DeletionOutcome, Failure> {
    match earlier {
        EarlierDeletion::Scheduled(leaves_at) => {
            // The first request may have failed after its commit.
            end_access(app, user_id, DueLogouts::default()).await?;
            Ok(DeletionOutcome::Scheduled(leaves_at))
        }
        EarlierDeletion::Cancelled => Ok(DeletionOutcome::Cancelled),
    }
}

/// Returns the time of the deletion that an earlier request with this key scheduled. That request ended the session of its
/// token. `None` also if the deletion was cancelled since.
pub(crate) async fn find_scheduled_deletion(
    app: &App,
    key: &RepeatKey,
) -> Result<Option<Timestamp>, Failure> {
    let mut reader = app.database.reader().await?;
    Ok(
        match find_earlier(app, &mut reader.connection(), key).await? {
            Some(EarlierDeletion::Scheduled(leaves_at)) => Some(leaves_at),
            Some(EarlierDeletion::Cancelled) | None => None,
        },
    )
}

/// Returns the deletion that the first request with this key scheduled.
async fn find_earlier(
    app: &App,
    db: &mut Connection<'_>,
    key: &RepeatKey,
) -> Result<Option<EarlierDeletion>, Failure> {
    let Some(stored) = repeated_requests::find::<ScheduledDeletion>(app, db, key).await? else {
        return Ok(None);
    };
    let leaves_at = deletions::deletion_time(db, &stored.user_id).await?;
    let scheduled = leaves_at.filter(|at| at.micros() == stored.leaves_at);
    Ok(Some(scheduled.map_or(
        EarlierDeletion::Cancelled,
        EarlierDeletion::Scheduled,
    )))
}

/// Stores the time of the deletion, and notifies the user by email.
async fn record_schedule(
    app: &App,
    db: &mut Connection<'_>,
    user: &User,
    leaves_at: Timestamp,
    origin: DeletionOrigin<'_>,
) -> Result<(), Failure> {
    deletions::schedule_deletion(db, &user.id, leaves_at, app.clock.now()).await?;
    let event = AuditEvent {
        actor: &user.id,
        action: Action::DeletionAsked,
        subject: &user.id,
        network: Some(origin.network.to_string()),
        client_id: Some(origin.client_id),
        details: json!({ "at": leaves_at.to_iso8601() }),
    };
    audit::record(app, db, event).await?;
    if let Some(email) = &user.email {
        let day = leaves_at.day();
        mail::queue_notice(app, db, email, Notice::DeletionScheduled(&day)).await?;
    }
    Ok(())
}

/// Returns true if the confirmation is the account's email address, or the user id if there is no address.
fn is_confirmed(user: &User, confirmed: &str) -> bool {
    match &user.email {
        Some(email) => EmailAddress::parse(confirmed).is_ok_and(|typed| typed.as_str() == email),
        None => confirmed == user.id,
    }
}
