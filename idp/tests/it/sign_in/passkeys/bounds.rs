//! Tests effects and limits of passkeys: the session's id, the limits of attempts, and concurrent changes by the owner.

use std::sync::Arc;
use std::time::Duration;

use sqlx::{Connection as _, PgConnection, Row as _};

use super::*;
use crate::visiting::spawn;

const COOKIE: &str = "tollgate.session-token";

/// A new session id invalidates one that an attacker may have seen or set.
#[tokio::test]
async fn adding_and_removing_a_passkey_gives_the_session_a_new_id() {
    for backend in [
        TestBackend::Sqlite,
        TestBackend::Postgres,
        TestBackend::Redis,
    ] {
        let world = world(backend).await;
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
                let response = change(&browser, "remove", &id).await;
                assert_eq!(response.location(), format!("{OURS}?done=removed"));
                browser.cookie(COOKIE).unwrap()
            },
        ];
        assert!(seen[0] != seen[1] && seen[1] != seen[2], "{backend:?}");
        assert!(browser.is_signed_in().await, "{backend:?}");
        for old in &seen[..2] {
            let other = world.browser();
            other.set_cookie(COOKIE, Some(old));
            assert_eq!(other.get(OURS).await.status, 303, "{backend:?}");
        }
    }
}

async fn change(browser: &Browser, what: &str, id: &str) -> BrowserResponse {
    let csrf = browser.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("id", id),
        ("name", "Renamed"),
    ];
    browser.post(&format!("{OURS}/{what}"), &fields).await
}

/// An intruder adds a passkey while the owner ends the intruder's session: in any order, no passkey remains.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn session_that_ends_while_a_passkey_is_added_leaves_none() {
    let world = world(TestBackend::Postgres).await;
    let intruder = Arc::new(world.signed_in(ANN).await);
    let options = begin(&intruder, &format!("{OURS}/options")).await;
    let mut device = Authenticator::new(BASE, "localhost");
    let credential = device.register(&options["publicKey"]);
    let ceremony = options["ceremony"].as_str().unwrap().to_owned();

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
    // The request has passed every check of the session, and waits for the user's row.
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
    let response = adding.await.unwrap();
    assert!(
        response.location().contains("SessionRequired"),
        "{response:?}"
    );
    assert_eq!(count(&world).await, "0", "a passkey stayed");

    let owner = world.signed_in(ANN).await;
    add(&owner, &mut device, "").await;
    assert_eq!(count(&world).await, "1", "the control");
}

async fn count(world: &TestInstallation) -> String {
    world
        .text("SELECT CAST(count(*) AS TEXT) FROM passkeys")
        .await
}

#[tokio::test]
async fn user_changes_their_passkeys_a_hundred_times_an_hour() {
    for backend in ENGINES {
        let world = world(backend).await;
        let (browser, _device) = ann_with_passkey(&world).await;
        let other = world.signed_in("bob@example.com").await;
        let id = id_on(&browser.get(OURS).await.body);
        // Adding the passkey took two of the hundred changes.
        for _ in 0..98 {
            let response = change(&browser, "rename", &id).await;
            assert_eq!(response.location(), format!("{OURS}?done=renamed"));
        }
        for what in ["rename", "remove", "options", "add"] {
            let response = change(&browser, what, &id).await;
            assert_eq!(response.status, 429, "{what}");
            assert_eq!(response.header("retry-after"), "3600", "{what}");
        }
        assert_eq!(count(&world).await, "1");
        begin(&other, &format!("{OURS}/options")).await;
        world.wait(Duration::from_hours(1));
        let response = change(&browser, "rename", &id).await;
        assert_eq!(
            response.location(),
            format!("{OURS}?done=renamed"),
            "an hour later"
        );
    }
}

