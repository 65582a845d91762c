//! Tests the other data that a merge moves and its undo returns: passwords, passkeys, consents.

use foundation::on_both_engines;
use idp::testing::set_password;

use super::super::{PROVIDERS, arrive, audit_entries, github, whoami};
use super::*;
use crate::visiting::{Authenticator, TestBackend, TestInstallation, retry_while_busy};

const KILN: &str = "kiln tugboat 40";
const GRAVEL: &str = "gravel tulip anchovy";
const ON: (&str, &str) = ("IDP_PASSWORDS", "sign-in");

async fn enters(world: &TestInstallation, email: &str, password: &str) -> String {
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("email", email),
        ("password", password),
    ];
    retry_while_busy(|| browser.post("/api/auth/callback/credentials", &fields)).await;
    whoami(&browser).await
}

// row: linking-9
#[tokio::test]
async fn password_moves_to_a_user_without_one_and_back() {
    for backend in [TestBackend::Sqlite, TestBackend::Postgres] {
        let world = TestInstallation::at(backend, &[ON]).await;
        let ann = world.signed_in(ANN).await;
        let _bob = world.signed_in(BOB).await;
        set_password(&world.app, BOB, KILN).await.unwrap();
        merge(&world, &ann, BOB, 1).await;
        assert_eq!(enters(&world, ANN, KILN).await, ANN);
        assert_eq!(
            enters(&world, BOB, KILN).await,
            "",
            "it goes with the address of who stays"
        );
        assert_eq!(undo(&ann, &newest(&world).await).await.location(), SEPARATE);
        assert_eq!(enters(&world, BOB, KILN).await, BOB);
        assert_eq!(enters(&world, ANN, KILN).await, "");
    }
}

// row: linking-9
#[tokio::test]
async fn merge_target_keeps_its_password_and_the_other_is_disabled() {
    let world = TestInstallation::with(&[ON]).await;
    let ann = world.signed_in(ANN).await;
    let _bob = world.signed_in(BOB).await;
    set_password(&world.app, ANN, GRAVEL).await.unwrap();
    set_password(&world.app, BOB, KILN).await.unwrap();
    let offer = offer(&world, &ann, BOB, 1).await;
    let page = ann.get(&offer).await;
    assert!(
        page.body.contains("because this account has one"),
        "{}",
        page.body
    );
    assert_eq!(take(&ann, &offer).await.location(), DONE);
    assert_eq!(enters(&world, ANN, GRAVEL).await, ANN);
    for (email, password) in [(ANN, KILN), (BOB, KILN), (BOB, GRAVEL)] {
        assert_eq!(
            enters(&world, email, password).await,
            "",
            "{email} {password}"
        );
    }
    undo(&ann, &newest(&world).await).await;
    assert_eq!(enters(&world, BOB, KILN).await, BOB);
    assert_eq!(enters(&world, ANN, GRAVEL).await, ANN);
}

#[tokio::test]
async fn password_changed_after_the_merge_is_not_moved_back() {
    let world = TestInstallation::with(&[ON]).await;
    let ann = world.signed_in(ANN).await;
    let _bob = world.signed_in(BOB).await;
    set_password(&world.app, BOB, KILN).await.unwrap();
    merge(&world, &ann, BOB, 1).await;
    world.wait(std::time::Duration::from_secs(1));
    set_password(&world.app, ANN, GRAVEL).await.unwrap();
    assert_eq!(undo(&ann, &newest(&world).await).await.location(), SEPARATE);
    assert_eq!(enters(&world, ANN, GRAVEL).await, ANN);
    assert_eq!(enters(&world, BOB, GRAVEL).await, "");
}

// row: linking-9
#[tokio::test]
async fn passkey_that_moved_signs_in_and_does_when_it_is_back() {
    const BASE: &str = "http://localhost:8080";
    const OURS: &str = "/api/auth/account/passkeys";
    for backend in [TestBackend::Sqlite, TestBackend::Postgres] {
        let world =
            TestInstallation::at(backend, &[("IDP_BASE_URL", BASE), ("IDP_PASSKEYS", "on")]).await;
        let (ann, bob) = (world.signed_in(ANN).await, world.signed_in(BOB).await);
        let mut device = Authenticator::new(BASE, "localhost");
        let ceremony = begin(&bob, &format!("{OURS}/options")).await;
        let credential = device.register(&ceremony["publicKey"]);
        let added = bring(&bob, &format!("{OURS}/add"), &ceremony, &credential).await;
        assert_eq!(added.location(), format!("{OURS}?done=added"));
        merge(&world, &ann, BOB, 1).await;
        assert_eq!(by_passkey(&world, &mut device).await, ANN);
        assert_eq!(undo(&ann, &newest(&world).await).await.location(), SEPARATE);
        assert_eq!(by_passkey(&world, &mut device).await, BOB);
    }
}

