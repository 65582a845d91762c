//! Applies an event to the state of a connection, and records the change in the audit log.

use foundation::{Connection, Failure};
use serde_json::json;

use super::connection::StripeConnection;
use super::connection_state::{ConnectionEvent, ConnectionState, StateChange};
use super::mail_trouble::mail_trouble;
use super::store::connections;
use crate::app::App;
use crate::audit::{self, Action, AuditEntry, Event};
use crate::websites::SiteAccess;

/// The actor of a change of a connection.
#[derive(Clone, Copy, Debug)]
pub(super) enum ConnectionActor<'a> {
    /// The owner, for a website.
    Owner(&'a SiteAccess),
    /// The server, for a website or for none.
    System(Option<&'a str>),
}

impl ConnectionActor<'_> {
    /// Appends an entry of this actor to the audit log.
    pub(super) async fn record(
        &self,
        app: &App,
        db: &mut Connection<'_>,
        entry: AuditEntry<'_>,
    ) -> Result<(), Failure> {
        match self {
            Self::Owner(access) => access.record(app, db, entry).await,
            Self::System(website_id) => {
                let event = Event {
                    actor: "system",
                    session: None,
                    action: entry.action,
                    website_id: *website_id,
                    subject: entry.subject,
                    details: entry.details,
                };
                audit::record(db, &event, &app.clock, &app.random).await
            }
        }
    }
}

/// Applies an event to a connection whose row is locked. Its owner gets an email when it becomes degraded or revoked.
pub(super) async fn apply_event(
    app: &App,
    db: &mut Connection<'_>,
    connection: &StripeConnection,
    event: &ConnectionEvent,
    actor: ConnectionActor<'_>,
) -> Result<(), Failure> {
    let (state, reason) = match change_of(connection, event) {
        None => return Ok(()),
        Some(StateChange::Deleted) => {
            return connections::delete_unfinished(db, &connection.id).await;
        }
        Some(StateChange::To(state, reason)) => (state, reason),
    };
    let text = reason.as_ref().map(ToString::to_string);
    let now = app.clock.now();
    connections::set_state(db, &connection.id, state, reason.as_ref(), now).await?;
    if let Some(trouble) = reason.as_ref().filter(|_| state != connection.state) {
        mail_trouble(app, db, connection, trouble).await?;
    }
    let Some(action) = action_of(connection.state, state) else {
        return Ok(());
    };
    if action != Action::StripeRestored {
        tracing::warn!(
            connection = connection.id,
            reason = text,
            "a connection to Stripe does not work as it should"
        );
    }
    let details = json!({ "mode": connection.mode.word(), "reason": text });
    actor
        .record(app, db, action.on(&connection.id, details))
        .await
}

/// Returns the change that an event makes; `None` if the connection has that state for that reason already.
fn change_of(connection: &StripeConnection, event: &ConnectionEvent) -> Option<StateChange> {
    let change = connection.state.after(event)?;
    let is_same = match &change {
        StateChange::Deleted => false,
        StateChange::To(state, reason) => {
            *state == connection.state && *reason == connection.trouble()
        }
    };
    (!is_same).then_some(change)
}

/// Returns the recorded action of a change; other use cases record the first activation and the end themselves.
const fn action_of(before: ConnectionState, after: ConnectionState) -> Option<Action> {
    match (before, after) {
        (_, ConnectionState::Degraded) => Some(Action::StripeDegraded),
        (_, ConnectionState::Revoked) => Some(Action::StripeRevoked),
        (ConnectionState::Degraded | ConnectionState::Revoked, ConnectionState::Active) => {
            Some(Action::StripeRestored)
        }
        (
            _,
            ConnectionState::Active | ConnectionState::Checking | ConnectionState::Disconnected,
        ) => None,
    }
}

/// Applies an event of the server in a transaction of its own, if it changes the connection.
pub(super) async fn apply_now(
    app: &App,
    connection_id: &str,
    event: &ConnectionEvent,
) -> Result<(), Failure> {
    let seen = {
        let mut reader = app.database.reader().await?;
        connections::find(&mut reader.connection(), connection_id).await?
    };
    if seen.is_none_or(|seen| change_of(&seen, event).is_none()) {
        return Ok(());
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if let Some(connection) = connections::lock(&mut db, connection_id).await? {
        apply_event(
            app,
            &mut db,
            &connection,
            event,
            ConnectionActor::System(None),
        )
        .await?;
    }
    transaction.commit().await
}
