//! How many codes were tried for an address since it last answered a mail.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::super::link::MOST_GUESSES;

const TAKE: &str = "INSERT INTO code_guesses (identifier, guesses, newest) VALUES ($1, 1, $2) \
     ON CONFLICT (identifier) DO UPDATE SET guesses = code_guesses.guesses + 1, newest = $2 \
     WHERE code_guesses.guesses < $3";
const FORGET: &str = "DELETE FROM code_guesses WHERE identifier = $1";
const SWEEP: &str = "DELETE FROM code_guesses WHERE identifier IN \
     (SELECT identifier FROM code_guesses WHERE newest <= $1 ORDER BY newest LIMIT $2)";

/// Takes one of the guesses that an address has; false when there is none left.
/// One statement decides, and the row stays locked until the caller commits.
pub(crate) async fn take(
    db: &mut Connection<'_>,
    identifier: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(TAKE)
            .bind(identifier)
            .bind(now.micros())
            .bind(MOST_GUESSES)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("counting the codes tried for an address")
}

/// Gives an address all its guesses back: its mail was answered.
pub(crate) async fn forget(db: &mut Connection<'_>, identifier: &str) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(FORGET)
            .bind(identifier)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("forgetting the codes tried for an address")
}

/// Removes counts that did not grow since an instant, at most so many; gives how many went.
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
    .failed("sweeping the counts of tried codes")
}
