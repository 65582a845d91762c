//! The database's time, with which all servers of an installation decide what has expired.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::engine::Database;
use super::failure::SqlResultExt;
use crate::failure::Failure;
use crate::time::{Clock, ClockReading, CorrectionOutcome};

/// In microseconds since 1970.
const TIME: &str = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)";
/// Pause between two readings.
const PAUSE: Duration = Duration::from_secs(10);

impl Database {
    /// Corrects a following clock by the database's time, with one statement. SQLite has only its host's time, which
    /// such a clock uses anyway.
    pub async fn synchronize(&self, clock: &Clock) -> Result<(), Failure> {
        if matches!(self, Self::Sqlite { .. }) || !clock.is_following() {
            return Ok(());
        }
        // The reading must not include the wait for a connection.
        let mut reader = self.reader().await?;
        let requested_at = clock.monotonic();
        let micros: i64 = crate::on_engine!(&mut reader.connection(), |c| {
            sqlx::query_scalar(TIME).fetch_one(c).await
        })
        .failed("reading the time of the database")?;
        let reading = ClockReading {
            time: crate::Timestamp::from_micros(micros),
            requested_at,
            received_at: clock.monotonic(),
        };
        if clock.correct(reading) == CorrectionOutcome::SetBack {
            tracing::warn!("the database's clock was set back, and is followed");
        }
        clock.compare();
        Ok(())
    }

    /// Reads the time again every ten seconds until the service stops. While readings fail, the clock uses the last one.
    pub async fn keep_synchronized(self, clock: Clock, stopping: CancellationToken) {
        self.keep_synchronized_every(PAUSE, &clock, &stopping).await;
    }

    async fn keep_synchronized_every(
        &self,
        pause: Duration,
        clock: &Clock,
        stopping: &CancellationToken,
    ) {
        if !clock.is_following() || matches!(self, Self::Sqlite { .. }) {
            return;
        }
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            if let Err(failure) = self.synchronize(clock).await {
                tracing::warn!(%failure, "the clock goes on by what the database said last");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::testing::TestDatabase;

    /// So far away that no stall of the test machine matters.
    const HOURS: Duration = Duration::from_hours(100);
    const TIMEOUT: Duration = Duration::from_mins(2);
    static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./tests/migrations");

    /// Returns true if a clock shows the database's time, which is the machine's own here.
    fn is_right(clock: &Clock) -> bool {
        let away = Clock::system().now().micros() - clock.now().micros();
        away.unsigned_abs() < 3_600_000_000
    }

    fn wrong() -> (Clock, Clock) {
        let host = Clock::fixed(Clock::system().now().plus(HOURS));
        (host.clone(), Clock::following(host))
    }

    // row: B5
    #[tokio::test]
    async fn time_of_postgresql_is_followed_and_kept_while_it_is_unavailable() {
        let world = TestDatabase::postgres(&MIGRATIONS).await;
        let database = world.database();
        let (host, clock) = wrong();
        database.synchronize(&clock).await.unwrap();
        assert!(is_right(&clock));
        let ahead = clock.host_ahead().unwrap();
        assert!(ahead > 99 * 3_600_000_000, "{ahead}");
        database.close().await;
        assert!(database.synchronize(&clock).await.is_err());
        let before = clock.now();
        host.advance(Duration::from_secs(45));
        assert_eq!(clock.now(), before.plus(Duration::from_secs(45)));
    }

    async fn stop_when_right(clock: &Clock, stopping: &CancellationToken) {
        while !is_right(clock) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        stopping.cancel();
    }

    #[tokio::test]
    async fn repeated_reads_continue_until_the_service_stops() {
        let world = TestDatabase::postgres(&MIGRATIONS).await;
        let (database, (_, clock)) = (world.database(), wrong());
        let stopping = CancellationToken::new();
        let looking = database.keep_synchronized_every(Duration::from_millis(1), &clock, &stopping);
        let both = async { tokio::join!(looking, stop_when_right(&clock, &stopping)) };
        tokio::time::timeout(TIMEOUT, both)
            .await
            .expect("the clock is corrected");
    }

    #[tokio::test]
    async fn on_sqlite_the_host_s_clock_counts() {
        let world = TestDatabase::sqlite(&MIGRATIONS).await;
        let (host, clock) = wrong();
        world.database().synchronize(&clock).await.unwrap();
        assert_eq!((clock.now(), clock.host_ahead()), (host.now(), None));
        let set = Timestamp::from_seconds(1_800_000_000);
        host.set(set);
        assert_eq!(clock.now(), set);
        // SQLite has no time to read, so the task ends.
        let stopping = CancellationToken::new();
        world.database().keep_synchronized(clock, stopping).await;
    }
}
