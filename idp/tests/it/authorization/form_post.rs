//! Tests OAuth 2.0 Form Post Response Mode: the browser posts the response by a script or by a button.

use foundation::on_both_engines;

use super::{ShownPage, shop};
use crate::harness::TestIdp;

const POSTED: (&str, &str) = ("response_mode", "form_post");

on_both_engines!(code_is_posted_and_redeemed);

async fn code_is_posted_and_redeemed(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let state = "a \"state\" & <more>'";
    let address = world.authorize_url(&[POSTED, ("state", state)]);
    let response = world.get(&address, Some(&ann)).await;
    assert!(response.headers().get("location").is_none());
    assert_eq!(response.headers()["cache-control"], "no-store");
    let page = ShownPage::read(response, &ann.cookie).await;
    assert_eq!(page.status, 200);
    assert_eq!(page.behind("action=\""), world.at("/auth/callback"));
    assert!(page.html.contains("method=\"post\""), "{}", page.html);
    assert_eq!(page.field("state"), state);
    assert_eq!(page.field("iss"), world.base);
    assert!(page.html.contains("id=\"form-post-continue\""));
    let tokens = world.redeem(&page.field("code")).await.ok();
    assert!(tokens["id_token"].is_string());
}

#[tokio::test]
async fn page_may_post_to_the_client_and_run_its_one_line() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let address = world.authorize_url(&[
        POSTED,
        ("client_id", "backend"),
        ("redirect_uri", "https://backend.example/cb"),
    ]);
    let page = ShownPage::at(&world, &address, &ann).await;
    let nonce = page.behind("<script nonce=\"");
    assert_eq!(nonce.len(), 43);
    for part in [
        "default-src 'none'",
        &format!("script-src 'nonce-{nonce}'"),
        "form-action https://backend.example;",
        "frame-ancestors https://backend.example;",
        "base-uri 'none'",
    ] {
        assert!(page.policy.contains(part), "{part}: {}", page.policy);
    }
    assert_eq!(page.html.matches("<script").count(), 1);
    assert!(page.html.contains("document.forms[0].submit();</script>"));
    let other = ShownPage::at(&world, &address, &ann).await;
    assert_ne!(other.behind("<script nonce=\""), nonce);
}

// row: A13
#[tokio::test]
async fn refusals_are_posted_too() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let rows: [(&[(&str, &str)], &str); 5] = [
        (&[("prompt", "none")], "consent_required"),
        (&[("response_type", "token")], "unsupported_response_type"),
        (&[("scope", "email")], "invalid_scope"),
        (&[("max_age", "x")], "invalid_request"),
        (&[("request", "x")], "invalid_request_object"),
    ];
    for (changes, expected) in rows {
        let mut all = vec![POSTED];
        all.extend(changes);
        let response = world.get(&shop(&world, &all), Some(&ann)).await;
        assert!(response.headers().get("location").is_none(), "{changes:?}");
        let page = ShownPage::read(response, &ann.cookie).await;
        assert_eq!(page.field("error"), expected);
        assert_eq!(page.field("state"), "a state & more");
        assert_eq!(page.field("iss"), world.base);
        assert!(!page.html.contains("name=\"code\""), "{}", page.html);
        assert_eq!(page.behind("action=\""), "https://shop.example/cb");
    }
}

#[tokio::test]
async fn denial_is_posted_like_a_request_by_post() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let consent = ShownPage::at(&world, &shop(&world, &[POSTED]), &ann).await;
    let response = consent
        .press(&world, "/oauth/consent", &[("decision", "deny")])
        .await;
    let page = ShownPage::read(response, &ann.cookie).await;
    assert_eq!(page.field("error"), "access_denied");
    let again = consent
        .press(&world, "/oauth/consent", &[("decision", "allow")])
        .await;
    assert_eq!(again.status(), 400, "answered once");
    let form = [
        ("client_id", "web"),
        ("redirect_uri", &world.at("/auth/callback")),
        ("response_mode", "form_post"),
        ("state", "one"),
        ("state", "two"),
    ];
    let page = ShownPage::read(world.post("/oauth/authorize", &form, "").await, "").await;
    assert_eq!(page.field("error"), "invalid_request");
}

#[tokio::test]
async fn native_client_gets_a_redirect_instead_of_a_post() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    for (redirect_uri, is_posted) in [
        ("com.example.app:/cb", false),
        ("http://127.0.0.1:51004/cb", true),
    ] {
        let changes = [
            POSTED,
            ("client_id", "native"),
            ("redirect_uri", redirect_uri),
        ];
        let response = world.get(&world.authorize_url(&changes), Some(&ann)).await;
        assert_eq!(response.status() == 200, is_posted, "{redirect_uri}");
        if !is_posted {
            let landing = world.authorize(Some(&ann), &changes).await;
            assert_eq!(landing.error(), "invalid_request");
        }
    }
}
