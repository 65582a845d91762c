//! Records an audit entry in the transaction of the change that it describes.

use foundation::{Clock, Connection, Failure, Random, id};

use super::event::Event;
use super::store;

/// Writes one entry; it is committed or rolled back together with the change.
pub(crate) async fn record(
    db: &mut Connection<'_>,
    event: &Event<'_>,
    clock: &Clock,
    random: &Random,
) -> Result<(), Failure> {
    let id = id::new("aud", clock, random)?;
    store::insert(db, &id, clock.now(), event).await
}
