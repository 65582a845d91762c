//! Following merges of users, and undoing one by order.

use foundation::Failure;

use crate::app::App;
use crate::merges::{self, Asker, Merge, NoUndo, Undone};

/// A page of what changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct MergesPage {
    /// The sequence after which it begins.
    pub(super) after: i64,
    /// How many items it has at most.
    pub(super) length: i64,
}

/// What changed of merges, in order, and whether there is more.
pub(super) async fn find_merges(
    app: &App,
    wanted: MergesPage,
) -> Result<(Vec<Merge>, bool), Failure> {
    merges::changes(app, wanted.after, wanted.length).await
}

/// Undoes a merge for a client; one that was undone before is given as it stands.
pub(super) async fn undo_merge(
    app: &App,
    id: &str,
    client: &str,
) -> Result<Result<Merge, NoUndo>, Failure> {
    match merges::undo(app, id, Asker::Client(client)).await? {
        Undone::Done(merge, _) => Ok(Ok(merge)),
        Undone::Refused(NoUndo::Done) => {
            let found = merges::find(app, id).await?;
            Ok(found.ok_or(NoUndo::Unknown))
        }
        Undone::Refused(refusal) => Ok(Err(refusal)),
        Undone::SignedOut => Err(Failure::defect("a client has no session")),
    }
}
