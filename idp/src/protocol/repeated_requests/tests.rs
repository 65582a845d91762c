//! Tests of outcomes that are found while the first request still commits.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use foundation::env::Environment;
use foundation::testing::TestDatabase;
use foundation::{Clock, Random, Timestamp};
use futures_util::FutureExt;

use super::{LIFETIME, RepeatKey, find_committed, remember};
use crate::MIGRATIONS;
use crate::app::App;
use crate::config::Config;

async fn open(database: &TestDatabase) -> Arc<App> {
    let pairs = [
        ("IDP_BASE_URL", "http://localhost:8080"),
        ("IDP_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635"),
        ("IDP_DATABASE_URL", database.url()),
        ("IDP_MAIL_DIRECTORY", "/nonexistent"),
    ];
    let config = Config::read(&Environment::from_pairs(pairs)).unwrap();
    let clock = Clock::fixed(Timestamp::from_seconds(1_700_000_000));
    App::open(config, clock, Random::system()).await.unwrap()
}

#[tokio::test]
async fn outcome_in_an_open_commit_is_found_after_it() {
    let database = TestDatabase::sqlite(&MIGRATIONS).await;
    let app = open(&database).await;
    let key = RepeatKey::new(&app, "test", &["one"]).unwrap();
    let mut first = app.database.begin().await.unwrap();
    remember(&app, &mut first.connection(), &key, &7, LIFETIME)
        .await
        .unwrap();
    let mut beginning = pin!(app.database.begin());
    assert!(beginning.as_mut().now_or_never().is_none());
    let find_meanwhile = async {
        // The second transaction waited for the writer, so that both share a commit that is still open.
        let second = beginning.await.unwrap();
        let mut finding = pin!(find_committed::<u8>(&app, &key));
        tokio::select! {
            found = &mut finding => found,
            () = tokio::time::sleep(Duration::from_millis(50)) => {
                drop(second);
                finding.await
            }
        }
    };
    let (committed, found) = tokio::join!(first.commit(), find_meanwhile);
    committed.unwrap();
    assert_eq!(found.unwrap(), Some(7));
}
