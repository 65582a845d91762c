//! Looking clients up: a small cache in front of the database, never older than a second.

use std::sync::Arc;
use std::time::Duration;

use foundation::{Database, Failure};
use moka::future::Cache;

use super::client::Client;
use super::rules::is_id;
use super::store;
use super::words::RegisteredBy;

/// How long a change made by another server may stay unseen; the limit for ending things is one second.
const LIFE: Duration = Duration::from_millis(800);
const MOST: u64 = 10_000;

/// The clients, by id.
pub(crate) struct Directory {
    database: Database,
    with_documents: bool,
    cache: Cache<String, Arc<Client>>,
}

impl Directory {
    /// A directory over a database; `with_documents` says whether clients may be documents.
    pub(crate) fn new(database: Database, with_documents: bool) -> Self {
        let cache = Cache::builder()
            .max_capacity(MOST)
            .time_to_live(LIFE)
            .build();
        Self {
            database,
            with_documents,
            cache,
        }
    }

    /// The client of an id, if it is active: one that was switched off is nobody. Ids that nobody has are not remembered, so that nobody can fill the cache with them.
    pub(crate) async fn find(&self, id: &str) -> Result<Option<Arc<Client>>, Failure> {
        if !is_id(id) {
            return Ok(None);
        }
        if let Some(client) = self.cache.get(id).await {
            return Ok(Some(client));
        }
        let mut reader = self.database.reader().await?;
        let found = store::find(&mut reader.connection(), id).await?;
        let is_known = |client: &Client| {
            let is_document = client.registered_by == RegisteredBy::Document;
            client.is_active && (self.with_documents || !is_document)
        };
        let Some(client) = found.filter(is_known) else {
            return Ok(None);
        };
        let client = Arc::new(client);
        self.cache.insert(id.to_owned(), Arc::clone(&client)).await;
        Ok(Some(client))
    }

    /// Forgets a client that was just changed here.
    pub(crate) async fn forget(&self, id: &str) {
        self.cache.invalidate(id).await;
    }
}
