//! Tests sign-in with a password: the responses row by row, and the stored data.

use idp::testing::import_password;

use super::{ANN, KILN, ON, enter, switch_off, try_password, world, world_at};
use crate::visiting::{TestBackend, TestInstallation, holds};

// row: requests-5, requests-6, credentials-1, seed-3
/// The server gives each response of a sign-in by password, with and without the switch `json`.
#[tokio::test]
async fn password_sign_in_has_the_responses_of_section_11() {
    let world = world().await;
    let base = &world.base;
    let refused = format!("{base}/api/auth/error?error=CredentialsSignin&provider=credentials");
    let denied = format!("{base}/api/auth/error?error=AccessDenied&provider=credentials");
    let target = format!("{base}/account");
    let rows = [("wrong password here", 401, &refused), (KILN, 200, &target)];
    for (password, status, url) in rows {
        let fields = [
            ("email", ANN),
            ("password", password),
            ("callbackUrl", "/account"),
        ];
        let browser = world.browser();
        let plain = enter(&browser, &fields).await;
        assert_eq!(
            (plain.status, plain.location(), plain.body.as_str()),
            (302, url.as_str(), "")
        );
        assert_eq!(browser.is_signed_in().await, status == 200);
        let browser = world.browser();
        let script = enter(&browser, &[fields.as_slice(), &[("json", "true")]].concat()).await;
        assert_eq!(
            (script.status, script.json()["url"].as_str()),
            (status, Some(url.as_str()))
        );
        assert_eq!(browser.is_signed_in().await, status == 200);
    }
    switch_off(&world).await;
    let browser = world.browser();
    let script = try_password(&browser, ANN, KILN).await;
    assert_eq!(
        (script.status, script.json()["url"].as_str()),
        (403, Some(denied.as_str()))
    );
    let plain = enter(&browser, &[("email", ANN), ("password", KILN)]).await;
    assert_eq!((plain.status, plain.location()), (302, denied.as_str()));
    // Only the right password reveals that the user is deactivated.
    let script = try_password(&browser, ANN, "wrong password here").await;
    assert_eq!(
        (script.status, script.json()["url"].as_str()),
        (401, Some(refused.as_str()))
    );
    assert!(!browser.is_signed_in().await);
}

// row: csrf-4, credentials-2
/// A forged form counts as no attempt.
#[tokio::test]
async fn forged_form_tries_nothing() {
    let world = world().await;
    let forged = format!("{}/api/auth/signin?csrf=true", world.base);
    for csrf in [
        "",
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    ] {
        let browser = world.browser();
        browser.csrf().await;
        let fields = [("csrfToken", csrf), ("email", ANN), ("password", KILN)];
        let plain = browser
            .post("/api/auth/callback/credentials", &fields)
            .await;
        assert_eq!((plain.status, plain.location()), (302, forged.as_str()));
        let script = [fields.as_slice(), &[("json", "true")]].concat();
        let script = browser
            .post("/api/auth/callback/credentials", &script)
            .await;
        assert_eq!(
            (script.status, script.json()["url"].as_str()),
            (200, Some(forged.as_str()))
        );
        assert!(!browser.is_signed_in().await);
    }
}

// row: decision-3, credentials-5, stricter-17
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn password_begins_a_session_in_every_store() {
    for backend in [
        TestBackend::Sqlite,
        TestBackend::Postgres,
        TestBackend::Redis,
        TestBackend::Cookie,
    ] {
        let world = world_at(backend).await;
        let browser = world.browser();
        assert_eq!(try_password(&browser, ANN, KILN).await.status, 200);
        assert_eq!(browser.session().await["user"]["email"], ANN);
    }
}

