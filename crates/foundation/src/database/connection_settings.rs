//! Settings of a service's connections to PostgreSQL: their number, and the pooler in front of it.

use std::time::Duration;

use crate::env::Reader;

/// Time that a request waits for a connection before it fails and the client has to retry.
pub(super) const WAIT_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of prepared statements that a connection caches. Statements of many rows exist in several lengths.
pub(super) const MAX_CACHED_STATEMENTS: usize = 500;

const DEFAULT_CONNECTIONS: u32 = 16;
/// With fewer connections, requests wait for background tasks, several of which use the database at once.
const MIN_CONNECTIONS: u32 = 4;
/// PostgreSQL slows down with more clients than this; so many need a pooler.
const MAX_CONNECTIONS: u32 = 500;

/// Settings of a service's connections to PostgreSQL: how many, and if a pooler is in between. SQLite ignores them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionSettings {
    /// Maximum number of connections in the service's pool.
    pub max_connections: u32,
    /// A pooler is in front of PostgreSQL, and may give each transaction another session.
    pub has_pooler: bool,
}

impl Default for ConnectionSettings {
    fn default() -> Self {
        Self {
            max_connections: DEFAULT_CONNECTIONS,
            has_pooler: false,
        }
    }
}

impl ConnectionSettings {
    /// Reads the number of connections and the kind of the pooler from the settings with these names. Bad values become
    /// problems of `reader`. `url` is the URL of the service's database: a pooler in front of SQLite is a problem, too.
    pub fn read(
        reader: &mut Reader<'_>,
        connections_name: &'static str,
        pooler_name: &'static str,
        url: &str,
    ) -> Self {
        let form = format!("a whole number from {MIN_CONNECTIONS} to {MAX_CONNECTIONS}");
        let max_connections = reader.parsed(connections_name, DEFAULT_CONNECTIONS, &form);
        if !(MIN_CONNECTIONS..=MAX_CONNECTIONS).contains(&max_connections) {
            reader.problem(connections_name, format!("is not {form}"));
        }
        let pooler = reader.text(pooler_name);
        match pooler.as_deref() {
            Some("transaction") if url.starts_with("sqlite:") => {
                reader.problem(pooler_name, "is for PostgreSQL: SQLite has no pooler");
            }
            None | Some("transaction") => {}
            Some(_) => reader.problem(
                pooler_name,
                "is not transaction; leave it out where no pooler is between",
            ),
        }
        Self {
            max_connections,
            has_pooler: pooler.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::{Environment, SettingProblems};

    const CONNECTIONS: &str = "IDP_DATABASE_CONNECTIONS";
    const POOLER: &str = "IDP_DATABASE_POOLER";

    fn read(pairs: &[(&str, &str)], url: &str) -> Result<ConnectionSettings, SettingProblems> {
        let environment = Environment::from_pairs(pairs.iter().copied());
        let mut reader = Reader::new(&environment, "IDP_");
        let settings = ConnectionSettings::read(&mut reader, CONNECTIONS, POOLER, url);
        reader.finish().map(|()| settings)
    }

    #[test]
    fn connections_and_pooler_are_read_and_bounded() {
        const URL: &str = "postgres://idp@host/idp";
        assert_eq!(read(&[], URL).unwrap(), ConnectionSettings::default());
        for (count, is_taken) in [("3", false), ("4", true), ("500", true), ("501", false)] {
            let settings = read(&[(CONNECTIONS, count)], URL);
            assert_eq!(settings.is_ok(), is_taken, "{count}");
        }
        assert!(read(&[(CONNECTIONS, "many")], URL).is_err());
        assert!(read(&[(POOLER, "transaction")], URL).unwrap().has_pooler);
        for (pooler, url) in [("session", URL), ("transaction", "sqlite:idp.db")] {
            let problems = read(&[(POOLER, pooler)], url).unwrap_err();
            assert_eq!(problems.0[0].name, POOLER, "{pooler}");
        }
    }
}
