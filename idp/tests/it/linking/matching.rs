//! Tests the first sign-in by a provider: once, in one transaction, with the provider's tokens sealed.

use std::sync::Arc;

use foundation::on_both_engines;
use idp::testing::{TestProfile, sign_in_by_provider};

use super::{arrive, github, links, users, whoami};
use crate::visiting::{TestInstallation, holds, spawn};

const ANN: &str = "ann@example.com";

on_both_engines! {
    async fn identity_signing_in_fifty_times_at_once_creates_one_user(world: TestInstallation) {
        fifty_at_once(Arc::new(world), None).await;
    }

    async fn address_signing_in_fifty_times_at_once_creates_one_user(world: TestInstallation) {
        fifty_at_once(Arc::new(world), Some(ANN)).await;
    }

    async fn tokens_are_renewed_at_each_sign_in(world: TestInstallation) {
        let browser = world.browser();
        arrive(&world, &browser, github("1", None)).await;
        let sealed = "SELECT access_token FROM accounts";
        let first = world.text(sealed).await;
        let profile = TestProfile { token: "gho_second", ..github("1", Some(ANN)) };
        arrive(&world, &browser, profile).await;
        assert_ne!(world.text(sealed).await, first);
        let opened = world.app.sealer.open("provider-token", &world.text(sealed).await);
        assert_eq!(opened.as_deref(), Some("gho_second"));
        assert_eq!(world.text("SELECT email FROM accounts").await, ANN);
    }
}

async fn fifty_at_once(world: Arc<TestInstallation>, email: Option<&'static str>) {
    let tasks: Vec<_> = (0..50)
        .map(|_| {
            let world = Arc::clone(&world);
            spawn(async move {
                sign_in_by_provider(&world.app, github("1", email), None, None)
                    .await
                    .unwrap()
            })
        })
        .collect();
    let mut new = 0;
    for task in tasks {
        let came = task.await.unwrap();
        assert_eq!(came.code, None);
        new += usize::from(came.is_new);
    }
    assert_eq!(new, 1);
    assert_eq!(
        (users(&world).await.as_str(), links(&world).await.len()),
        ("1", 1)
    );
}

// row: providers-10, stricter-12
#[tokio::test]
async fn every_field_of_an_account_is_kept_and_no_token_in_clear() {
    let world = TestInstallation::new().await;
    arrive(&world, &world.browser(), github("42", Some(ANN))).await;
    let plain = "SELECT type || ' ' || provider || ' ' || provider_account_id || ' ' || expires_at || ' ' || token_type \
         || ' ' || scope || ' ' || session_state || ' ' || refresh_token_expires_in FROM accounts";
    let expected = "oauth github 42 1700003600 bearer openid state 86400";
    assert_eq!(world.text(plain).await, expected);
    for (statement, expected) in [
        ("SELECT access_token FROM accounts", "gho_first"),
        ("SELECT refresh_token FROM accounts", "gho_first-refresh"),
        ("SELECT id_token FROM accounts", "gho_first-id"),
        (
            "SELECT other FROM accounts",
            "{\"device\":\"gho_first-device\"}",
        ),
    ] {
        let sealed = world.text(statement).await;
        let opened = world.app.sealer.open("provider-token", &sealed);
        assert_eq!(opened.as_deref(), Some(expected), "{statement}");
        assert_eq!(world.app.sealer.open("mail", &sealed), None);
    }
    assert!(holds(&world.dump(), b"oauth") && !holds(&world.dump(), b"gho_first"));
}

// row: linking-12
#[tokio::test]
async fn user_that_cannot_be_made_leaves_nothing() {
    let world = TestInstallation::new().await;
    world
        .change("CREATE TRIGGER no BEFORE INSERT ON users BEGIN SELECT RAISE(ABORT, 'no'); END")
        .await;
    let browser = world.browser();
    let came = arrive(&world, &browser, github("1", None)).await;
    assert_eq!(
        (came.code, came.session),
        (Some("OAuthCreateAccount"), None)
    );
    assert_eq!(whoami(&browser).await, "");
    world.change("DROP TRIGGER no").await;
    assert_eq!(
        (users(&world).await.as_str(), links(&world).await.len()),
        ("0", 0)
    );
    assert!(arrive(&world, &browser, github("1", None)).await.is_new);
}

// row: linking-12, stricter-25
#[tokio::test]
async fn link_that_cannot_be_made_leaves_no_user() {
    let world = TestInstallation::new().await;
    world
        .change("CREATE TRIGGER no BEFORE INSERT ON accounts BEGIN SELECT RAISE(ABORT, 'no'); END")
        .await;
    let browser = world.browser();
    let came = arrive(&world, &browser, github("1", Some(ANN))).await;
    assert_eq!((came.code, came.session), (Some("Callback"), None));
    assert_eq!(users(&world).await, "0");
    world.change("DROP TRIGGER no").await;
    assert!(
        arrive(&world, &browser, github("1", Some(ANN)))
            .await
            .is_new
    );
}
