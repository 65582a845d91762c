//! Tests registered properties of requests: the age and strength of sign-ins, pushed requests, signed responses, links to the
//! client's pages.

use foundation::on_both_engines;
use idp::testing::TestBrowser;
use serde_json::{Value, json};

use super::ShownPage;
use super::pushed::{address_of, pushed};
use crate::admin_clients::put;
use crate::harness::{
    CHALLENGE, HttpResponse, RedirectResponse, TestIdp, VERIFIER, claims, header,
};

const CALLBACK: &str = "https://site.example/cb";

/// Registers a third-party public client.
async fn register(world: &TestIdp, id: &str, more: Value) {
    let mut whole = json!({
        "client_name": "Site", "token_endpoint_auth_method": "none", "redirect_uris": [CALLBACK],
    });
    for (member, value) in more.as_object().unwrap() {
        whole[member] = value.clone();
    }
    let response = put(world, id, &whole).await;
    assert_eq!(response.status, 201, "{}", response.body);
}

async fn visit(
    world: &TestIdp,
    visitor: &TestBrowser,
    id: &str,
    changes: &[(&str, &str)],
) -> reqwest::Response {
    let mut all = vec![("client_id", id), ("redirect_uri", CALLBACK)];
    all.extend(changes);
    world.get(&world.authorize_url(&all), Some(visitor)).await
}

#[tokio::test]
async fn request_that_says_no_age_has_the_registered_one() {
    let world = TestIdp::new().await;
    register(&world, "site", json!({ "default_max_age": 100 })).await;
    let ann = world.visitor("ann").await;
    world.wait(100);
    assert_eq!(visit(&world, &ann, "site", &[]).await.status(), 200);
    world.wait(1);
    let response = RedirectResponse::from_response(&visit(&world, &ann, "site", &[]).await);
    assert_eq!(response.url().path(), "/api/auth/signin");
    let longer = visit(&world, &ann, "site", &[("max_age", "200")]).await;
    assert_eq!(longer.status(), 200, "the request's own word counts");
}

#[tokio::test]
async fn request_that_says_no_class_has_the_registered_ones() {
    let world = TestIdp::new().await;
    register(&world, "site", json!({ "default_acr_values": ["phr"] })).await;
    let ann = world.visitor("ann").await;
    let response = RedirectResponse::from_response(&visit(&world, &ann, "site", &[]).await);
    assert_eq!(response.url().path(), "/api/auth/signin");
    let own = visit(&world, &ann, "site", &[("acr_values", "1")]).await;
    assert_eq!(own.status(), 200, "the request's own word counts");
}

on_both_engines!(client_registered_for_par_must_push);

// row: A28
async fn client_registered_for_par_must_push(world: TestIdp) {
    let push = json!({ "require_pushed_authorization_requests": true });
    register(&world, "site", push).await;
    let ann = world.visitor("ann").await;
    for response_mode in ["query", "form_post"] {
        let changes = [("response_mode", response_mode)];
        let response = visit(&world, &ann, "site", &changes).await;
        if response_mode == "query" {
            assert_eq!(
                RedirectResponse::from_response(&response).error(),
                "invalid_request"
            );
        } else {
            let page = ShownPage::read(response, "").await;
            assert_eq!(page.field("error"), "invalid_request");
        }
    }
    let form = [
        ("client_id", "site"),
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", "openid"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    let parked = world.post("/oauth/authorize", &form, "").await;
    let resume = RedirectResponse::from_response(&parked).location.unwrap();
    let by_post = RedirectResponse::from_response(&world.get(&resume, Some(&ann)).await);
    assert_eq!(by_post.error(), "invalid_request", "parked is not pushed");
    let response = world.request("POST", "/oauth/par").form(&form).send().await;
    let response = HttpResponse::read(response.unwrap()).await;
    let name = response.body["request_uri"].as_str().unwrap();
    let reply = world.get(&address_of("site", name), Some(&ann)).await;
    assert_eq!(reply.status(), 200, "the control: it asks for consent");
    // A client without this requirement may push its requests all the same.
    let name = pushed(&world, &[]).await;
    let control = world.get(&address_of("backend", &name), Some(&ann)).await;
    assert!(
        RedirectResponse::from_response(&control)
            .parameter("code")
            .is_some()
    );
}

#[tokio::test]
async fn question_leads_to_the_pages_of_the_client() {
    let world = TestIdp::new().await;
    let links = json!({
        "client_uri": "https://site.example/", "policy_uri": "https://site.example/policy?a=b&c=d",
        "tos_uri": "https://site.example/terms",
    });
    register(&world, "site", links).await;
    register(&world, "bare", json!({})).await;
    let ann = world.visitor("ann").await;
    let page = ShownPage::read(visit(&world, &ann, "site", &[]).await, "").await;
    for (id, address) in [
        ("consent-home", "https://site.example/"),
        ("consent-policy", "https://site.example/policy?a=b&c=d"),
        ("consent-terms", "https://site.example/terms"),
    ] {
        assert_eq!(page.behind(&format!("id=\"{id}\" href=\"")), address);
    }
    assert_eq!(page.html.matches("noopener noreferrer").count(), 3);
    let bare = ShownPage::read(visit(&world, &ann, "bare", &[]).await, "").await;
    assert!(!bare.html.contains("consent-links"), "{}", bare.html);
}

on_both_engines!(userinfo_is_signed_for_registered_clients);

// row: B18
async fn userinfo_is_signed_for_registered_clients(world: TestIdp) {
    let ann = world.visitor("ann").await;
    for algorithm in ["ES256", "RS256"] {
        let id = format!("site-{algorithm}");
        let signed = json!({ "userinfo_signed_response_alg": algorithm });
        register(&world, &id, signed).await;
        let page = ShownPage::read(visit(&world, &ann, &id, &[]).await, &ann.cookie).await;
        let button = [("decision", "allow")];
        let landing =
            RedirectResponse::from_response(&page.press(&world, "/oauth/consent", &button).await);
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", &id),
            ("code", &landing.parameter("code").unwrap()),
            ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER),
        ];
        let tokens = world.token(&form, None).await.ok();
        let token = tokens["access_token"].as_str().unwrap();
        let response = world.userinfo(token).await;
        assert_eq!(response.header("content-type"), "application/jwt");
        let text = response.ok();
        let jwt = text.as_str().unwrap();
        assert_eq!(header(jwt)["alg"], algorithm);
        let token_claims = claims(jwt);
        assert_eq!(token_claims["iss"], world.base);
        assert_eq!(token_claims["aud"], id);
        assert_eq!(token_claims["sub"], ann.user_id);
        assert_eq!(token_claims["email"], "ann@example.com");
        assert_eq!(token_claims["iat"], world.clock.now().seconds());
        assert_eq!(
            token_claims.get("exp"),
            None,
            "what reads ID tokens demands one"
        );
        // The signed response is neither an access token nor an ID token hint.
        assert_eq!(world.userinfo(jwt).await.status, 401);
        let hint = [("id_token_hint", jwt), ("prompt", "none")];
        let landing = world.authorize(Some(&ann), &hint).await;
        assert_eq!(landing.error(), "login_required");
    }
    let plain = world.site_tokens(&ann, "openid email").await;
    let response = world.userinfo(plain["access_token"].as_str().unwrap());
    assert_eq!(response.await.header("content-type"), "application/json");
}
