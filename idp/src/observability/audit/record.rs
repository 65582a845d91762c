//! Recording of an audit event in the transaction of the change.

use foundation::{Clock, Connection, Failure, Random, id};

use super::event::AuditEvent;
use super::store::{self, AuditEntry};
use crate::app::App;

/// Records an event in the caller's transaction, so that the change and its event commit together.
pub(crate) async fn record(
    app: &App,
    db: &mut Connection<'_>,
    event: AuditEvent<'_>,
) -> Result<(), Failure> {
    record_with(&app.clock, &app.random, db, event).await
}

/// Records an event as [`record`] does, for background work that has only a clock and randomness.
pub(crate) async fn record_with(
    clock: &Clock,
    random: &Random,
    db: &mut Connection<'_>,
    event: AuditEvent<'_>,
) -> Result<(), Failure> {
    let entry = AuditEntry {
        id: id::new("aud", clock, random)?,
        at: clock.now(),
        actor: event.actor,
        action: event.action.name(),
        subject: event.subject,
        network: event.network,
        client_id: event.client_id,
        details: event.details.to_string(),
    };
    store::insert(db, &entry).await
}
