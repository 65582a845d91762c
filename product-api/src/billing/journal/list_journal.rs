//! Reads the money journal of a website, page by page.

use foundation::Timestamp;

use super::accounting_day::AccountingDay;
use super::journal_line::{JournalLine, LinePlace};
use super::store::{self, LineFilter};
use crate::app::App;
use crate::credits::find_site_book;
use crate::problem::{FieldError, Problem};
use crate::schema::{Cursor, PageParams, page_size};
use crate::websites::SiteAccess;

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

/// Reads one page of a website's journal, the earliest entry first.
pub(super) async fn list_journal(
    app: &App,
    access: &SiteAccess,
    request: JournalRequest<'_>,
) -> Result<JournalPage, Problem> {
    let limit = page_size(request.page.limit)?;
    let from = day("from", request.from)?.map(AccountingDay::begin);
    let to = day("to", request.to)?.map(AccountingDay::last_moment);
    let list = format!(
        "journal of {} {} {} {}",
        access.website_id,
        access.mode,
        request.from.unwrap_or_default(),
        request.to.unwrap_or_default()
    );
    let after = Cursor::open(&app.sealer, &list, request.page.cursor)?;
    let place = after.as_ref().and_then(|after| LinePlace::parse(&after.id));
    let first = Timestamp::from_micros(i64::MIN);
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let mut items = match find_site_book(&mut db, access.scope()).await? {
        Some(book) => {
            let filter = LineFilter {
                book_id: book.id,
                after_time: after.map_or(from.unwrap_or(first), |after| after.at),
                after_place: place.unwrap_or(LinePlace::FIRST),
                until: to.unwrap_or(Timestamp::from_micros(i64::MAX)),
            };
            store::list_lines(&mut db, filter, limit + 1).await?
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
                id: line.place.text(),
            };
            Some(cursor.seal(&app.sealer, &list)?)
        }
        Some(_) | None => None,
    };
    Ok(JournalPage { items, next_cursor })
}

/// Reads a day of a request; 400 for any other text.
fn day(parameter: &'static str, text: Option<&str>) -> Result<Option<AccountingDay>, Problem> {
    let Some(text) = text else {
        return Ok(None);
    };
    AccountingDay::parse(text).map(Some).ok_or_else(|| {
        let detail = "Must be a day such as 2026-11-27.";
        Problem::invalid(&[FieldError::parameter(parameter, detail)])
    })
}
