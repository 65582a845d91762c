//! Deciding whether a person may sign in.

use foundation::{Connection, Failure};
use serde_json::json;

use super::store::{UserSwitch, is_switched_since, note_switch, take_over_switch};
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::leaving;
use crate::merges;
use crate::sessions;
use crate::users::{User, store};

/// Who decides what about whom.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetActive<'a> {
    /// The client that asks.
    pub(super) actor: &'a str,
    /// About whom.
    pub(super) user_id: &'a str,
    /// Whether the person may sign in.
    pub(super) is_active: bool,
    /// The sequence after which the person must not have been switched, where the wish depends on that.
    pub(super) if_unchanged_since: Option<i64>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub(super) enum Decided {
    /// It is as it was wished.
    Done(User),
    /// The user is gone into another one, who may be switched instead; nothing was changed.
    Merged(String),
    /// Somebody has switched the person since; nothing was changed.
    Changed,
    /// There is no such person, or no more.
    Unknown,
}

/// Decides. One commit stops every way in, ends the sessions and every grant, and lets the sites be told; only what
/// lives in Redis leaves right after it, and counts for nothing in between.
pub(super) async fn set_active(app: &App, wish: SetActive<'_>) -> Result<Decided, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let decided = write_down(app, &mut db, wish).await?;
    if !matches!(decided, Decided::Done(_)) || wish.is_active {
        transaction.commit().await?;
        app.owners.forget(wish.user_id).await;
        return Ok(decided);
    }
    sessions::end_all_with(app, transaction, &[wish.user_id]).await?;
    tracing::info!(user = wish.user_id, "a user was switched off");
    Ok(decided)
}

async fn write_down(
    app: &App,
    db: &mut Connection<'_>,
    wish: SetActive<'_>,
) -> Result<Decided, Failure> {
    let now = app.clock.now();
    // Whoever takes a number holds it until the commit: first of all, as merges and deletions do. A wish that changes
    // nothing leaves a gap, which nobody minds.
    let sequence = merges::next_sequence(app, db).await?;
    if let Some(seen) = wish.if_unchanged_since
        && is_switched_since(db, wish.user_id, seen).await?
    {
        return Ok(Decided::Changed);
    }
    let switch = UserSwitch {
        sequence,
        user_id: wish.user_id,
        is_active: wish.is_active,
        switched_by: wish.actor,
        switched_at: now,
    };
    let user = if let Some(user) = store::set_active(db, wish.user_id, wish.is_active, now).await? {
        note_switch(db, &switch).await?;
        user
    } else {
        if leaving::store::is_deleted(db, wish.user_id).await? {
            return Ok(Decided::Unknown);
        }
        if let Some(into) = store::merged_into(db, wish.user_id).await? {
            return Ok(Decided::Merged(into));
        }
        let Some(user) = store::find(db, wish.user_id).await? else {
            return Ok(Decided::Unknown);
        };
        // It is so already. Where that was another's wish, whoever follows hears that two want it so. Whoever says what
        // they have seen of the person knew it, and wishes nothing more.
        if wish.if_unchanged_since.is_some() || !take_over_switch(db, &switch).await? {
            return Ok(Decided::Done(user));
        }
        user
    };
    tell(app, db, wish).await?;
    Ok(Decided::Done(user))
}

async fn tell(app: &App, db: &mut Connection<'_>, wish: SetActive<'_>) -> Result<(), Failure> {
    let action = if wish.is_active {
        Action::UserActivated
    } else {
        Action::UserDeactivated
    };
    let event = Event {
        actor: wish.actor,
        action,
        subject: wish.user_id,
        network: None,
        client_id: Some(wish.actor),
        details: json!({}),
    };
    audit::record(app, db, event).await
}
