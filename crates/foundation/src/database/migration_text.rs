//! Text of a migration for one engine. Both engines share the text except for marked parts: they write triggers differently.
//!
//! A line `-- SQLite only` or `-- PostgreSQL only` begins a part that the other engine skips, up to the next such line
//! or to `-- Both engines`.
//!
//! A line `-- oldest compatible migration: 0042` among the comments at the beginning names the oldest version that may
//! run with the migration: the one whose newest migration has this number. The database stores it for programs of that
//! version, which do not have the text. Without the line no older version may run.

use sqlx::migrate::{Migration, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr as _};

/// Table of the oldest compatible version of each migration; the first migration that names one creates it.
pub(super) const COMPATIBILITY: &str = "migration_compatibility";

const BOTH: &str = "-- Both engines";
const OLDEST: &str = "-- oldest compatible migration: ";
const POSTGRES: &str = "-- PostgreSQL only";
const SQLITE: &str = "-- SQLite only";

/// Returns the migrations for PostgreSQL.
pub(crate) fn for_postgres(migrator: &Migrator) -> Migrator {
    without(migrator, SQLITE)
}

/// Returns the migrations for SQLite.
pub(super) fn for_sqlite(migrator: &Migrator) -> Migrator {
    without(migrator, POSTGRES)
}

/// Returns the migrations without the other engine's parts. Their checksums stay those of the whole texts.
fn without(migrator: &Migrator, others: &str) -> Migrator {
    let of_engine = |migration: &Migration| {
        let mut migration = migration.clone();
        let text = migration.sql.as_str();
        let text = text_without(text, others) + &record_of(migration.version, text);
        migration.sql = AssertSqlSafe(text).into_sql_str();
        migration
    };
    let mut migrator = Migrator::with_migrations(migrator.iter().map(of_engine).collect());
    // Migrations that this version does not know were checked before.
    migrator.set_ignore_missing(true);
    migrator
}

/// Returns the statements that record the oldest compatible version of a migration; empty if its text names none.
fn record_of(version: i64, text: &str) -> String {
    let Some(oldest) = oldest_compatible(text) else {
        return String::new();
    };
    format!(
        "CREATE TABLE IF NOT EXISTS {COMPATIBILITY} (version BIGINT PRIMARY KEY, oldest_compatible BIGINT NOT NULL);\n\
         INSERT INTO {COMPATIBILITY} (version, oldest_compatible) VALUES ({version}, {oldest});\n"
    )
}

fn oldest_compatible(text: &str) -> Option<i64> {
    let mut head = text.lines().take_while(|line| line.starts_with("--"));
    head.find_map(|line| line.strip_prefix(OLDEST)?.parse().ok())
}

fn text_without(text: &str, others: &str) -> String {
    let mut is_skipped = false;
    let mut retained = String::with_capacity(text.len());
    for line in text.lines() {
        if [BOTH, POSTGRES, SQLITE].contains(&line) {
            is_skipped = line == others;
        }
        if !is_skipped {
            retained.push_str(line);
            retained.push('\n');
        }
    }
    retained
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_skips_the_parts_of_the_other() {
        let text = "a;\n-- SQLite only\nb;\n-- PostgreSQL only\nc;\nd;\n-- Both engines\ne;\n";
        let of_sqlite = text_without(text, POSTGRES);
        assert_eq!(of_sqlite, "a;\n-- SQLite only\nb;\n-- Both engines\ne;\n");
        let of_postgres = text_without(text, SQLITE);
        let expected = "a;\n-- PostgreSQL only\nc;\nd;\n-- Both engines\ne;\n";
        assert_eq!(of_postgres, expected);
        let common = "a;\n-- only this\nb;\n";
        assert_eq!(text_without(common, SQLITE), common);
    }

    #[test]
    fn head_of_a_migration_names_the_oldest_version_that_may_run() {
        for (text, expected) in [
            ("-- oldest compatible migration: 0042\na;\n", Some(42)),
            (
                "-- A table.\n-- oldest compatible migration: 0042\na;\n",
                Some(42),
            ),
            ("-- A table.\na;\n", None),
            ("a;\n-- oldest compatible migration: 0042\n", None),
            ("-- oldest compatible migration: any\na;\n", None),
        ] {
            assert_eq!(oldest_compatible(text), expected, "{text}");
        }
    }
}
