//! Tests connections of product-api to PostgreSQL: as a role that cannot change tables, and through a pooler.

use foundation::database::ConnectionSettings;
use foundation::testing::{RoleUrls, TestDatabase};
use foundation::{Database, on_engine};
use product_api::{MIGRATIONS, sweep, usage, verify};

use crate::credits::{Shop, grant, spend};
use crate::harness::TestApi;

/// Statements that the service's role must not run, and a part of each error message.
const REFUSED: [(&str, &str); 7] = [
    ("UPDATE entry SET amount = 1", "never changed"),
    ("DELETE FROM entry", "never changed"),
    ("DROP TRIGGER append_only_entry ON entry", "must be owner"),
    ("ALTER TABLE entry DISABLE TRIGGER ALL", "must be owner"),
    ("CREATE TABLE other (id BIGINT)", "permission denied"),
    ("TRUNCATE entry", "permission denied"),
    (
        "SET session_replication_role = replica",
        "permission denied",
    ),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn service_works_as_a_role_that_cannot_drop_the_triggers() {
    let roles = RoleUrls::create("tollgate_product_api").await;
    let settings = [("API_DATABASE_MIGRATION_URL", roles.owner_url.as_str())];
    let world = TestApi::on(TestDatabase::at(&roles.url).await, &settings).await;
    let shop = Shop::open(&world, "usr_1", "Pictures").await;
    grant(&world, &shop, "g", "ada", 100).await;
    spend(&world, &shop, "s", 30).await;
    usage::once(&world.app).await.unwrap();
    sweep::once(&world.app).await.unwrap();
    for (statement, expected) in REFUSED {
        let refused = refusal_of(&world, statement).await;
        assert!(refused.contains(expected), "{statement}: {refused}");
    }
    // A server that starts with all migrations applied needs its own role only.
    let settings = ConnectionSettings::default();
    let replica = Database::open_migrated(&roles.url, None, settings, &MIGRATIONS).await;
    replica.unwrap().close().await;
}

async fn refusal_of(world: &TestApi, statement: &'static str) -> String {
    let mut transaction = world.app.database.begin().await.unwrap();
    let done = on_engine!(&mut transaction.connection(), |c| {
        sqlx::query(statement).execute(c).await.map(drop)
    });
    done.unwrap_err().to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ledger_works_behind_a_pooler() {
    let pooled = [("API_DATABASE_POOLER", "transaction")];
    let world = TestApi::on(TestDatabase::postgres(&MIGRATIONS).await, &pooled).await;
    let shop = Shop::open(&world, "usr_1", "Pictures").await;
    grant(&world, &shop, "g", "ada", 100).await;
    assert_eq!(spend(&world, &shop, "s", 30).await.status, 200);
    usage::once(&world.app).await.unwrap();
    sweep::once(&world.app).await.unwrap();
    assert_eq!(verify(&world.app.database).await.unwrap(), []);
    let ready = world.get("/health/ready", "").await;
    assert_eq!(ready.status, 200, "{ready:?}");
}
