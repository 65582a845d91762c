//! Reading the audit trail, a page at a time.

use foundation::Failure;
use foundation::database::page::{cut, one_more};

use crate::app::App;
use crate::audit::{Kept, Wanted, store};

/// A page of the trail, the newest first, and whether there is more.
pub(super) async fn read_audit(app: &App, wanted: Wanted) -> Result<(Vec<Kept>, bool), Failure> {
    let length = wanted.length;
    let wanted = Wanted {
        length: one_more(length),
        ..wanted
    };
    let mut reader = app.database.reader().await?;
    let events = store::list(&mut reader.connection(), &wanted).await?;
    Ok(cut(events, length))
}
