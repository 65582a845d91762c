//! Activates and deactivates users, here and at the idp.

use std::time::Duration;

use foundation::{Connection, Failure, id};
use serde_json::json;

use super::store;
use super::user::User;
use crate::app::App;
use crate::audit::{self, Action, Event, UserSession, with_reason};
use crate::idp::ActivationResult;
use crate::problem::{FieldError, Kind, Problem};

/// Lease on an activation change; longer than the idp timeout, so an expired lease means that its owner crashed.
const LEASE_DURATION: Duration = Duration::from_mins(1);

/// A request to activate or deactivate a user.
#[derive(Clone, Copy, Debug)]
pub(super) struct ActivationRequest<'a> {
    /// The operator.
    pub(super) actor: &'a str,
    /// The session of the operator's token.
    pub(super) session: &'a UserSession,
    /// The user.
    pub(super) user_id: &'a str,
    /// True to activate the user.
    pub(super) is_active: bool,
    /// The operator's reason, if given.
    pub(super) reason: Option<&'a str>,
}

/// Reasons why a user was not changed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ActivationRefusal {
    /// The account is the operator's own: no other user might be able to activate it again.
    #[error("the account is the operator's own")]
    OwnAccount,
    /// The idp has no such user.
    #[error("there is no such user")]
    Unknown,
    /// The user was merged into another.
    #[error("the user was merged into another")]
    Merged,
    /// Another request is changing the user.
    #[error("the user is being switched by somebody else")]
    UnderWay,
    /// The idp did not confirm the change.
    #[error("the identity provider is away: {0}")]
    IdpAway(Failure),
    /// A component failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Activates or deactivates a user: first at the idp, which ends every session, then here.
///
/// The lease is stored before the request to the idp, and deleted with the change of this service's row. After a failure in
/// between, the row is unchanged, and the sweep resets the idp to it: no change stays half done. The lease also admits one
/// change of a user at a time, so that the two services never end up different.
pub(super) async fn change_activation(
    app: &App,
    request: ActivationRequest<'_>,
) -> Result<User, ActivationRefusal> {
    if request.actor == request.user_id {
        return Err(ActivationRefusal::OwnAccount);
    }
    let attempt = take_lease(app, request.user_id)
        .await?
        .ok_or(ActivationRefusal::UnderWay)?;
    match app
        .user_admin
        .set_active(request.user_id, request.is_active)
        .await
    {
        Ok(ActivationResult::Done) => apply(app, request, &attempt).await,
        Ok(ActivationResult::Unknown) => {
            end_lease(app, request.user_id, &attempt).await?;
            Err(ActivationRefusal::Unknown)
        }
        Ok(ActivationResult::Merged) => {
            end_lease(app, request.user_id, &attempt).await?;
            Err(ActivationRefusal::Merged)
        }
        Err(failure) => {
            release_lease(app, request.user_id, &attempt).await?;
            Err(ActivationRefusal::IdpAway(failure))
        }
    }
}

/// Takes the lease on a user; returns the id of this attempt, or `None` while another lease is valid.
pub(super) async fn take_lease(app: &App, user_id: &str) -> Result<Option<String>, Failure> {
    let attempt = id::new("swi", &app.clock, &app.random)?;
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let until = now.plus(LEASE_DURATION);
    let is_ours = store::take_lease(&mut db, user_id, &attempt, now, until).await?;
    transaction.commit().await?;
    Ok(is_ours.then_some(attempt))
}

/// Ends the lease early, for the sweep or another attempt.
pub(super) async fn release_lease(app: &App, user_id: &str, attempt: &str) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::release_lease(&mut db, user_id, attempt, app.clock.now()).await?;
    transaction.commit().await
}

/// Deletes the lease: the idp and this service's row agree.
pub(super) async fn end_lease(app: &App, user_id: &str, attempt: &str) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let _was_ours = store::end_lease(&mut transaction.connection(), user_id, attempt).await?;
    transaction.commit().await
}

async fn apply(
    app: &App,
    request: ActivationRequest<'_>,
    attempt: &str,
) -> Result<User, ActivationRefusal> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !store::end_lease(&mut db, request.user_id, attempt).await? {
        // The idp took longer than the lease, and another request has decided since.
        return Err(ActivationRefusal::UnderWay);
    }
    let now = app.clock.now();
    if store::set_active(&mut db, request.user_id, request.is_active, now).await? {
        record_audit(app, &mut db, request).await?;
    }
    let found = store::find(&mut db, request.user_id, "").await?;
    transaction.commit_and_wait_for_caches().await?;
    let defect = || Failure::defect("a user was written and is not there").into();
    found.map(|found| found.user).ok_or_else(defect)
}

async fn record_audit(
    app: &App,
    db: &mut Connection<'_>,
    request: ActivationRequest<'_>,
) -> Result<(), Failure> {
    let event = Event {
        actor: request.actor,
        session: Some(request.session),
        action: if request.is_active {
            Action::UserActivated
        } else {
            Action::UserDeactivated
        },
        website_id: None,
        subject: request.user_id,
        details: with_reason(json!({}), request.reason),
    };
    audit::record(db, &event, &app.clock, &app.random).await
}

impl From<ActivationRefusal> for Problem {
    fn from(refusal: ActivationRefusal) -> Self {
        match refusal {
            ActivationRefusal::OwnAccount => {
                Self::invalid(&[FieldError::parameter("id", "Must not be your own account.")])
            }
            ActivationRefusal::Merged => Self::invalid(&[FieldError::parameter(
                "id",
                "Was merged into another user; that one can be switched.",
            )]),
            ActivationRefusal::Unknown => Self::not_found("user"),
            ActivationRefusal::UnderWay => Self::new(
                Kind::Conflict,
                "The user is being switched by another request. Look again, then send yours if it is still needed.",
            ),
            ActivationRefusal::IdpAway(failure) => {
                foundation::http::log_failure(&failure);
                Self::new(
                    Kind::Unavailable,
                    "The identity provider did not say that it was done. Nothing is changed; send the same request again.",
                )
                .retry_after(5)
            }
            ActivationRefusal::Failure(failure) => failure.into(),
        }
    }
}
