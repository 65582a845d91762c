//! Tests of failed commits: their outcome is unknown, the client is informed, and a retry with the same key gets the outcome.

use foundation::testing::TestDatabase;

use super::proxy::{Cut, Proxy};
use super::test_ledger::{TestLedger, on_both_engines, slug, status};
use crate::MIGRATIONS;
use crate::credits::execution::request::OperationResponse;
use crate::problem::Problem;

#[track_caller]
fn assert_unknown(outcome: &Result<OperationResponse, Problem>) {
    assert_eq!(
        (status(outcome), slug(outcome)),
        (503, "outcome-unknown"),
        "{outcome:?}"
    );
    let message = outcome.as_ref().unwrap_err().to_string();
    assert!(
        message.contains("not known") && message.contains("same Idempotency-Key"),
        "{message}"
    );
}

/// The connection to PostgreSQL breaks at the commit. (SQLite has no connection; its commit fails in the test below.)
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connection_that_is_cut_at_the_commit() {
    let database = TestDatabase::postgres(&MIGRATIONS).await;
    let proxy = Proxy::to(database.url()).await;
    let world = TestLedger::through(database, &proxy.url).await;
    world.grant("g", "ada", 100, None).await.unwrap();
    for (key, cut, is_done) in [
        ("lost", Cut::BeforeTheCommit, false),
        ("kept", Cut::AfterTheCommit, true),
    ] {
        proxy.break_at(cut);
        let unknown = world.spend(key, "ada", 5).await;
        assert!(proxy.has_broken());
        assert_unknown(&unknown);
        let found = world.spend(key, "ada", 5).await.unwrap();
        assert_eq!(
            (found.stored.status, found.is_replayed),
            (200, is_done),
            "{cut:?}"
        );
    }
    assert_eq!(world.balance("ada").await.available, 90);
    world.assert_sound(&world.findings().await);
}

on_both_engines! {
    /// The database refuses the commit with an error of an unknown kind.
    async fn commit_that_the_database_refuses(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        // A deferred constraint is checked at the commit, and every spend violates it.
        world.sql("CREATE TABLE parent (id BIGINT PRIMARY KEY)").await;
        let (plant, mend) = match world.app.database.engine() {
            "sqlite" => {
                world
                    .sql("CREATE TABLE child (id BIGINT REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)")
                    .await;
                (
                    "CREATE TRIGGER planted AFTER INSERT ON txn BEGIN INSERT INTO child (id) VALUES (new.id); END",
                    "DROP TRIGGER planted",
                )
            }
            _ => (
                "ALTER TABLE txn ADD CONSTRAINT planted FOREIGN KEY (id) REFERENCES parent (id) \
                 DEFERRABLE INITIALLY DEFERRED NOT VALID",
                "ALTER TABLE txn DROP CONSTRAINT planted",
            ),
        };
        world.sql(plant).await;
        assert_unknown(&world.spend("s", "ada", 5).await);
        assert_unknown(&world.spend("s", "ada", 5).await);
        world.sql(mend).await;
        let found = world.spend("s", "ada", 5).await.unwrap();
        assert_eq!((found.stored.status, found.is_replayed), (200, false));
        assert_eq!(world.balance("ada").await.available, 95);
        world.assert_sound(&world.findings().await);
    }
}
