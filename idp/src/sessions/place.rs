//! Where sessions live: the closed choice between the database and Redis, with one face.

use foundation::secret::ExposeSecret;
use foundation::{Connection, Database, Failure, Timestamp};

use super::redis::RedisSessions;
use super::session::{Current, Session};
use super::store;
use crate::config::{SessionConfig, SessionStoreKind};

/// Where sessions live.
pub(crate) enum SessionStore {
    /// In the database.
    Sql,
    /// In Redis.
    Redis(Box<RedisSessions>),
}

impl SessionStore {
    /// The store that the settings name; Redis need not be up yet.
    pub(crate) fn open(config: &SessionConfig) -> Result<Self, Failure> {
        match (config.store, &config.redis_url) {
            (SessionStoreKind::Sql, _) => Ok(Self::Sql),
            (SessionStoreKind::Redis, Some(url)) => RedisSessions::open(url.expose_secret())
                .map(|sessions| Self::Redis(sessions.into())),
            (SessionStoreKind::Redis, None) => {
                Err(Failure::defect("sessions in Redis without its address"))
            }
        }
    }

    /// Whether the store answers; the database is asked elsewhere.
    pub(crate) async fn ready(&self) -> Result<(), Failure> {
        match self {
            Self::Sql => Ok(()),
            Self::Redis(sessions) => sessions.ready().await,
        }
    }

    pub(super) async fn insert(
        &self,
        db: &mut Connection<'_>,
        session: &Session,
    ) -> Result<Vec<String>, Failure> {
        match self {
            Self::Sql => store::insert(db, session).await,
            Self::Redis(sessions) => sessions.insert(session).await,
        }
    }

    pub(super) async fn find(
        &self,
        database: &Database,
        digest: &str,
    ) -> Result<Option<Session>, Failure> {
        match self {
            Self::Sql => store::find(&mut database.reader().await?.connection(), digest).await,
            Self::Redis(sessions) => sessions.find(digest).await,
        }
    }

    pub(super) async fn extend(
        &self,
        database: &Database,
        session: &Session,
    ) -> Result<bool, Failure> {
        match self {
            Self::Sql => {
                let mut transaction = database.begin().await?;
                let extended = store::extend(&mut transaction.connection(), session).await?;
                transaction.commit().await?;
                Ok(extended)
            }
            Self::Redis(sessions) => sessions.extend(session).await,
        }
    }

    /// Gives a user's live session a new id, auth time and end, and keeps its name; false when the old digest is
    /// no live session of this user.
    pub(super) async fn rotate(
        &self,
        db: &mut Connection<'_>,
        old: &str,
        session: &Session,
    ) -> Result<bool, Failure> {
        match self {
            Self::Sql => store::rotate(db, old, session).await,
            Self::Redis(sessions) => sessions.rotate(old, session).await,
        }
    }

    /// Proves, in the caller's transaction, that a session lives, and holds it until the commit: whoever ends it
    /// meanwhile waits, and then sees what the transaction made. One in Redis cannot be held: see `is_there_still`.
    pub(crate) async fn hold(
        &self,
        db: &mut Connection<'_>,
        session: &Current,
        now: Timestamp,
    ) -> Result<bool, Failure> {
        match self {
            Self::Sql => store::hold(db, &session.sid, now).await,
            Self::Redis(_) => Ok(true),
        }
    }

    /// Whether a session that could not be held is there still, after the commit.
    pub(crate) async fn is_there_still(&self, session: &Current) -> Result<bool, Failure> {
        match self {
            Self::Sql => Ok(true),
            Self::Redis(sessions) => Ok(sessions.find(&session.digest).await?.is_some()),
        }
    }

    /// Ends a session in the caller's transaction and gives its name. One in Redis is only named: after the
    /// commit it has to be forgotten.
    pub(super) async fn end(
        &self,
        db: &mut Connection<'_>,
        digest: &str,
    ) -> Result<Option<String>, Failure> {
        match self {
            Self::Sql => store::delete(db, digest).await,
            Self::Redis(sessions) => Ok(sessions.find(digest).await?.map(|session| session.sid)),
        }
    }

    /// Removes an ended session from Redis; gives its name if it was there.
    pub(super) async fn forget(&self, digest: &str) -> Result<Option<String>, Failure> {
        match self {
            Self::Sql => Ok(None),
            Self::Redis(sessions) => sessions.delete(digest).await,
        }
    }

    /// Ends all sessions of a user, as `end` does.
    pub(super) async fn end_of_user(
        &self,
        db: &mut Connection<'_>,
        user_id: &str,
    ) -> Result<Vec<String>, Failure> {
        match self {
            Self::Sql => store::delete_of_user(db, user_id).await,
            Self::Redis(sessions) => sessions.of_user(user_id).await,
        }
    }

    /// Removes all sessions of a user from Redis, as `forget` does.
    pub(super) async fn forget_of_user(&self, user_id: &str) -> Result<Vec<String>, Failure> {
        match self {
            Self::Sql => Ok(Vec::new()),
            Self::Redis(sessions) => sessions.delete_of_user(user_id).await,
        }
    }
}
