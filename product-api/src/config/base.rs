//! Where product-api listens and keeps its data.

use std::net::{Ipv4Addr, SocketAddr};

use foundation::database::{ConnectionSettings, PROBE_CONNECTIONS, read_migration_url};
use foundation::env::Reader;
use foundation::secret::SecretString;

/// The connections outside the pool: that of readiness, one reader for API keys, one for standings of customers, and the
/// verification of the books. Behind a pooler the last three come from the pool.
pub const OWN_CONNECTIONS: u32 = PROBE_CONNECTIONS + 3;

/// The service itself.
#[derive(Clone, Debug)]
pub struct BaseConfig {
    /// `API_LISTEN`: the address to listen on.
    pub listen: SocketAddr,
    /// `API_DATABASE_URL`: `sqlite:path/to/api.db` or `postgres://user:password@host/name`.
    pub database_url: SecretString,
    /// `API_DATABASE_MIGRATION_URL`: the same database as the role that owns its tables, for migrations only.
    pub migration_url: Option<SecretString>,
    /// `API_DATABASE_CONNECTIONS` (16) and `API_DATABASE_POOLER` (none, or `transaction`): how PostgreSQL is connected to.
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
