//! Settings of product-api's listener and database.

use std::net::{Ipv4Addr, SocketAddr};

use foundation::database::{ConnectionSettings, PROBE_CONNECTIONS, read_migration_url};
use foundation::env::Reader;
use foundation::secret::SecretString;

/// Connections outside the pool: readiness probe, reader of API keys, verification of the books. Behind a pooler the last two
/// come from the pool.
pub const OWN_CONNECTIONS: u32 = PROBE_CONNECTIONS + 2;

/// Settings of the listener and the database.
#[derive(Clone, Debug)]
pub struct BaseConfig {
    /// `API_LISTEN`: the address to listen on.
    pub listen: SocketAddr,
    /// `API_DATABASE_URL`: `sqlite:path/to/api.db` or `postgres://user:password@host/name`.
    pub database_url: SecretString,
    /// `API_DATABASE_MIGRATION_URL`: the same database as the role that owns its tables, for migrations only.
    pub migration_url: Option<SecretString>,
    /// `API_DATABASE_CONNECTIONS` (16) and `API_DATABASE_POOLER` (none, or `transaction`): settings of PostgreSQL connections.
    pub connections: ConnectionSettings,
}

impl BaseConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 8082));
        let database_url = reader.required(
            "API_DATABASE_URL",
            "it is sqlite:path/to/api.db or postgres://…",
        );
        Self {
            listen: reader.parsed(
                "API_LISTEN",
                listen,
                "an address and port such as 127.0.0.1:8082",
            ),
            migration_url: read_migration_url(reader, "API_DATABASE_MIGRATION_URL", &database_url),
            connections: ConnectionSettings::read(
                reader,
                "API_DATABASE_CONNECTIONS",
                "API_DATABASE_POOLER",
                &database_url,
            ),
            database_url: database_url.into(),
        }
    }
}
