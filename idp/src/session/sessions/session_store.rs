//! The session store: the database, Redis or encrypted cookies, behind one interface.
//!
//! A session in a cookie has a row in the database as well, so that it can be listed and ended. Only reads use the
//! cookie and a cache of the row (see `read_sealed`).
//!
//! No transaction includes both the database and Redis, so every start and end of a session keeps this order:
//!
//! 1. The transaction only reads Redis. The reads show that Redis responds and which sessions will end; their grants
//!    end in this transaction. After a failed commit every session is as before.
//! 2. After the commit Redis changes: first sessions end, then the new one starts. A crash in between signs in no user
//!    whom the database does not know, and leaves no grant that outlives its session. At worst an ended session remains
//!    without grants, or a proof is used up and the user requests another email.
//! 3. The grants of the sessions removed from Redis are revoked once more, because a request in between may have found
//!    its session alive.

use foundation::secret::{ExposeSecret, SecretString};
use foundation::{Clock, Connection, Database, Failure, Random, Timestamp};

use super::redis::RedisSessions;
use super::sealed::SealedSessions;
use super::session::{
    CurrentSession, EndedSession, Session, SessionSelection, TOLERANCE, digest_of,
};
use super::store;
use crate::config::{Config, SessionStoreKind};

/// Store of the sessions.
pub(crate) enum SessionStore {
    /// Rows in the database.
    Sql,
    /// Keys in Redis.
    Redis(Box<RedisSessions>),
    /// Encrypted cookies in the browsers.
    Cookie(Box<SealedSessions>),
}

/// Returns the secrets that encrypt session cookies: their own, or the master secret and the previous ones.
fn sealing_secrets(config: &Config) -> Vec<SecretString> {
    if config.sessions.secrets.is_empty() {
        let masters = std::iter::once(&config.base.secret).chain(&config.base.previous_secrets);
        masters.cloned().collect()
    } else {
        config.sessions.secrets.clone()
    }
}

impl SessionStore {
    /// Opens the configured store; Redis need not be reachable yet.
    pub(crate) fn open(config: &Config, clock: &Clock, random: &Random) -> Result<Self, Failure> {
        let settings = &config.sessions;
        match (settings.store, &settings.redis_url) {
            (SessionStoreKind::Sql, _) => Ok(Self::Sql),
            (SessionStoreKind::Cookie, _) => Ok(Self::Cookie(
                SealedSessions::open(&sealing_secrets(config), random).into(),
            )),
            (SessionStoreKind::Redis, Some(url)) => {
                RedisSessions::open(url.expose_secret(), settings.redis_timeout, clock)
                    .map(|sessions| Self::Redis(sessions.into()))
            }
            (SessionStoreKind::Redis, None) => {
                Err(Failure::defect("sessions in Redis without its address"))
            }
        }
    }

    /// Returns true while the breaker blocks requests to Redis; `None` for other stores.
    pub(crate) fn is_breaker_open(&self) -> Option<bool> {
        match self {
            Self::Sql | Self::Cookie(_) => None,
            Self::Redis(sessions) => Some(sessions.is_breaker_open()),
        }
    }

    /// Returns true if the database transaction alone starts and ends sessions.
    pub(super) fn is_transactional(&self) -> bool {
        match self {
            Self::Sql | Self::Cookie(_) => true,
            Self::Redis(_) => false,
        }
    }

    /// Returns the digest that identifies the session of a cookie; `None` for a cookie that cannot be decrypted.
    pub(crate) fn digest_of(&self, presented: &str) -> Option<String> {
        match self {
            Self::Sql | Self::Redis(_) => Some(digest_of(presented)),
            Self::Cookie(sealed) => Some(sealed.unseal(presented)?.digest.clone()),
        }
    }

    /// Invalidates the cached sessions of a user after a change on this server.
    pub(super) fn invalidate(&self, user_id: &str) {
        match self {
            Self::Sql | Self::Redis(_) => {}
            Self::Cookie(sealed) => sealed.rows.forget(user_id),
        }
    }

    /// Returns the time that a live session's end must exceed.
    pub(super) fn min_end(&self, now: Timestamp) -> Timestamp {
        match self {
            Self::Sql | Self::Redis(_) => now,
            Self::Cookie(_) => now.minus(TOLERANCE),
        }
    }

