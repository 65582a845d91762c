//! Databases of a newer version: an older one runs with them if their migrations permit it.

use foundation::database::{ConnectionSettings, MigrationRefusal};
use foundation::testing::{RoleUrls, TestDatabase};
use foundation::{Database, on_both_engines};
use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

use crate::database::{MIGRATIONS, count, insert};

static OLDER: Migrator = sqlx::migrate!("./tests/older");

const COMPATIBLE: &str = "\
    -- A column that older versions do not read.\n\
    -- oldest compatible migration: 0002\n\
    ALTER TABLE things ADD COLUMN note TEXT;\n";

const INCOMPATIBLE: [&str; 4] = [
    "ALTER TABLE things ADD COLUMN note TEXT;\n",
    "-- oldest compatible migration: 0003\nALTER TABLE things ADD COLUMN note TEXT;\n",
    "-- oldest compatible migration: all\nALTER TABLE things ADD COLUMN note TEXT;\n",
    "ALTER TABLE things ADD COLUMN note TEXT;\n-- oldest compatible migration: 0002\n",
];

/// Returns the migrations of a newer version: the known ones, and one more.
fn newer(text: &'static str) -> Migrator {
    let kind = MigrationType::Simple;
    let unknown = Migration::new(3, "unknown".into(), kind, text.into_sql_str(), false);
    Migrator::with_migrations(MIGRATIONS.iter().cloned().chain([unknown]).collect())
}

on_both_engines!(
    newer(COMPATIBLE),
    async fn newer_migration_allows_the_oldest_compatible_version(database: Database) {
        for _start in 0..2 {
            database.migrate(&MIGRATIONS).await.unwrap();
        }
        let mut transaction = database.begin().await.unwrap();
        insert(&mut transaction.connection(), "a", 1).await.unwrap();
        transaction.commit().await.unwrap();
        assert_eq!(count(&database).await, 1);
        let refusal = database.migrate(&OLDER).await.unwrap_err();
        assert!(matches!(refusal, MigrationRefusal::Newer(2)), "{refusal}");
        database.migrate(&newer(COMPATIBLE)).await.unwrap();
    }
);

on_both_engines!(
    newer(COMPATIBLE),
    async fn migration_with_another_text_is_refused(database: Database) {
        let altered = newer(INCOMPATIBLE[0]);
        let refusal = database.migrate(&altered).await.unwrap_err();
        assert!(matches!(refusal, MigrationRefusal::Altered(3)), "{refusal}");
    }
);

async fn assert_refused(world: TestDatabase, text: &str) {
    let refusal = world.database().migrate(&MIGRATIONS).await.unwrap_err();
    assert!(
        matches!(refusal, MigrationRefusal::Newer(3)),
        "{text}: {refusal}"
    );
}

#[tokio::test]
async fn newer_migration_that_names_no_version_or_a_later_one_is_refused() {
    for text in INCOMPATIBLE {
        assert_refused(TestDatabase::sqlite(&newer(text)).await, text).await;
        assert_refused(TestDatabase::postgres(&newer(text)).await, text).await;
    }
}

/// A replica of the older version that restarts during a rollout has a role that may not create tables.
#[tokio::test]
async fn role_that_owns_nothing_runs_with_a_newer_compatible_migration() {
    let roles = RoleUrls::create("tollgate_idp").await;
    let owner_url = Some(&*roles.owner_url);
    let settings = ConnectionSettings::default();
    let newest = Database::open_migrated(&roles.url, owner_url, settings, &newer(COMPATIBLE)).await;
    newest.unwrap().close().await;
    for owner_url in [None, owner_url] {
        let older = Database::open_migrated(&roles.url, owner_url, settings, &MIGRATIONS).await;
        let older = older.unwrap();
        assert_eq!(count(&older).await, 0);
        older.close().await;
    }
}