async fn by_passkey(world: &TestInstallation, device: &mut Authenticator) -> String {
    let browser = world.browser();
    let ceremony = begin(&browser, "/api/auth/passkey/options").await;
    let credential = device.sign(&ceremony["publicKey"]);
    bring(
        &browser,
        "/api/auth/callback/passkey",
        &ceremony,
        &credential,
    )
    .await;
    whoami(&browser).await
}

async fn begin(browser: &Browser, path: &str) -> serde_json::Value {
    let csrf = browser.csrf().await;
    browser.post(path, &[("csrfToken", &csrf)]).await.json()
}

async fn bring(
    browser: &Browser,
    path: &str,
    requested: &serde_json::Value,
    credential: &str,
) -> BrowserResponse {
    let csrf = browser.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("ceremony", requested["ceremony"].as_str().unwrap()),
        ("credential", credential),
        ("name", ""),
    ];
    retry_while_busy(|| browser.post(path, &fields)).await
}

on_both_engines! {
    // row: linking-9
    async fn missing_consents_move_and_grants_end(backend: TestBackend) {
        let world = TestInstallation::at(backend, PROVIDERS).await;
        let (ann, bob) = (world.signed_in(ANN).await, world.signed_in(BOB).await);
        for statement in [
            "INSERT INTO clients (id, name, secret_digest, token_endpoint_auth_method, application_type, \
             redirect_uris, post_logout_redirect_uris, grant_types, scope, id_token_signed_response_alg, require_pkce, \
             first_party, created_at, updated_at) VALUES ('web', 'Web', NULL, 'none', 'web', '[]', '[]', '', '', 'ES256', TRUE, TRUE, 0, 0)",
            "INSERT INTO clients (id, name, secret_digest, token_endpoint_auth_method, application_type, \
             redirect_uris, post_logout_redirect_uris, grant_types, scope, id_token_signed_response_alg, require_pkce, \
             first_party, created_at, updated_at) VALUES ('app', 'App', NULL, 'none', 'web', '[]', '[]', '', '', 'ES256', TRUE, TRUE, 0, 0)",
            "INSERT INTO consents (user_id, client_id, scope, updated_at) SELECT id, 'web', 'openid', 0 FROM users",
            "INSERT INTO consents (user_id, client_id, scope, updated_at) SELECT id, 'app', 'email', 0 FROM users WHERE email = 'bob@example.com'",
            "INSERT INTO grants (id, user_id, client_id, sid, scope, is_offline, auth_time, created_at) \
             SELECT 'grn_bob', id, 'app', 'ses_0', 'openid', TRUE, 0, 0 FROM users \
             WHERE email = 'bob@example.com'",
        ] {
            world.change(statement).await;
        }
        let consents = "SELECT COALESCE(group_concat_, '') FROM (SELECT CAST(count(*) AS TEXT) AS group_concat_ FROM consents c \
             JOIN users u ON u.id = c.user_id WHERE u.email = 'ann@example.com') counted";
        assert_eq!(world.text(consents).await, "1");
        merge(&world, &ann, BOB, 1).await;
        assert_eq!(world.text(consents).await, "2");
        let of_bob = "SELECT CAST(count(*) AS TEXT) FROM grants g JOIN users u ON u.id = g.user_id \
             WHERE u.email = 'bob@example.com' AND g.revoked_at IS NOT NULL";
        assert_eq!(world.text(of_bob).await, "1", "a token never changes whom it is about");
        assert_eq!(undo(&ann, &newest(&world).await).await.location(), SEPARATE);
        assert_eq!(world.text(consents).await, "1");
        assert_eq!(whoami(&bob).await, "");
    }

    // row: linking-9
    async fn address_moves_to_a_user_without_one(backend: TestBackend) {
        let world = TestInstallation::at(backend, PROVIDERS).await;
        let person = world.browser();
        arrive(&world, &person, github("1", None)).await;
        let bob = world.signed_in(BOB).await;
        let offer = offer(&world, &person, BOB, 1).await;
        assert!(person.get(&offer).await.body.contains("The address bob@example.com"));
        assert_eq!(take(&person, &offer).await.location(), DONE);
        assert_eq!(whoami(&person).await, BOB);
        assert_eq!(whoami(&world.signed_in(BOB).await).await, BOB);
        let has = "SELECT CAST(count(*) AS TEXT) FROM users WHERE email = 'bob@example.com' AND is_active";
        assert_eq!(world.text(has).await, "1");
        assert_eq!(undo(&person, &newest(&world).await).await.location(), SEPARATE);
        assert_eq!(whoami(&person).await, "Name of 1");
        assert_eq!(whoami(&bob).await, "");
        assert_eq!(whoami(&world.signed_in(BOB).await).await, BOB);
        assert_eq!(audit_entries(&world, "user.merge_undone").await.len(), 1);
    }
}
