//! Provides the stores on which tests run.

use std::future::ready;

use foundation::testing::{TestDatabase, TestEngine, TestEnvironment, redis_url};

/// The stores of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TestBackend {
    /// All data is in SQLite.
    Sqlite,
    /// All data is in PostgreSQL.
    Postgres,
    /// Sessions are in Redis, the rest is in SQLite.
    Redis,
    /// Sessions are in the browsers' cookies, the rest is in SQLite.
    Cookie,
}

impl TestBackend {
    /// Creates the database.
    pub(crate) async fn database(self) -> TestDatabase {
        match self {
            Self::Sqlite | Self::Redis | Self::Cookie => {
                TestDatabase::sqlite(&idp::MIGRATIONS).await
            }
            Self::Postgres => TestDatabase::postgres(&idp::MIGRATIONS).await,
        }
    }

    /// Returns the settings of the session store.
    pub(crate) fn settings(self) -> Vec<(&'static str, String)> {
        match self {
            Self::Sqlite | Self::Postgres => Vec::new(),
            Self::Redis => vec![
                ("IDP_SESSION_STORE", "redis".to_owned()),
                ("IDP_REDIS_URL", redis_url()),
                // Allows Redis a long time, because a busy machine does not mean that Redis is unavailable.
                ("IDP_REDIS_MILLISECONDS", "5000".to_owned()),
            ],
            Self::Cookie => vec![("IDP_SESSION_STORE", "cookie".to_owned())],
        }
    }
}

impl From<TestEngine> for TestBackend {
    fn from(engine: TestEngine) -> Self {
        match engine {
            TestEngine::Sqlite => Self::Sqlite,
            TestEngine::Postgres => Self::Postgres,
        }
    }
}

impl TestEnvironment<TestEngine> for TestBackend {
    fn open(backend: TestEngine) -> impl Future<Output = Self> {
        ready(backend.into())
    }
}

/// Runs each test with each session store, as `sqlite`, `postgres`, `redis` and `cookie`; a test's argument is a
/// [`TestEnvironment`] of a [`TestBackend`].
macro_rules! on_every_store {
    ($(async fn $name:ident($world:ident: $environment:ty) $body:block)+) => {$(
        async fn $name($world: $environment) $body

        on_every_store!($name);
    )+};
    ($name:ident) => {
        foundation::on_each_backend! {
            $name:
            sqlite crate::visiting::TestBackend::Sqlite,
            postgres crate::visiting::TestBackend::Postgres,
            redis crate::visiting::TestBackend::Redis,
            cookie crate::visiting::TestBackend::Cookie,
        }
    };
}