    /// Fails if Redis does not respond; another check covers the database.
    pub(crate) async fn ready(&self) -> Result<(), Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => Ok(()),
            Self::Redis(sessions) => sessions.ready().await,
        }
    }

    /// Starts a session in the caller's transaction, replacing the one with the old digest. A session of the same user
    /// gets the new id and keeps its `sid`; one of another user ends. Returns the sessions that end. In Redis nothing
    /// changes yet: see `insert` and `renew`.
    pub(super) async fn begin(
        &self,
        db: &mut Connection<'_>,
        session: &Session,
        old: Option<&str>,
    ) -> Result<Vec<EndedSession>, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => begin_in_sql(db, session, old).await,
            Self::Redis(sessions) => sessions.sessions_to_end(session, old).await,
        }
    }

    /// Gives a user's live session in Redis its new id, auth time and end; it keeps its `sid`. Returns false if the old
    /// digest is no live session of this user.
    pub(super) async fn renew(&self, old: &str, session: &Session) -> Result<bool, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => Ok(true),
            Self::Redis(sessions) => sessions.rotate(old, session).await,
        }
    }

    /// Adds a session to Redis; returns the user's sessions that end because there are too many.
    pub(super) async fn insert(&self, session: &Session) -> Result<Vec<EndedSession>, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => Ok(Vec::new()),
            Self::Redis(sessions) => sessions.insert(session).await,
        }
    }

    pub(super) async fn find(
        &self,
        database: &Database,
        digest: &str,
    ) -> Result<Option<Session>, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => {
                store::find(&mut database.reader().await?.connection(), digest).await
            }
            Self::Redis(sessions) => sessions.find(digest).await,
        }
    }

    pub(super) async fn extend(
        &self,
        database: &Database,
        session: &Session,
    ) -> Result<bool, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => {
                let mut transaction = database.begin().await?;
                let extended = store::extend(&mut transaction.connection(), session).await?;
                transaction.commit().await?;
                Ok(extended)
            }
            Self::Redis(sessions) => sessions.extend(session).await,
        }
    }

    /// Locks a live session's row until the commit, so that a request that ends the session waits and sees the
    /// transaction's result. Returns false without a live session. Redis has no locks: see `still_exists`.
    pub(crate) async fn lock(
        &self,
        db: &mut Connection<'_>,
        session: &CurrentSession,
        now: Timestamp,
    ) -> Result<bool, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => store::lock(db, &session.sid, self.min_end(now)).await,
            Self::Redis(_) => Ok(true),
        }
    }

    /// Returns the time that the end of a live session's row must exceed; `None` for sessions in Redis.
    pub(crate) fn min_end_of_rows(&self, now: Timestamp) -> Option<Timestamp> {
        self.is_transactional().then(|| self.min_end(now))
    }

    /// Returns true if a session that could not be locked still exists after the commit.
    pub(crate) async fn still_exists(&self, session: &CurrentSession) -> Result<bool, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => Ok(true),
            Self::Redis(sessions) => Ok(sessions.find(&session.digest).await?.is_some()),
        }
    }

    /// Returns the user's live sessions, the last seen first.
    pub(super) async fn list(
        &self,
        database: &Database,
        user_id: &str,
        now: Timestamp,
    ) -> Result<Vec<Session>, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => {
                store::list(&mut database.reader().await?.connection(), user_id, now).await
            }
            Self::Redis(sessions) => {
                let mut found = sessions.list(user_id).await?;
                found.retain(|session| session.is_live(now));
                found.sort_by(|one, other| {
                    let key = |session: &Session| (session.last_seen_at, session.sid.clone());
                    key(other).cmp(&key(one))
                });
                Ok(found)
            }
        }
    }

    /// Ends a session in the caller's transaction and returns it. A session in Redis remains: the caller must call
    /// `forget` after the commit.
    pub(super) async fn end(
        &self,
        db: &mut Connection<'_>,
        digest: &str,
    ) -> Result<Option<EndedSession>, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => store::delete(db, digest).await,
            Self::Redis(sessions) => Ok(sessions.find(digest).await?.map(EndedSession::from)),
        }
    }

    /// Removes an ended session from Redis and returns it if it existed.
    pub(super) async fn forget(&self, digest: &str) -> Result<Option<EndedSession>, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => Ok(None),
            Self::Redis(sessions) => sessions.delete(digest).await,
        }
    }

    /// Ends sessions of a user, as `end` does.
    pub(super) async fn end_of_user(
        &self,
        db: &mut Connection<'_>,
        user_id: &str,
        selection: SessionSelection<'_>,
    ) -> Result<Vec<EndedSession>, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => store::delete_of_user(db, user_id, selection).await,
            Self::Redis(sessions) => sessions.find_selected(user_id, selection).await,
        }
    }

    /// Removes sessions of a user from Redis, as `forget` does.
    pub(super) async fn forget_of_user(
        &self,
        user_id: &str,
        selection: SessionSelection<'_>,
    ) -> Result<Vec<EndedSession>, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => Ok(Vec::new()),
            Self::Redis(sessions) => sessions.delete_of_user(user_id, selection).await,
        }
    }
}

async fn begin_in_sql(
    db: &mut Connection<'_>,
    session: &Session,
    old: Option<&str>,
) -> Result<Vec<EndedSession>, Failure> {
    let mut ended = Vec::new();
    if let Some(old) = old {
        if store::rotate(db, old, session).await? {
            return Ok(ended);
        }
        ended.extend(store::delete(db, old).await?);
    }
    ended.extend(store::insert(db, session).await?);
    Ok(ended)
}
