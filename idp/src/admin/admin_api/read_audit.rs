//! Reads the audit log page by page.

use foundation::Failure;
use foundation::database::page::{cut, one_more};

use crate::app::App;
use crate::observability::audit::{AuditFilter, StoredEvent, store};

/// Returns a page of the audit log, the newest first, and whether there is more.
pub(super) async fn read_audit(
    app: &App,
    filter: AuditFilter,
) -> Result<(Vec<StoredEvent>, bool), Failure> {
    let length = filter.length;
    let filter = AuditFilter {
        length: one_more(length),
        ..filter
    };
    let mut reader = app.database.reader().await?;
    let events = store::list(&mut reader.connection(), &filter).await?;
    Ok(cut(events, length))
}
