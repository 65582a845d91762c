//! Looking API keys up: requests that come at a time share a look-up, which reads each key once for all of them.
//!
//! A website's back end sends many requests at a time with one key; reading its row for each was most of what a check cost.
//! A row that was read is given again only while nothing was committed that could change it: it is never older than the
//! question, so that a revoked key is dead at once.

use std::collections::HashMap;
use std::sync::Arc;

use foundation::read_cache::{Read, Stay};
use foundation::{Background, Clock, Database, Failure, ReadCache, Timestamp};

use super::store::{self, KnownKey};

/// The keys of digests.
pub(crate) type KnownKeys = ReadCache<String, Option<Arc<KnownKey>>>;

/// Looks keys up in a database.
pub(crate) fn known_keys(database: &Database, clock: &Clock, background: &Background) -> KnownKeys {
    let from = (database.clone(), clock.clone());
    ReadCache::new(database, clock, background, move |digests: Vec<String>| {
        let (database, now) = (from.0.clone(), from.1.now());
        async move { look_up(&database, &digests, now).await }
    })
}

async fn look_up(
    database: &Database,
    digests: &[String],
    now: Timestamp,
) -> Result<Vec<Read<Option<Arc<KnownKey>>>>, Failure> {
    let mut reader = database.reader().await?;
    let mut found = HashMap::with_capacity(1);
    for digest in digests {
        if !found.contains_key(digest) {
            let key = store::key(&mut reader.connection(), digest).await?;
            found.insert(digest, read(key, now));
        }
    }
    let read = |digest| found.get(digest).cloned();
    let all: Option<Vec<_>> = digests.iter().map(read).collect();
    all.ok_or_else(|| Failure::defect("a key was looked up and is not told"))
}

/// A key that is not there is looked for each time: whoever makes one need not say so.
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
