//! Looks up API keys: concurrent requests share a look-up, which reads each key once for all of them.
//!
//! A website's back end sends many concurrent requests with one key; reading its row for each was most of the cost of a
//! check. A cached row is used only while no commit could have changed it. The request that ends a key gets its response
//! after no replica uses the cached row any more: a revoked key stops at once.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use foundation::database::{OwnReader, ReaderKept};
use foundation::read_cache::{OtherServers, Read, Stay};
use foundation::{Clock, Database, Failure, ReadCache, Timestamp};

use super::store::{self, KnownKey};

/// Timeout of a look-up.
const LONGEST: Duration = Duration::from_secs(5);
/// Lifetime of a cached row: an operator may have changed the key in the database by hand.
const REMEMBERED: Duration = Duration::from_mins(1);

/// The cached keys, by digest.
pub(crate) type KnownKeys = ReadCache<String, Option<Arc<KnownKey>>>;

/// Creates the cache of a database's keys.
pub(crate) fn known_keys(
    database: &Database,
    clock: &Clock,
    others: &Arc<OtherServers>,
) -> KnownKeys {
    let kept = Arc::new(ReaderKept::of(database, LONGEST));
    let watch = clock.clone();
    ReadCache::new(others, REMEMBERED, move |digests: Vec<String>| {
        let (kept, now) = (Arc::clone(&kept), watch.now());
        async move {
            let mut reader = kept.take().await?;
            let found = look_up(&mut reader, &digests, now).await?;
            kept.put_back(reader);
            Ok(found)
        }
    })
}

async fn look_up(
    reader: &mut OwnReader,
    digests: &[String],
    now: Timestamp,
) -> Result<Vec<Read<Option<Arc<KnownKey>>>>, Failure> {
    let mut found = HashMap::with_capacity(1);
    for digest in digests {
        if !found.contains_key(digest) {
            let key = store::key(&mut reader.connection().await?, digest).await?;
            found.insert(digest, read(key, now));
        }
    }
    let read = |digest| found.get(digest).cloned();
    let all: Option<Vec<_>> = digests.iter().map(read).collect();
    all.ok_or_else(|| Failure::defect("a key was looked up and is not told"))
}

/// Returns the cache entry of a key. A missing key is not cached: no creator of a key needs to invalidate it.
fn read(key: Option<(KnownKey, String)>, now: Timestamp) -> Read<Option<Arc<KnownKey>>> {
    let (answer, stays) = key.map(|(key, mark)| stay(key, mark, now)).unzip();
    Read { answer, stays }
}

fn stay(key: KnownKey, mark: String, now: Timestamp) -> (Arc<KnownKey>, Stay) {
    let stay = Stay {
        mark,
        subject: Some(key.id().to_owned()),
        from: now,
        until: None,
    };
    (Arc::new(key), stay)
}
