//! Claim of the operator role: one transaction uses the link and makes the user the operator.

use foundation::Failure;
use serde_json::json;

use super::link::digest_of;
use super::store;
use crate::app::App;
use crate::http::network::Network;
use crate::identity::users::{self, User};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::session::sessions::{self, SessionCookie, SessionRenewal};

/// User and origin of a claim.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claimant<'a> {
    /// The user.
    pub(super) user: &'a User,
    /// Session of the user.
    pub(super) session: SessionRenewal<'a>,
    /// Network of the request.
    pub(super) network: Network,
}

/// Result of a claim.
#[derive(Clone, Debug)]
pub(super) enum ClaimOutcome {
    /// The user is the operator, and the session has a new id, as after every gain of privileges.
    Claimed(SessionCookie),
    /// The session has ended; nothing was changed.
    SignedOut,
    /// The link was used or replaced, or never existed.
    NotValid,
}

/// Returns true if a link is valid; changes nothing.
pub(super) async fn is_outstanding(app: &App, token: &str) -> Result<bool, Failure> {
    let mut reader = app.database.reader().await?;
    store::is_outstanding(&mut reader.connection(), &digest_of(token)).await
}

/// Returns the user of a session if the user is active.
pub(super) async fn user_of(app: &App, user_id: &str) -> Result<Option<User>, Failure> {
    let mut reader = app.database.reader().await?;
    let user = users::store::find(&mut reader.connection(), user_id).await?;
    Ok(user.filter(|user| user.is_active))
}

/// Uses the link and makes the user the operator.
pub(super) async fn claim(
    app: &App,
    token: &str,
    claimant: Claimant<'_>,
) -> Result<ClaimOutcome, Failure> {
    let now = app.clock.now();
    let user = claimant.user;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !store::take(&mut db, &digest_of(token)).await?
        || !users::store::make_operator(&mut db, &user.id, now).await?
    {
        transaction.rollback().await?;
        return Ok(ClaimOutcome::NotValid);
    }
    let event = AuditEvent {
        actor: &user.id,
        action: Action::OperatorClaimed,
        subject: &user.id,
        network: Some(claimant.network.to_string()),
        client_id: None,
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    let Some(renewed) = sessions::renew(app, transaction, claimant.session).await? else {
        return Ok(ClaimOutcome::SignedOut);
    };
    tracing::info!(user = user.id, "became the operator");
    Ok(ClaimOutcome::Claimed(renewed))
}
