//! Tests that run once on each engine, or on each backend of another list.

use std::future::ready;

use sqlx::migrate::Migrator;

use super::TestDatabase;

/// An engine on which a test runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestEngine {
    /// A SQLite file.
    Sqlite,
    /// A database of a PostgreSQL server.
    Postgres,
}

impl TestEngine {
    /// Creates a fresh database on the engine.
    pub async fn database(self, migrator: &Migrator) -> TestDatabase {
        match self {
            Self::Sqlite => TestDatabase::sqlite(migrator).await,
            Self::Postgres => TestDatabase::postgres(migrator).await,
        }
    }
}

/// Environment of a test, such as a running service, that opens on a backend.
pub trait TestEnvironment<B>: Sized {
    /// Opens the environment on a backend.
    fn open(backend: B) -> impl Future<Output = Self>;
}

/// A backend is the environment of a test that opens others itself.
impl<B> TestEnvironment<B> for B {
    fn open(backend: B) -> impl Future<Output = Self> {
        ready(backend)
    }
}

/// Opens the environment that the caller's types name.
pub async fn open<B, E: TestEnvironment<B>>(backend: B) -> E {
    E::open(backend).await
}

/// Defines asynchronous tests once on each engine, as `sqlite` and `postgres` in a module of the test's name.
///
/// The argument is a [`TestEnvironment`](crate::testing::TestEnvironment) of a [`TestEngine`](crate::testing::TestEngine),
/// or a database with the given migrations:
///
/// - `on_both_engines! { async fn spend_without_credits_is_refused(api: TestApi) { … } }`
/// - `on_both_engines!(spend_without_credits_is_refused);`, with the function outside
/// - `on_both_engines!(MIGRATIONS, async fn spend_counts_once(database: Database) { … });`
#[macro_export]
macro_rules! on_both_engines {
    ($($(#[$attribute:meta])* async fn $name:ident($($argument:ident)+: $environment:ty) $body:block)+) => {$(
        $(#[$attribute])*
        async fn $name($($argument)+: $environment) $body

        $crate::on_both_engines!($name);
    )+};
    ($name:ident) => {
        $crate::on_each_backend! {
            $name:
            sqlite $crate::testing::TestEngine::Sqlite,
            postgres $crate::testing::TestEngine::Postgres,
        }
    };
    ($migrator:expr, $(#[$attribute:meta])* async fn $name:ident($database:ident: Database) $body:block) => {
        $(#[$attribute])*
        async fn $name($database: $crate::Database) $body

        mod $name {
            use super::*;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let world = $crate::testing::TestDatabase::sqlite(&$migrator).await;
                super::$name(world.database()).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let world = $crate::testing::TestDatabase::postgres(&$migrator).await;
                super::$name(world.database()).await;
            }
        }
    };
}

/// Defines a test once on each backend: `on_each_backend! { name: sqlite Store::Sqlite, redis Store::Redis, }`.
#[macro_export]
macro_rules! on_each_backend {
    ($name:ident: $($test:ident $backend:path),+ $(,)?) => {
        mod $name {$(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                super::$name($crate::testing::open($backend).await).await;
            }
        )+}
    };
}
