//! Which merges there are: those that a person can undo, and one by its id.

use foundation::Failure;

use super::merge::{Merge, undoable_since};
use super::store;
use crate::app::App;

/// A merge that a person can undo.
#[derive(Clone, Debug)]
pub(crate) struct Undoable {
    /// The merge.
    pub(crate) merge: Merge,
    /// The address or name of who is gone, if one is known.
    pub(crate) name: Option<String>,
}

impl Undoable {
    /// The last day on which it can be undone for sure, as in 2026-11-21.
    pub(crate) fn last_day(&self) -> String {
        self.merge.undo_until().day()
    }
}

/// The merges into a user that can still be undone, the newest first.
pub(crate) async fn undoable(app: &App, user_id: &str) -> Result<Vec<Undoable>, Failure> {
    let since = undoable_since(app.clock.now());
    let mut reader = app.database.reader().await?;
    store::undoable(&mut reader.connection(), user_id, since).await
}

/// The merge with an id.
pub(crate) async fn find(app: &App, id: &str) -> Result<Option<Merge>, Failure> {
    let mut reader = app.database.reader().await?;
    store::find(&mut reader.connection(), id).await
}
