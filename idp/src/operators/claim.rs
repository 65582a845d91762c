//! Claiming the installation: the link is taken and its user made the operator, or neither.

use foundation::Failure;
use serde_json::json;

use super::link::digest_of;
use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::users::{self, User};

/// How a claim went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The user is the operator now.
    Claimed,
    /// The link is used up, replaced, or was never one.
    NotValid,
}

/// Whether a link is outstanding; looking changes nothing.
pub(super) async fn is_outstanding(app: &App, token: &str) -> Result<bool, Failure> {
    let mut reader = app.database.reader().await?;
    store::is_outstanding(&mut reader.connection(), &digest_of(token)).await
}

/// The user of a session, if that user may be here.
pub(super) async fn user_of(app: &App, user_id: &str) -> Result<Option<User>, Failure> {
    let mut reader = app.database.reader().await?;
    let user = users::store::find(&mut reader.connection(), user_id).await?;
    Ok(user.filter(|user| user.is_active))
}

/// Takes the link and makes the user the operator.
pub(super) async fn claim(app: &App, token: &str, user: &User) -> Result<Outcome, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !store::take(&mut db, &digest_of(token)).await?
        || !users::store::make_operator(&mut db, &user.id, now).await?
    {
        transaction.rollback().await?;
        return Ok(Outcome::NotValid);
    }
    let event = Event {
        actor: &user.id,
        action: Action::OperatorClaimed,
        subject: &user.id,
        network: None,
        client_id: None,
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    transaction.commit().await?;
    tracing::info!(user = user.id, "became the operator");
    Ok(Outcome::Claimed)
}
