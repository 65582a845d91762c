//! A pooler in transaction mode: no code depends on the session, which may change between two transactions.

use std::time::Duration;

use foundation::database::{ConnectionSettings, MigrationRefusal};
use foundation::testing::{TestDatabase, postgres_schema};
use foundation::{Connection, Database, on_engine};

use crate::database::{MIGRATIONS, count, insert};

const DIRECT: ConnectionSettings = ConnectionSettings {
    max_connections: 1,
    has_pooler: false,
};
const POOLED: ConnectionSettings = ConnectionSettings {
    max_connections: 1,
    has_pooler: true,
};

async fn text(db: &mut Connection<'_>, statement: &'static str) -> String {
    on_engine!(db, |c| sqlx::query_scalar(statement).fetch_one(c).await).unwrap()
}

#[tokio::test]
async fn statements_behind_a_pooler_have_no_names() {
    const NAMED: &str = "SELECT CAST(COUNT(*) > 0 AS TEXT) FROM pg_prepared_statements";
    let world = TestDatabase::postgres(&MIGRATIONS).await;
    for (id, settings, expected) in [("a", DIRECT, "true"), ("b", POOLED, "false")] {
        let database = Database::open_with(world.url(), settings).await.unwrap();
        let mut transaction = database.begin().await.unwrap();
        insert(&mut transaction.connection(), id, 1).await.unwrap();
        transaction.commit().await.unwrap();
        count(&database).await;
        let mut snapshot = database.snapshot().await.unwrap();
        assert_eq!(
            text(&mut snapshot.connection(), NAMED).await,
            expected,
            "{id}"
        );
    }
}

/// Transactions begin with the same settings, with a pooler and without.
#[tokio::test]
async fn transactions_behind_a_pooler_bring_the_settings_of_a_session() {
    const SETTINGS: &str = "\
        SELECT concat_ws(' ', current_setting('lock_timeout'), current_setting('synchronous_commit'), \
            current_setting('random_page_cost'), current_setting('transaction_isolation'))";
    let world = TestDatabase::postgres(&MIGRATIONS).await;
    for settings in [DIRECT, POOLED] {
        let database = Database::open_with(world.url(), settings).await.unwrap();
        let mut transaction = database.begin().await.unwrap();
        let found = text(&mut transaction.connection(), SETTINGS).await;
        assert_eq!(found, "2s on 1.1 read committed");
        transaction.rollback().await.unwrap();
        let mut snapshot = database.snapshot().await.unwrap();
        let found = text(&mut snapshot.connection(), SETTINGS).await;
        assert_eq!(found, "2s on 1.1 repeatable read");
        drop(snapshot);
        let mut reader = database.reader().await.unwrap();
        let found = text(&mut reader.connection(), SETTINGS).await;
        assert_eq!(found, "2s on 1.1 read committed");
    }
}

#[tokio::test]
async fn own_readers_behind_a_pooler_are_limited_and_write_nothing() {
    const ENDLESS: &str = "\
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 - 1 FROM n) SELECT CAST(COUNT(*) AS TEXT) FROM n";
    let world = TestDatabase::postgres(&MIGRATIONS).await;
    let database = Database::open_with(world.url(), POOLED).await.unwrap();
    let mut hurried = database
        .dedicated_reader(Duration::from_millis(1))
        .await
        .unwrap();
    let endless = on_engine!(&mut hurried.connection().await.unwrap(), |c| {
        sqlx::query(ENDLESS).execute(c).await.map(drop)
    });
    endless.unwrap_err();
    drop(hurried);
    let mut long_reader = database
        .dedicated_reader(Duration::from_mins(1))
        .await
        .unwrap();
    for _again in 0..2 {
        let mut db = long_reader.connection().await.unwrap();
        assert_eq!(text(&mut db, "SELECT 'there'").await, "there");
    }
    let refused = on_engine!(&mut long_reader.connection().await.unwrap(), |c| {
        sqlx::query("DELETE FROM things").execute(c).await.map(drop)
    });
    refused.unwrap_err();
    long_reader.close().await.unwrap();
}

#[tokio::test]
async fn migrations_run_past_the_pooler() {
    let url = postgres_schema().await;
    let pooled = Database::open_with(&url, POOLED).await.unwrap();
    let refused = pooled.migrate(&MIGRATIONS).await.unwrap_err();
    assert!(matches!(refused, MigrationRefusal::Pooled), "{refused}");
    let said = refused.to_string();
    assert!(said.contains("IDP_DATABASE_MIGRATION_URL"), "{said}");
    let opened = Database::open_migrated(&url, Some(&*url), POOLED, &MIGRATIONS).await;
    assert_eq!(count(&opened.unwrap()).await, 0);
    pooled.migrate(&MIGRATIONS).await.unwrap();
}
