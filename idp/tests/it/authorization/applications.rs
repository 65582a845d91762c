//! Tests the page of applications, which lists consents and withdraws them.

use foundation::on_both_engines;
use reqwest::Response;

use super::{ShownPage, allow, shop};
use crate::harness::{RedirectResponse, SECRET, TestIdp, VERIFIER};

const PATH: &str = "/api/auth/account/applications";

async fn press(world: &TestIdp, page: &ShownPage, client_id: &str) -> Response {
    let token = page.field("csrfToken");
    let form = [("csrfToken", token.as_str()), ("client_id", client_id)];
    world.post(PATH, &form, &page.cookie).await
}

/// Returns an access token of `shop` for the user.
async fn token_of(world: &TestIdp, landing: &RedirectResponse) -> String {
    let form = [
        ("grant_type", "authorization_code"),
        ("code", &landing.parameter("code").unwrap()),
        ("redirect_uri", "https://shop.example/cb"),
        ("code_verifier", VERIFIER),
    ];
    let tokens = world.token(&form, Some(("shop", SECRET))).await.ok();
    tokens["access_token"].as_str().unwrap().to_owned()
}

on_both_engines!(consent_is_listed_and_revoked);

async fn consent_is_listed_and_revoked(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let empty = ShownPage::at(&world, PATH, &ann).await;
    assert!(
        !empty.html.contains("id=\"applications\""),
        "{}",
        empty.html
    );
    let landing = RedirectResponse::from_response(&allow(&world, &ann, &[]).await);
    let token = token_of(&world, &landing).await;
    // The page omits clients of the installation.
    world.tokens(&ann).await;
    let page = ShownPage::at(&world, PATH, &ann).await;
    assert_eq!(page.html.matches("<li id=\"application-").count(), 1);
    for part in [
        "id=\"application-shop\"",
        "The &#60;b&#62;Shop&#60;/b&#62;",
        "See your email address",
    ] {
        assert!(page.html.contains(part), "{part}: {}", page.html);
    }
    assert_eq!(world.userinfo(&token).await.status, 200, "the control");
    let done = RedirectResponse::from_response(&press(&world, &page, "shop").await);
    assert_eq!(
        done.location.as_deref(),
        Some("/api/auth/account/applications?done=revoked")
    );
    assert_eq!(world.userinfo(&token).await.status, 401);
    let response = world.get(&shop(&world, &[]), Some(&ann)).await;
    assert_eq!(response.status(), 200, "it has to ask again");
    assert_eq!(
        world
            .text("SELECT actor || ' ' || subject || ' ' || client_id FROM audit WHERE action = 'consent.revoked'")
            .await,
        format!("{0} {0} shop", ann.user_id)
    );
    let again = RedirectResponse::from_response(&press(&world, &page, "shop").await);
    assert_eq!(again.location.as_deref(), Some(PATH), "nothing was left");
    let events = "SELECT COUNT(*) FROM audit WHERE action = 'consent.revoked'";
    assert_eq!(world.count(events).await, 1);
}

on_both_engines!(revoked_consent_invalidates_pending_codes);

async fn revoked_consent_invalidates_pending_codes(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let landing = RedirectResponse::from_response(&allow(&world, &ann, &[]).await);
    let page = ShownPage::at(&world, PATH, &ann).await;
    press(&world, &page, "shop").await;
    let form = [
        ("grant_type", "authorization_code"),
        ("code", &landing.parameter("code").unwrap()),
        ("redirect_uri", "https://shop.example/cb"),
        ("code_verifier", VERIFIER),
    ];
    let response = world.token(&form, Some(("shop", SECRET))).await;
    assert_eq!(response.refusal(), (400, "invalid_grant"));
}

#[tokio::test]
async fn consent_of_another_user_is_not_revoked() {
    let world = TestIdp::new().await;
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    for visitor in [&ann, &ben] {
        assert_eq!(allow(&world, visitor, &[]).await.status(), 303);
    }
    let page = ShownPage::at(&world, PATH, &ann).await;
    let pressed = async |cookie: &str, token: &str, origin: &str| {
        let form = [("csrfToken", token), ("client_id", "shop")];
        let request = world.request("POST", PATH).form(&form);
        let request = request.header("cookie", cookie).header("origin", origin);
        request.send().await.unwrap().status()
    };
    let (token, here) = (page.field("csrfToken"), world.base.as_str());
    let of_ben = page.cookie.replace(&ann.cookie, &ben.cookie);
    assert_eq!(pressed(&of_ben, &token, here).await, 403);
    assert_eq!(pressed(&page.cookie, "0", here).await, 403);
    assert_eq!(
        pressed(&page.cookie, &token, "https://evil.example").await,
        403
    );
    let consents = "SELECT COUNT(*) FROM consents";
    assert_eq!(world.count(consents).await, 2);
    assert_eq!(pressed(&page.cookie, &token, here).await, 303);
    assert_eq!(world.count(consents).await, 1, "ben's stays");
    let away = world.get(PATH, None).await;
    let landing = RedirectResponse::from_response(&away);
    assert_eq!(landing.url().path(), "/api/auth/signin");
}

#[tokio::test]
async fn account_page_links_to_the_applications() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let html = ShownPage::at(&world, "/api/auth/account", &ann).await.html;
    assert!(html.contains("id=\"applications-link\""), "{html}");
}
