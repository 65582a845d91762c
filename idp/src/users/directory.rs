//! Looking up whose a session is: a small cache in front of the database, never older than a second.

use std::sync::Arc;
use std::time::Duration;

use foundation::clock::Reading;
use foundation::{Clock, Database, Failure};
use moka::future::Cache;

use super::store;
use super::user::User;

/// How long a change made by another server may stay unseen; the limit for ending things is one second.
const LIFE: Duration = Duration::from_millis(800);
/// How long somebody is kept in memory whom nobody asks for.
const IDLE: Duration = Duration::from_mins(1);
const MOST: u64 = 10_000;

/// The users whose sessions are read at the moment, by id.
pub(crate) struct Directory {
    database: Database,
    clock: Clock,
    cache: Cache<String, Seen>,
}

/// A user who may be here, as session reads need to know them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    /// Who it is.
    pub(crate) user: User,
    /// The epoch of their sessions: whoever ends all of them raises it.
    pub(crate) epoch: i64,
}

/// What is known about the owner of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A user who may be here.
    Owner(Arc<Owner>),
    /// A user who may not sign in.
    Inactive,
    /// Nobody.
    Nobody,
}

#[derive(Clone)]
struct Seen {
    owner: Arc<Owner>,
    at: Reading,
}

/// Why a look-up leaves nothing to remember.
enum Miss {
    Inactive,
    Nobody,
    Failed(Failure),
}

impl Directory {
    /// A directory over a database.
    pub(crate) fn new(database: Database, clock: Clock) -> Self {
        let cache = Cache::builder()
            .max_capacity(MOST)
            .time_to_idle(IDLE)
            .build();
        Self {
            database,
            clock,
            cache,
        }
    }

    /// The owner of a session. Many who ask at a time share one look-up; only a yes is remembered, so that whoever is
    /// switched on again is in at once.
    pub(crate) async fn find(&self, user_id: &str) -> Result<Found, Failure> {
        let now = self.clock.monotonic();
        if let Some(seen) = self.cache.get(user_id).await {
            if now.since(seen.at) < LIFE {
                return Ok(Found::Owner(seen.owner));
            }
            self.cache.invalidate(user_id).await;
        }
        let looked = self
            .cache
            .try_get_with_by_ref(user_id, Box::pin(self.look(user_id, now)))
            .await;
        match looked {
            Ok(seen) => Ok(Found::Owner(seen.owner)),
            Err(miss) => match miss.as_ref() {
                Miss::Inactive => Ok(Found::Inactive),
                Miss::Nobody => Ok(Found::Nobody),
                Miss::Failed(failure) => Err(failure.again()),
            },
        }
    }

    /// Forgets a user who was just changed here.
    pub(crate) async fn forget(&self, user_id: &str) {
        self.cache.invalidate(user_id).await;
    }

    async fn look(&self, user_id: &str, at: Reading) -> Result<Seen, Miss> {
        let found = self.read(user_id).await.map_err(Miss::Failed)?;
        let (user, epoch) = found.ok_or(Miss::Nobody)?;
        if !user.is_active {
            return Err(Miss::Inactive);
        }
        let owner = Arc::new(Owner { user, epoch });
        Ok(Seen { owner, at })
    }

    async fn read(&self, user_id: &str) -> Result<Option<(User, i64)>, Failure> {
        let mut reader = self.database.reader().await?;
        store::find_with_epoch(&mut reader.connection(), user_id).await
    }
}
