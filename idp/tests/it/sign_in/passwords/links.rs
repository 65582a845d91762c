//! Tests the links that set a password: for one purpose, one address, one use.

use std::sync::Arc;
use std::time::Duration;

use super::{ANN, GRAVEL, KILN, link_to, set_by, try_password, world, world_at};
use crate::visiting::{TestBackend, TestInstallation, hidden, retry_while_busy, spawn};

// row: C16
/// C16: a token of one purpose is invalid for another.
#[tokio::test]
async fn token_of_another_purpose_is_refused() {
    let world = world().await;
    let verification = format!("{}/api/auth/error?error=Verification", world.base);
    let password_link = link_to(&world, ANN, 1).await;
    let browser = world.browser();
    browser.ask(ANN).await;
    let sign_in_link = world.wait_for_email(ANN, 2).await.link();
    let token_of = |link: &str| {
        let (_, rest) = link.split_once("token=").unwrap();
        rest.split('&').next().unwrap().to_owned()
    };
    let as_password = format!(
        "/api/auth/password/set?token={}&email=ann%40example.com",
        token_of(&sign_in_link)
    );
    assert_eq!(browser.get(&as_password).await.location(), verification);
    let csrf = browser.csrf().await;
    let token = token_of(&sign_in_link);
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("token", &token),
        ("email", ANN),
        ("password", GRAVEL),
        ("again", GRAVEL),
    ];
    assert_eq!(
        browser
            .post("/api/auth/password/set", &fields)
            .await
            .location(),
        verification
    );
    let as_sign_in = format!(
        "/api/auth/callback/email?token={}&email=ann%40example.com",
        token_of(&password_link)
    );
    assert_eq!(browser.get(&as_sign_in).await.location(), verification);
    assert_eq!(
        browser.post(&as_sign_in, &[]).await.location(),
        verification
    );
    assert!(!browser.is_signed_in().await);
    // Each token is valid for its own purpose.
    browser.post(&sign_in_link, &[]).await;
    assert!(browser.is_signed_in().await);
    assert_eq!(
        set_by(&world.browser(), &password_link, GRAVEL)
            .await
            .status,
        302
    );
}

// row: E18
/// E18 for password links: no step can be skipped, and the address cannot be replaced.
#[tokio::test]
async fn last_step_needs_the_links_own_token_and_address() {
    let world = world().await;
    let link = link_to(&world, ANN, 1).await;
    let verification = format!("{}/api/auth/error?error=Verification", world.base);
    let browser = world.browser();
    let page = browser.get(&link).await.body;
    let (csrf, token) = (hidden(&page, "csrfToken"), hidden(&page, "token"));
    let none = "0".repeat(64);
    for (token, email) in [
        ("", ANN),
        (none.as_str(), ANN),
        (token.as_str(), "bob@example.com"),
        (token.as_str(), "Ann@example.com"),
        (token.as_str(), ""),
    ] {
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("token", token),
            ("email", email),
            ("password", GRAVEL),
            ("again", GRAVEL),
        ];
        let response = browser.post("/api/auth/password/set", &fields).await;
        assert_eq!(response.location(), verification, "{token} {email}");
    }
    let fields = [
        ("token", token.as_str()),
        ("email", ANN),
        ("password", GRAVEL),
        ("again", GRAVEL),
    ];
    assert_eq!(
        browser.post("/api/auth/password/set", &fields).await.status,
        400,
        "forged"
    );
    assert_eq!(
        try_password(&world.browser(), ANN, GRAVEL).await.status,
        401
    );
    assert_eq!(set_by(&browser, &link, GRAVEL).await.status, 302);
    // A link expires, and ends with the first used link of its address.
    let (one, other) = (link_to(&world, ANN, 3).await, link_to(&world, ANN, 4).await);
    assert_eq!(set_by(&world.browser(), &one, KILN).await.status, 302);
    assert_eq!(world.browser().get(&other).await.location(), verification);
    let late = link_to(&world, ANN, 6).await;
    world.wait(Duration::from_mins(15));
    assert_eq!(world.browser().get(&late).await.location(), verification);
}

// row: E2
/// Of fifty concurrent uses one sets the password, on both engines.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn password_link_used_fifty_times_counts_once() {
    for backend in [TestBackend::Sqlite, TestBackend::Postgres] {
        let world = Arc::new(world_at(backend).await);
        let link = link_to(&world, ANN, 1).await;
        let crowd: Vec<_> = (0..50)
            .map(|number| spawn(use_once(Arc::clone(&world), link.clone(), number)))
            .collect();
        let mut winners = Vec::new();
        for one in crowd {
            winners.extend(one.await.unwrap());
        }
        assert_eq!(winners.len(), 1, "{backend:?}");
        assert_eq!(
            try_password(&world.browser(), ANN, &winners[0])
                .await
                .status,
            200
        );
        let response = world
            .text("SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'password.set'")
            .await;
        assert_eq!(response, "1");
    }
}

/// Returns the password if its browser was signed in.
async fn use_once(world: Arc<TestInstallation>, link: String, number: u32) -> Option<String> {
    let browser = world.browser();
    let password = format!("{GRAVEL} number {number}");
    let response = retry_while_busy(|| set_by(&browser, &link, &password)).await;
    assert_eq!(response.status, 302, "{response:?}");
    browser.is_signed_in().await.then_some(password)
}
