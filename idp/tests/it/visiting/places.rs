//! Writing a story once and having it told wherever data can live.

/// One test for each engine: `sqlite` and `postgres`; `with SETTINGS;` before the stories gives their worlds settings.
macro_rules! on_both_engines {
    ($(async fn $name:ident($world:ident) $body:block)+) => {
        on_both_engines! { with &[]; $(async fn $name($world) $body)+ }
    };
    (with $settings:expr; $(async fn $name:ident($world:ident) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn story($world: World) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                story(World::at(Place::Sqlite, $settings).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                story(World::at(Place::Postgres, $settings).await).await;
            }
        }
    )+};
}

/// One test for each place that sessions live in: `sqlite`, `postgres`, `redis` and `cookie`; likewise.
macro_rules! in_every_store {
    ($(async fn $name:ident($world:ident) $body:block)+) => {
        in_every_store! { with &[]; $(async fn $name($world) $body)+ }
    };
    (with $settings:expr; $(async fn $name:ident($world:ident) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn story($world: World) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                story(World::at(Place::Sqlite, $settings).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                story(World::at(Place::Postgres, $settings).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn redis() {
                story(World::at(Place::Redis, $settings).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn cookie() {
                story(World::at(Place::Cookie, $settings).await).await;
            }
        }
    )+};
}
