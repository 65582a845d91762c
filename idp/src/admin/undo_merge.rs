//! Undoes a merge of two users at a client's request.

use foundation::Failure;

use crate::app::App;
use crate::merges::{self, Asker, Merge, NoUndo, Undone};

/// Undoes a merge for a client; returns a merge that was undone before as it is.
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
