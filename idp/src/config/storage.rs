//! Where the idp keeps its data, and the clients it starts with.

use std::path::PathBuf;

use foundation::env::Reader;
use foundation::secret::SecretString;

/// Storage of the idp.
#[derive(Clone, Debug)]
pub struct StorageConfig {
    /// `IDP_DATABASE_URL`: `sqlite:path/to/idp.db` or `postgres://user:password@host/name`.
    pub database_url: SecretString,
    /// `IDP_CLIENTS_FILE`: a JSON array of clients, applied at every start without making doubles.
    pub clients_file: Option<PathBuf>,
}

impl StorageConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        Self {
            database_url: reader
                .required(
                    "IDP_DATABASE_URL",
                    "it is sqlite:path/to/idp.db or postgres://…",
                )
                .into(),
            clients_file: reader.text("IDP_CLIENTS_FILE").map(PathBuf::from),
        }
    }
}
