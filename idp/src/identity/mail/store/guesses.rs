//! Number of codes tried for an address since a proof last succeeded.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::super::link::MAX_GUESSES;

const TAKE: &str = "INSERT INTO code_guesses (identifier, guesses, newest) VALUES ($1, 1, $2) \
     ON CONFLICT (identifier) DO UPDATE SET guesses = code_guesses.guesses + 1, newest = $2 \
     WHERE code_guesses.guesses < $3";
const FORGET: &str = "DELETE FROM code_guesses WHERE identifier = $1";

/// Counts by their newest guess.
pub(crate) const EXPIRED: ExpiredRows = expired!("code_guesses", key "identifier", at "newest");

/// Takes one of the guesses of an address; returns false if none is left. One statement decides, and the row stays
/// locked until the caller commits.
pub(crate) async fn take(
    db: &mut Connection<'_>,
    identifier: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(TAKE)
            .bind(identifier)
            .bind(now.micros())
            .bind(MAX_GUESSES)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("counting a code guess for an address")
}

/// Restores all guesses of an address, because its email was answered.
pub(crate) async fn forget(db: &mut Connection<'_>, identifier: &str) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(FORGET)
            .bind(identifier)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("deleting the code guesses of an address")
}
