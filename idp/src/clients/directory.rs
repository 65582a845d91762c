//! Looking clients up: a small cache in front of the database, never older than a second.

use std::sync::Arc;
use std::time::Duration;

use foundation::{Connection, Database, Failure, Timestamp};
use moka::future::Cache;

use super::client::Client;
use super::rules::is_id;
use super::store;
use super::words::RegisteredBy;

/// How long a change made by another server may stay unseen; the limit for ending things is one second.
const LIFE: Duration = Duration::from_millis(800);
const MOST: u64 = 10_000;
/// The most clients that are remembered without being kept, and for how long; their documents have 5 KiB at most.
const MOST_MET: u64 = 1000;
const MET_LIFE: Duration = Duration::from_hours(1);

/// The clients, by id.
pub(crate) struct Directory {
    database: Database,
    with_documents: bool,
    cache: Cache<String, Arc<Client>>,
    met: Cache<String, Met>,
}

/// A client that is its own document and that nobody allowed anything yet: it is remembered for a while and not kept, so
/// that strangers fill no table.
#[derive(Clone, Debug)]
pub(crate) struct Met {
    /// What its document says.
    pub(crate) client: Arc<Client>,
    /// Until when the document is believed.
    pub(crate) fresh_until: Timestamp,
}

impl Directory {
    /// A directory over a database; `with_documents` says whether clients may be documents.
    pub(crate) fn new(database: Database, with_documents: bool) -> Self {
        let cache = Cache::builder()
            .max_capacity(MOST)
            .time_to_live(LIFE)
            .build();
        let met = Cache::builder()
            .max_capacity(MOST_MET)
            .time_to_live(MET_LIFE)
            .build();
        Self {
            database,
            with_documents,
            cache,
            met,
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
        let Some(found) = store::find(&mut reader.connection(), id).await? else {
            return Ok(self.met(id).await.map(|met| met.client));
        };
        if !self.is_known(&found) {
            return Ok(None);
        }
        let client = Arc::new(found);
        self.cache.insert(id.to_owned(), Arc::clone(&client)).await;
        Ok(Some(client))
    }

    /// The client of an id as it stands, by the caller's own connection: whoever holds one must not wait for a second.
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

    /// Remembers a client that nobody allowed anything yet.
    pub(crate) async fn meet(&self, client: Client, fresh_until: Timestamp) {
        let met = Met {
            client: Arc::new(client),
            fresh_until,
        };
        self.met.insert(met.client.id.clone(), met).await;
    }

    /// What is remembered of a client that is not kept; whoever asks looks first whether it is.
    pub(crate) async fn met(&self, id: &str) -> Option<Met> {
        if !self.with_documents {
            return None;
        }
        self.met.get(id).await
    }

    /// Forgets a client that was just changed here.
    pub(crate) async fn forget(&self, id: &str) {
        self.cache.invalidate(id).await;
    }
}
