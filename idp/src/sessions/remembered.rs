//! The rows of sessions in cookies, remembered for less than a second, so that reading a session asks no database each time.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use foundation::clock::Reading;
use foundation::{Clock, Database, Failure, Timestamp};
use moka::future::Cache;

use super::session::Session;
use super::store;

/// How long an end at another server may stay unseen; the limit is one second.
const LIFE: Duration = Duration::from_millis(800);
/// How long the sessions of somebody are kept in memory whom nobody asks for.
const IDLE: Duration = Duration::from_mins(1);
/// The most sessions that are kept in memory.
const MOST: u64 = 50_000;
/// Users share this many counts of changes: one that shares another's is read once more than needed.
const COUNTS: u64 = 1024;

/// The live sessions of the users that were here lately.
pub(super) struct Remembered {
    cache: Cache<String, Seen>,
    changes: Vec<AtomicU64>,
    state: RandomState,
}

#[derive(Clone)]
struct Seen {
    sessions: Arc<[Session]>,
    at: Reading,
    /// The count of changes before it was read: what was read before a change here is of no use after it.
    changes: u64,
}

impl Remembered {
    /// Nobody's yet.
    pub(super) fn new() -> Self {
        let cache = Cache::builder()
            .max_capacity(MOST)
            .weigher(|_, seen: &Seen| u32::try_from(seen.sessions.len() + 1).unwrap_or(u32::MAX))
            .time_to_idle(IDLE)
            .build();
        Self {
            cache,
            changes: (0..COUNTS).map(|_| AtomicU64::new(0)).collect(),
            state: RandomState::new(),
        }
    }

    /// The session of a user with a digest, if it ends after the edge. Many who ask at a time ask the database once.
    ///
    /// One that is not among those remembered is looked for itself: it may have begun at another server.
    pub(super) async fn find(
        &self,
        (database, clock): (&Database, &Clock),
        user_id: &str,
        digest: &str,
        edge: Timestamp,
    ) -> Result<Option<Session>, Failure> {
        let (seen, is_new) = self.seen((database, clock), user_id, edge).await?;
        let found = seen.sessions.iter().find(|one| one.digest == digest);
        let found = match found {
            Some(session) => Some(session.clone()),
            None if is_new => None,
            None => Box::pin(find_row(database, digest)).await?,
        };
        Ok(found.filter(|session| session.user_id == user_id && session.is_live(edge)))
    }

    /// Forgets a user whose sessions were just changed here.
    pub(super) fn forget(&self, user_id: &str) {
        if let Some(count) = self.count(user_id) {
            count.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// What is known of a user, and whether the database was asked for it just now.
    async fn seen(
        &self,
        (database, clock): (&Database, &Clock),
        user_id: &str,
        edge: Timestamp,
    ) -> Result<(Seen, bool), Failure> {
        let (at, changes) = (clock.monotonic(), self.changes(user_id));
        let is_of_use = |seen: &Seen| at.since(seen.at) < LIFE && seen.changes >= changes;
        if let Some(seen) = self.cache.get(user_id).await {
            if is_of_use(&seen) {
                return Ok((seen, false));
            }
            self.cache.invalidate(user_id).await;
        }
        let look = async || {
            let mut reader = database.reader().await?;
            let sessions = store::list(&mut reader.connection(), user_id, edge).await?;
            Ok::<_, Failure>(Seen {
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
        let seen = looked.map_err(|failure| failure.again())?;
        if is_of_use(&seen) {
            return Ok((seen, is_new));
        }
        // A look-up that began before a change here was joined.
        Ok((Box::pin(look()).await?, true))
    }

    fn changes(&self, user_id: &str) -> u64 {
        self.count(user_id)
            .map_or(0, |count| count.load(Ordering::SeqCst))
    }

    fn count(&self, user_id: &str) -> Option<&AtomicU64> {
        let place = self.state.hash_one(user_id) % COUNTS;
        self.changes.get(usize::try_from(place).ok()?)
    }
}

async fn find_row(database: &Database, digest: &str) -> Result<Option<Session>, Failure> {
    store::find(&mut database.reader().await?.connection(), digest).await
}
