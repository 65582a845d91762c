//! Tests of infrastructure failures (locks, lost connections, full and read-only disks): operations are atomic, and a retry
//! works.

use std::time::Duration;

use sqlx::{Connection as _, SqliteConnection};

use super::queues::{hold_up, run_queues, spends, until_waiting};
use super::test_ledger::{TestLedger, on_both_engines, slug, status};

/// Another server has locked the wallet's row: the request gets 503, and nothing is written.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn locked_account_is_busy() {
    let world = TestLedger::postgres().await;
    world.grant("g", "ada", 100, None).await.unwrap();
    let mut other = world.app.database.begin().await.unwrap();
    foundation::on_engine!(&mut other.connection(), |c| {
        sqlx::query("UPDATE account SET seq = seq + 0 WHERE kind = 'wallet'")
            .execute(c)
            .await
            .unwrap();
    });
    let busy = world.spend("s", "ada", 5).await;
    assert_eq!((status(&busy), slug(&busy)), (503, "account-busy"));
    other.rollback().await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM api_operation").await, 1);
    assert_eq!(status(&world.spend("s", "ada", 5).await), 200);
    world.assert_sound(&world.findings().await);
}

/// Counts the locking of wallets in a sequence, because no rollback resets it.
const COUNT_LOCKINGS: [&str; 3] = [
    "CREATE SEQUENCE lockings MINVALUE 0 START 0",
    "CREATE FUNCTION count_locking() RETURNS trigger LANGUAGE plpgsql AS \
     $$ BEGIN PERFORM nextval('lockings'); RETURN NULL; END $$",
    "CREATE TRIGGER counted BEFORE INSERT ON account EXECUTE FUNCTION count_locking()",
];

/// Another server has locked the wallet of forty queued operations. They wait for it once, and all get a response.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unavailable_lock_fails_the_whole_commit_batch() {
    let world = TestLedger::postgres().await;
    world.grant("g", "ada", 1000, None).await.unwrap();
    for statement in COUNT_LOCKINGS {
        world.sql(statement).await;
    }
    let mut other = world.app.database.begin().await.unwrap();
    foundation::on_engine!(&mut other.connection(), |c| {
        sqlx::query("UPDATE account SET seq = seq + 0 WHERE kind = 'wallet'")
            .execute(c)
            .await
            .unwrap();
    });
    hold_up(&world).await;
    let running = spends(&world, 1..=40);
    until_waiting(&world, 40).await;
    run_queues(&world).await;
    for (amount, busy) in running.join_all().await {
        let refusal = (status(&busy), slug(&busy));
        assert_eq!(refusal, (503, "account-busy"), "{amount}");
    }
    assert_eq!(world.count("SELECT nextval('lockings')").await, 1);
    other.rollback().await.unwrap();
    assert_eq!(status(&world.spend("s1", "ada", 1).await), 200);
    world.assert_sound(&world.findings().await);
}

/// The connection is closed while the operation waits for the wallet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lost_connection_books_nothing() {
    let world = TestLedger::postgres().await;
    world.grant("g", "ada", 100, None).await.unwrap();
    let mut other = world.app.database.begin().await.unwrap();
    foundation::on_engine!(&mut other.connection(), |c| {
        sqlx::query("UPDATE account SET seq = seq + 0 WHERE kind = 'wallet'")
            .execute(c)
            .await
            .unwrap();
    });
    let cut = async {
        let waiting = "SELECT pg_terminate_backend(pid) FROM pg_locks \
             WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))";
        let mut cut: Option<bool> = None;
        while cut != Some(true) {
            tokio::time::sleep(Duration::from_millis(5)).await;
            cut = foundation::on_engine!(&mut other.connection(), |c| {
                sqlx::query_scalar(waiting).fetch_optional(c).await.unwrap()
            });
        }
    };
    let (lost, ()) = tokio::join!(world.spend("s", "ada", 5), cut);
    assert_eq!(status(&lost), 503, "{lost:?}");
    other.rollback().await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM api_operation").await, 1);
    assert_eq!(status(&world.spend("s", "ada", 5).await), 200);
    assert_eq!(world.balance("ada").await.available, 95);
    world.assert_sound(&world.findings().await);
}

