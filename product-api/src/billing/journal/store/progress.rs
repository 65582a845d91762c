//! Progress of recognition: the day that is next for each book, and the lease of the server that recognizes it.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::journal::accounting_day::AccountingDay;

const INSERT: &str = "\
    INSERT INTO recognition_progress (book_id, next_day, after_lot, held_until, created_at, updated_at) \
    VALUES ($1, $2, 0, 0, $3, $3) ON CONFLICT (book_id) DO NOTHING";

const DUE: &str = "\
    SELECT book_id FROM recognition_progress WHERE next_day < $1 AND held_until <= $2 ORDER BY next_day, book_id LIMIT $3";

const CLAIM: &str = "\
    UPDATE recognition_progress SET held_until = $4, updated_at = $3 WHERE book_id = $1 AND next_day < $2 AND held_until <= $3 \
    RETURNING after_lot";

const ADVANCE: &str = "\
    UPDATE recognition_progress SET after_lot = $4, held_until = $5, updated_at = $6 \
    WHERE book_id = $1 AND next_day < $2 AND after_lot = $3";

const FINISH: &str = "\
    UPDATE recognition_progress SET next_day = $2, after_lot = 0, held_until = 0, updated_at = $4 \
    WHERE book_id = $1 AND next_day < $2 AND after_lot = $3";

const RELEASE: &str = "UPDATE recognition_progress SET held_until = 0 WHERE book_id = $1";

/// Starts the recognition of a book with this day, unless it has started.
pub(in crate::billing::journal) async fn start_book(
    db: &mut Connection<'_>,
    book_id: i64,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(book_id)
        .bind(AccountingDay::from_timestamp(now).number())
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("starting the recognition of a book")
}

/// Reads some books with a day before today that is not recognized and that no server works on.
pub(in crate::billing::journal) async fn due_books(
    db: &mut Connection<'_>,
    today: AccountingDay,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<i64>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(DUE)
        .bind(today.number())
        .bind(now.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("finding books to be recognized")
}

/// The recognition of a book up to a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing::journal) struct BookRun {
    /// The book.
    pub(in crate::billing::journal) book_id: i64,
    /// The day that is today; all days before it are recognized.
    pub(in crate::billing::journal) today: AccountingDay,
    /// The last lot that was recognized for it.
    pub(in crate::billing::journal) after_lot: i64,
}

/// The time of a step and the end of its lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing::journal) struct Lease {
    /// The time of the step.
    pub(in crate::billing::journal) now: Timestamp,
    /// The end of the lease.
    pub(in crate::billing::journal) until: Timestamp,
}

/// Claims a book; none if another server has it, or has recognized it.
pub(in crate::billing::journal) async fn claim(
    db: &mut Connection<'_>,
    book_id: i64,
    today: AccountingDay,
    lease: Lease,
) -> Result<Option<BookRun>, Failure> {
    let after_lot: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(CLAIM)
        .bind(book_id)
        .bind(today.number())
        .bind(lease.now.micros())
        .bind(lease.until.micros())
        .fetch_optional(c)
        .await)
    .failed("claiming the recognition of a book")?;
    Ok(after_lot.map(|after_lot| BookRun {
        book_id,
        today,
        after_lot,
    }))
}

/// Stores the last lot that was recognized and renews the lease; false if another server has continued.
pub(in crate::billing::journal) async fn advance(
    db: &mut Connection<'_>,
    run: BookRun,
    to_lot: i64,
    lease: Lease,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(ADVANCE)
        .bind(run.book_id)
        .bind(run.today.number())
        .bind(run.after_lot)
        .bind(to_lot)
        .bind(lease.until.micros())
        .bind(lease.now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("storing the progress of recognition")
}

/// Ends the recognition of a book for all days before today; false if another server has continued.
pub(in crate::billing::journal) async fn finish(
    db: &mut Connection<'_>,
    run: BookRun,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(FINISH)
        .bind(run.book_id)
        .bind(run.today.number())
        .bind(run.after_lot)
        .bind(now.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("ending the recognition of a day")
}

/// Ends the lease of a book, so that the next round continues with it.
pub(in crate::billing::journal) async fn release(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(RELEASE)
        .bind(book_id)
        .execute(c)
        .await
        .map(drop))
    .failed("ending the lease of a book")
}
