//! Sessions in Redis: one key per session, and an index per user that changes in the same atomic step.
//!
//! An unavailable Redis is a failure (503), never "signed out". The server retries no command: the next request can
//! repeat each without harm. The scripts use keys of several hash slots, so they need one Redis (with replicas), not a
//! cluster.

use std::time::Duration;

use arc_swap::ArcSwap;
use foundation::task::CircuitBreaker;
use foundation::text::strict_json;
use foundation::{Clock, Failure, Timestamp};
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, RedisError, RedisResult, Script};
use serde::{Deserialize, Serialize};

use super::scripts::{DELETE, DELETE_OF_USER, EXTEND, INSERT, OF_USER, ROTATE};
use super::session::{EndedSession, MAX_PER_USER, Session, SessionSelection};

/// Number of consecutive failures that open the breaker; one slow response does not.
const MAX_FAILURES: u32 = 3;
/// Pause while the breaker is open; one request per pause checks if Redis responds again.
const PAUSE: Duration = Duration::from_millis(500);
/// Maximum number of commands in flight on the one connection.
const MAX_IN_FLIGHT: usize = 1024;

/// Session store in one Redis.
pub(crate) struct RedisSessions {
    client: Client,
    /// Timeout of a command, with the connection attempt.
    timeout: Duration,
    manager: ArcSwap<ConnectionManager>,
    breaker: CircuitBreaker,
    insert: Script,
    extend: Script,
    rotate: Script,
    select_of_user: Script,
    delete: Script,
    delete_of_user: Script,
}

/// JSON value of a session's key.
#[derive(Serialize, Deserialize)]
struct RedisValue {
    sid: String,
    user_id: String,
    created_at: i64,
    auth_time: i64,
    expires_at: i64,
    amr: Vec<String>,
    user_agent: Option<String>,
    last_seen_at: i64,
    #[serde(default)]
    network: Option<String>,
}

impl RedisSessions {
    /// Reads the address; the first command connects.
    pub(super) fn open(url: &str, timeout: Duration, clock: &Clock) -> Result<Self, Failure> {
        foundation::outbound::install_crypto_provider();
        let opening = |error: RedisError| Failure::broken("reading the Redis address", error);
        let client = Client::open(url).map_err(opening)?;
        let manager = connect(&client, timeout).map_err(opening)?;
        Ok(Self {
            client,
            timeout,
            manager: ArcSwap::from_pointee(manager),
            breaker: CircuitBreaker::new(MAX_FAILURES, PAUSE, clock.clone()),
            insert: Script::new(INSERT),
            extend: Script::new(EXTEND),
            rotate: Script::new(ROTATE),
            select_of_user: Script::new(OF_USER),
            delete: Script::new(DELETE),
            delete_of_user: Script::new(DELETE_OF_USER),
        })
    }

    pub(super) fn is_breaker_open(&self) -> bool {
        self.breaker.is_open()
    }

    /// Fails if Redis is unavailable or accepts no session, because it is full or a replica.
    pub(super) async fn ready(&self) -> Result<(), Failure> {
        let mut connection = self.connection()?;
        let mut write = redis::cmd("SET");
        write.arg(session_key("readiness")).arg("").arg("PX").arg(1);
        let written: RedisResult<()> = self.with_timeout(write.query_async(&mut connection)).await;
        self.check("checking that Redis accepts sessions", written)
    }

    pub(super) async fn insert(&self, session: &Session) -> Result<Vec<EndedSession>, Failure> {
        let mut connection = self.connection()?;
        let mut invocation = self.insert.prepare_invoke();
        invocation
            .key(session_key(&session.digest))
            .key(index_key(&session.user_id))
            .arg(to_text(session)?)
            .arg(remaining_lifetime(session))
            .arg(session.expires_at.millis())
            .arg(&session.digest)
            .arg(session.last_seen_at.millis())
            .arg(MAX_PER_USER);
        let ended: RedisResult<Vec<String>> = self
            .with_timeout(invocation.invoke_async(&mut connection))
            .await;
        parse_all_ended(&self.check("adding a session to Redis", ended)?)
    }

    pub(super) async fn find(&self, digest: &str) -> Result<Option<Session>, Failure> {
        let mut connection = self.connection()?;
        let mut get = redis::cmd("GET");
        get.arg(session_key(digest));
        let found: RedisResult<Option<String>> =
            self.with_timeout(get.query_async(&mut connection)).await;
        self.check("reading a session from Redis", found)?
            .map(|text| Ok(session_of(digest, parse_value(&text)?)))
            .transpose()
    }

