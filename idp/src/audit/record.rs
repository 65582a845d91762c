//! Writing one thing into the audit trail, in the transaction that does it.

use foundation::{Connection, Failure, id};

use super::event::Event;
use super::store::{self, Entry};
use crate::app::App;

/// Adds an event to the trail, in the caller's transaction: what was done and its trace stand or fall together.
pub(crate) async fn record(
    app: &App,
    db: &mut Connection<'_>,
    event: Event<'_>,
) -> Result<(), Failure> {
    let entry = Entry {
        id: id::new("aud", &app.clock, &app.random)?,
        at: app.clock.now(),
        actor: event.actor,
        action: event.action.name(),
        subject: event.subject,
        network: event.network,
        client_id: event.client_id,
        details: event.details.to_string(),
    };
    store::insert(db, &entry).await
}
