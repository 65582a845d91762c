//! The text of a migration for one engine. The text is the same for both, but where a line says otherwise: triggers are
//! written differently.
//!
//! A line `-- SQLite only` or `-- PostgreSQL only` begins a part that the other engine skips, up to the next such line or to
//! `-- Both engines`.

use sqlx::migrate::{Migration, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr as _};

const BOTH: &str = "-- Both engines";
const POSTGRES: &str = "-- PostgreSQL only";
const SQLITE: &str = "-- SQLite only";

/// The migrations as PostgreSQL runs them.
pub(crate) fn for_postgres(migrator: &Migrator) -> Migrator {
    without(migrator, SQLITE)
}

/// The migrations as SQLite runs them.
pub(super) fn for_sqlite(migrator: &Migrator) -> Migrator {
    without(migrator, POSTGRES)
}

/// The migrations without the parts of the other engine. Their checksums stay those of the whole texts.
fn without(migrator: &Migrator, others: &str) -> Migrator {
    let of_engine = |migration: &Migration| {
        let mut migration = migration.clone();
        let text = text_without(migration.sql.as_str(), others);
        migration.sql = AssertSqlSafe(text).into_sql_str();
        migration
    };
    Migrator::with_migrations(migrator.iter().map(of_engine).collect())
}

fn text_without(text: &str, others: &str) -> String {
    let mut is_skipped = false;
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        if [BOTH, POSTGRES, SQLITE].contains(&line) {
            is_skipped = line == others;
        }
        if !is_skipped {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_skips_the_parts_of_the_other() {
        let text = "a;\n-- SQLite only\nb;\n-- PostgreSQL only\nc;\nd;\n-- Both engines\ne;\n";
        let of_sqlite = text_without(text, POSTGRES);
        assert_eq!(of_sqlite, "a;\n-- SQLite only\nb;\n-- Both engines\ne;\n");
        let of_postgres = text_without(text, SQLITE);
        let expected = "a;\n-- PostgreSQL only\nc;\nd;\n-- Both engines\ne;\n";
        assert_eq!(of_postgres, expected);
        let common = "a;\n-- only this\nb;\n";
        assert_eq!(text_without(common, SQLITE), common);
    }
}
