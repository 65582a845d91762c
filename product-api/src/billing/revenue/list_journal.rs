//! Reads the money journal of a book, page by page.

use foundation::Timestamp;

use super::accounting_period::read_day;
use super::find_book::JournalBook;
use super::journal_line::{JournalLine, LinePosition};
use super::store::{self, LineFilter};
use crate::app::App;
use crate::billing::journal::AccountingDay;
use crate::problem::Problem;
use crate::schema::{Cursor, PageParams, page_size};

/// Parameters of a request for a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct JournalRequest<'a> {
    /// The first day.
    pub(super) from: Option<&'a str>,
    /// The last day.
    pub(super) to: Option<&'a str>,
    /// The page.
    pub(super) page: PageParams<'a>,
}

/// One page of the journal.
pub(super) struct JournalPage {
    pub(super) items: Vec<JournalLine>,
    pub(super) next_cursor: Option<String>,
}

/// Reads one page of the journal of a book, the earliest entry first.
pub(super) async fn list_journal(
    app: &App,
    book: &JournalBook,
    request: JournalRequest<'_>,
) -> Result<JournalPage, Problem> {
    let limit = page_size(request.page.limit)?;
    let from = read_day("from", request.from)?.map(AccountingDay::first_moment);
    let to = read_day("to", request.to)?.map(AccountingDay::last_moment);
    let list = format!(
        "{} {} {}",
        book.list,
        request.from.unwrap_or_default(),
        request.to.unwrap_or_default()
    );
    let after = Cursor::open(&app.sealer, &list, request.page.cursor)?;
    let position = after
        .as_ref()
        .and_then(|after| LinePosition::parse(&after.id));
    let first = Timestamp::from_micros(i64::MIN);
    let mut items = match book.book_id {
        Some(book_id) => {
            let filter = LineFilter {
                book_id,
                after_time: after.map_or(from.unwrap_or(first), |after| after.at),
                after_position: position.unwrap_or(LinePosition::FIRST),
                until: to.unwrap_or(Timestamp::from_micros(i64::MAX)),
            };
            let mut reader = app.database.reader().await?;
            store::list_lines(&mut reader.connection(), filter, limit + 1).await?
        }
        None => Vec::new(),
    };
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = items.len() > length;
    items.truncate(length);
    let next_cursor = match items.last() {
        Some(line) if has_more => {
            let cursor = Cursor {
                at: line.booked_at,
                id: line.position.text(),
            };
            Some(cursor.seal(&app.sealer, &list)?)
        }
        Some(_) | None => None,
    };
    Ok(JournalPage { items, next_cursor })
}