#[tokio::test]
async fn passkey_requests_are_limited_per_network() {
    let world = TestInstallation::with(&[
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
        let response = ask(path, "192.0.2.1").await;
        assert_eq!(response.status, 429, "{path}");
        assert_eq!(response.header("retry-after"), "300", "{path}");
    }
    assert_eq!(
        ask(options, "192.0.2.2").await.status,
        200,
        "another network"
    );
    assert_eq!(ask(callback, "192.0.2.2").await.location(), REFUSED);
    world.wait(Duration::from_mins(5));
    assert_eq!(ask(options, "192.0.2.1").await.status, 200, "later");
    idp::testing::fill_guess_limits(&world.app);
    let unknown = ask(options, "2001:db8::1").await;
    assert_eq!(unknown.status, 200, "thousands of networks close nothing");
}

// row: passkeys-3
/// After the maximum of wrong assertions even a valid one is refused, as for passwords. Other sign-in methods work.
#[tokio::test]
async fn ten_wrong_assertions_in_a_quarter_of_an_hour_block_an_accounts_passkeys() {
    for backend in ENGINES {
        ten_wrong_assertions(world(backend).await).await;
    }
}

async fn ten_wrong_assertions(world: TestInstallation) {
    let (_ann, mut device) = ann_with_passkey(&world).await;
    let right = async |device: &mut Authenticator| {
        let response = sign_in(&world.browser(), device).await;
        response.location().to_owned()
    };
    let wrong = async |device: &mut Authenticator, times: u32| {
        for _ in 0..times {
            device.flags = 0;
            let response = sign_in(&world.browser(), device).await;
            device.repent(BASE, "localhost");
            assert_eq!(response.location(), REFUSED);
        }
    };
    // A valid assertion restarts the count.
    for _ in 0..2 {
        wrong(&mut device, 9).await;
        assert_eq!(right(&mut device).await, BASE);
    }
    wrong(&mut device, 10).await;
    assert_eq!(right(&mut device).await, REFUSED, "looked at");
    let refused = "SELECT details FROM audit JOIN users ON users.id = subject WHERE details LIKE '%too_many%'";
    let refused = world.text(refused).await;
    assert_eq!(refused, r#"{"way":"passkey","reason":"too_many"}"#);
    let by_mail = world.signed_in(ANN).await;
    assert!(by_mail.is_signed_in().await, "by mail");
    let bob = world.signed_in("bob@example.com").await;
    let mut bobs = Authenticator::new(BASE, "localhost");
    add(&bob, &mut bobs, "").await;
    assert_eq!(right(&mut bobs).await, BASE, "another account");
    world.wait(Duration::from_mins(15));
    assert_eq!(right(&mut device).await, BASE, "later");
}

// row: passkeys-3
#[tokio::test]
async fn network_has_a_hundred_wrong_assertions_and_valid_ones_do_not_count() {
    let settings = [
        ("IDP_BASE_URL", BASE),
        ("IDP_TRUSTED_PROXIES", "127.0.0.0/8"),
    ];
    let world = TestInstallation::with(&settings).await;
    let (_ann, mut device) = ann_with_passkey(&world).await;
    let browser = world.browser();
    let from = async |network: &str, credential: Option<&mut Authenticator>| {
        let (ceremony, public_key) = begin_sign_in(&browser).await;
        let csrf = browser.csrf().await;
        let credential = credential.map_or_else(|| "{}".to_owned(), |one| one.sign(&public_key));
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("ceremony", &ceremony),
            ("credential", &credential),
        ];
        let headers = [("x-forwarded-for", network)];
        let path = "/api/auth/callback/passkey";
        let response = browser.post_with(path, &headers, &fields).await;
        response.location().to_owned()
    };
    for _ in 0..99 {
        assert_eq!(from("192.0.2.1", None).await, REFUSED);
    }
    for _ in 0..3 {
        assert_eq!(from("192.0.2.1", Some(&mut device)).await, BASE);
    }
    assert_eq!(from("192.0.2.1", None).await, REFUSED, "the hundredth");
    assert_eq!(from("192.0.2.1", Some(&mut device)).await, REFUSED);
    assert_eq!(from("192.0.2.2", Some(&mut device)).await, BASE, "another");
    world.wait(Duration::from_mins(15));
    assert_eq!(from("192.0.2.1", Some(&mut device)).await, BASE, "later");
}

// row: passkeys-3
/// The server checks no more concurrent assertions than the limit, each of its own ceremony.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn burst_of_assertions_stays_within_the_limit() {
    for backend in ENGINES {
        let world = world(backend).await;
        burst(&world).await;
        let looked_at = world
            .text("SELECT CAST(count(*) AS TEXT) FROM audit WHERE details LIKE '%\"reason\":\"wrong\"%'")
            .await;
        assert_eq!(looked_at, "10", "{backend:?}");
    }
}

async fn burst(world: &TestInstallation) {
    let (_ann, mut device) = ann_with_passkey(world).await;
    device.flags = 0;
    let mut crowd = Vec::new();
    for _ in 0..50 {
        let browser = world.browser();
        let (ceremony, public_key) = begin_sign_in(&browser).await;
        let credential = device.sign(&public_key);
        crowd.push(spawn(async move {
            let response = submit(&browser, &ceremony, &credential).await;
            response.location().to_owned()
        }));
    }
    for one in crowd {
        assert_eq!(one.await.unwrap(), REFUSED);
    }
}
