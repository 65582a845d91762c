//! Where sessions live: the closed choice between the database, Redis and sealed cookies, with one face.
//!
//! A session in a cookie has its row in the database as well, so that it can be listed and ended; only reading it asks
//! the cookie, and what is remembered of the row (see `read_sealed`).
//!
//! No transaction spans both stores, so that whoever begins or ends a session keeps one order:
//!
//! 1. In the transaction Redis is only asked. That shows that it is there, and which sessions will have to go; what
//!    hangs on them ends in this transaction, for good. A commit that fails leaves every session as it was.
//! 2. After the commit Redis is changed, what ends before what begins. A crash in between leaves nobody signed in whom
//!    the database does not know, and no grant that outlives its session: at worst a session that was to end is still
//!    there, with nothing hanging on it, or a proof is spent and the person asks for another mail.
//! 3. What hangs on the sessions that left Redis ends once more: a request that was answered in between saw its session
//!    alive.

use foundation::secret::{ExposeSecret, SecretString};
use foundation::{Clock, Connection, Database, Failure, Random, Timestamp};

use super::redis::RedisSessions;
use super::sealed::SealedSessions;
use super::session::{Current, Ended, Session, TOLERANCE, Which, digest_of};
use super::store;
use crate::config::{Config, SessionStoreKind};

/// Where sessions live.
pub(crate) enum SessionStore {
    /// In the database.
    Sql,
    /// In Redis.
    Redis(Box<RedisSessions>),
    /// In the browsers' cookies, sealed.
    Cookie(Box<SealedSessions>),
}

/// What sessions in cookies are sealed under: secrets of their own, or the master secret and those of before.
fn sealing(config: &Config) -> Vec<SecretString> {
    if config.sessions.secrets.is_empty() {
        let masters = std::iter::once(&config.base.secret).chain(&config.base.previous_secrets);
        masters.cloned().collect()
    } else {
        config.sessions.secrets.clone()
    }
}

impl SessionStore {
    /// The store that the settings name; Redis need not be up yet.
    pub(crate) fn open(config: &Config, clock: &Clock, random: &Random) -> Result<Self, Failure> {
        let settings = &config.sessions;
        match (settings.store, &settings.redis_url) {
            (SessionStoreKind::Sql, _) => Ok(Self::Sql),
            (SessionStoreKind::Cookie, _) => Ok(Self::Cookie(
                SealedSessions::open(&sealing(config), random).into(),
            )),
            (SessionStoreKind::Redis, Some(url)) => {
                RedisSessions::open(url.expose_secret(), settings.redis_patience, clock)
                    .map(|sessions| Self::Redis(sessions.into()))
            }
            (SessionStoreKind::Redis, None) => {
                Err(Failure::defect("sessions in Redis without its address"))
            }
        }
    }

    /// Returns true while Redis is left alone because it did not answer; none for sessions elsewhere.
    pub(crate) fn is_breaker_open(&self) -> Option<bool> {
        match self {
            Self::Sql | Self::Cookie(_) => None,
            Self::Redis(sessions) => Some(sessions.is_breaker_open()),
        }
    }

    /// Whether sessions begin and end by the transaction alone.
    pub(super) fn is_in_the_database(&self) -> bool {
        match self {
            Self::Sql | Self::Cookie(_) => true,
            Self::Redis(_) => false,
        }
    }

    /// What is kept in the place of what a browser presents; `None` when that means nothing.
    pub(crate) fn digest_of(&self, presented: &str) -> Option<String> {
        match self {
            Self::Sql | Self::Redis(_) => Some(digest_of(presented)),
            Self::Cookie(sealed) => Some(sealed.unseal(presented)?.digest.clone()),
        }
    }

    /// Forgets what is remembered of a user's sessions, which were just changed here.
    pub(super) fn changed(&self, user_id: &str) {
        match self {
            Self::Sql | Self::Redis(_) => {}
            Self::Cookie(sealed) => sealed.remembered.forget(user_id),
        }
    }

