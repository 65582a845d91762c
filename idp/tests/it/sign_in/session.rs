//! Tests the session route, the session cookie, and sign-out.

use std::time::Duration;

use poem::http::Method;
use serde_json::json;

use crate::visiting::{TestBackend, TestInstallation};

const COOKIE: &str = "tollgate.session-token";
const DAY: Duration = Duration::from_hours(24);
/// Maximum difference of clocks for a sealed session.
const TOLERANCE: Duration = Duration::from_secs(15);

on_every_store! {
    // row: requests-7, session-1, G16
    async fn session_response_has_the_known_shape(world: TestInstallation) {
        let browser = world.signed_in("ann@example.com").await;
        let response = browser.get("/api/auth/session").await;
        let expected = json!({
            "user": { "name": null, "email": "ann@example.com", "image": null },
            "expires": "2023-12-14T22:13:20.000Z",
        });
        assert_eq!(response.json(), expected);
        let names = ["cache-control", "vary", "pragma", "expires"];
        let expected = ["private, no-cache, no-store", "Cookie", "no-cache", "0"];
        assert_eq!(names.map(|name| response.header(name)), expected);
        assert!(!response.headers.contains_key("etag"));
        let nobody = world.browser().get("/api/auth/session").await;
        assert_eq!(
            (nobody.header("cache-control"), nobody.header("vary")),
            ("private, no-cache, no-store", "Cookie")
        );
    }
}

