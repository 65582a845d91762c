//! Provides macros that run a test with each store.

/// Runs each test on `sqlite` and `postgres`; `with SETTINGS;` before the tests adds settings.
macro_rules! on_both_engines {
    ($(async fn $name:ident($world:ident) $body:block)+) => {
        on_both_engines! { with &[]; $(async fn $name($world) $body)+ }
    };
    (with $settings:expr; $(async fn $name:ident($world:ident) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn story($world: TestInstallation) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                story(TestInstallation::at(TestBackend::Sqlite, $settings).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                story(TestInstallation::at(TestBackend::Postgres, $settings).await).await;
            }
        }
    )+};
}

/// Runs each test with each session store: `sqlite`, `postgres`, `redis` and `cookie`, with optional settings.
macro_rules! in_every_store {
    ($(async fn $name:ident($world:ident) $body:block)+) => {
        in_every_store! { with &[]; $(async fn $name($world) $body)+ }
    };
    (with $settings:expr; $(async fn $name:ident($world:ident) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn story($world: TestInstallation) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                story(TestInstallation::at(TestBackend::Sqlite, $settings).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                story(TestInstallation::at(TestBackend::Postgres, $settings).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn redis() {
                story(TestInstallation::at(TestBackend::Redis, $settings).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn cookie() {
                story(TestInstallation::at(TestBackend::Cookie, $settings).await).await;
            }
        }
    )+};
}
