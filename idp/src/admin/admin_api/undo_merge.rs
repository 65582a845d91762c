//! Undoes a merge of two users at a client's request.

use foundation::Failure;

use crate::app::App;
use crate::sign_in::merges::{self, Merge, UndoOutcome, UndoRefusal, UndoRequester};

/// Undoes a merge for a client; returns a merge that was undone before as it is.
pub(super) async fn undo_merge(
    app: &App,
    id: &str,
    client: &str,
) -> Result<Result<Merge, UndoRefusal>, Failure> {
    match merges::undo(app, id, UndoRequester::Client(client)).await? {
        UndoOutcome::Done(merge, _) => Ok(Ok(merge)),
        UndoOutcome::Refused(UndoRefusal::AlreadyUndone) => {
            let found = merges::find(app, id).await?;
            Ok(found.ok_or(UndoRefusal::Unknown))
        }
        UndoOutcome::Refused(refusal) => Ok(Err(refusal)),
        UndoOutcome::SignedOut => Err(Failure::defect("a client has no session")),
    }
}
