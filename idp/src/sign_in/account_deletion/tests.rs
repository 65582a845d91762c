//! Tests of a deletion request that arrives again while the user cancels the deletion.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use foundation::env::Environment;
use foundation::testing::{TestDatabase, TestEngine};
use foundation::{Clock, Random, Timestamp, on_both_engines};

use super::{DeletionOrigin, DeletionOutcome, find_scheduled_deletion, schedule_deletion};
use crate::MIGRATIONS;
use crate::app::App;
use crate::config::Config;
use crate::http::network::Network;
use crate::identity::users;
use crate::identity::users::store::deletions;
use crate::protocol::repeated_requests::RepeatKey;

const ANN: &str = "ann@example.com";
const ID: &str = "usr_ann";

async fn open(database: &TestDatabase) -> Arc<App> {
    let pairs = [
        ("IDP_BASE_URL", "http://localhost:8080"),
        ("IDP_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635"),
        ("IDP_DATABASE_URL", database.url()),
        ("IDP_MAIL_DIRECTORY", "/nonexistent"),
    ];
    let config = Config::read(&Environment::from_pairs(pairs)).unwrap();
    let clock = Clock::fixed(Timestamp::from_seconds(1_700_000_000));
    let app = App::open(config, clock, Random::system()).await.unwrap();
    let mut transaction = app.database.begin().await.unwrap();
    users::store::insert(&mut transaction.connection(), ID, ANN, app.clock.now())
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    app
}

/// Returns the time of the user's scheduled deletion.
async fn scheduled(app: &App) -> Option<Timestamp> {
    let mut reader = app.database.reader().await.unwrap();
    deletions::deletion_time(&mut reader.connection(), ID)
        .await
        .unwrap()
}

async fn cancel(app: &App) {
    let mut transaction = app.database.begin().await.unwrap();
    users::cancel_deletion(app, &mut transaction.connection(), ID, None)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
}

async fn ask(app: &App, from: DeletionOrigin<'_>) -> Timestamp {
    match schedule_deletion(app, ID, ANN, from).await.unwrap() {
        DeletionOutcome::Scheduled(at) => at,
        DeletionOutcome::NotConfirmed | DeletionOutcome::Cancelled => {
            unreachable!("the address is right")
        }
    }
}

on_both_engines!(repeated_request_after_a_cancellation_is_refused);

#[expect(clippy::cognitive_complexity, reason = "one assertion for each step")]
async fn repeated_request_after_a_cancellation_is_refused(engine: TestEngine) {
    let database = engine.database(&MIGRATIONS).await;
    let app = open(&database).await;
    let key = RepeatKey::new(&app, "deletion", &["token"]).unwrap();
    let from = DeletionOrigin {
        network: Network::new(Ipv4Addr::LOCALHOST.into()),
        client_id: "web",
        repeat_key: Some(&key),
    };
    let both = async || {
        [
            scheduled(&app).await,
            find_scheduled_deletion(&app, &key).await.unwrap(),
        ]
    };
    let first = ask(&app, from).await;
    let repeated = ask(&app, from).await;
    assert_eq!((both().await, repeated), ([Some(first); 2], first));
    cancel(&app).await;
    assert_eq!(both().await, [None; 2]);
    // The server may check a token before the first request ends it, and handle its request after the cancellation.
    app.clock.advance(Duration::from_secs(1));
    let repeated = schedule_deletion(&app, ID, ANN, from).await.unwrap();
    assert_eq!(
        (repeated, both().await),
        (DeletionOutcome::Cancelled, [None; 2])
    );
    request_again_after_a_cancellation(&app, from, first).await;
    // The repeated first request does not join the second deletion either.
    assert_eq!(find_scheduled_deletion(&app, &key).await.unwrap(), None);
}

/// Requests a deletion with the user's next token, which has another key.
async fn request_again_after_a_cancellation(app: &App, from: DeletionOrigin<'_>, first: Timestamp) {
    let other = RepeatKey::new(app, "deletion", &["another token"]).unwrap();
    let from = DeletionOrigin {
        repeat_key: Some(&other),
        ..from
    };
    let second = ask(app, from).await;
    assert_eq!((scheduled(app).await, second > first), (Some(second), true));
}
