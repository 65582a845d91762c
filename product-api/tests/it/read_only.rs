//! Tests a PostgreSQL that takes no writes, as after a failover: 503 instead of 500, and automatic recovery.

use std::time::Duration;

use foundation::testing::{RoleUrls, TestDatabase, postgres_schema};
use reqwest::Url;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use crate::credits::{Shop, grant, spend};
use crate::harness::TestApi;

/// Longer than any stall of the test's machine.
const LONG: Duration = Duration::from_mins(2);
const PROBE_REMEMBERED: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn database_that_is_read_only_is_a_503_and_its_connections_are_replaced() {
    let roles = RoleUrls::create("tollgate_product_api").await;
    let settings = [("API_DATABASE_MIGRATION_URL", roles.owner_url.as_str())];
    let world = TestApi::on(TestDatabase::at(&roles.url).await, &settings).await;
    let shop = Shop::open(&world, "usr_1", "Pictures").await;
    grant(&world, &shop, "g", "ada", 100).await;
    let ready = world.get("/health/ready", "").await;
    assert_eq!(
        (ready.status, &ready.json()["api_database_write"]),
        (200, &"ready".into())
    );

    // New sessions are read-only for their whole life, as those of a demoted primary are.
    let role = Url::parse(&roles.url).unwrap().username().to_owned();
    let mut admin = PgConnection::connect(&postgres_schema().await)
        .await
        .unwrap();
    let alter = |change: &str| AssertSqlSafe(format!("ALTER ROLE {role} {change}"));
    let end = format!(
        "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE usename = '{role}'"
    );
    let read_only = alter("SET default_transaction_read_only = on");
    admin.execute(read_only).await.unwrap();
    admin.execute(AssertSqlSafe(end)).await.unwrap();
    for key in ["s1", "s2"] {
        spend(&world, &shop, key, 5)
            .await
            .is_problem(503, "unavailable");
    }
    world.clock.advance(PROBE_REMEMBERED);
    let ready = world.get("/health/ready", "").await;
    assert_eq!(
        (ready.status, &ready.json()["api_database_write"]),
        (503, &"away".into())
    );

    let writable = alter("RESET default_transaction_read_only");
    admin.execute(writable).await.unwrap();
    let served = tokio::time::timeout(LONG, spend_at_last(&world, &shop)).await;
    served.expect("service returns without a restart");
}

async fn spend_at_last(world: &TestApi, shop: &Shop) {
    loop {
        world.clock.advance(PROBE_REMEMBERED);
        let spent = spend(world, shop, "s1", 5).await;
        let ready = world.get("/health/ready", "").await;
        if (spent.status, ready.status) == (200, 200) {
            return;
        }
        assert!([200, 503].contains(&spent.status), "{spent:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
