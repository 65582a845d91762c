//! Reads the whole money journal of a period in batches, for a file.

use std::sync::Arc;

use foundation::Failure;

use super::accounting_period::AccountingPeriod;
use super::journal_line::{JournalLine, LinePosition};
use super::store::{self, LineFilter};
use crate::app::App;

/// Entries of one batch. The memory of an export does not depend on the length of its period.
const BATCH: i64 = 1_000;

/// An export in progress.
pub(super) struct JournalExport {
    app: Arc<App>,
    /// The limits of the next batch; none after the last one.
    next: Option<LineFilter>,
}

impl JournalExport {
    /// Begins an export; a website that has sold nothing has no book, and an empty file.
    pub(super) fn new(app: &Arc<App>, book_id: Option<i64>, period: AccountingPeriod) -> Self {
        let filter = |book_id| LineFilter {
            book_id,
            after_time: period.from.first_moment(),
            after_position: LinePosition::FIRST,
            until: period.to.last_moment(),
        };
        Self {
            app: Arc::clone(app),
            next: book_id.map(filter),
        }
    }

    /// Returns the next entries, the earliest first; none after the last one.
    pub(super) async fn next_lines(&mut self) -> Result<Option<Vec<JournalLine>>, Failure> {
        let Some(filter) = self.next.take() else {
            return Ok(None);
        };
        let mut reader = self.app.database.reader().await?;
        let lines = store::list_lines(&mut reader.connection(), filter, BATCH).await?;
        self.next = lines.last().map(|last| LineFilter {
            after_time: last.booked_at,
            after_position: last.position,
            ..filter
        });
        Ok((!lines.is_empty()).then_some(lines))
    }
}
