//! Store and lifetime of sessions.

use std::str::FromStr;
use std::time::Duration;

use foundation::env::Reader;
use foundation::secret::SecretString;
use redis::IntoConnectionInfo;

use super::secrets;

/// Timeout of a Redis command, in milliseconds.
const DEFAULT_TIMEOUT: u64 = 180;
const MIN_TIMEOUT_MILLISECONDS: u64 = 10;
const MAX_TIMEOUT_MILLISECONDS: u64 = 10_000;
/// Maximum days of a session in use.
const DEFAULT_DAYS: u64 = 90;
/// Maximum of that setting. Longer sessions would need their first ID token's keys published for longer than verifiers
/// accept.
const MAX_DAYS: u64 = 180;
/// Maximum number of secrets for sessions in cookies.
const MAX_SECRETS: usize = 3;

/// Store of sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SessionStoreKind {
    /// The database.
    #[default]
    Sql,
    /// Redis.
    Redis,
    /// The browser's own encrypted cookie; the database stores a row for each.
    Cookie,
}

impl FromStr for SessionStoreKind {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "sql" => Ok(Self::Sql),
            "redis" => Ok(Self::Redis),
            "cookie" => Ok(Self::Cookie),
            _ => Err(()),
        }
    }
}

/// Session settings of the idp.
#[derive(Clone, Debug)]
pub struct SessionConfig {
    /// `IDP_SESSION_STORE`: `sql`, `redis` or `cookie`.
    pub store: SessionStoreKind,
    /// `IDP_REDIS_URL`: required for sessions in Redis.
    pub redis_url: Option<SecretString>,
    /// `IDP_REDIS_MILLISECONDS`: the timeout of a Redis command; after it the server responds with 503.
    pub redis_timeout: Duration,
    /// `IDP_SESSION_DAYS`: the maximum days of a session without a new proof of the user's identity.
    pub longest: Duration,
    /// `IDP_SESSION_SECRETS`: secrets that encrypt sessions in cookies. The first one encrypts, each of them decrypts;
    /// none means `IDP_SECRET`.
    pub secrets: Vec<SecretString>,
}

impl SessionConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let store = reader.parsed(
            "IDP_SESSION_STORE",
            SessionStoreKind::default(),
            "sql, redis or cookie",
        );
        let redis_url = reader.text("IDP_REDIS_URL");
        if store == SessionStoreKind::Redis && redis_url.is_none() {
            reader.problem(
                "IDP_REDIS_URL",
                "is not set, but IDP_SESSION_STORE is redis",
            );
        }
        if redis_url
            .as_deref()
            .is_some_and(|url| url.into_connection_info().is_err())
        {
            reader.problem(
                "IDP_REDIS_URL",
                "is not an address such as redis://:password@host:6379/0 or rediss://…",
            );
        }
        Self {
            store,
            redis_url: redis_url.map(SecretString::from),
            redis_timeout: redis_timeout(reader),
            longest: longest(reader),
            secrets: secrets::list(reader, "IDP_SESSION_SECRETS", MAX_SECRETS),
        }
    }
}

fn longest(reader: &mut Reader<'_>) -> Duration {
    const NAME: &str = "IDP_SESSION_DAYS";
    let days = reader.parsed(NAME, DEFAULT_DAYS, "a whole number of days");
    if !(1..=MAX_DAYS).contains(&days) {
        reader.problem(NAME, format!("is not between 1 and {MAX_DAYS} days"));
    }
    Duration::from_hours(24 * days.min(MAX_DAYS))
}

fn redis_timeout(reader: &mut Reader<'_>) -> Duration {
    const NAME: &str = "IDP_REDIS_MILLISECONDS";
    let milliseconds = reader.parsed(NAME, DEFAULT_TIMEOUT, "a whole number of milliseconds");
    if !(MIN_TIMEOUT_MILLISECONDS..=MAX_TIMEOUT_MILLISECONDS).contains(&milliseconds) {
        let range = format!("{MIN_TIMEOUT_MILLISECONDS} and {MAX_TIMEOUT_MILLISECONDS}");
        reader.problem(NAME, format!("is not between {range} milliseconds"));
    }
    Duration::from_millis(milliseconds)
}
