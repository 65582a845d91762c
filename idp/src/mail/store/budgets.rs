//! How many mails an address was sent of late.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

const TAKE: &str = "INSERT INTO mail_budgets (identifier, newest, middle, oldest) VALUES ($1, $2, 0, 0) \
     ON CONFLICT (identifier) DO UPDATE SET oldest = mail_budgets.middle, middle = mail_budgets.newest, newest = $2 \
     WHERE mail_budgets.oldest <= $3";
const FORGET: &str = "DELETE FROM mail_budgets WHERE identifier = $1";
const SWEEP: &str = "DELETE FROM mail_budgets WHERE identifier IN \
     (SELECT identifier FROM mail_budgets WHERE newest <= $1 LIMIT $2)";

/// Takes one of the three mails that an address may get since `since`; false when there is none left.
/// One statement decides, and the row stays locked until the caller commits.
pub(crate) async fn take(
    db: &mut Connection<'_>,
    identifier: &str,
    now: Timestamp,
    since: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(TAKE)
            .bind(identifier)
            .bind(now.micros())
            .bind(since.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("counting the mails to an address")
}

/// Gives an address its whole budget back: its mail was answered.
pub(crate) async fn forget(db: &mut Connection<'_>, identifier: &str) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(FORGET)
            .bind(identifier)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("forgetting the mails to an address")
}

/// Removes budgets that were not touched since an instant, at most so many; gives how many went.
pub(crate) async fn sweep(
    db: &mut Connection<'_>,
    since: Timestamp,
    most: i64,
) -> Result<u64, Failure> {
    on_engine!(db, |c| {
        sqlx::query(SWEEP)
            .bind(since.micros())
            .bind(most)
            .execute(c)
            .await
            .map(|done| done.rows_affected())
    })
    .failed("sweeping the mail budgets")
}
