//! Looking API keys up: requests that come at a time share a look-up, which reads each key once for all of them.
//!
//! A website's back end sends many requests at a time with one key; reading its row for each was most of what a check cost.
//! A row that was read is given again only while nothing was committed that could change it: it is never older than the
//! question, so that a revoked key is dead at once.

use std::collections::HashMap;

use foundation::read_cache::{Read, Stay};
use foundation::{Background, Clock, Database, Failure, ReadCache, Timestamp};

use super::store::{self, KeyRow, MarkedKey};

/// The keys of digests.
pub(crate) type KeyRows = ReadCache<String, Option<KeyRow>>;

/// Looks keys up in a database.
pub(crate) fn key_rows(database: &Database, clock: &Clock, background: &Background) -> KeyRows {
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
) -> Result<Vec<Read<Option<KeyRow>>>, Failure> {
    let mut reader = database.reader().await?;
    let mut found = HashMap::with_capacity(1);
    for digest in digests {
        if !found.contains_key(digest) {
            let row = store::key(&mut reader.connection(), digest).await?;
            found.insert(digest, row);
        }
    }
    let read = |digest| read(found.get(digest).cloned().flatten(), now);
    Ok(digests.iter().map(read).collect())
}

/// A key that is not there is looked for each time: whoever makes one need not say so.
fn read(key: Option<MarkedKey>, now: Timestamp) -> Read<Option<KeyRow>> {
    let (row, stays) = key.map(|key| of_key(key, now)).unzip();
    Read { answer: row, stays }
}

fn of_key(key: MarkedKey, now: Timestamp) -> (KeyRow, Stay) {
    let stay = Stay {
        mark: key.mark,
        subject: Some(key.row.id().to_owned()),
        from: now,
        until: None,
    };
    (key.row, stay)
}
