//! Reads the audit log: one page, or many entries for a file.

use foundation::Failure;

use super::audit_record::{AuditFilter, AuditRecord};
use super::store::audit;
use crate::app::App;
use crate::problem::Problem;
use crate::schema::{Cursor, PageParams, page_size};

/// Maximum number of entries of a file; `BATCH_SIZE` is the number read in one query.
const MAX_LINES: usize = 10_000;
const BATCH_SIZE: i64 = 1000;

/// A page of the audit log.
#[derive(Clone, Debug)]
pub(super) struct AuditPage {
    pub(super) lines: Vec<AuditRecord>,
    pub(super) next_cursor: Option<String>,
}

/// Returns the position behind the newest matching entry.
fn start(filter: &AuditFilter) -> Cursor {
    let newest = Cursor::newest();
    Cursor {
        at: filter.to.unwrap_or(newest.at),
        ..newest
    }
}

/// Returns a page, newest first.
pub(super) async fn page(
    app: &App,
    filter: &AuditFilter,
    page: PageParams<'_>,
) -> Result<AuditPage, Problem> {
    let limit = page_size(page.limit)?;
    let list = format!("audit {}", filter.text());
    let cursor = Cursor::open(&app.sealer, &list, page.cursor)?;
    let before = cursor.unwrap_or_else(|| start(filter));
    let mut lines = read(app, filter, &before, limit + 1).await?;
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = lines.len() > length;
    lines.truncate(length);
    let next_cursor = match lines.last() {
        Some(line) if has_more => Some(
            Cursor {
                at: line.at,
                id: line.id.clone(),
            }
            .seal(&app.sealer, &list)?,
        ),
        Some(_) | None => None,
    };
    Ok(AuditPage { lines, next_cursor })
}

/// Returns all matching entries, newest first, up to ten thousand.
pub(super) async fn all(app: &App, filter: &AuditFilter) -> Result<Vec<AuditRecord>, Failure> {
    let mut all: Vec<AuditRecord> = Vec::new();
    let mut before = start(filter);
    while all.len() < MAX_LINES {
        let lines = read(app, filter, &before, BATCH_SIZE).await?;
        let Some(line) = lines.last() else { break };
        before = Cursor {
            at: line.at,
            id: line.id.clone(),
        };
        all.extend(lines);
    }
    Ok(all)
}

async fn read(
    app: &App,
    filter: &AuditFilter,
    before: &Cursor,
    limit: i64,
) -> Result<Vec<AuditRecord>, Failure> {
    let mut reader = app.database.reader().await?;
    audit::lines(&mut reader.connection(), filter, before, limit).await
}
