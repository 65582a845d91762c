//! Looks up API keys: concurrent requests share a look-up, which reads each key once for all of them.
//!
//! A website's back end sends many concurrent requests with one key; reading its row for each was most of the cost of a
//! check. A cached row is up to 50 ms old. The request that ends a key gets its response after no replica uses the cached row
//! any more ([`ReadCache`]): a revoked key stops at once.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use foundation::database::{DedicatedReader, ReaderSlot};
use foundation::{Background, Clock, Database, Failure, ReadCache, within};

use super::store::{self, KnownKey};

/// Timeout of a look-up of all concurrent requests, which includes a new connection.
const MAX_LOOKUP_TIME: Duration = Duration::from_secs(5);

/// The cached keys, by digest.
pub(crate) type KnownKeys = ReadCache<String, Arc<KnownKey>>;

/// Creates the cache of a database's keys. It goes by the machine's clock, as the requests that end a key do.
pub(crate) fn known_keys(database: &Database, background: &Background) -> KnownKeys {
    let slot = Arc::new(ReaderSlot::new(database, MAX_LOOKUP_TIME));
    ReadCache::new(&Clock::system(), background, move |digests: Vec<String>| {
        let slot = Arc::clone(&slot);
        async move {
            let looked_up = async {
                let mut reader = slot.take().await?;
                let found = look_up(&mut reader, &digests).await?;
                slot.put_back(reader);
                Ok::<_, Failure>(found)
            };
            within(MAX_LOOKUP_TIME, "looking up API keys", looked_up).await
        }
    })
}

/// Returns the keys of digests, in their order. One statement reads all of them, so that they share one time limit.
async fn look_up(
    reader: &mut DedicatedReader,
    digests: &[String],
) -> Result<Vec<Option<Arc<KnownKey>>>, Failure> {
    let distinct: BTreeSet<&str> = digests.iter().map(String::as_str).collect();
    let distinct: Vec<&str> = distinct.into_iter().collect();
    let found = store::keys(&mut reader.connection().await?, &distinct).await?;
    let key_of = |digest: &String| found.get(digest).cloned();
    Ok(digests.iter().map(key_of).collect())
}