    pub(super) async fn extend(&self, session: &Session) -> Result<bool, Failure> {
        let mut connection = self.connection()?;
        let mut invocation = self.extend.prepare_invoke();
        invocation
            .key(session_key(&session.digest))
            .key(index_key(&session.user_id))
            .arg(to_text(session)?)
            .arg(remaining_lifetime(session))
            .arg(session.expires_at.millis())
            .arg(&session.digest);
        let extended: RedisResult<i64> = self
            .with_timeout(invocation.invoke_async(&mut connection))
            .await;
        if extended.as_ref().is_err_and(is_out_of_memory) {
            // A full Redis accepts no new session; the user of this one stays signed in until it expires.
            return Ok(true);
        }
        Ok(self.check("extending a session in Redis", extended)? == 1)
    }

    pub(super) async fn rotate(&self, old: &str, new: &Session) -> Result<bool, Failure> {
        let found = self.find(old).await?;
        let Some(old) = found.filter(|found| found.continues_as(new)) else {
            return Ok(false);
        };
        let session = Session {
            sid: old.sid,
            created_at: old.created_at,
            ..new.clone()
        };
        let mut connection = self.connection()?;
        let mut invocation = self.rotate.prepare_invoke();
        invocation
            .key(session_key(&old.digest))
            .key(session_key(&session.digest))
            .key(index_key(&session.user_id))
            .arg(to_text(&session)?)
            .arg(remaining_lifetime(&session))
            .arg(session.expires_at.millis())
            .arg(&session.digest)
            .arg(&old.digest);
        let rotated: RedisResult<i64> = self
            .with_timeout(invocation.invoke_async(&mut connection))
            .await;
        Ok(self.check("giving a session in Redis a new id", rotated)? == 1)
    }

    /// Returns the sessions that will end when a session replaces another; changes nothing.
    pub(super) async fn sessions_to_end(
        &self,
        new: &Session,
        old: Option<&str>,
    ) -> Result<Vec<EndedSession>, Failure> {
        let old = match old {
            Some(old) => self.find(old).await?,
            None => None,
        };
        if old.as_ref().is_some_and(|old| old.continues_as(new)) {
            return Ok(Vec::new());
        }
        // Index positions count from the end: all but the last MAX_PER_USER - 1 sessions end.
        let surplus = format!("-{MAX_PER_USER}");
        let mut ending = parse_all_ended(&self.values_up_to(&new.user_id, &surplus).await?)?;
        ending.extend(old.map(EndedSession::from));
        Ok(ending)
    }

    /// Returns the selected sessions of a user; changes nothing.
    pub(super) async fn find_selected(
        &self,
        user_id: &str,
        selection: SessionSelection<'_>,
    ) -> Result<Vec<EndedSession>, Failure> {
        let mut ending = parse_all_ended(&self.values_up_to(user_id, "-1").await?)?;
        ending.retain(|ended| selection.contains(&ended.sid));
        Ok(ending)
    }

    /// Returns the sessions of a user without their digests, which no list needs.
    pub(super) async fn list(&self, user_id: &str) -> Result<Vec<Session>, Failure> {
        let found = self.values_up_to(user_id, "-1").await?;
        found
            .iter()
            .map(|text| Ok(session_of("", parse_value(text)?)))
            .collect()
    }

    /// Returns the values of the sessions at the first positions of a user's index; -1 is the last position.
    async fn values_up_to(&self, user_id: &str, last: &str) -> Result<Vec<String>, Failure> {
        let mut connection = self.connection()?;
        let mut invocation = self.select_of_user.prepare_invoke();
        invocation.key(index_key(user_id)).arg(last);
        let found: RedisResult<Vec<String>> = self
            .with_timeout(invocation.invoke_async(&mut connection))
            .await;
        self.check("listing a user's sessions in Redis", found)
    }

    pub(super) async fn delete(&self, digest: &str) -> Result<Option<EndedSession>, Failure> {
        let mut connection = self.connection()?;
        let mut invocation = self.delete.prepare_invoke();
        invocation.key(session_key(digest)).arg(digest);
        let ended: RedisResult<Option<String>> = self
            .with_timeout(invocation.invoke_async(&mut connection))
            .await;
        self.check("ending a session in Redis", ended)?
            .map(|text| parse_ended(&text))
            .transpose()
    }

