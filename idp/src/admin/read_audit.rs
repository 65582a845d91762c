//! Reads the audit log page by page.

use foundation::Failure;
use foundation::database::page::{cut, one_more};

use crate::app::App;
use crate::audit::{AuditFilter, StoredEvent, store};

/// Returns a page of the audit log, the newest first, and whether there is more.
pub(super) async fn read_audit(
    app: &App,
    wanted: AuditFilter,
) -> Result<(Vec<StoredEvent>, bool), Failure> {
    let length = wanted.length;
    let wanted = AuditFilter {
        length: one_more(length),
        ..wanted
    };
    let mut reader = app.database.reader().await?;
    let events = store::list(&mut reader.connection(), &wanted).await?;
    Ok(cut(events, length))
}
