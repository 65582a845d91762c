//! Connections that ended in the pool do not fail requests.

use std::time::Duration;

use foundation::testing::TestDatabase;
use foundation::{Connection, Database};

use crate::database::{MIGRATIONS, count, insert};
use crate::pools::in_use;

/// Waits until the pool has its connections back: it pings a dropped one first, in a task of its own.
async fn wait_for_return(database: &Database) {
    while in_use(database) > 0 {
        tokio::task::yield_now().await;
    }
}

/// Ends the idle connection of the pool, and waits until it has ended.
#[expect(clippy::panic, reason = "the test needs PostgreSQL")]
async fn end_pooled(own: &mut sqlx::PgConnection, database: &Database) {
    // The pool would open a second connection while it waits for the first.
    wait_for_return(database).await;
    let mut reader = database.reader().await.unwrap();
    let Connection::Postgres(mut used) = reader.connection() else {
        panic!("a connection to PostgreSQL");
    };
    let pid: i32 = sqlx::query_scalar("SELECT pg_backend_pid()")
        .fetch_one(&mut used)
        .await
        .unwrap();
    drop(reader);
    wait_for_return(database).await;
    // The second argument makes PostgreSQL wait until the process has ended, in milliseconds at most.
    let ended: bool = sqlx::query_scalar("SELECT pg_terminate_backend($1, 60000)")
        .bind(pid)
        .fetch_one(own)
        .await
        .unwrap();
    assert!(ended, "the connection is still there");
}

#[tokio::test]
async fn connection_ended_in_the_pool_fails_no_request() {
    let world = TestDatabase::postgres(&MIGRATIONS).await;
    let database = world.database();
    let mut own = <sqlx::PgConnection as sqlx::Connection>::connect(world.url())
        .await
        .unwrap();
    end_pooled(&mut own, &database).await;
    database.snapshot().await.unwrap();
    end_pooled(&mut own, &database).await;
    let mut written = database.begin().await.unwrap();
    insert(&mut written.connection(), "a", 1).await.unwrap();
    written.commit().await.unwrap();
    end_pooled(&mut own, &database).await;
    // The pool pings only connections that were idle for longer than 50 ms.
    tokio::time::sleep(Duration::from_millis(51)).await;
    assert_eq!(count(&database).await, 1);
}
