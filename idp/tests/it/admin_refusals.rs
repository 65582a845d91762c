//! Tests errors of the admin API: concurrent requests, deleted callers, invalid ids, a broken store, refused members.

use foundation::on_both_engines;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::admin_clients::put;
use crate::harness::{HttpResponse, SECRET, TestIdp};
use crate::visiting::retry_while_busy;

async fn admin_token(world: &TestIdp) -> String {
    let form = [
        ("grant_type", "client_credentials"),
        ("scope", "idp.clients"),
    ];
    let tokens = world.token(&form, Some(("product-api", SECRET))).await.ok();
    tokens["access_token"].as_str().unwrap().to_owned()
}

async fn ask(world: &TestIdp, method: &str, id: &str, token: &str) -> HttpResponse {
    let body: Value = json!({
        "redirect_uris": ["https://site.example/cb"], "grant_types": ["authorization_code"],
    });
    let request = world.request(method, &format!("/admin/v1/clients/{id}"));
    HttpResponse::read(request.bearer_auth(token).json(&body).send().await.unwrap()).await
}

on_both_engines!(concurrent_first_puts_create_one_client);

async fn concurrent_first_puts_create_one_client(world: TestIdp) {
    let token = admin_token(&world).await;
    for round in 0..5 {
        let id = format!("site-{round}");
        let put = || ask(&world, "PUT", &id, &token);
        let responses = join_all((0..8).map(|_| retry_while_busy(put))).await;
        let made: Vec<_> = responses
            .iter()
            .filter(|response| response.status == 201)
            .collect();
        assert_eq!(made.len(), 1, "{responses:?}");
        let with_secret = |request: &&HttpResponse| request.body.get("client_secret").is_some();
        assert_eq!(responses.iter().filter(with_secret).count(), 1);
        assert_eq!(
            responses
                .iter()
                .filter(|response| response.status == 200)
                .count(),
            7
        );
        let secret = made[0].body["client_secret"].as_str().unwrap();
        let form = [("grant_type", "authorization_code"), ("code", "x")];
        let known = world.token(&form, Some((&id, secret))).await;
        assert_eq!(known.refusal(), (400, "invalid_grant"), "the secret counts");
    }
}

#[tokio::test]
async fn deleted_caller_is_refused_at_once() {
    let world = TestIdp::new().await;
    let token = admin_token(&world).await;
    assert_eq!(ask(&world, "GET", "web", &token).await.status, 200);
    assert_eq!(
        ask(&world, "DELETE", "product-api", &token).await.status,
        204
    );
    for method in ["GET", "PUT", "DELETE"] {
        let response = ask(&world, method, "shop", &token).await;
        assert_eq!(response.refusal(), (401, "invalid_token"), "{method}");
        assert!(response.header("www-authenticate").starts_with("Bearer"));
    }
}

#[tokio::test]
async fn caller_that_lost_its_scope_is_refused() {
    let world = TestIdp::new().await;
    let token = admin_token(&world).await;
    world
        .execute(
            "UPDATE clients SET scope = 'metrics.read' WHERE id = $1",
            "product-api",
        )
        .await;
    // A server sees the changes of others within a second.
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let response = ask(&world, "GET", "web", &token).await;
    assert_eq!(response.refusal(), (403, "insufficient_scope"));
}

on_both_engines!(invalid_client_id_is_unknown);

async fn invalid_client_id_is_unknown(world: TestIdp) {
    let token = admin_token(&world).await;
    let long = "a".repeat(129);
    for (id, sent) in [("%00", "\0"), ("a%00b", "a\0b"), (&long, &long)] {
        assert_eq!(ask(&world, "GET", id, &token).await.status, 404, "{id}");
        assert_eq!(ask(&world, "DELETE", id, &token).await.status, 404, "{id}");
        assert_eq!(ask(&world, "PUT", id, &token).await.status, 400, "{id}");
        let landing = world.authorize(None, &[("client_id", sent)]).await;
        assert!(landing.is_page(), "{id} {landing:?}");
        let form = [("grant_type", "client_credentials")];
        let response = world.token(&form, Some((sent, SECRET))).await;
        assert_eq!(response.refusal(), (401, "invalid_client"), "{id}");
    }
}

