//! Database of the idp, and its bootstrap clients.

use std::path::PathBuf;
use std::time::Duration;

use foundation::database::{ConnectionSettings, read_migration_url};
use foundation::env::Reader;
use foundation::secret::SecretString;
use url::Url;

/// A year, and a month to examine it.
const DEFAULT_AUDIT_DAYS: u32 = 400;
/// The database refuses to delete younger rows of the audit log (migration 0077).
const MIN_AUDIT_DAYS: u32 = 30;

/// Storage settings of the idp.
#[derive(Clone, Debug)]
pub struct StorageConfig {
    /// `IDP_DATABASE_URL`: `sqlite:path/to/idp.db` or `postgres://user:password@host/name`.
    pub database_url: SecretString,
    /// `IDP_DATABASE_MIGRATION_URL`: the same database with the role that owns its tables, for migrations only.
    pub migration_url: Option<SecretString>,
    /// `IDP_DATABASE_CONNECTIONS` (16) and `IDP_DATABASE_POOLER` (none, or `transaction`): connections to PostgreSQL.
    pub connections: ConnectionSettings,
    /// `IDP_CLIENTS_FILE`: a JSON array of clients, applied at every start without duplicates.
    pub clients_file: Option<PathBuf>,
    /// `IDP_AUDIT_DAYS`: the retention of the audit log.
    pub audit_retention: Duration,
}

impl StorageConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        const NAME: &str = "IDP_DATABASE_URL";
        let database_url = reader.required(NAME, "it is sqlite:path/to/idp.db or postgres://…");
        if !database_url.is_empty() && !is_database(&database_url) {
            reader.problem(
                NAME,
                "is not an address such as sqlite:path/to/idp.db or postgres://user:password@host/name",
            );
        }
        Self {
            migration_url: read_migration_url(reader, "IDP_DATABASE_MIGRATION_URL", &database_url),
            connections: ConnectionSettings::read(
                reader,
                "IDP_DATABASE_CONNECTIONS",
                "IDP_DATABASE_POOLER",
                &database_url,
            ),
            database_url: database_url.into(),
            clients_file: reader.text("IDP_CLIENTS_FILE").map(PathBuf::from),
            audit_retention: audit_retention(reader),
        }
    }
}

fn audit_retention(reader: &mut Reader<'_>) -> Duration {
    const NAME: &str = "IDP_AUDIT_DAYS";
    let days = reader.parsed(NAME, DEFAULT_AUDIT_DAYS, "a whole number of days");
    if days < MIN_AUDIT_DAYS {
        reader.problem(NAME, format!("is below {MIN_AUDIT_DAYS} days"));
    }
    Duration::from_hours(24 * u64::from(days))
}

fn is_database(url: &str) -> bool {
    match url.split_once(':') {
        Some(("sqlite", path)) => !path.is_empty(),
        Some(("postgres" | "postgresql", rest)) => {
            rest.starts_with("//") && Url::parse(url).is_ok()
        }
        Some(_) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use foundation::env::Environment;

    use super::*;

    #[test]
    fn each_bad_value_about_the_database_is_a_problem_of_its_own_name() {
        const URL: &str = "IDP_DATABASE_URL";
        const CONNECTIONS: &str = "IDP_DATABASE_CONNECTIONS";
        const POOLER: &str = "IDP_DATABASE_POOLER";
        let rows = [
            ("mysql://localhost/idp", CONNECTIONS, "16", URL),
            ("idp.db", CONNECTIONS, "16", URL),
            ("postgres:", CONNECTIONS, "16", URL),
            ("postgres://host/idp", CONNECTIONS, "3", CONNECTIONS),
            ("postgres://host/idp", CONNECTIONS, "501", CONNECTIONS),
            ("postgres://host/idp", POOLER, "session", POOLER),
            ("sqlite:idp.db", POOLER, "transaction", POOLER),
        ];
        for (url, name, value, expected) in rows {
            let environment = Environment::from_pairs([(URL, url), (name, value)]);
            let mut reader = Reader::new(&environment, "IDP_");
            let _config = StorageConfig::read(&mut reader);
            let problems = reader.finish().unwrap_err();
            let names: Vec<_> = problems.0.iter().map(|problem| &*problem.name).collect();
            assert_eq!(names, [expected], "{url} {name}={value}");
        }
    }

    #[test]
    fn connections_reach_the_database() {
        let environment = Environment::from_pairs([
            ("IDP_DATABASE_URL", "postgres://host/idp"),
            ("IDP_DATABASE_CONNECTIONS", "7"),
            ("IDP_DATABASE_POOLER", "transaction"),
        ]);
        let config = StorageConfig::read(&mut Reader::new(&environment, "IDP_"));
        let read = (
            config.connections.max_connections,
            config.connections.has_pooler,
        );
        assert_eq!(read, (7, true));
    }
}
