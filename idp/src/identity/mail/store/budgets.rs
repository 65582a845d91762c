//! Budget of an address: the number of its recent emails.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const TAKE: &str = "INSERT INTO mail_budgets (identifier, newest, middle, oldest) VALUES ($1, $2, 0, 0) \
     ON CONFLICT (identifier) DO UPDATE SET oldest = mail_budgets.middle, middle = mail_budgets.newest, newest = $2 \
     WHERE mail_budgets.oldest <= $3";
const IS_CONFIRMED: &str =
    "SELECT id FROM users WHERE email = $1 AND email_verified_at IS NOT NULL";
const FORGET: &str = "DELETE FROM mail_budgets WHERE identifier = $1";

/// Budgets by their newest email.
pub(crate) const EXPIRED: ExpiredRows = expired!("mail_budgets", key "identifier", at "newest");

/// Returns true for the confirmed address of a user.
pub(crate) async fn is_confirmed(db: &mut Connection<'_>, email: &str) -> Result<bool, Failure> {
    let found: Option<String> = on_engine!(db, |c| {
        sqlx::query_scalar(IS_CONFIRMED)
            .bind(email)
            .fetch_optional(c)
            .await
    })
    .failed("looking for a confirmed address")?;
    Ok(found.is_some())
}

/// Takes one of the three emails that an address may get after `since`; returns false if none is left. One statement
/// decides, and the row stays locked until the caller commits.
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

/// Restores the whole budget of an address, because its email was answered.
pub(crate) async fn forget(db: &mut Connection<'_>, identifier: &str) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(FORGET)
            .bind(identifier)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("deleting the mail budget of an address")
}
