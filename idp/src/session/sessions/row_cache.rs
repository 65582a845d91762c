//! Cache of the rows of sessions in cookies, for less than a second, so that not every read needs a query.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use foundation::time::MonotonicTime;
use foundation::{Clock, Database, Failure, Timestamp};
use moka::future::Cache;

use super::session::Session;
use super::store;

/// Time until an end on another server is seen; the limit is one second.
const MAX_AGE: Duration = Duration::from_millis(800);
/// Time until the cache drops a user without requests.
const IDLE: Duration = Duration::from_mins(1);
/// Maximum number of cached sessions.
const MAX_USERS: u64 = 50_000;
/// Number of change counters. Users share counters, so a change of one user may cost another an extra read.
const COUNTERS: u64 = 1024;

/// Database of the rows, and the clock of the cache.
#[derive(Clone, Copy)]
pub(super) struct RowSource<'a> {
    pub(super) database: &'a Database,
    pub(super) clock: &'a Clock,
}

/// Live sessions of recently seen users.
pub(super) struct SessionRowCache {
    cache: Cache<String, CachedSessions>,
    changes: Vec<AtomicU64>,
    state: RandomState,
}

#[derive(Clone)]
struct CachedSessions {
    sessions: Arc<[Session]>,
    at: MonotonicTime,
    /// Change counter before the read; an entry is invalid once the counter rises.
    changes: u64,
}

impl SessionRowCache {
    /// Creates an empty cache.
    pub(super) fn new() -> Self {
        let cache = Cache::builder()
            .max_capacity(MAX_USERS)
            .weigher(|_, seen: &CachedSessions| {
                u32::try_from(seen.sessions.len() + 1).unwrap_or(u32::MAX)
            })
            .time_to_idle(IDLE)
            .build();
        Self {
            cache,
            changes: (0..COUNTERS).map(|_| AtomicU64::new(0)).collect(),
            state: RandomState::new(),
        }
    }

    /// Finds a user's session by its digest, if its end exceeds `edge`. Concurrent lookups share one query.
    ///
    /// A session missing from the cache is queried by itself, because it may have started on another server.
    pub(super) async fn find(
        &self,
        source: RowSource<'_>,
        user_id: &str,
        digest: &str,
        edge: Timestamp,
    ) -> Result<Option<Session>, Failure> {
        let (entry, is_new) = self.entry(source, user_id, edge).await?;
        let found = entry.sessions.iter().find(|one| one.digest == digest);
        let found = match found {
            Some(session) => Some(session.clone()),
            None if is_new => None,
            None => Box::pin(find_row(source.database, digest)).await?,
        };
        Ok(found.filter(|session| session.user_id == user_id && session.is_live(edge)))
    }

    /// Invalidates the entry of a user after a change on this server.
    pub(super) fn forget(&self, user_id: &str) {
        if let Some(count) = self.counter(user_id) {
            count.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// Returns a user's cache entry, and true if this call has just queried the database.
    async fn entry(
        &self,
        source: RowSource<'_>,
        user_id: &str,
        edge: Timestamp,
    ) -> Result<(CachedSessions, bool), Failure> {
        let (at, changes) = (source.clock.monotonic(), self.changes(user_id));
        let is_of_use =
            |entry: &CachedSessions| at.since(entry.at) < MAX_AGE && entry.changes >= changes;
        if let Some(entry) = self.cache.get(user_id).await {
            if is_of_use(&entry) {
                return Ok((entry, false));
            }
            self.cache.invalidate(user_id).await;
        }
        let look = async || {
            let mut reader = source.database.reader().await?;
            let sessions = store::list(&mut reader.connection(), user_id, edge).await?;
            Ok::<_, Failure>(CachedSessions {
                sessions: sessions.into(),
                at,
                changes,
            })
        };
        let mut is_new = false;
        let looking = async {
            is_new = true;
            look().await
        };
        let looked = self
            .cache
            .try_get_with_by_ref(user_id, Box::pin(looking))
            .await;
        let entry = looked.map_err(|failure| failure.again())?;
        if is_of_use(&entry) {
            return Ok((entry, is_new));
        }
        // This call joined a lookup that began before a change on this server.
        Ok((Box::pin(look()).await?, true))
    }

    fn changes(&self, user_id: &str) -> u64 {
        self.counter(user_id)
            .map_or(0, |count| count.load(Ordering::SeqCst))
    }

    fn counter(&self, user_id: &str) -> Option<&AtomicU64> {
        let index = self.state.hash_one(user_id) % COUNTERS;
        self.changes.get(usize::try_from(index).ok()?)
    }
}

async fn find_row(database: &Database, digest: &str) -> Result<Option<Session>, Failure> {
    store::find(&mut database.reader().await?.connection(), digest).await
}
