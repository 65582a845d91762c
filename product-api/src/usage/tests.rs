//! Tests of concurrent replicas: takeover of transactions, and heartbeats.

use std::sync::Arc;
use std::time::Duration;

use foundation::env::Environment;
use foundation::testing::{TestDatabase, TestEngine};
use foundation::{Clock, Random, Timestamp, on_both_engines, on_engine};

use super::roll_up::{BATCH, left_rows, open};
use crate::MIGRATIONS;
use crate::app::App;
use crate::config::Config;
use crate::credits::IDS_PER_WRITER;

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);
/// A number that no replica has.
const ENDED_WRITER: i64 = 77;
/// A duration longer than any test.
const NEVER: Duration = Duration::from_hours(24);
/// Timeout that only a defect reaches.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Starts a replica that does not roll up by itself, and sends heartbeats at this interval.
async fn server(database: &TestDatabase, clock: &Clock, beat: Duration) -> Arc<App> {
    let config = Config::read(&Environment::from_pairs([
        ("API_DATABASE_URL", database.url()),
        ("API_ISSUER", "http://localhost:1"),
        ("API_USAGE_SECONDS", "3600"),
        ("API_CLIENT_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635"),
    ]));
    let mut config = config.unwrap();
    config.ledger.beat = beat;
    let app = App::open(config, clock.clone(), Random::system()).await;
    app.unwrap()
}

/// Inserts one transaction more than a batch has, of a process that ended.
async fn leave(app: &App) {
    let mut transaction = app.database.begin().await.unwrap();
    on_engine!(&mut transaction.connection(), |c| {
        let writer =
            "INSERT INTO usage_writer (writer, reached, beat_at, is_open) VALUES ($1, $2, 0, TRUE)";
        let writer = sqlx::query(writer)
            .bind(ENDED_WRITER)
            .bind(ENDED_WRITER * IDS_PER_WRITER);
        writer.execute(&mut *c).await.unwrap();
        let left = "\
            INSERT INTO txn (id, public_id, book_id, account_id, n, amount, balance_after, op_key, kind, actor, metadata, \
                booked_at, created_at) \
            WITH RECURSIVE numbers (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n <= $2) \
            SELECT $1 + n, 'txn_' || CAST(n AS TEXT), 1, 1, n, -1, 1000 - n, CAST(n AS TEXT), 'spend', 'key_1', '{}', n, n \
            FROM numbers";
        let left = sqlx::query(left)
            .bind(ENDED_WRITER * IDS_PER_WRITER)
            .bind(BATCH);
        left.execute(&mut *c).await.unwrap();
    });
    transaction.commit().await.unwrap();
}

on_both_engines! {
    async fn slower_takeover_rolls_up_no_row(engine: TestEngine) {
        let database = engine.database(&MIGRATIONS).await;
        let app = server(&database, &Clock::fixed(NOW), NEVER).await;
        leave(&app).await;
        let known = open(&app).await.unwrap();
        let ended_writer = known.into_iter().find(|writer| writer.number == ENDED_WRITER).unwrap();
        let all = u64::try_from(BATCH).unwrap() + 1;
        assert_eq!(left_rows(&app, ended_writer, NOW).await.unwrap(), all);
        let slower = tokio::time::timeout(TIMEOUT, left_rows(&app, ended_writer, NOW));
        assert_eq!(slower.await.expect("it ends").unwrap(), 0);
    }
}

on_both_engines! {
    async fn slow_writer_sends_heartbeats(engine: TestEngine) {
        let database = engine.database(&MIGRATIONS).await;
        let clock = Clock::fixed(NOW);
        let often = Duration::from_millis(1);
        let app = server(&database, &clock, often).await;
        clock.advance(Duration::from_mins(20));
        let heartbeat = async {
            while open(&app).await.unwrap().iter().all(|writer| writer.beat_at() < clock.now()) {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(TIMEOUT, heartbeat).await.expect("it sends heartbeats");
    }
}
