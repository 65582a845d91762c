//! Where sessions live: the closed choice between the database and Redis, with one face.

use foundation::secret::ExposeSecret;
use foundation::{Connection, Database, Failure};

use super::redis::RedisSessions;
use super::session::Session;
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

    pub(super) async fn delete(
        &self,
        db: &mut Connection<'_>,
        digest: &str,
    ) -> Result<Option<String>, Failure> {
        match self {
            Self::Sql => store::delete(db, digest).await,
            Self::Redis(sessions) => sessions.delete(digest).await,
        }
    }

    pub(super) async fn delete_of_user(
        &self,
        db: &mut Connection<'_>,
        user_id: &str,
    ) -> Result<Vec<String>, Failure> {
        match self {
            Self::Sql => store::delete_of_user(db, user_id).await,
            Self::Redis(sessions) => sessions.delete_of_user(user_id).await,
        }
    }
}
