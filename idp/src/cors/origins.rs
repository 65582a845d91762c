//! The origins of all clients' addresses, read again when they are old and a page asks.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use foundation::{Clock, Database, Failure, Reading};
use moka::future::Cache;
use url::{Origin, Url};

use crate::clients;

/// How long pages of a client that is no more may go on reading: no token of such a client counts meanwhile.
const LIFE: Duration = Duration::from_secs(30);
/// How long an origin that was not there may stay unseen; however many ask, the database is asked once in that time.
const UNSEEN: Duration = Duration::from_secs(1);

/// The origins whose pages may read what we answer.
pub(crate) struct Origins {
    database: Database,
    clock: Clock,
    cache: Cache<(), Arc<Read>>,
}

/// The origins as they were read.
struct Read {
    at: Reading,
    all: HashSet<String>,
}

impl Origins {
    /// Those of a database.
    pub(crate) fn new(database: Database, clock: Clock) -> Self {
        let cache = Cache::builder().max_capacity(1).build();
        Self {
            database,
            clock,
            cache,
        }
    }

    /// Whether a client answers at this origin. One that is known is found without asking anybody.
    pub(super) async fn hold(&self, origin: &str) -> Result<bool, Failure> {
        let read = self.read().await?;
        let is_known = read.all.contains(origin);
        let life = if is_known { LIFE } else { UNSEEN };
        if self.clock.monotonic().since(read.at) < life {
            return Ok(is_known);
        }
        // Of many that find the same reading too old, one throws it away.
        let now = self.cache.get(&()).await;
        if now.is_some_and(|now| Arc::ptr_eq(&now, &read)) {
            self.cache.invalidate(&()).await;
        }
        Ok(self.read().await?.all.contains(origin))
    }

    async fn read(&self) -> Result<Arc<Read>, Failure> {
        let read = self.cache.try_get_with((), self.read_anew()).await;
        read.map_err(|failure: Arc<Failure>| failure.again())
    }

    async fn read_anew(&self) -> Result<Arc<Read>, Failure> {
        let at = self.clock.monotonic();
        let mut reader = self.database.reader().await?;
        let addresses = clients::store::web_addresses(&mut reader.connection()).await?;
        let all = addresses.iter().filter_map(|one| origin_of(one)).collect();
        Ok(Arc::new(Read { at, all }))
    }
}

/// The origin of an address as browsers spell it in their header.
fn origin_of(address: &str) -> Option<String> {
    match Url::parse(address).ok()?.origin() {
        origin @ Origin::Tuple(..) => Some(origin.ascii_serialization()),
        Origin::Opaque(_) => None,
    }
}
