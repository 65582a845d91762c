//! Writing a story once and having it told wherever data can live.

/// One test for each engine: `sqlite` and `postgres`.
macro_rules! on_both_engines {
    ($(async fn $name:ident($world:ident) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn story($world: World) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                story(World::at(Place::Sqlite, &[]).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                story(World::at(Place::Postgres, &[]).await).await;
            }
        }
    )+};
}

/// One test for each place that sessions live in: `sqlite`, `postgres`, `redis` and `cookie`.
macro_rules! in_every_store {
    ($(async fn $name:ident($world:ident) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn story($world: World) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                story(World::at(Place::Sqlite, &[]).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                story(World::at(Place::Postgres, &[]).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn redis() {
                story(World::at(Place::Redis, &[]).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn cookie() {
                story(World::at(Place::Cookie, &[]).await).await;
            }
        }
    )+};
}
