//! Origins of all clients' redirect URIs, cached and read again when a request needs newer ones.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use foundation::text::host::is_loopback_url;
use foundation::{Clock, Database, Failure, MonotonicTime};
use moka::future::Cache;
use url::{Origin, Url};

use crate::protocol::clients;

/// Time for which pages of a deleted client may still read responses; the client's tokens are invalid during it.
const LIFETIME: Duration = Duration::from_secs(30);
/// Maximum delay until a new origin is permitted; unknown origins cause at most one query in that time.
const MIN_RELOAD_AGE: Duration = Duration::from_secs(1);

/// Cache of the origins whose pages may read responses.
pub(crate) struct Origins {
    database: Database,
    clock: Clock,
    cache: Cache<(), Arc<OriginSet>>,
}

/// Origins from one query.
struct OriginSet {
    at: MonotonicTime,
    all: HashSet<String>,
}

impl Origins {
    /// Creates the cache for a database.
    pub(crate) fn new(database: Database, clock: Clock) -> Self {
        let cache = Cache::builder().max_capacity(1).build();
        Self {
            database,
            clock,
            cache,
        }
    }

    /// Returns true if a client has this origin. A known origin needs no query.
    pub(super) async fn contains(&self, origin: &str) -> Result<bool, Failure> {
        let read = self.read().await?;
        let is_known = read.all.contains(origin);
        let lifetime = if is_known { LIFETIME } else { MIN_RELOAD_AGE };
        if self.clock.monotonic().since(read.at) < lifetime {
            return Ok(is_known);
        }
        // Of concurrent requests that find the same old entry, only one invalidates it.
        let now = self.cache.get(&()).await;
        if now.is_some_and(|now| Arc::ptr_eq(&now, &read)) {
            self.cache.invalidate(&()).await;
        }
        Ok(self.read().await?.all.contains(origin))
    }

    async fn read(&self) -> Result<Arc<OriginSet>, Failure> {
        let read = self.cache.try_get_with((), self.reload()).await;
        read.map_err(|failure: Arc<Failure>| failure.again())
    }

    async fn reload(&self) -> Result<Arc<OriginSet>, Failure> {
        let at = self.clock.monotonic();
        let mut reader = self.database.reader().await?;
        let addresses = clients::store::web_addresses(&mut reader.connection()).await?;
        let all = addresses.iter().filter_map(|one| origin_of(one)).collect();
        Ok(Arc::new(OriginSet { at, all }))
    }
}

/// Returns the origin of a URL in the form of browsers' headers. A loopback URL without a port belongs to a native app
/// on any port (RFC 8252 section 7.3), and never to a page.
fn origin_of(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    if url.scheme() == "http" && url.port().is_none() && is_loopback_url(&url) {
        return None;
    }
    match url.origin() {
        origin @ Origin::Tuple(..) => Some(origin.ascii_serialization()),
        Origin::Opaque(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::origin_of;

    #[test]
    fn page_has_the_origin_of_an_address_and_a_program_on_any_port_has_none() {
        let rows = [
            ("https://spa.example/cb", Some("https://spa.example")),
            (
                "https://spa.example:444/cb",
                Some("https://spa.example:444"),
            ),
            ("http://localhost:3000/cb", Some("http://localhost:3000")),
            ("http://127.0.0.1:5173/", Some("http://127.0.0.1:5173")),
            ("http://127.0.0.1/cb", None),
            ("http://localhost/cb", None),
            ("http://[::1]/cb", None),
            ("com.example.app:/cb", None),
            ("no address", None),
        ];
        for (address, expected) in rows {
            assert_eq!(origin_of(address).as_deref(), expected, "{address}");
        }
    }
}
