//! Connections to which Stripe delivers, with the secrets that sign their deliveries, for a short time in memory.

use std::sync::Arc;

use foundation::failure::FailureKind;
use foundation::http::log_failure;
use foundation::secret::{Sealer, SecretString};
use foundation::{Background, Clock, Connection, Database, Failure, ReadCache};

use crate::billing::connections::{StripeConnection, find_connection, open_endpoint_secrets};

/// A connection as deliveries need it.
#[derive(Clone, Debug)]
pub(super) struct DeliverySource {
    pub(super) connection: StripeConnection,
    /// The secrets in force; none if they cannot be read.
    pub(super) secrets: Option<Vec<SecretString>>,
}

/// The connections by id. A source is up to 50 ms old; an ended secret may count for so long.
pub(super) type DeliverySources = ReadCache<String, Arc<DeliverySource>>;

/// Tools with which sources are read.
#[derive(Clone)]
struct SourceReader {
    database: Database,
    sealer: Sealer,
    clock: Clock,
}

/// Creates the cache over a database.
pub(super) fn delivery_sources(
    database: &Database,
    sealer: &Sealer,
    clock: &Clock,
    background: &Background,
) -> DeliverySources {
    let reader = SourceReader {
        database: database.clone(),
        sealer: sealer.clone(),
        clock: clock.clone(),
    };
    // The age of what is cached goes by the machine's clock.
    ReadCache::new(&Clock::system(), background, move |ids: Vec<String>| {
        let reader = reader.clone();
        async move { reader.read(&ids).await }
    })
}

impl SourceReader {
    async fn read(&self, ids: &[String]) -> Result<Vec<Option<Arc<DeliverySource>>>, Failure> {
        let mut reader = self.database.reader().await?;
        let mut db = reader.connection();
        let mut sources = Vec::with_capacity(ids.len());
        for id in ids {
            sources.push(self.read_one(&mut db, id).await?.map(Arc::new));
        }
        Ok(sources)
    }

    async fn read_one(
        &self,
        db: &mut Connection<'_>,
        id: &str,
    ) -> Result<Option<DeliverySource>, Failure> {
        let Some(connection) = find_connection(db, id).await? else {
            return Ok(None);
        };
        let now = self.clock.now();
        let secrets = match open_endpoint_secrets(&self.sealer, db, id, now).await {
            Ok(secrets) => Some(secrets),
            // A damaged secret must not stop the deliveries of other connections.
            Err(failure) if failure.kind() == FailureKind::Broken => {
                log_failure(&failure);
                None
            }
            Err(failure) => return Err(failure),
        };
        Ok(Some(DeliverySource {
            connection,
            secrets,
        }))
    }
}
