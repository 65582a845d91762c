//! Reading the audit trail, a page at a time.

use foundation::Failure;

use crate::app::App;
use crate::audit::{Kept, Wanted, store};

/// A page of the trail, the newest first, and whether there is more.
pub(super) async fn read_audit(app: &App, wanted: Wanted) -> Result<(Vec<Kept>, bool), Failure> {
    let length = usize::try_from(wanted.length).unwrap_or(usize::MAX);
    let one_more = Wanted {
        length: wanted.length.saturating_add(1),
        ..wanted
    };
    let mut reader = app.database.reader().await?;
    let mut events = store::list(&mut reader.connection(), &one_more).await?;
    let is_more = events.len() > length;
    events.truncate(length);
    Ok((events, is_more))
}
