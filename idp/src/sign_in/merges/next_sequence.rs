//! Sequence numbers of user changes: a merge, its undo, a deletion, a deactivation.

use foundation::{Connection, Failure, id};

use super::store;
use crate::app::App;

/// Takes the next number of user changes, with a new id. Locks the number's row until the transaction ends.
pub(crate) async fn next_sequence(app: &App, db: &mut Connection<'_>) -> Result<i64, Failure> {
    let id = id::new("chg", &app.clock, &app.random)?;
    store::next_sequence(db, &id).await
}
