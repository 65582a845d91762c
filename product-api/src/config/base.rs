//! Where product-api listens and keeps its data.

use std::net::{Ipv4Addr, SocketAddr};

use foundation::env::Reader;
use foundation::secret::SecretString;

/// The service itself.
#[derive(Clone, Debug)]
pub struct BaseConfig {
    /// `API_LISTEN`: the address to listen on.
    pub listen: SocketAddr,
    /// `API_DATABASE_URL`: `sqlite:path/to/api.db` or `postgres://user:password@host/name`.
    pub database_url: SecretString,
}

impl BaseConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 8082));
        Self {
            listen: reader.parsed(
                "API_LISTEN",
                listen,
                "an address and port such as 127.0.0.1:8082",
            ),
            database_url: reader
                .required(
                    "API_DATABASE_URL",
                    "it is sqlite:path/to/api.db or postgres://…",
                )
                .into(),
        }
    }
}