    pub(super) async fn delete_of_user(
        &self,
        user_id: &str,
        selection: SessionSelection<'_>,
    ) -> Result<Vec<EndedSession>, Failure> {
        let (mode, sid) = match selection {
            SessionSelection::All => ("all", ""),
            SessionSelection::Only(sid) => ("one", sid),
            SessionSelection::AllBut(sid) => ("but", sid),
        };
        let mut connection = self.connection()?;
        let mut invocation = self.delete_of_user.prepare_invoke();
        invocation.key(index_key(user_id)).arg(mode).arg(sid);
        let ended: RedisResult<Vec<String>> = self
            .with_timeout(invocation.invoke_async(&mut connection))
            .await;
        parse_all_ended(&self.check("ending a user's sessions in Redis", ended)?)
    }

    fn connection(&self) -> Result<ConnectionManager, Failure> {
        if self.breaker.allows() {
            Ok(ConnectionManager::clone(&self.manager.load()))
        } else {
            let cause = "it did not respond a moment ago";
            Err(Failure::unavailable("sending a command to Redis", cause))
        }
    }

    /// Runs a command with the timeout.
    async fn with_timeout<T>(
        &self,
        command: impl Future<Output = RedisResult<T>>,
    ) -> RedisResult<T> {
        let response = tokio::time::timeout(self.timeout, command).await;
        response.unwrap_or_else(|_elapsed| {
            let cause = std::io::Error::from(std::io::ErrorKind::TimedOut);
            Err(RedisError::from(cause))
        })
    }

    /// Maps every error to "unavailable". The connection manager keeps a handshake error, such as a wrong password,
    /// even once the server accepts the password; a new manager then replaces it.
    fn check<T>(&self, doing: &str, result: RedisResult<T>) -> Result<T, Failure> {
        if result.is_ok() {
            self.breaker.record(true);
        }
        result.map_err(|error| {
            if error.is_io_error() {
                self.breaker.record(false);
            } else if !is_out_of_memory(&error)
                && let Ok(manager) = connect(&self.client, self.timeout)
            {
                self.manager.store(manager.into());
            }
            Failure::unavailable(doing, error)
        })
    }
}

/// Returns true for a command that Redis refused at its `maxmemory`.
fn is_out_of_memory(error: &RedisError) -> bool {
    error.code() == Some("OOM")
}

fn connect(client: &Client, timeout: Duration) -> RedisResult<ConnectionManager> {
    // Zero retries: an unavailable Redis delays a request by one timeout, and the next request connects again.
    let config = ConnectionManagerConfig::new()
        .set_number_of_retries(0)
        .set_connection_timeout(Some(timeout))
        .set_response_timeout(Some(timeout))
        .set_pipeline_buffer_size(MAX_IN_FLIGHT);
    ConnectionManager::new_lazy_with_config(client.clone(), config)
}

fn session_key(digest: &str) -> String {
    format!("{{session:{digest}}}")
}

fn index_key(user_id: &str) -> String {
    format!("{{sessions-of:{user_id}}}")
}

/// Returns the time to live in milliseconds by the session's own clock, at least 1.
fn remaining_lifetime(session: &Session) -> i64 {
    (session.expires_at.millis() - session.last_seen_at.millis()).max(1)
}

fn to_text(session: &Session) -> Result<String, Failure> {
    serde_json::to_string(&RedisValue {
        sid: session.sid.clone(),
        user_id: session.user_id.clone(),
        created_at: session.created_at.micros(),
        auth_time: session.auth_time.micros(),
        expires_at: session.expires_at.micros(),
        amr: session.amr.clone(),
        user_agent: session.user_agent.clone(),
        last_seen_at: session.last_seen_at.micros(),
        network: session.network.clone(),
    })
    .map_err(|error| Failure::broken("writing a session", error))
}

fn parse_value(text: &str) -> Result<RedisValue, Failure> {
    strict_json::from_stored(text).map_err(|error| Failure::broken("parsing a session", error))
}

fn session_of(digest: &str, value: RedisValue) -> Session {
    Session {
        digest: digest.to_owned(),
        sid: value.sid,
        user_id: value.user_id,
        created_at: Timestamp::from_micros(value.created_at),
        auth_time: Timestamp::from_micros(value.auth_time),
        expires_at: Timestamp::from_micros(value.expires_at),
        amr: value.amr,
        user_agent: value.user_agent,
        last_seen_at: Timestamp::from_micros(value.last_seen_at),
        network: value.network,
    }
}

fn parse_ended(text: &str) -> Result<EndedSession, Failure> {
    let RedisValue { sid, user_id, .. } = parse_value(text)?;
    Ok(EndedSession { sid, user_id })
}

fn parse_all_ended(texts: &[String]) -> Result<Vec<EndedSession>, Failure> {
    texts.iter().map(|text| parse_ended(text)).collect()
}