// row: routes-8, providers-1, pages-6
#[tokio::test]
async fn provider_is_listed_and_its_form_is_on_the_page() {
    let world = world().await;
    let browser = world.browser();
    let listed = browser.get("/api/auth/providers").await;
    let expected = serde_json::json!({
        "id": "credentials",
        "name": "Password",
        "type": "credentials",
        "signinUrl": format!("{}/api/auth/signin/credentials", world.base),
        "callbackUrl": format!("{}/api/auth/callback/credentials", world.base),
    });
    assert_eq!(listed.json()["credentials"], expected);
    assert!(listed.body.find("\"email\"") < listed.body.find("\"credentials\""));
    let page = browser.get("/api/auth/signin").await.body;
    for part in [
        "action=\"/api/auth/callback/credentials\"",
        "id=\"input-email-for-credentials-provider\"",
        "id=\"input-password-for-credentials-provider\" type=\"password\" name=\"password\" autocomplete=\"current-password\"",
        ">Sign in with Password</button>",
        "<summary id=\"password-summary\">",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    let csrf = browser.csrf().await;
    let begun = browser
        .post("/api/auth/signin/credentials", &[("csrfToken", &csrf)])
        .await;
    assert_eq!(begun.location(), format!("{}/api/auth/signin", world.base));
    let forged = browser.post("/api/auth/signin/credentials", &[]).await;
    assert_eq!(
        forged.location(),
        format!("{}/api/auth/signin?csrf=true", world.base)
    );
    let by_get = browser.get("/api/auth/callback/credentials").await;
    assert_eq!(by_get.status, 500);
    assert!(by_get.body.contains("not supported"));

    let off = TestInstallation::new().await;
    let browser = off.browser();
    assert!(
        !browser
            .get("/api/auth/providers")
            .await
            .body
            .contains("credentials")
    );
    assert!(
        !browser
            .get("/api/auth/signin")
            .await
            .body
            .contains("credentials")
    );
    assert_eq!(
        browser.get("/api/auth/callback/credentials").await.status,
        400
    );
    assert_eq!(try_password(&browser, ANN, KILN).await.status, 400);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hash_of_another_system_is_renewed_at_its_first_use() {
    for backend in [TestBackend::Sqlite, TestBackend::Postgres] {
        let world = TestInstallation::at(backend, &[ON]).await;
        let foreign = "$2b$05$abcdefghijklmnopqrstuuposM5Bj3ljfQuHsAFYuaQmRSIRlftcy";
        assert!(
            !import_password(
                &world.app,
                ANN,
                "$2b$31$abcdefghijklmnopqrstuuposM5Bj3ljfQuHsAFYuaQmRSIRlftcy"
            )
            .await
            .unwrap()
        );
        assert!(import_password(&world.app, ANN, foreign).await.unwrap());
        let browser = world.browser();
        assert_eq!(
            try_password(&browser, ANN, "kiln tugboat 41").await.status,
            401
        );
        assert_eq!(world.text("SELECT hash FROM passwords").await, foreign);
        assert_eq!(try_password(&browser, ANN, KILN).await.status, 200);
        let renewed = world.text("SELECT hash FROM passwords").await;
        assert!(
            renewed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{renewed}"
        );
        assert_eq!(try_password(&world.browser(), ANN, KILN).await.status, 200);
        assert_eq!(world.text("SELECT hash FROM passwords").await, renewed);
    }
}

#[tokio::test]
async fn audit_log_contains_attempts_and_no_password() {
    let world = world().await;
    try_password(&world.browser(), ANN, "wrong password here").await;
    try_password(
        &world.browser(),
        "nobody@example.com",
        "wrong password here",
    )
    .await;
    try_password(&world.browser(), ANN, KILN).await;
    let response = world
        .text("SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'sign_in.failed' AND details LIKE '%wrong%'")
        .await;
    assert_eq!(response, "2");
    let way = world
        .text("SELECT details FROM audit WHERE action = 'sign_in.succeeded'")
        .await;
    assert!(way.contains("\"pwd\""), "{way}");
    let dump = world.dump();
    for secret in ["wrong password here", KILN, "nobody@example.com"] {
        assert!(!holds(&dump, secret.as_bytes()), "{secret}");
    }
}
