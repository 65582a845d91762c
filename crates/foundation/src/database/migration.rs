//! Runs a database's migrations, and refuses a database of a newer, incompatible version.

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::{Connection as _, PgConnection};

use super::connection_settings::ConnectionSettings;
use super::engine::{Connection, Database};
use super::migration_state::is_up_to_date;
use super::migration_text::{for_postgres, for_sqlite};
use super::postgres_connection::PostgresConnection;
use super::postgres_pool::PostgresPool;
use super::sqlite::group_commit::run_statement;
use super::sqlite::writer::Writer;
use crate::failure::Failure;

/// Reasons to leave a database unchanged.
#[derive(Debug, thiserror::Error)]
pub enum MigrationRefusal {
    /// A newer version of the program wrote the database, with a migration that this version cannot run with.
    #[error(
        "the data was written by a newer version of Tollgate (it has migration {0}, with which this version cannot run). \
         Start that version, or restore the backup made before the upgrade."
    )]
    Newer(i64),
    /// The text of a migration differs from the one that was run: the program or the database was changed.
    #[error(
        "migration {0} of the data differs from this version's; restore a backup or the original program"
    )]
    Altered(i64),
    /// Migrations are missing, and a pooler cannot run them because their lock belongs to a session.
    #[error(
        "the database lacks migrations of this version, or has others, and a pooler cannot run them. Set \
         IDP_DATABASE_MIGRATION_URL or API_DATABASE_MIGRATION_URL to PostgreSQL itself, here or where you run \
         `tollgate migrate`"
    )]
    Pooled,
    /// A technical failure.
    #[error(transparent)]
    Failure(#[from] Failure),
}

impl Database {
    /// Opens a database for a service and runs the missing migrations. On PostgreSQL the role of `owner_url` runs them
    /// if one is given, so that the service's own role can neither change tables nor drop triggers. That URL bypasses a
    /// pooler.
    pub async fn open_migrated(
        url: &str,
        owner_url: Option<&str>,
        settings: ConnectionSettings,
        migrator: &Migrator,
    ) -> Result<Self, MigrationRefusal> {
        if let Some(owner_url) = owner_url {
            let owner = Self::open(owner_url).await?;
            let outcome = owner.migrate(migrator).await;
            owner.close().await;
            outcome?;
        }
        let database = Self::open_with(url, settings).await?;
        database.migrate(migrator).await?;
        Ok(database)
    }

    /// Runs the missing migrations; several servers may do so at once.
    pub async fn migrate(&self, migrator: &Migrator) -> Result<(), MigrationRefusal> {
        let outcome = match self {
            Self::Sqlite { write, .. } => migrate_sqlite(write, migrator).await,
            Self::Postgres { pool, .. } if pool.has_pooler() => {
                return self.check_migrated(migrator).await;
            }
            Self::Postgres { pool, .. } => on_own_connection(pool, migrator).await,
        };
        outcome.map_err(refusal)
    }

    /// Fails unless the database has these migrations.
    async fn check_migrated(&self, migrator: &Migrator) -> Result<(), MigrationRefusal> {
        let mut reader = self.reader().await?;
        let is_up_to_date = is_up_to_date(&mut reader.connection(), migrator).await;
        if is_up_to_date.map_err(refusal)? {
            Ok(())
        } else {
            Err(MigrationRefusal::Pooled)
        }
    }
}

async fn migrate_sqlite(write: &Writer, migrator: &Migrator) -> Result<(), MigrateError> {
    let mut exclusive = write.lock_exclusively().await?;
    let connection = exclusive.connection()?;
    if is_up_to_date(&mut Connection::Sqlite(&mut *connection), migrator).await? {
        return Ok(());
    }
    // A migration may sort a table that is larger than the memory.
    run_statement(connection, "PRAGMA temp_store = FILE").await?;
    for_sqlite(migrator).run(&mut *connection).await?;
    run_statement(connection, "PRAGMA temp_store = MEMORY").await?;
    // Another process may have run migrations of a newer version.
    is_up_to_date(&mut Connection::Sqlite(connection), migrator).await?;
    Ok(())
}

/// Runs the missing migrations on a connection of their own, which is closed afterwards. They hold an advisory lock
/// that a refusal does not release, and wait for it longer than a request waits for a row.
async fn on_own_connection(pool: &PostgresPool, migrator: &Migrator) -> Result<(), MigrateError> {
    let options = pool.connect_options().options([("lock_timeout", "0")]);
    let mut connection = PgConnection::connect_with(&options).await?;
    let outcome = run_missing(&mut connection, migrator).await;
    connection.close().await?;
    outcome
}

/// Runs the migrator only if a migration is missing. Its first statement creates a table, which a service's own role may not.
async fn run_missing(
    connection: &mut PgConnection,
    migrator: &Migrator,
) -> Result<(), MigrateError> {
    let mut db = Connection::Postgres(PostgresConnection::new(connection, false));
    if is_up_to_date(&mut db, migrator).await? {
        return Ok(());
    }
    for_postgres(migrator).run(&mut *connection).await?;
    // A replica of a newer version may have run its migrations while this one waited for the lock.
    let mut db = Connection::Postgres(PostgresConnection::new(connection, false));
    is_up_to_date(&mut db, migrator).await?;
    Ok(())
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a foreign enum that grows")]
fn refusal(error: MigrateError) -> MigrationRefusal {
    match error {
        MigrateError::VersionMissing(version) => MigrationRefusal::Newer(version),
        MigrateError::VersionMismatch(version) => MigrationRefusal::Altered(version),
        other => Failure::broken("migrating the database to this version", other).into(),
    }
}
