//! Tests the protection against cross-site request forgery.

use poem::http::Method;

use crate::visiting::TestInstallation;

const COOKIE: &str = "tollgate.csrf-token";

// row: csrf-1
#[tokio::test]
async fn token_is_kept_while_its_cookie_is_valid() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let first = browser.csrf().await;
    assert_eq!(browser.csrf().await, first);
    let cookie = browser.cookie(COOKIE).unwrap();
    let (token, hash) = cookie.split_once("%7C").unwrap();
    assert_eq!(token, first);
    // The server also reads an unencoded pipe, and ignores the text after a second one.
    for same in [format!("{token}|{hash}"), format!("{token}|{hash}|x")] {
        browser.set_cookie(COOKIE, Some(&same));
        assert_eq!(browser.csrf().await, first, "{same}");
    }
    let flipped = if hash.starts_with('0') { "1" } else { "0" };
    let forged = [
        format!("{token}|{flipped}{}", &hash[1..]),
        format!("{}|{hash}", "0".repeat(64)),
        token.to_owned(),
        format!("{token}|"),
        "|".to_owned(),
        "%".to_owned(),
    ];
    for bad in forged {
        browser.set_cookie(COOKIE, Some(&bad));
        assert_ne!(browser.csrf().await, first, "{bad}");
    }
}

// row: csrf-2
#[tokio::test]
async fn post_requires_csrf_token_and_cookie() {
    let world = TestInstallation::new().await;
    let honest = world.browser();
    let token = honest.csrf().await;
    let failed = format!("{}/api/auth/signin?csrf=true", world.base);
    let url = "/api/auth/signin/email";
    let email = ("email", "ann@example.com");

    let without = honest.post(url, &[email]).await;
    assert_eq!(without.location(), failed);
    let in_query = honest
        .post(&format!("{url}?csrfToken={token}"), &[email])
        .await;
    assert_eq!(in_query.location(), failed);
    let wrong = honest
        .post(url, &[email, ("csrfToken", &"0".repeat(64))])
        .await;
    assert_eq!(wrong.location(), failed);
    let cookieless = world.browser();
    let stolen = cookieless.post(url, &[email, ("csrfToken", &token)]).await;
    assert_eq!(stolen.location(), failed);
    let twice = honest
        .post(url, &[email, ("csrfToken", &token), ("csrfToken", &token)])
        .await;
    assert_eq!(twice.location(), failed);
    assert!(world.emails_to("ann@example.com").is_empty());

    let good = honest.post(url, &[email, ("csrfToken", &token)]).await;
    assert!(good.location().contains("/verify-request?"), "{good:?}");
}

on_every_store! {
    // row: csrf-3, G4
    // G4: an attacker plants a token and cookie that are valid in the attacker's browser, signed in or not.
    async fn csrf_pair_of_another_session_is_refused(world: TestInstallation) {
        let refused = format!("{}/api/auth/signout?csrf=true", world.base);
        let victim = world.signed_in("ann@example.com").await;
        for attacker in [world.browser(), world.signed_in("mallory@example.com").await] {
            let token = attacker.csrf().await;
            let pair = attacker.cookie(COOKIE).unwrap();
            victim.set_cookie(COOKIE, Some(&pair));
            let fields = [("csrfToken", token.as_str())];
            let tossed = victim.post("/api/auth/signout", &fields).await;
            assert_eq!(tossed.location(), refused);
            assert!(victim.is_signed_in().await);
            let good = attacker.post("/api/auth/signout", &fields).await;
            assert_eq!(good.location(), world.base, "the control");
        }
        let own = victim.csrf().await;
        victim.post("/api/auth/signout", &[("csrfToken", &own)]).await;
        assert!(!victim.is_signed_in().await);
    }
}

// row: stricter-23, G13
#[tokio::test]
async fn cross_site_request_is_refused() {
    let world = TestInstallation::new().await;
    let browser = world.signed_in("ann@example.com").await;
    let token = browser.csrf().await;
    let foreign: [&[(&str, &str)]; 5] = [
        &[("sec-fetch-site", "cross-site")],
        &[("sec-fetch-site", "same-site")],
        &[("sec-fetch-site", "cross-site"), ("origin", &world.base)],
        &[("origin", "https://evil.example")],
        &[("origin", "http://localhost:1")],
    ];
    for headers in foreign {
        let response = browser
            .post_with("/api/auth/signout", headers, &[("csrfToken", &token)])
            .await;
        assert_eq!(response.status, 403, "{headers:?}");
        let json = format!(r#"{{"csrfToken":"{token}"}}"#);
        for kind in ["application/json", "text/plain"] {
            let body = Some((kind, json.clone()));
            let response = browser
                .send(Method::POST, "/api/auth/session", headers, body)
                .await;
            assert_eq!(response.status, 403, "{headers:?} {kind}");
        }
    }
    assert!(browser.is_signed_in().await);
    // Our own pages send no referrer, hence `Origin: null`; `Sec-Fetch-Site` identifies them.
    let ours: [&[(&str, &str)]; 3] = [
        &[("origin", "null"), ("sec-fetch-site", "same-origin")],
        &[("origin", "null")],
        &[("origin", &world.base)],
    ];
    for headers in ours {
        let body = Some(("application/json", format!(r#"{{"csrfToken":"{token}"}}"#)));
        let response = browser
            .send(Method::POST, "/api/auth/session", headers, body)
            .await;
        assert_eq!(response.status, 200, "{headers:?}");
    }
}

#[tokio::test]
async fn link_of_another_browser_signs_no_user_in() {
    let world = TestInstallation::new().await;
    let attacker = world.browser();
    attacker.ask("mallory@example.com").await;
    let link = world.wait_for_email("mallory@example.com", 1).await.link();
    let victim = world.browser();
    for headers in [
        [("sec-fetch-site", "cross-site")],
        [("origin", "https://evil.example")],
        [("origin", "null")],
    ] {
        let response = victim.post_with(&link, &headers, &[]).await;
        assert_eq!(response.status, 403, "{headers:?}");
    }
    assert!(!victim.is_signed_in().await);
    // The page's form works in a browser that hides the origin, because of its CSRF token.
    let page = attacker.get(&link).await;
    let token = crate::visiting::hidden(&page.body, "csrfToken");
    let response = attacker
        .post_with(&link, &[("origin", "null")], &[("csrfToken", &token)])
        .await;
    assert_eq!(response.status, 302);
    assert!(attacker.is_signed_in().await);
}
