//! Tests of the wait for caches after a page of user changes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use foundation::env::Environment;
use foundation::testing::{TestDatabase, execute};
use foundation::{Clock, Failure, Random, Timestamp};

use super::apply::apply_page;
use super::read_progress;
use crate::MIGRATIONS;
use crate::app::App;
use crate::config::Config;
use crate::idp::{
    ActivationChange, ChangeCursor, MergeState, UserChange, UserChangeKind, UserChanges, UserMerge,
};

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

async fn open_app(database: &TestDatabase) -> Arc<App> {
    let config = Config::read(&Environment::from_pairs([
        ("API_DATABASE_URL", database.url()),
        ("API_ISSUER", "http://localhost:1"),
        ("API_USER_CHANGES_SECONDS", "3600"),
        ("API_CLIENT_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635"),
    ]));
    let app = App::open(config.unwrap(), Clock::fixed(NOW), Random::system()).await;
    app.unwrap()
}

fn change(sequence: i64, became: UserChangeKind) -> UserChange {
    let cursor = ChangeCursor {
        sequence,
        change_id: None,
    };
    UserChange { cursor, became }
}

/// Deactivates the user with this number.
fn deactivation(sequence: i64) -> UserChange {
    let switch = ActivationChange {
        user_id: format!("usr_{sequence}"),
        is_active: false,
        switched_by: "tollgate-cli".to_owned(),
        confirmed_by: None,
    };
    change(sequence, UserChangeKind::Switch(switch))
}

fn merge(sequence: i64) -> UserChange {
    let merge = UserMerge {
        id: "mrg_1".to_owned(),
        from_user_id: "usr_from".to_owned(),
        into_user_id: "usr_into".to_owned(),
        state: MergeState::Merged,
        sequence,
    };
    change(sequence, UserChangeKind::Merge(merge))
}

/// Applies a page, and returns its result and the number of waits.
async fn apply(app: &App, items: Vec<UserChange>) -> (Result<usize, Failure>, usize) {
    let page = UserChanges {
        items,
        next: None,
        after_id: None,
    };
    let seen = read_progress(app).await.unwrap();
    let waits = AtomicUsize::new(0);
    let waiting = async {
        waits.fetch_add(1, Ordering::SeqCst);
    };
    let applied = apply_page(app, &page, &seen, waiting).await;
    (applied, waits.into_inner())
}

async fn databases() -> [TestDatabase; 2] {
    [
        TestDatabase::sqlite(&MIGRATIONS).await,
        TestDatabase::postgres(&MIGRATIONS).await,
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn page_of_deactivated_users_waits_once_for_the_caches_of_keys() {
    for database in databases().await {
        let app = open_app(&database).await;
        let users: Vec<UserChange> = (1..=60).map(deactivation).collect();
        let (applied, waits) = apply(&app, users.clone()).await;
        assert_eq!((applied.unwrap(), waits), (60, 1));
        let (applied, waits) = apply(&app, users).await;
        assert_eq!((applied.unwrap(), waits), (0, 0), "nothing ends again");
    }
}

/// A retry of the page finds the first change applied, and does not wait for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn page_with_a_change_that_fails_waits_for_the_caches_of_keys() {
    for database in databases().await {
        let app = open_app(&database).await;
        let away = "ALTER TABLE user_merges RENAME TO user_merges_away";
        execute(&app.database, away, &[]).await;
        let (applied, waits) = apply(&app, vec![deactivation(1), merge(2)]).await;
        assert_eq!((applied.is_err(), waits), (true, 1));
    }
}
