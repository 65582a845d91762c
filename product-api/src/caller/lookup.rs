//! Looking API keys up: requests that come at a time share a look-up, which reads each key once for all of them.
//!
//! A website's back end sends many requests at a time with one key; reading its row for each was most of what a check cost.
//! Nothing is remembered: a row is never older than the question, so that a revoked key is dead at once.

use std::collections::HashMap;

use foundation::{Background, Database, Failure, Gather};

use super::store::{self, KeyRow};

/// The keys of digests.
pub(crate) type KeyRows = Gather<String, Option<KeyRow>>;

/// How many look-ups are on their way at a time: with one, most go together, and a connection's thread wakes seldom.
const WAYS: usize = 1;

/// Looks keys up in a database.
pub(crate) fn key_rows(database: Database, background: &Background) -> KeyRows {
    Gather::new(background.clone(), WAYS, move |digests: Vec<String>| {
        let database = database.clone();
        async move { look_up(&database, &digests).await }
    })
}

async fn look_up(database: &Database, digests: &[String]) -> Result<Vec<Option<KeyRow>>, Failure> {
    let mut reader = database.reader().await?;
    let mut found = HashMap::with_capacity(1);
    for digest in digests {
        if !found.contains_key(digest) {
            let row = store::key(&mut reader.connection(), digest).await?;
            found.insert(digest, row);
        }
    }
    Ok(digests
        .iter()
        .map(|digest| found.get(digest).cloned().flatten())
        .collect())
}