#[tokio::test]
async fn failure_is_a_problem_with_the_request_id() {
    let world = TestIdp::new().await;
    let token = admin_token(&world).await;
    world.change("ALTER TABLE audit RENAME TO audit_away").await;
    let response = ask(&world, "PUT", "site", &token).await;
    assert_eq!(response.status, 500);
    assert_eq!(response.header("content-type"), "application/problem+json");
    assert!(!response.body["request_id"].as_str().unwrap().is_empty());
    assert_eq!(response.body["detail"], "");
    world.change("ALTER TABLE audit_away RENAME TO audit").await;
    assert_eq!(ask(&world, "GET", "site", &token).await.status, 404);
}

/// Returns the pointers of a refusal, in their order.
pub(crate) fn pointers_of(response: &HttpResponse) -> Vec<&str> {
    let errors = response.body["errors"].as_array().unwrap();
    errors
        .iter()
        .map(|error| error["pointer"].as_str().unwrap())
        .collect()
}

/// A member of a registration with a value that is refused, and the pointer to it.
type RefusedMember = (&'static str, Value, &'static str);

fn refused_addresses() -> Vec<RefusedMember> {
    let site = "https://site.example/";
    let plain = json!("http://site.example/");
    vec![
        (
            "redirect_uris",
            json!([site, "https://site.example/*"]),
            "/redirect_uris/1",
        ),
        (
            "post_logout_redirect_uris",
            json!([site, "javascript:alert(1)"]),
            "/post_logout_redirect_uris/1",
        ),
        (
            "backchannel_logout_uri",
            json!("https://10.0.0.1/out"),
            "/backchannel_logout_uri",
        ),
        ("jwks_uri", plain.clone(), "/jwks_uri"),
        (
            "sector_identifier_uri",
            plain.clone(),
            "/sector_identifier_uri",
        ),
        ("resources", json!([site, "/api"]), "/resources/1"),
        ("logo_uri", json!("data:image/svg+xml,x"), "/logo_uri"),
        ("client_uri", plain.clone(), "/client_uri"),
        ("policy_uri", plain, "/policy_uri"),
        ("tos_uri", json!("javascript:x"), "/tos_uri"),
    ]
}

fn refused_words() -> Vec<RefusedMember> {
    let odd = || json!("odd");
    vec![
        ("jwks", json!({ "keys": [] }), "/jwks"),
        ("brand_color", odd(), "/brand_color"),
        ("client_name", json!("Sh\u{202e}op"), "/client_name"),
        ("contacts", json!([""]), "/contacts"),
        ("scope", json!("a \"b\""), "/scope"),
        ("grant_types", json!(["implicit"]), "/grant_types"),
        ("response_types", json!(["token"]), "/response_types"),
        ("default_max_age", json!(40_000_000), "/default_max_age"),
        ("default_acr_values", json!(["a b"]), "/default_acr_values"),
        (
            "id_token_signed_response_alg",
            odd(),
            "/id_token_signed_response_alg",
        ),
        (
            "userinfo_signed_response_alg",
            odd(),
            "/userinfo_signed_response_alg",
        ),
        (
            "token_endpoint_auth_method",
            odd(),
            "/token_endpoint_auth_method",
        ),
        (
            "token_endpoint_auth_signing_alg",
            odd(),
            "/token_endpoint_auth_signing_alg",
        ),
        ("access_token_format", odd(), "/access_token_format"),
        ("subject_type", odd(), "/subject_type"),
        ("application_type", odd(), "/application_type"),
    ]
}

#[tokio::test]
async fn refused_member_is_named_by_its_pointer() {
    let world = TestIdp::new().await;
    let rows = [refused_addresses(), refused_words()].concat();
    for (member, value, pointer) in rows {
        let mut body = json!({ "redirect_uris": ["https://site.example/cb"] });
        body[member] = value;
        let response = put(&world, "site", &body).await;
        assert_eq!(response.status, 400, "{member}");
        let pointers = pointers_of(&response);
        assert!(pointers.contains(&pointer), "{member}: {}", response.body);
    }
}
