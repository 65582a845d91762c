//! What changes with a passkey, and how often: the session's id, the budgets, and an owner who comes in between.

use std::sync::Arc;
use std::time::Duration;

use sqlx::{Connection as _, PgConnection, Row as _};

use super::*;
use crate::visiting::spawn;

const COOKIE: &str = "tollgate.session-token";

/// The session that a stranger may have seen or planted is none any more.
#[tokio::test]
async fn adding_and_removing_a_passkey_gives_the_session_a_new_id() {
    for place in [Place::Sqlite, Place::Postgres, Place::Redis] {
        let world = world(place).await;
        let browser = world.signed_in(ANN).await;
        let mut device = Authenticator::new(BASE, "localhost");
        let seen = [
            browser.cookie(COOKIE).unwrap(),
            {
                add(&browser, &mut device, "Phone").await;
                browser.cookie(COOKIE).unwrap()
            },
            {
                let id = id_on(&browser.get(OURS).await.body);
                let told = change(&browser, "remove", &id).await;
                assert_eq!(told.location(), format!("{OURS}?done=removed"));
                browser.cookie(COOKIE).unwrap()
            },
        ];
        assert!(seen[0] != seen[1] && seen[1] != seen[2], "{place:?}");
        assert!(browser.is_signed_in().await, "{place:?}");
        for old in &seen[..2] {
            let other = world.browser();
            other.set_cookie(COOKIE, Some(old));
            assert_eq!(other.get(OURS).await.status, 303, "{place:?}");
        }
    }
}

async fn change(browser: &Browser, what: &str, id: &str) -> Answer {
    let csrf = browser.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("id", id),
        ("name", "Renamed"),
    ];
    browser.post(&format!("{OURS}/{what}"), &fields).await
}

/// An intruder adds a passkey while the owner ends all that the intruder has: whoever is first, nothing stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_ends_while_a_passkey_is_added_leaves_none() {
    let world = world(Place::Postgres).await;
    let intruder = Arc::new(world.signed_in(ANN).await);
    let asked = begin(&intruder, &format!("{OURS}/options")).await;
    let mut device = Authenticator::new(BASE, "localhost");
    let credential = device.register(&asked["publicKey"]);
    let ceremony = asked["ceremony"].as_str().unwrap().to_owned();

    let mut owner = PgConnection::connect(world.database_url()).await.unwrap();
    let mut held = owner.begin().await.unwrap();
    sqlx::query("UPDATE users SET updated_at = updated_at")
        .execute(&mut *held)
        .await
        .unwrap();
    let adding = spawn({
        let browser = Arc::clone(&intruder);
        async move {
            let path = format!("{OURS}/add");
            bring(&browser, &path, &ceremony, &credential, "Mine").await
        }
    });
    // Past every look at the session, it waits for the user.
    let waiting = "SELECT count(*) AS n FROM pg_locks WHERE NOT granted \
         AND transactionid = pg_current_xact_id()::text::xid";
    while sqlx::query(waiting)
        .fetch_one(&mut *held)
        .await
        .unwrap()
        .get::<i64, _>("n")
        == 0
    {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    sqlx::query("DELETE FROM sessions")
        .execute(&mut *held)
        .await
        .unwrap();
    held.commit().await.unwrap();
    let told = adding.await.unwrap();
    assert!(told.location().contains("SessionRequired"), "{told:?}");
    assert_eq!(count(&world).await, "0", "a passkey stayed");

    let owner = world.signed_in(ANN).await;
    add(&owner, &mut device, "").await;
    assert_eq!(count(&world).await, "1", "the control");
}

async fn count(world: &World) -> String {
    world
        .text("SELECT CAST(count(*) AS TEXT) FROM passkeys")
        .await
}

#[tokio::test]
async fn a_person_changes_their_passkeys_a_hundred_times_an_hour() {
    for place in ENGINES {
        let world = world(place).await;
        let (browser, _device) = ann_with_passkey(&world).await;
        let other = world.signed_in("bob@example.com").await;
        let id = id_on(&browser.get(OURS).await.body);
        // Two steps were needed to add it.
        for _ in 0..98 {
            let told = change(&browser, "rename", &id).await;
            assert_eq!(told.location(), format!("{OURS}?done=renamed"));
        }
        for what in ["rename", "remove", "options", "add"] {
            let told = change(&browser, what, &id).await;
            assert_eq!(told.status, 429, "{what}");
            assert_eq!(told.header("retry-after"), "3600", "{what}");
        }
        assert_eq!(count(&world).await, "1");
        begin(&other, &format!("{OURS}/options")).await;
        world.wait(Duration::from_hours(1));
        let told = change(&browser, "rename", &id).await;
        assert_eq!(
            told.location(),
            format!("{OURS}?done=renamed"),
            "an hour later"
        );
    }
}

#[tokio::test]
async fn a_network_asks_for_passkeys_six_hundred_times_in_five_minutes() {
    let world = World::with(&[
        ("IDP_BASE_URL", BASE),
        ("IDP_TRUSTED_PROXIES", "127.0.0.0/8"),
    ])
    .await;
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str())];
    let ask = async |path: &str, from: &str| {
        let from = [("x-forwarded-for", from)];
        browser.post_with(path, &from, &fields).await
    };
    let (options, callback) = ("/api/auth/passkey/options", "/api/auth/callback/passkey");
    for _ in 0..600 {
        assert_eq!(ask(options, "192.0.2.1").await.status, 200);
    }
    for path in [options, callback] {
        let told = ask(path, "192.0.2.1").await;
        assert_eq!(told.status, 429, "{path}");
        assert_eq!(told.header("retry-after"), "300", "{path}");
    }
    assert_eq!(
        ask(options, "192.0.2.2").await.status,
        200,
        "another network"
    );
    assert_eq!(ask(callback, "192.0.2.2").await.location(), REFUSED);
    world.wait(Duration::from_mins(5));
    assert_eq!(ask(options, "192.0.2.1").await.status, 200, "later");
}