    /// The instant after which a session has to end for still being alive now.
    pub(super) fn edge(&self, now: Timestamp) -> Timestamp {
        match self {
            Self::Sql | Self::Redis(_) => now,
            Self::Cookie(_) => now.minus(TOLERANCE),
        }
    }

    /// Whether the store answers; the database is asked elsewhere.
    pub(crate) async fn ready(&self) -> Result<(), Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => Ok(()),
            Self::Redis(sessions) => sessions.ready().await,
        }
    }

    /// Begins a session in the caller's transaction, in the place of the one with the old digest: one of the same
    /// user goes on under the new id and keeps its name, another's ends. Gives the sessions that end for it. With Redis nothing is changed yet:
    /// see `go_on` and `admit`.
    pub(super) async fn begin(
        &self,
        db: &mut Connection<'_>,
        session: &Session,
        old: Option<&str>,
    ) -> Result<Vec<Ended>, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => begin_in_sql(db, session, old).await,
            Self::Redis(sessions) => sessions.in_the_way(session, old).await,
        }
    }

    /// Gives a user's live session in Redis its new id, auth time and end, and keeps its name; false when the old
    /// digest is no live session of this user.
    pub(super) async fn go_on(&self, old: &str, session: &Session) -> Result<bool, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => Ok(true),
            Self::Redis(sessions) => sessions.rotate(old, session).await,
        }
    }

    /// Adds a session to Redis; gives the user's sessions that had to end for it.
    pub(super) async fn admit(&self, session: &Session) -> Result<Vec<Ended>, Failure> {
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

    /// Proves, in the caller's transaction, that a session lives, and holds it until the commit: whoever ends it
    /// meanwhile waits, and then sees what the transaction made. One in Redis cannot be held: see `is_there_still`.
    pub(crate) async fn hold(
        &self,
        db: &mut Connection<'_>,
        session: &Current,
        now: Timestamp,
    ) -> Result<bool, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => store::hold(db, &session.sid, self.edge(now)).await,
            Self::Redis(_) => Ok(true),
        }
    }

    /// The instant after which a session has to end for its row to be live; `None` if sessions have no rows in the database.
    pub(crate) fn edge_of_rows(&self, now: Timestamp) -> Option<Timestamp> {
        self.is_in_the_database().then(|| self.edge(now))
    }

    /// Whether a session that could not be held is there still, after the commit.
    pub(crate) async fn is_there_still(&self, session: &Current) -> Result<bool, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => Ok(true),
            Self::Redis(sessions) => Ok(sessions.find(&session.digest).await?.is_some()),
        }
    }

    /// The live sessions of a user, the one that was seen last first.
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

    /// Ends a session in the caller's transaction and gives it. One in Redis is only named: after the commit it has to
    /// be forgotten.
    pub(super) async fn end(
        &self,
        db: &mut Connection<'_>,
        digest: &str,
    ) -> Result<Option<Ended>, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => store::delete(db, digest).await,
            Self::Redis(sessions) => Ok(sessions.find(digest).await?.map(Ended::from)),
        }
    }

    /// Removes an ended session from Redis and gives it, if it was there.
    pub(super) async fn forget(&self, digest: &str) -> Result<Option<Ended>, Failure> {
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
        which: Which<'_>,
    ) -> Result<Vec<Ended>, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => store::delete_of_user(db, user_id, which).await,
            Self::Redis(sessions) => sessions.of_user(user_id, which).await,
        }
    }

    /// Removes sessions of a user from Redis, as `forget` does.
    pub(super) async fn forget_of_user(
        &self,
        user_id: &str,
        which: Which<'_>,
    ) -> Result<Vec<Ended>, Failure> {
        match self {
            Self::Sql | Self::Cookie(_) => Ok(Vec::new()),
            Self::Redis(sessions) => sessions.delete_of_user(user_id, which).await,
        }
    }
}

async fn begin_in_sql(
    db: &mut Connection<'_>,
    session: &Session,
    old: Option<&str>,
) -> Result<Vec<Ended>, Failure> {
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
