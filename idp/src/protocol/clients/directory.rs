//! Cache of clients; an entry is never older than a second.

use std::sync::Arc;
use std::time::Duration;

use foundation::{Connection, Database, Failure, Timestamp};
use moka::future::Cache;

use super::client::Client;
use super::rules::is_id;
use super::store;
use super::words::RegisteredBy;

/// Maximum age of an entry, after which changes by other replicas are seen; the limit for revocation is one second.
const MAX_AGE: Duration = Duration::from_millis(800);
const MAX_ENTRIES: u64 = 10_000;
/// Maximum number and age of clients that are only cached; the document of each has at most 5 KiB.
const MAX_REMEMBERED: u64 = 1000;
const MAX_DOCUMENT_AGE: Duration = Duration::from_hours(1);

/// Cache of clients, by id.
pub(crate) struct Directory {
    database: Database,
    with_documents: bool,
    cache: Cache<String, Arc<Client>>,
    cached: Cache<String, CachedClient>,
}

/// Client with a client ID metadata document that no user has allowed yet. It is cached and not stored, so that unknown
/// clients cannot fill the table.
#[derive(Clone, Debug)]
pub(crate) struct CachedClient {
    /// The client as its document describes it.
    pub(crate) client: Arc<Client>,
    /// The time at which the document has to be fetched again.
    pub(crate) fresh_until: Timestamp,
}

impl Directory {
    /// Creates a directory over a database; `with_documents` enables client ID metadata documents.
    pub(crate) fn new(database: Database, with_documents: bool) -> Self {
        let cache = Cache::builder()
            .max_capacity(MAX_ENTRIES)
            .time_to_live(MAX_AGE)
            .build();
        let cached = Cache::builder()
            .max_capacity(MAX_REMEMBERED)
            .time_to_live(MAX_DOCUMENT_AGE)
            .build();
        Self {
            database,
            with_documents,
            cache,
            cached,
        }
    }

    /// Returns the active client of an id. Does not cache unknown ids, so that requests cannot fill the cache with them.
    pub(crate) async fn find(&self, id: &str) -> Result<Option<Arc<Client>>, Failure> {
        if !is_id(id) {
            return Ok(None);
        }
        if let Some(client) = self.cache.get(id).await {
            return Ok(Some(client));
        }
        let mut reader = self.database.reader().await?;
        let Some(found) = store::find(&mut reader.connection(), id).await? else {
            return Ok(self.cached(id).await.map(|cached| cached.client));
        };
        if !self.is_known(&found) {
            return Ok(None);
        }
        let client = Arc::new(found);
        self.cache.insert(id.to_owned(), Arc::clone(&client)).await;
        Ok(Some(client))
    }

    /// Returns the current client of an id by the caller's own connection. A caller that has one must not wait for a
    /// second one.
    pub(crate) async fn find_in(
        &self,
        db: &mut Connection<'_>,
        id: &str,
    ) -> Result<Option<Client>, Failure> {
        let found = store::find(db, id).await?;
        Ok(found.filter(|client| self.is_known(client)))
    }

    fn is_known(&self, client: &Client) -> bool {
        let is_document = client.registered_by == RegisteredBy::Document;
        client.is_active && (self.with_documents || !is_document)
    }

    /// Caches a client that no user has allowed yet.
    pub(crate) async fn cache_client(&self, client: Client, fresh_until: Timestamp) {
        let cached = CachedClient {
            client: Arc::new(client),
            fresh_until,
        };
        self.cached.insert(cached.client.id.clone(), cached).await;
    }

    /// Returns a client that is only cached; the caller first looks for a stored one.
    pub(crate) async fn cached(&self, id: &str) -> Option<CachedClient> {
        if !self.with_documents {
            return None;
        }
        self.cached.get(id).await
    }

    /// Removes a client that was changed by this replica from the cache.
    pub(crate) async fn forget(&self, id: &str) {
        self.cache.invalidate(id).await;
    }
}
