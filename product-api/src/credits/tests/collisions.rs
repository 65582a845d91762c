//! Transactions that meet: PostgreSQL undoes one of them, and the operation is run anew as a whole, a few times.
//! (SQLite has one writer: whoever comes second waits before its transaction begins, so that none is ever undone.)

use std::time::Duration;

use super::world::{World, slug, status};

/// Makes every spend fail as a serialization failure until it was tried so many times; a sequence is never undone.
async fn collide(world: &World, function: &'static str) {
    world.sql("CREATE SEQUENCE tries").await;
    world.sql(function).await;
    world
        .sql("CREATE TRIGGER collides BEFORE INSERT ON txn FOR EACH ROW EXECUTE FUNCTION collide()")
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_collisions_are_not_the_callers_business() {
    let world = World::postgres().await;
    world.grant("g", "ada", 100, None).await.unwrap();
    collide(
        &world,
        "CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         IF nextval('tries') <= 2 THEN RAISE EXCEPTION 'planted' USING ERRCODE = '40001'; END IF; RETURN NEW; END $$",
    )
    .await;
    let spent = world.spend("s", "ada", 5).await.unwrap();
    assert_eq!((spent.stored.status, spent.is_replayed), (200, false));
    assert_eq!(world.count("SELECT last_value FROM tries").await, 3);
    assert!(world.spend("s", "ada", 5).await.unwrap().is_replayed);
    assert_eq!(world.balance("ada").await.available, 95);
    world.assert_sound(&world.findings().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_collides_for_ever_is_told_that_the_account_is_busy() {
    let world = World::postgres().await;
    world.grant("g", "ada", 100, None).await.unwrap();
    collide(
        &world,
        "CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         PERFORM nextval('tries'); RAISE EXCEPTION 'planted' USING ERRCODE = '40P01'; END $$",
    )
    .await;
    let busy = world.spend("s", "ada", 5).await;
    assert_eq!((status(&busy), slug(&busy)), (503, "account-busy"));
    assert_eq!(world.count("SELECT last_value FROM tries").await, 3);
    world.sql("DROP TRIGGER collides ON txn").await;
    let fresh = world.spend("s", "ada", 5).await.unwrap();
    assert_eq!((fresh.stored.status, fresh.is_replayed), (200, false));
    world.assert_sound(&world.findings().await);
}

/// A real deadlock: another transaction holds the customer and then wants the wallet, which the spend holds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l9_a_deadlock_is_survived() {
    let world = World::postgres().await;
    world.grant("g", "ada", 100, None).await.unwrap();
    let mut other = world.app.database.begin().await.unwrap();
    let run = async |other: &mut foundation::Transaction, statement: &'static str| {
        foundation::on_engine!(&mut other.connection(), |c| {
            sqlx::query(statement).execute(c).await.map(drop)
        })
    };
    // Whoever has waited for so long looks for a circle and gives way: the other never, the spend after a second.
    run(&mut other, "SET LOCAL deadlock_timeout = '10min'")
        .await
        .unwrap();
    run(&mut other, "UPDATE customers SET credits = credits")
        .await
        .unwrap();
    let met = async {
        let waiting = "SELECT count(*) FROM pg_locks \
             WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))";
        let mut waiters = 0;
        while waiters == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
            waiters = foundation::on_engine!(&mut other.connection(), |c| {
                sqlx::query_scalar::<_, i64>(waiting)
                    .fetch_one(c)
                    .await
                    .unwrap()
            });
        }
        let got_it = run(
            &mut other,
            "UPDATE account SET seq = seq + 0 WHERE kind = 'wallet'",
        )
        .await;
        other.rollback().await.unwrap();
        got_it
    };
    let (spent, got_it) = tokio::join!(world.spend("s", "ada", 5), met);
    got_it.unwrap();
    let spent = spent.unwrap();
    assert_eq!((spent.stored.status, spent.is_replayed), (200, false));
    assert_eq!(world.balance("ada").await.available, 95);
    world.assert_sound(&world.findings().await);
}
