//! Writing a line of the trail, in the transaction of what it tells.

use foundation::{Clock, Connection, Failure, Random, id};

use super::event::Event;
use super::store;

/// Writes one line; it lasts if and only if the deed does.
pub(crate) async fn record(
    db: &mut Connection<'_>,
    event: &Event<'_>,
    clock: &Clock,
    random: &Random,
) -> Result<(), Failure> {
    let id = id::new("aud", clock, random)?;
    store::insert(db, &id, clock.now(), event).await
}
