//! State of a database's migrations, and its compatibility with this version of the program.

use std::collections::HashMap;

use sqlx::migrate::{MigrateError, Migration, Migrator};

use super::engine::Connection;
use super::migration_text::COMPATIBILITY;

const TABLE: &str = "_sqlx_migrations";
const APPLIED: &str = "SELECT version, checksum, success FROM _sqlx_migrations";
const OLDEST_COMPATIBLE: &str = "SELECT version, oldest_compatible FROM migration_compatibility";

/// Returns true if all migrations of this version have run completely and with these texts. Refuses with
/// `VersionMissing` a database with an unknown migration, unless the database says that this version is compatible.
pub(super) async fn is_up_to_date(
    db: &mut Connection<'_>,
    migrator: &Migrator,
) -> Result<bool, MigrateError> {
    if !has_table(db, TABLE).await? {
        return Ok(false);
    }
    let applied: Vec<(i64, Vec<u8>, bool)> =
        crate::on_engine!(db, |c| sqlx::query_as(APPLIED).fetch_all(c).await)?;
    let unknown = applied.iter().map(|(version, ..)| *version);
    let unknown: Vec<i64> = unknown
        .filter(|version| !migrator.version_exists(*version))
        .collect();
    refuse_incompatible(db, migrator, &unknown).await?;
    let is_run = |known: &Migration| {
        let mut applied = applied.iter();
        applied.any(|(version, checksum, _)| {
            *version == known.version && **checksum == *known.checksum
        })
    };
    let are_complete = applied.iter().all(|(.., is_complete)| *is_complete);
    Ok(are_complete && migrator.iter().all(is_run))
}

async fn refuse_incompatible(
    db: &mut Connection<'_>,
    migrator: &Migrator,
    unknown: &[i64],
) -> Result<(), MigrateError> {
    if unknown.is_empty() {
        return Ok(());
    }
    let oldest = oldest_compatible(db).await?;
    let newest = migrator.iter().map(|known| known.version).max();
    let newest = newest.unwrap_or_default();
    let may_run = |version: &i64| oldest.get(version).is_some_and(|oldest| *oldest <= newest);
    match unknown.iter().find(|version| !may_run(version)) {
        Some(version) => Err(MigrateError::VersionMissing(*version)),
        None => Ok(()),
    }
}

/// Reads the oldest compatible version of each migration whose text names one.
async fn oldest_compatible(db: &mut Connection<'_>) -> Result<HashMap<i64, i64>, MigrateError> {
    if !has_table(db, COMPATIBILITY).await? {
        return Ok(HashMap::new());
    }
    let rows: Vec<(i64, i64)> = crate::on_engine!(db, |c| {
        sqlx::query_as(OLDEST_COMPATIBLE).fetch_all(c).await
    })?;
    Ok(rows.into_iter().collect())
}

async fn has_table(db: &mut Connection<'_>, name: &str) -> Result<bool, MigrateError> {
    let statement = match db {
        Connection::Sqlite(_) => {
            "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = $1"
        }
        Connection::Postgres(_) => "SELECT COUNT(to_regclass($1))",
    };
    let tables: i64 = crate::on_engine!(db, |c| {
        sqlx::query_scalar(statement).bind(name).fetch_one(c).await
    })?;
    Ok(tables > 0)
}
