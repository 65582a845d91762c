//! Outboxes: rows that wait in a table until one of several replicas has delivered them, each at least once.
//!
//! A transaction writes a row together with its cause. A replica claims a due row by moving its next attempt to the end of a
//! lease: if the replica crashes, another one claims the row after that. The replica then removes the row, postpones it by a
//! [`back_off`](super::back_off), or gives it up and records that.

use std::time::Duration;

use sqlx::FromRow;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use crate::database::{Connection, SqlResultExt};
use crate::failure::Failure;
use crate::on_engine;
use crate::time::Timestamp;

/// Statements of an outbox.
#[derive(Clone, Copy, Debug)]
pub struct Outbox {
    /// Content of the rows, for failures.
    pub content: &'static str,
    /// Selects the time of the next attempt at any row, or no row.
    pub next: &'static str,
    /// Selects what is due at a time (`$1`): rows, or recipients with due rows.
    pub due: &'static str,
    /// Claims due rows of a key (`$1`) at a time (`$2`): moves their next attempt to the end of the lease (`$3`), counts an
    /// attempt, and returns the rows.
    pub claim: &'static str,
    /// Duration of a claim, longer than the longest attempt.
    pub lease: Duration,
}

impl Outbox {
    /// Shortest pause between two queries.
    pub const MIN_PAUSE: Duration = Duration::from_millis(50);
    /// Longest pause between two queries; they also find rows of crashed replicas.
    pub const MAX_PAUSE: Duration = Duration::from_secs(5);

    /// Returns what is due, in the order of the statement, and the pause until more may be.
    pub async fn due<R>(
        &self,
        db: &mut Connection<'_>,
        now: Timestamp,
    ) -> Result<(Vec<R>, Duration), Failure>
    where
        R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let (now, doing) = (now.micros(), format!("looking for {}", self.content));
        let next = on_engine!(db, |c| sqlx::query_scalar(self.next)
            .fetch_optional(c)
            .await)
        .failed(&doing)?;
        let wait = next.unwrap_or(i64::MAX).saturating_sub(now);
        let wait = Duration::from_micros(u64::try_from(wait).unwrap_or_default());
        let mut due = Vec::new();
        if wait.is_zero() {
            due = on_engine!(db, |c| sqlx::query_as(self.due)
                .bind(now)
                .fetch_all(c)
                .await)
            .failed(&doing)?;
        }
        Ok((due, wait.clamp(Self::MIN_PAUSE, Self::MAX_PAUSE)))
    }

    /// Claims due rows of a key, in the caller's transaction; one of several replicas gets each row.
    pub async fn claim<R>(
        &self,
        db: &mut Connection<'_>,
        key: &str,
        now: Timestamp,
    ) -> Result<Vec<R>, Failure>
    where
        R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        on_engine!(db, |c| sqlx::query_as(self.claim)
            .bind(key)
            .bind(now.micros())
            .bind(now.plus(self.lease).micros())
            .fetch_all(c)
            .await)
        .failed(&format!("claiming {}", self.content))
    }
}
