//! Tests that audit entries cannot be changed, and that only the sweep deletes them after their retention.

use foundation::database::ConnectionSettings;
use foundation::testing::{RoleUrls, TestDatabase};
use foundation::{Database, on_both_engines, on_engine};
use idp::testing::sweep;

use crate::harness::TestIdp;

const ROWS: &str = "SELECT COUNT(*) FROM audit WHERE id IN ('aud_old', 'aud_new')";

/// Inserts an entry older than any retention, and one in the future.
const INSERT: [&str; 2] = [
    "INSERT INTO audit (id, at, actor, action, subject, details) VALUES ('aud_old', 0, $1, 'x', 'y', '{}')",
    "INSERT INTO audit (id, at, actor, action, subject, details) VALUES ('aud_new', 1800000000000000, $1, 'x', 'y', '{}')",
];

const REFUSED: [&str; 3] = [
    "UPDATE audit SET actor = 'somebody' WHERE id = 'aud_new'",
    "UPDATE audit SET actor = 'somebody' WHERE id = 'aud_old'",
    "DELETE FROM audit WHERE id = 'aud_new'",
];

impl TestIdp {
    async fn refusal_of(&self, statement: &'static str) -> String {
        let mut transaction = self.app.database.begin().await.unwrap();
        let done = on_engine!(&mut transaction.connection(), |c| {
            sqlx::query(statement).execute(c).await.map(drop)
        });
        done.unwrap_err().to_string()
    }
}

on_both_engines!(audit_log_rows_cannot_change_and_old_ones_are_deleted);

async fn audit_log_rows_cannot_change_and_old_ones_are_deleted(world: TestIdp) {
    for insert in INSERT {
        world.execute(insert, "usr_1").await;
    }
    for statement in REFUSED {
        let refused = world.refusal_of(statement).await;
        assert!(refused.contains("audit are"), "{statement}: {refused}");
    }
    assert_eq!(world.count(ROWS).await, 2);
    sweep(&world.app).await.unwrap();
    assert_eq!(world.count(ROWS).await, 1, "the old row is swept");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn service_works_as_a_role_that_owns_nothing() {
    let roles = RoleUrls::create("tollgate_idp").await;
    // The world writes keys before the idp starts, so the tables must exist.
    let owner_url = Some(&*roles.owner_url);
    let settings = ConnectionSettings::default();
    let migrated = Database::open_migrated(&roles.url, owner_url, settings, &idp::MIGRATIONS).await;
    migrated.unwrap().close().await;
    let settings = [("IDP_DATABASE_MIGRATION_URL", roles.owner_url.clone())];
    let world = TestIdp::with_database(TestDatabase::at(&roles.url).await, &settings).await;
    let ann = world.visitor("ann").await;
    let _tokens = world.tokens(&ann).await;
    for insert in INSERT {
        world.execute(insert, "usr_1").await;
    }
    sweep(&world.app).await.unwrap();
    assert_eq!(world.count(ROWS).await, 1, "the old row is swept");
    for statement in [
        "DROP TRIGGER append_only_audit ON audit",
        "ALTER TABLE audit DISABLE TRIGGER ALL",
        "CREATE TABLE other (id BIGINT)",
    ] {
        let refused = world.refusal_of(statement).await;
        assert!(
            refused.contains("must be owner") || refused.contains("denied"),
            "{refused}"
        );
    }
}
