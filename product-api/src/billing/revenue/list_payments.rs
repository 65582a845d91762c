//! Reads the payments of a book that the journal has booked, page by page.

use foundation::Timestamp;

use super::accounting_period::read_day;
use super::find_book::JournalBook;
use super::list_journal::JournalRequest;
use super::payment_line::{PaymentLine, PaymentPosition};
use super::store::{self, PaymentFilter};
use crate::app::App;
use crate::billing::journal::AccountingDay;
use crate::problem::Problem;
use crate::schema::{Cursor, page_size};

/// One page of payments.
pub(super) struct PaymentLinePage {
    pub(super) items: Vec<PaymentLine>,
    pub(super) next_cursor: Option<String>,
}

/// Reads one page of the payments of a book, the earliest first.
pub(super) async fn list_payments(
    app: &App,
    book: &JournalBook,
    request: JournalRequest<'_>,
) -> Result<PaymentLinePage, Problem> {
    let limit = page_size(request.page.limit)?;
    let from = read_day("from", request.from)?.map(AccountingDay::first_moment);
    let to = read_day("to", request.to)?.map(AccountingDay::last_moment);
    let list = format!(
        "payments in the {} {} {}",
        book.list,
        request.from.unwrap_or_default(),
        request.to.unwrap_or_default()
    );
    let cursor = Cursor::open(&app.sealer, &list, request.page.cursor)?;
    let position = cursor.and_then(|cursor| {
        Some(PaymentPosition {
            booked_at: cursor.at,
            transaction_id: cursor.id.parse().ok()?,
        })
    });
    let first = PaymentPosition {
        booked_at: from.unwrap_or(Timestamp::from_micros(i64::MIN)),
        transaction_id: i64::MIN,
    };
    let mut items = match book.book_id {
        Some(book_id) => {
            let filter = PaymentFilter {
                book_id,
                after: position.unwrap_or(first),
                until: to.unwrap_or(Timestamp::from_micros(i64::MAX)),
            };
            let mut reader = app.database.reader().await?;
            store::list_payments(&mut reader.connection(), filter, limit + 1).await?
        }
        None => Vec::new(),
    };
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = items.len() > length;
    items.truncate(length);
    let next_cursor = match items.last() {
        Some(line) if has_more => {
            let cursor = Cursor {
                at: line.position.booked_at,
                id: line.position.transaction_id.to_string(),
            };
            Some(cursor.seal(&app.sealer, &list)?)
        }
        Some(_) | None => None,
    };
    Ok(PaymentLinePage { items, next_cursor })
}
