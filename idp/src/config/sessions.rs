//! Where sessions live.

use std::str::FromStr;
use std::time::Duration;

use foundation::env::Reader;
use foundation::secret::SecretString;
use redis::IntoConnectionInfo;

use super::secrets;

/// How long Redis may take for an answer, in milliseconds.
const USUAL_PATIENCE: u64 = 180;
const SHORTEST_PATIENCE: u64 = 10;
const LONGEST_PATIENCE: u64 = 10_000;
/// How many days a session goes on at most, if it is used.
const USUAL_DAYS: u64 = 90;
/// Beyond it the keys that signed its first ID token would have to be published for longer than verifiers take them.
const MOST_DAYS: u64 = 180;
/// The most secrets that sessions in cookies may be sealed under.
const MOST_SECRETS: usize = 3;

/// The store that holds sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SessionStoreKind {
    /// The database.
    #[default]
    Sql,
    /// Redis.
    Redis,
    /// The browser's own cookie, sealed; the database keeps a row of each.
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

/// Sessions of the idp.
#[derive(Clone, Debug)]
pub struct SessionConfig {
    /// `IDP_SESSION_STORE`: `sql`, `redis` or `cookie`.
    pub store: SessionStoreKind,
    /// `IDP_REDIS_URL`: needed when sessions live in Redis.
    pub redis_url: Option<SecretString>,
    /// `IDP_REDIS_MILLISECONDS`: the longest that one question to Redis takes; then the request is answered with 503.
    pub redis_patience: Duration,
    /// `IDP_SESSION_DAYS`: the longest that a session goes on without its person proving who they are.
    pub longest: Duration,
    /// `IDP_SESSION_SECRETS`: what sessions in cookies are sealed under. The first one seals, each of them opens; none
    /// means `IDP_SECRET`.
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
            redis_patience: redis_patience(reader),
            longest: longest(reader),
            secrets: secrets::list(reader, "IDP_SESSION_SECRETS", MOST_SECRETS),
        }
    }
}

fn longest(reader: &mut Reader<'_>) -> Duration {
    const NAME: &str = "IDP_SESSION_DAYS";
    let days = reader.parsed(NAME, USUAL_DAYS, "a whole number of days");
    if !(1..=MOST_DAYS).contains(&days) {
        reader.problem(NAME, format!("is not between 1 and {MOST_DAYS} days"));
    }
    Duration::from_hours(24 * days.min(MOST_DAYS))
}

fn redis_patience(reader: &mut Reader<'_>) -> Duration {
    const NAME: &str = "IDP_REDIS_MILLISECONDS";
    let milliseconds = reader.parsed(NAME, USUAL_PATIENCE, "a whole number of milliseconds");
    if !(SHORTEST_PATIENCE..=LONGEST_PATIENCE).contains(&milliseconds) {
        let range = format!("{SHORTEST_PATIENCE} and {LONGEST_PATIENCE}");
        reader.problem(NAME, format!("is not between {range} milliseconds"));
    }
    Duration::from_millis(milliseconds)
}
