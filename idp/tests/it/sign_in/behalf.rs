//! Tests the audit log of sign-ins: it names the client whose request required the sign-in, also for a stored request.

use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;
use url::Url;

use crate::harness::{CHALLENGE, SECRET};
use crate::visiting::{Browser, TestBackend, TestInstallation};

const ANN: &str = "ann@example.com";
const CALLBACK: &str = "https://shop.example/cb";
const NEWEST: &str = "SELECT action || ' ' || COALESCE(client_id, 'nobody') FROM audit WHERE action LIKE 'sign_in.%' \
    ORDER BY id DESC LIMIT 1";

async fn world_with_a_shop(backend: TestBackend) -> (TestInstallation, TempDir) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("clients.json");
    let clients = json!([{
        "client_id": "shop", "client_name": "Shop", "client_secret": SECRET, "redirect_uris": [CALLBACK],
    }]);
    std::fs::write(&file, clients.to_string()).unwrap();
    let file = file.display().to_string();
    let settings = [
        ("IDP_CLIENTS_FILE", file.as_str()),
        ("IDP_PASSWORDS", "sign-in"),
    ];
    (TestInstallation::at(backend, &settings).await, folder)
}

/// Returns the return address of the sign-in for a request of the shop.
async fn led(browser: &Browser, more: &[(&str, &str)]) -> String {
    let mut parameters = vec![
        ("client_id", "shop"),
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", "openid"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    parameters.extend(more);
    let query = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(parameters)
        .finish();
    let response = browser.get(&format!("/oauth/authorize?{query}")).await;
    let to = Url::parse("http://localhost")
        .unwrap()
        .join(response.location())
        .unwrap();
    let mut pairs = to.query_pairs();
    let (_, back) = pairs.find(|(name, _)| name == "callbackUrl").unwrap();
    back.into_owned()
}

/// Signs in by the `number`th email with a return address; returns the audit entry.
async fn signed_in(world: &TestInstallation, number: usize, back: &str) -> String {
    // The audit log is sorted by time.
    world.wait(Duration::from_secs(1));
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("email", ANN),
        ("callbackUrl", back),
    ];
    browser.post("/api/auth/signin/email", &fields).await;
    let link = world.wait_for_email(ANN, number).await.link();
    let response = browser.post(&link, &[]).await;
    assert!(response.location().ends_with(back), "{response:?}");
    world.text(NEWEST).await
}

#[tokio::test]
async fn audit_log_names_the_client_of_direct_and_pending_requests() {
    for backend in [TestBackend::Sqlite, TestBackend::Postgres] {
        let (world, _folder) = world_with_a_shop(backend).await;
        let browser = world.browser();
        let plain = led(&browser, &[]).await;
        assert!(
            plain.starts_with("/oauth/authorize?client_id=shop&"),
            "{plain}"
        );
        assert_eq!(signed_in(&world, 1, &plain).await, "sign_in.succeeded shop");
        for (number, more) in [
            (2, &[("prompt", "login")][..]),
            (3, &[("max_age", "60"), ("ui_locales", "de")]),
            (4, &[("state", &"long".repeat(400))]),
        ] {
            let parked = led(&browser, more).await;
            assert!(parked.starts_with("/oauth/authorize?resume="), "{parked}");
            assert_eq!(
                signed_in(&world, number, &parked).await,
                "sign_in.succeeded shop"
            );
        }
        for (number, nobodys) in [
            (5, "/oauth/authorize?resume=none"),
            (6, "/dash?resume=none&client_id=shop"),
        ] {
            assert_eq!(
                signed_in(&world, number, nobodys).await,
                "sign_in.succeeded nobody"
            );
        }
        let parked = led(&browser, &[("prompt", "login")]).await;
        world.wait(Duration::from_mins(15));
        assert_eq!(
            signed_in(&world, 7, &parked).await,
            "sign_in.succeeded nobody",
            "it is over"
        );
    }
}

#[tokio::test]
async fn sign_in_that_fails_names_the_client_of_a_pending_request_too() {
    let (world, _folder) = world_with_a_shop(TestBackend::Sqlite).await;
    let browser = world.browser();
    let parked = led(&browser, &[("prompt", "login")]).await;
    let csrf = browser.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("email", ANN),
        ("password", "kiln tugboat 40"),
        ("callbackUrl", parked.as_str()),
    ];
    browser
        .post("/api/auth/callback/credentials", &fields)
        .await;
    assert_eq!(world.text(NEWEST).await, "sign_in.failed shop");
}
