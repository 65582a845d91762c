//! Switching a person on or off, here and at the idp.

use std::time::Duration;

use foundation::{Connection, Failure, id};
use serde_json::json;

use super::store;
use super::user::User;
use crate::app::App;
use crate::audit::{self, Action, Event, PersonSession, with_reason};
use crate::idp::Switched;
use crate::problem::{FieldError, Kind, Problem};

/// A note keeps others away for longer than the idp may take to answer; then whoever left it is gone.
const NOTE_HOLDS: Duration = Duration::from_mins(1);

/// Who wants what for whom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switch<'a> {
    /// The operator.
    pub(super) actor: &'a str,
    /// Where the operator's token came from.
    pub(super) session: &'a PersonSession,
    /// For whom.
    pub(super) user_id: &'a str,
    /// Whether the person may come in.
    pub(super) is_active: bool,
    /// Why, if the operator says so.
    pub(super) reason: Option<&'a str>,
}

/// Why nothing was switched.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    /// The operator would have nobody left to switch the account on again.
    #[error("the account is the operator's own")]
    OwnAccount,
    /// The idp knows no such person.
    #[error("there is no such user")]
    Unknown,
    /// The person was merged into another.
    #[error("the user was merged into another")]
    Merged,
    /// Somebody else is at it.
    #[error("the user is being switched by somebody else")]
    UnderWay,
    /// The idp did not say that it was done.
    #[error("the identity provider is away: {0}")]
    IdpAway(Failure),
    /// Machinery broke.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Switches a person: first at the idp, which ends every session, then here.
///
/// A note is left before the idp is asked, and taken away with the change of our own row. Should anything fail in
/// between, our row still says what it said, and the sweep brings the idp back to it: nothing stays half done. The note
/// also lets one switch of a person at a time through, so that the two never end up apart.
pub(super) async fn switch(app: &App, wish: Switch<'_>) -> Result<User, Refusal> {
    if wish.actor == wish.user_id {
        return Err(Refusal::OwnAccount);
    }
    let attempt = note(app, wish.user_id).await?.ok_or(Refusal::UnderWay)?;
    match app.people.set_active(wish.user_id, wish.is_active).await {
        Ok(Switched::Done) => write_down(app, wish, &attempt).await,
        Ok(Switched::Unknown) => {
            finish(app, wish.user_id, &attempt).await?;
            Err(Refusal::Unknown)
        }
        Ok(Switched::Merged) => {
            finish(app, wish.user_id, &attempt).await?;
            Err(Refusal::Merged)
        }
        Err(failure) => {
            release(app, wish.user_id, &attempt).await?;
            Err(Refusal::IdpAway(failure))
        }
    }
}

/// Leaves a note that a person is being switched; the name of this attempt, or `None` while another's note holds.
pub(super) async fn note(app: &App, user_id: &str) -> Result<Option<String>, Failure> {
    let attempt = id::new("swi", &app.clock, &app.random)?;
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let until = now.plus(NOTE_HOLDS);
    let is_ours = store::note_switch(&mut db, (user_id, &attempt), now, until).await?;
    transaction.commit().await?;
    Ok(is_ours.then_some(attempt))
}

/// Leaves the note for the sweep, or for whoever tries again.
pub(super) async fn release(app: &App, user_id: &str, attempt: &str) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::release_switch(&mut db, (user_id, attempt), app.clock.now()).await?;
    transaction.commit().await
}

/// Takes the note away: the idp and our row say the same.
pub(super) async fn finish(app: &App, user_id: &str, attempt: &str) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let _was_ours = store::finish_switch(&mut transaction.connection(), user_id, attempt).await?;
    transaction.commit().await
}

async fn write_down(app: &App, wish: Switch<'_>, attempt: &str) -> Result<User, Refusal> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !store::finish_switch(&mut db, wish.user_id, attempt).await? {
        // The idp took longer than the note holds, and somebody else has decided meanwhile.
        return Err(Refusal::UnderWay);
    }
    let now = app.clock.now();
    if store::set_active(&mut db, wish.user_id, wish.is_active, now).await? {
        tell(app, &mut db, wish).await?;
    }
    let found = store::find(&mut db, wish.user_id, "").await?;
    transaction.commit_everywhere().await?;
    let defect = || Failure::defect("a user was written and is not there").into();
    found.map(|found| found.user).ok_or_else(defect)
}

async fn tell(app: &App, db: &mut Connection<'_>, wish: Switch<'_>) -> Result<(), Failure> {
    let event = Event {
        actor: wish.actor,
        session: Some(wish.session),
        action: if wish.is_active {
            Action::UserActivated
        } else {
            Action::UserDeactivated
        },
        website_id: None,
        subject: wish.user_id,
        details: with_reason(json!({}), wish.reason),
    };
    audit::record(db, &event, &app.clock, &app.random).await
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::OwnAccount => {
                Self::invalid(&[FieldError::parameter("id", "Must not be your own account.")])
            }
            Refusal::Merged => Self::invalid(&[FieldError::parameter(
                "id",
                "Was merged into another user; that one can be switched.",
            )]),
            Refusal::Unknown => Self::not_found("user"),
            Refusal::UnderWay => Self::new(
                Kind::Conflict,
                "The user is being switched by another request. Look again, then send yours if it is still needed.",
            ),
            Refusal::IdpAway(failure) => {
                foundation::http::log_failure(&failure);
                Self::new(
                    Kind::Unavailable,
                    "The identity provider did not say that it was done. Nothing is changed; send the same request again.",
                )
                .retry_after(5)
            }
            Refusal::Failure(failure) => failure.into(),
        }
    }
}