on_every_store! {
    async fn each_sign_in_is_logged_with_its_network(world: TestInstallation) {
        world.signed_in("ann@example.com").await;
        let audit_log = world
            .text("SELECT action || ' ' || network || ' ' || details FROM audit WHERE actor = subject")
            .await;
        assert_eq!(audit_log, r#"sign_in.succeeded 127.0.0.1 {"way":"email","new":true}"#);
    }
}

on_every_store! {
    // row: cookies-1, session-2, stricter-15, stricter-16, seed-5
    async fn cookie_is_sent_when_it_changes_and_only_then(world: TestInstallation) {
        let browser = world.browser();
        browser.ask("ann@example.com").await;
        let link = world.wait_for_email("ann@example.com", 1).await.link();
        let response = browser.post(&link, &[]).await;
        let cookie = response.set_cookies(COOKIE)[0].clone();
        let (pair, rest) = cookie.split_once("; ").unwrap();
        match world.backend {
            TestBackend::Cookie => assert!(pair.starts_with(&format!("{COOKIE}=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0.."))),
            TestBackend::Sqlite | TestBackend::Postgres | TestBackend::Redis => assert_eq!(pair.len(), COOKIE.len() + 1 + 43),
        }
        assert_eq!(
            rest,
            "Path=/; Expires=Thu, 14 Dec 2023 22:13:20 GMT; HttpOnly; SameSite=Lax"
        );
        world.wait(DAY.checked_sub(Duration::from_secs(1)).unwrap());
        let early = browser.get("/api/auth/session").await;
        assert!(early.set_cookies(COOKIE).is_empty());
        world.wait(Duration::from_secs(1));
        let due = browser.get("/api/auth/session").await;
        assert_eq!(due.json()["expires"], "2023-12-15T22:13:20.000Z");
        let sent = due.set_cookies(COOKIE);
        let (again, rest) = sent[0].split_once("; ").unwrap();
        assert_eq!((sent.len(), again == pair), (1, world.backend != TestBackend::Cookie));
        assert_eq!(
            rest,
            "Path=/; Expires=Fri, 15 Dec 2023 22:13:20 GMT; HttpOnly; SameSite=Lax"
        );
        let again = browser.get("/api/auth/session").await;
        assert!(again.set_cookies(COOKIE).is_empty());
    }
}

on_every_store! {
    // row: decision-5, cookies-1, session-3
    async fn expired_or_unknown_session_is_none_and_its_cookie_goes(world: TestInstallation) {
        let browser = world.signed_in("ann@example.com").await;
        world.wait(30 * DAY);
        if world.backend == TestBackend::Cookie {
            world.wait(TOLERANCE);
        }
        let response = browser.get("/api/auth/session").await;
        assert_eq!(response.body, "{}");
        assert_eq!(
            response.set_cookies(COOKIE),
            [format!(
                "{COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"
            )]
        );
        for unknown in ["x", &"a".repeat(43), "%00", "' OR 1=1 --"] {
            browser.set_cookie(COOKIE, Some(unknown));
            assert_eq!(browser.session().await, json!({}), "{unknown}");
            assert_eq!(browser.cookie(COOKIE), None, "{unknown}");
        }
    }
}

on_every_store! {
    // row: G1
    async fn session_planted_before_sign_in_is_replaced(world: TestInstallation) {
        let attacker = world.signed_in("mallory@example.com").await;
        let planted = attacker.cookie(COOKIE).unwrap();
        let victim = world.browser();
        victim.set_cookie(COOKIE, Some(&planted));
        victim.ask("ann@example.com").await;
        let link = world.wait_for_email("ann@example.com", 1).await.link();
        victim.post(&link, &[]).await;
        assert_ne!(victim.cookie(COOKIE).unwrap(), planted);
        assert_eq!(victim.session().await["user"]["email"], "ann@example.com");
        assert!(!attacker.is_signed_in().await, "the planted session lives");
    }
}

on_every_store! {
    // row: stricter-25, G5
    async fn two_session_cookies_count_as_none(world: TestInstallation) {
        let browser = world.signed_in("ann@example.com").await;
        let id = browser.cookie(COOKIE).unwrap();
        for doubtful in [
            format!("{COOKIE}={id}; {COOKIE}={id}"),
            format!("{COOKIE}={id}; {COOKIE}=x"),
            format!("\"{COOKIE}={id}\""),
            format!("{COOKIE}.0={id}"),
            format!("$Version=1; x=\"; {COOKIE}={id}\""),
        ] {
            let other = world.browser();
            let response = other
                .send(
                    Method::GET,
                    "/api/auth/session",
                    &[("cookie", &doubtful)],
                    None,
                )
                .await;
            assert_eq!(response.body, "{}", "{doubtful}");
        }
        assert!(browser.is_signed_in().await);
    }
}

on_every_store! {
    // row: session-4, G10
    async fn update_changes_nothing_that_a_client_sends(world: TestInstallation) {
        let browser = world.signed_in("ann@example.com").await;
        let before = browser.session().await;
        let token = browser.csrf().await;
        let body = json!({
            "csrfToken": token,
            "data": { "isActive": false, "credits": 1_000_000, "role": "operator", "expires": "2100-01-01T00:00:00Z",
                      "user": { "name": "Operator", "email": "root@example.com" } },
            "isActive": false, "credits": 1, "role": "operator", "expires": "2100-01-01T00:00:00Z",
        });
        let send = |body: serde_json::Value| {
            let body = Some(("application/json", body.to_string()));
            browser.send(Method::POST, "/api/auth/session", &[], body)
        };
        let response = send(body).await;
        assert_eq!((response.status, response.json()), (200, before.clone()));
        assert_eq!(browser.session().await, before);
        let unverified = send(json!({ "csrfToken": "0", "data": {} })).await;
        assert_eq!((unverified.status, unverified.body.as_str()), (400, "{}"));
        let anonymous = world.browser();
        let token = anonymous.csrf().await;
        let body = Some((
            "application/json",
            json!({ "csrfToken": token }).to_string(),
        ));
        let nobody = anonymous
            .send(Method::POST, "/api/auth/session", &[], body)
            .await;
        assert_eq!((nobody.status, nobody.body.as_str()), (200, "{}"));
    }
}

on_every_store! {
    // row: routes-5, session-5, stricter-13, stricter-14, G2
    async fn signing_out_ends_the_session_for_every_copy_of_its_cookie(world: TestInstallation) {
        let browser = world.signed_in("ann@example.com").await;
        let elsewhere = world.signed_in("ann@example.com").await;
        let copy = browser.cookie(COOKIE).unwrap();
        assert!(browser.is_signed_in().await, "seen just now");
        let token = browser.csrf().await;
        let fields = [("csrfToken", token.as_str()), ("callbackUrl", "/bye")];
        let response = browser.post("/api/auth/signout", &fields).await;
        assert_eq!(response.location(), format!("{}/bye", world.base));
        assert_eq!(browser.cookie(COOKIE), None);
        browser.set_cookie(COOKIE, Some(&copy));
        assert!(!browser.is_signed_in().await);
        assert!(elsewhere.is_signed_in().await);
        // A sign-out without a session succeeds.
        let token = browser.csrf().await;
        let response = browser
            .post(
                "/api/auth/signout",
                &[("csrfToken", &token), ("json", "true")],
            )
            .await;
        assert_eq!(
            response.json(),
            json!({ "url": format!("{}/bye", world.base) })
        );
    }
}

on_every_store! {
    // row: session-5
    async fn late_responses_never_restore_a_session(world: TestInstallation) {
        let browser = world.signed_in("ann@example.com").await;
        world.wait(DAY);
        let readers: Vec<_> = (0..50)
            .map(|_| {
                let reader = world.browser();
                reader.take_cookies_of(&browser);
                reader
            })
            .collect();
        let token = browser.csrf().await;
        let fields = [("csrfToken", token.as_str())];
        let reads = readers.iter().map(|reader| reader.get("/api/auth/session"));
        let (_, response) = tokio::join!(
            futures_util::future::join_all(reads),
            browser.post("/api/auth/signout", &fields),
        );
        assert_eq!(response.status, 302);
        for reader in &readers {
            assert_eq!(reader.session().await, json!({}), "it was brought back");
        }
        let again = world.signed_in("ann@example.com").await;
        let page = again.get("/api/auth/account/sessions").await.body;
        assert_eq!(page.matches("<li id=\"ses_").count(), 1, "{page}");
    }
}

// row: session-6, pages-3, G9
#[tokio::test]
async fn store_that_is_unavailable_is_not_a_sign_out() {
    let away = [
        ("IDP_SESSION_STORE", "redis"),
        ("IDP_REDIS_URL", "redis://127.0.0.1:1"),
    ];
    let world = TestInstallation::with(&away).await;
    let browser = world.browser();
    browser.set_cookie(COOKIE, Some(&"a".repeat(43)));
    let response = browser.get("/api/auth/session").await;
    assert_eq!(
        (response.status, response.header("retry-after")),
        (503, "1")
    );
    assert!(response.json()["message"].is_string());
    assert!(browser.cookie(COOKIE).is_some());
    let ready = browser.get("/health/ready").await;
    assert_eq!(
        (ready.status, &ready.json()["idp_sessions"]),
        (200, &json!("away")),
        "tokens are refreshed without"
    );
    assert_eq!(ready.json()["idp_database_write"], "ready");
    // A sign-in that cannot store its session does not use up the link.
    let other = world.browser();
    other.ask("ann@example.com").await;
    let link = world.wait_for_email("ann@example.com", 1).await.link();
    let response = other
        .send(Method::POST, &link, &[("accept", "text/html")], None)
        .await;
    assert_eq!(response.status, 503);
    assert!(response.body.contains("id=\"page-title\""), "{response:?}");
    assert!(
        other.get(&link).await.body.contains("submitButton"),
        "the link was burnt"
    );
}
