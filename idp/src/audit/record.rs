//! Writing one thing into the audit trail, in the transaction that does it.

use foundation::{Clock, Connection, Failure, Random, id};

use super::event::Event;
use super::store::{self, Entry};
use crate::app::App;

/// Adds an event to the trail, in the caller's transaction: what was done and its trace stand or fall together.
pub(crate) async fn record(
    app: &App,
    db: &mut Connection<'_>,
    event: Event<'_>,
) -> Result<(), Failure> {
    record_by((&app.clock, &app.random), db, event).await
}

/// The same for work beside requests, which has no more than a clock and randomness at hand.
pub(crate) async fn record_by(
    (clock, random): (&Clock, &Random),
    db: &mut Connection<'_>,
    event: Event<'_>,
) -> Result<(), Failure> {
    let entry = Entry {
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
