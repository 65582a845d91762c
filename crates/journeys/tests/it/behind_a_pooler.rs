//! Both services behind `PgBouncer` in transaction mode, with fewer connections than requests.

use std::time::Duration;

use foundation::testing::TestEngine;
use journeys::installation::TestInstallation;
use journeys::pgbouncer::PgBouncer;
use journeys::postgres::Postgres;
use journeys::users::{TestUser, WebsiteBackEnd};
use tokio::task::JoinSet;

const SPENDS: i64 = 48;
const MAX_ATTEMPTS: u32 = 100;
/// Pause before a retry.
const PAUSE: Duration = Duration::from_millis(100);

/// Starts both services with a pooler between; migrations go to the server itself, as the runbook says.
async fn pooled(postgres: &Postgres, pooler: &PgBouncer) -> TestInstallation {
    let (idp, api) = (pooler.url("idp"), pooler.url("api"));
    let (idp_direct, api_direct) = (
        postgres.create_database("idp"),
        postgres.create_database("api"),
    );
    let settings = [
        ("IDP_DATABASE_URL", idp.as_str()),
        ("IDP_DATABASE_POOLER", "transaction"),
        ("IDP_DATABASE_MIGRATION_URL", idp_direct.as_str()),
        ("API_DATABASE_URL", api.as_str()),
        ("API_DATABASE_POOLER", "transaction"),
        ("API_DATABASE_MIGRATION_URL", api_direct.as_str()),
        ("IDP_SESSION_STORE", "sql"),
    ];
    TestInstallation::set_up(TestEngine::Sqlite, &settings).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn services_behind_pgbouncer_sign_in_and_spend_exactly() {
    let postgres = Postgres::start();
    let pooler = PgBouncer::start(&postgres);
    let mut world = pooled(&postgres, &pooler).await;
    let owner = TestUser::arrive(&world.address, "owner@example.com").await;
    let website = owner.register_website(&world.address, "Shop").await;
    let shop = WebsiteBackEnd::new(&world.address, &website);
    shop.grant("welcome", "ann@example.com", SPENDS * 5).await;

    let mut running = JoinSet::new();
    for n in 0..SPENDS {
        let shop = shop.clone();
        running.spawn(async move { spend_with_retries(&shop, &format!("job-{n}")).await });
    }
    let statuses = running.join_all().await;
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    let empty = shop.spend("one-more", "ann@example.com", 5).await;
    assert_eq!(
        (empty.status, empty.json()["available"].as_i64()),
        (402, Some(0))
    );

    // A restart finds nothing to migrate, and replays by the stored responses.
    world.stop_and_restart().unwrap();
    let replayed = shop.spend("job-0", "ann@example.com", 5).await;
    assert!(replayed.replayed && replayed.status == 200);
}

/// Spends, and retries while the server is busy.
async fn spend_with_retries(shop: &WebsiteBackEnd, key: &str) -> u16 {
    let mut status = 503;
    for _ in 0..MAX_ATTEMPTS {
        status = shop.spend(key, "ann@example.com", 5).await.status;
        if status != 503 {
            break;
        }
        tokio::time::sleep(PAUSE).await;
    }
    status
}

/// `PgBouncer` refuses start-up parameters; the service must name the missing setting.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn service_behind_pgbouncer_without_the_setting_refuses_to_start() {
    let postgres = Postgres::start();
    let pooler = PgBouncer::start(&postgres);
    let mut world = pooled(&postgres, &pooler).await;
    world.stop();
    let refused = world
        .start_with(&[("IDP_DATABASE_POOLER", "")])
        .unwrap_err();
    assert!(
        refused
            .said
            .contains("set IDP_DATABASE_POOLER or API_DATABASE_POOLER to transaction"),
        "{}",
        refused.said
    );
}
