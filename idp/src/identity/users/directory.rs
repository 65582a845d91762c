//! Cache of the users of sessions; an entry is never older than a second.

use std::sync::Arc;
use std::time::Duration;

use foundation::time::MonotonicTime;
use foundation::{Clock, Database, Failure};
use moka::future::Cache;

use super::store;
use super::user::User;

/// Maximum age of an entry, after which changes by other replicas are seen; the limit for revocation is one second.
const MAX_AGE: Duration = Duration::from_millis(800);
/// Maximum time that an unused entry stays in the cache.
const IDLE: Duration = Duration::from_mins(1);
const MAX_USERS: u64 = 10_000;

/// Cache of the users of live sessions, by id.
pub(crate) struct Directory {
    database: Database,
    clock: Clock,
    cache: Cache<String, CachedOwner>,
}

/// Active user, with the data that session reads need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SessionOwner {
    pub(crate) user: User,
    /// The epoch of the user's sessions; it rises when all sessions end.
    pub(crate) epoch: i64,
}

/// Result of looking up the user of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DirectoryLookup {
    /// An active user.
    Owner(Arc<SessionOwner>),
    /// A user who may not sign in.
    Inactive,
    /// The user does not exist.
    Unknown,
}

#[derive(Clone)]
struct CachedOwner {
    owner: Arc<SessionOwner>,
    at: MonotonicTime,
}

/// Reasons why a look-up is not cached.
enum LookupMiss {
    Inactive,
    Unknown,
    Failed(Failure),
}

impl Directory {
    /// Creates a directory over a database.
    pub(crate) fn new(database: Database, clock: Clock) -> Self {
        let cache = Cache::builder()
            .max_capacity(MAX_USERS)
            .time_to_idle(IDLE)
            .build();
        Self {
            database,
            clock,
            cache,
        }
    }

    /// Finds the user of a session; concurrent calls share one query. Caches only active users, so that a user who is
    /// activated again can sign in at once.
    pub(crate) async fn find(&self, user_id: &str) -> Result<DirectoryLookup, Failure> {
        let now = self.clock.monotonic();
        if let Some(seen) = self.cache.get(user_id).await {
            if now.since(seen.at) < MAX_AGE {
                return Ok(DirectoryLookup::Owner(seen.owner));
            }
            self.cache.invalidate(user_id).await;
        }
        let looked = self
            .cache
            .try_get_with_by_ref(user_id, Box::pin(self.load(user_id, now)))
            .await;
        match looked {
            Ok(seen) => Ok(DirectoryLookup::Owner(seen.owner)),
            Err(miss) => match miss.as_ref() {
                LookupMiss::Inactive => Ok(DirectoryLookup::Inactive),
                LookupMiss::Unknown => Ok(DirectoryLookup::Unknown),
                LookupMiss::Failed(failure) => Err(failure.again()),
            },
        }
    }

    /// Removes a user who was changed by this replica from the cache.
    pub(crate) async fn forget(&self, user_id: &str) {
        self.cache.invalidate(user_id).await;
    }

    async fn load(&self, user_id: &str, at: MonotonicTime) -> Result<CachedOwner, LookupMiss> {
        let found = self.read(user_id).await.map_err(LookupMiss::Failed)?;
        let (user, epoch) = found.ok_or(LookupMiss::Unknown)?;
        if !user.is_active {
            return Err(LookupMiss::Inactive);
        }
        let owner = Arc::new(SessionOwner { user, epoch });
        Ok(CachedOwner { owner, at })
    }

    async fn read(&self, user_id: &str) -> Result<Option<(User, i64)>, Failure> {
        let mut reader = self.database.reader().await?;
        store::find_with_epoch(&mut reader.connection(), user_id).await
    }
}