// row: L14
/// On a full or read-only disk the request gets 503 without partial writes, and a retry with the same key works (L14).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_disk_is_unavailable_and_retryable() {
    let world = TestLedger::sqlite().await;
    world.grant("g", "ada", 100, None).await.unwrap();
    let pragma = async |statement: &'static str| {
        let mut transaction = world.app.database.begin().await.unwrap();
        foundation::on_engine!(&mut transaction.connection(), |c| {
            sqlx::query(statement).execute(c).await.map(drop)
        })
        .unwrap();
        // A rollback does not undo a pragma of the connection.
        transaction.rollback().await.unwrap();
    };
    pragma("PRAGMA query_only = ON").await;
    let refused = world.spend("s", "ada", 5).await;
    assert_eq!(status(&refused), 503, "{refused:?}");
    pragma("PRAGMA query_only = OFF").await;
    assert_eq!(world.count("SELECT count(*) FROM api_operation").await, 1);

    pragma("PRAGMA max_page_count = 1").await;
    // The server discards the connection with the full disk, and the next connection has no limit.
    let mut refused = None;
    for index in 0..2000 {
        let key = format!("full{index}");
        if status(&world.spend(&key, "ada", 1).await) == 503 {
            refused = Some((true, key));
            break;
        }
        if status(
            &world
                .grant(&key.replace("full", "more"), "ada", 1, None)
                .await,
        ) == 503
        {
            refused = Some((false, key.replace("full", "more")));
            break;
        }
    }
    pragma("PRAGMA max_page_count = 1000000").await;
    let (is_spend, key) = refused.expect("the disk never was full");
    world.assert_sound(&world.findings().await);
    let again = if is_spend {
        world.spend(&key, "ada", 1).await
    } else {
        world.grant(&key, "ada", 1, None).await
    };
    assert_eq!(status(&again), 200, "{again:?}");
    assert_eq!(status(&world.spend("s", "ada", 5).await), 200);
    world.assert_sound(&world.findings().await);
}

// row: L14
/// Another process writes for longer than our timeout: the request gets 503, and a retry with the same key works (L14).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn file_that_another_process_has_locked() {
    let world = TestLedger::sqlite().await;
    world.grant("g", "ada", 100, None).await.unwrap();
    let mut other = SqliteConnection::connect(world.url()).await.unwrap();
    let lock = "BEGIN IMMEDIATE; UPDATE account SET seq = seq + 0 WHERE kind = 'wallet'";
    sqlx::raw_sql(lock).execute(&mut other).await.unwrap();
    let busy = world.spend("s", "ada", 5).await;
    assert_eq!((status(&busy), slug(&busy)), (503, "account-busy"));
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM api_operation").await, 1);
    assert_eq!(status(&world.spend("s", "ada", 5).await), 200);
    world.assert_sound(&world.findings().await);
}

// row: L14
/// This process writes for longer than our timeout: the request gets 503, and a retry works (L14).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn busy_writer() {
    let world = TestLedger::sqlite().await;
    world.grant("g", "ada", 100, None).await.unwrap();
    let other = world.app.database.begin().await.unwrap();
    let busy = world.spend("s", "ada", 5).await;
    assert_eq!((status(&busy), slug(&busy)), (503, "account-busy"));
    other.rollback().await.unwrap();
    assert_eq!(status(&world.spend("s", "ada", 5).await), 200);
    world.assert_sound(&world.findings().await);
}

on_both_engines! {
    /// The third step of a sweep fails, and the later steps are executed.
    async fn failing_sweep_step_does_not_stop_the_others(world: TestLedger) {
        let statement = "SELECT count(*) FROM outbox WHERE type = 'credits.expiring'";
        let eight_days = 8 * 24 * 3600;
        world.grant("g", "ada", 5, Some(world.after(eight_days))).await.unwrap();
        world.sql("UPDATE book SET heard = 1").await;
        world.clock.advance(Duration::from_hours(7 * 24));
        world.sql("ALTER TABLE api_operation RENAME TO away").await;
        let failed = crate::sweep::once(&world.app).await.unwrap_err();
        assert!(failed.to_string().contains("responses"), "{failed}");
        assert_eq!(world.count(statement).await, 1);
        world.sql("ALTER TABLE away RENAME TO api_operation").await;
        crate::sweep::once(&world.app).await.unwrap();
    }
}
