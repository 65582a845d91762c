//! Lists of merges: those that a user can undo, and one by its id.

use foundation::Failure;

use super::merge::{Merge, undoable_since};
use super::store;
use crate::app::App;

/// A merge that a user can undo.
#[derive(Clone, Debug)]
pub(crate) struct UndoableMerge {
    /// The merge.
    pub(crate) merge: Merge,
    /// Address or name of the merged user, if known.
    pub(crate) name: Option<String>,
}

impl UndoableMerge {
    /// Returns the last day on which an undo is certain to work, as in 2026-11-21.
    pub(crate) fn last_day(&self) -> String {
        self.merge.undo_until().day()
    }
}

/// Returns the merges into a user that can still be undone, the newest first.
pub(crate) async fn undoable(app: &App, user_id: &str) -> Result<Vec<UndoableMerge>, Failure> {
    let since = undoable_since(app.clock.now());
    let mut reader = app.database.reader().await?;
    store::undoable(&mut reader.connection(), user_id, since).await
}

/// Finds a merge by its id.
pub(crate) async fn find(app: &App, id: &str) -> Result<Option<Merge>, Failure> {
    let mut reader = app.database.reader().await?;
    store::find(&mut reader.connection(), id).await
}
