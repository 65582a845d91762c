//! The origins of all clients' addresses, read again when they are a second old and a page asks.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use foundation::failure::Kind;
use foundation::{Database, Failure};
use moka::future::Cache;
use url::{Origin, Url};

use crate::clients;

/// How long a change may stay unseen; however many ask, the database is asked once in that time.
const LIFE: Duration = Duration::from_secs(1);

/// The origins whose pages may read what we answer.
pub(crate) struct Origins {
    database: Database,
    cache: Cache<(), Arc<HashSet<String>>>,
}

impl Origins {
    /// Those of a database.
    pub(crate) fn new(database: Database) -> Self {
        let cache = Cache::builder().max_capacity(1).time_to_live(LIFE).build();
        Self { database, cache }
    }

    /// Whether a client answers at this origin.
    pub(super) async fn hold(&self, origin: &str) -> Result<bool, Failure> {
        let read = self.cache.try_get_with((), self.read()).await;
        let all = read.map_err(|failure: Arc<Failure>| shared(&failure))?;
        Ok(all.contains(origin))
    }

    async fn read(&self) -> Result<Arc<HashSet<String>>, Failure> {
        let mut reader = self.database.reader().await?;
        let addresses = clients::store::web_addresses(&mut reader.connection()).await?;
        Ok(Arc::new(
            addresses.iter().filter_map(|one| origin_of(one)).collect(),
        ))
    }
}

/// The origin of an address as browsers spell it in their header.
fn origin_of(address: &str) -> Option<String> {
    match Url::parse(address).ok()?.origin() {
        origin @ Origin::Tuple(..) => Some(origin.ascii_serialization()),
        Origin::Opaque(_) => None,
    }
}

/// The same failure, for each of those who shared the look-up.
fn shared(failure: &Failure) -> Failure {
    let (doing, cause) = ("reading the origins of clients", failure.to_string());
    match failure.kind() {
        Kind::Broken => Failure::broken(doing, cause),
        Kind::Unavailable => Failure::unavailable(doing, cause),
        Kind::Busy => Failure::busy(doing, cause),
    }
}
