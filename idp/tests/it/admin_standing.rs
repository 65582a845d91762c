//! Tests that a caller of the admin API gives no client more rights than it has itself.

use foundation::on_both_engines;
use serde_json::{Value, json};

use crate::harness::{HttpResponse, SECRET, TestIdp};

/// Client with the scope `idp.clients`, but not with all administration scopes.
const CLIENTS_ADMIN: &str = "product-api";
/// Client with all administration scopes.
const FULL_ADMIN: &str = "keeper";

async fn ask(
    world: &TestIdp,
    caller: &str,
    method: &str,
    path: &str,
    body: &Value,
) -> HttpResponse {
    let form = [
        ("grant_type", "client_credentials"),
        ("scope", "idp.clients"),
    ];
    let tokens = world.token(&form, Some((caller, SECRET))).await.ok();
    let token = tokens["access_token"].as_str().unwrap();
    let request = world.request(method, &format!("/admin/v1/clients/{path}"));
    HttpResponse::read(request.bearer_auth(token).json(body).send().await.unwrap()).await
}

fn machine(scope: &str) -> Value {
    json!({ "grant_types": ["client_credentials"], "scope": scope })
}

on_both_engines!(caller_cannot_create_a_client_with_more_scopes);

async fn caller_cannot_create_a_client_with_more_scopes(world: TestIdp) {
    for (caller, scope, expected) in [
        (CLIENTS_ADMIN, "idp.keys", 403),
        (CLIENTS_ADMIN, "idp.clients idp.introspect", 403),
        (CLIENTS_ADMIN, "idp.clients idp.users credits.read", 201),
        (CLIENTS_ADMIN, "openid profile email offline_access", 201),
        (CLIENTS_ADMIN, "openid credits.read credits.buy", 201),
        (CLIENTS_ADMIN, "ledger", 403),
        (CLIENTS_ADMIN, "operator websites account", 403),
        (CLIENTS_ADMIN, "credits.read another.api", 403),
        (FULL_ADMIN, "ledger operator another.api", 201),
        (FULL_ADMIN, "idp.keys", 201),
        (FULL_ADMIN, "idp.introspect", 201),
    ] {
        let response = ask(&world, caller, "PUT", "machine", &machine(scope)).await;
        assert_eq!(
            response.status, expected,
            "{caller} {scope}: {}",
            response.body
        );
        let stored = ask(&world, FULL_ADMIN, "GET", "machine", &json!({})).await;
        assert_eq!(stored.status == 200, expected == 201, "{caller} {scope}");
        if expected == 403 {
            assert_eq!(response.header("content-type"), "application/problem+json");
            let why = response.body["detail"].as_str().unwrap();
            assert!(why.contains("IDP_WEBSITE_SCOPE"), "{why}");
        }
        ask(&world, FULL_ADMIN, "DELETE", "machine", &json!({})).await;
    }
}

on_both_engines!(caller_cannot_take_over_a_client_with_more_scopes);

async fn caller_cannot_take_over_a_client_with_more_scopes(world: TestIdp) {
    let made = ask(&world, FULL_ADMIN, "PUT", "strong", &machine("idp.keys")).await;
    let secret = made.body["client_secret"].as_str().unwrap().to_owned();
    let nothing = json!({ "grant_types": ["client_credentials"] });
    let off = json!({ "active": false });
    for id in ["strong", "web"] {
        for (method, path, body) in [
            ("PUT", id.to_owned(), &nothing),
            ("PUT", format!("{id}?rotate_secret=true"), &nothing),
            ("PUT", format!("{id}/active"), &off),
            ("DELETE", id.to_owned(), &nothing),
        ] {
            let response = ask(&world, CLIENTS_ADMIN, method, &path, body).await;
            assert_eq!(response.status, 403, "{method} {path}: {}", response.body);
        }
        let response = ask(&world, CLIENTS_ADMIN, "GET", id, &nothing).await;
        assert_eq!(response.status, 200, "looking is allowed");
    }
    let form = [("grant_type", "client_credentials"), ("scope", "idp.keys")];
    let response = world.token(&form, Some(("strong", &secret))).await;
    assert_eq!(response.status, 200, "nothing of it was changed");
    let ann = world.visitor("ann").await;
    world.tokens(&ann).await;

    let response = ask(&world, FULL_ADMIN, "PUT", "web/active", &off).await;
    assert_eq!(response.status, 200, "the control: {}", response.body);
    assert!(world.authorize(Some(&ann), &[]).await.is_page());
    let response = ask(&world, FULL_ADMIN, "DELETE", "strong", &nothing).await;
    assert_eq!(response.status, 204, "the control");
}

#[tokio::test]
async fn initial_access_token_gives_no_more_than_its_caller_may() {
    let world = TestIdp::new().await;
    for (caller, scope, expected) in [
        (CLIENTS_ADMIN, "credits.read", 201),
        (CLIENTS_ADMIN, "ledger", 403),
        (CLIENTS_ADMIN, "credits.read another.api", 403),
        (FULL_ADMIN, "ledger", 201),
    ] {
        let body = json!({ "scope": scope });
        let path = "../initial-access-tokens";
        let response = ask(&world, caller, "POST", path, &body).await;
        assert_eq!(
            response.status, expected,
            "{caller} {scope}: {}",
            response.body
        );
    }
}

on_both_engines!(client_is_deactivated_and_on_and_keeps_its_registration);

async fn client_is_deactivated_and_on_and_keeps_its_registration(world: TestIdp) {
    let site = json!({
        "redirect_uris": ["https://site.example/cb"], "dpop_bound_access_tokens": true, "require_auth_time": true,
        "backchannel_logout_uri": "https://site.example/out", "scope": "credits.read",
    });
    ask(&world, CLIENTS_ADMIN, "PUT", "site", &site).await;
    let before = ask(&world, CLIENTS_ADMIN, "GET", "site", &site).await.ok();
    for active in [false, false, true, true] {
        let body = json!({ "active": active });
        let response = ask(&world, CLIENTS_ADMIN, "PUT", "site/active", &body)
            .await
            .ok();
        let mut expected = before.clone();
        expected["is_active"] = json!(active);
        assert_eq!(response, expected);
        let found = ask(&world, CLIENTS_ADMIN, "GET", "site", &body).await.ok();
        assert_eq!(found, expected);
    }
    let unknown = ask(
        &world,
        CLIENTS_ADMIN,
        "PUT",
        "nobody/active",
        &json!({ "active": true }),
    )
    .await;
    assert_eq!(unknown.status, 404);
    let written =
        "SELECT COUNT(*) FROM audit WHERE action = 'client.put' AND details = '{\"active\":false}'";
    assert_eq!(world.count(written).await, 2);
}

on_both_engines!(deactivated_caller_loses_its_grants);

async fn deactivated_caller_loses_its_grants(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid").await;
    let access_token = tokens["access_token"].as_str().unwrap();
    assert_eq!(world.userinfo(access_token).await.status, 200);
    for active in [false, true] {
        let body = json!({ "active": active });
        ask(&world, FULL_ADMIN, "PUT", "backend/active", &body)
            .await
            .ok();
        assert_eq!(world.userinfo(access_token).await.status, 401, "{active}");
    }
    let again = world.site_tokens(&ann, "openid").await;
    let access_token = again["access_token"].as_str().unwrap();
    assert_eq!(
        world.userinfo(access_token).await.status,
        200,
        "a fresh one"
    );
}

on_both_engines!(keys_scope_allows_neither_withdrawal_nor_resealing);

async fn keys_scope_allows_neither_withdrawal_nor_resealing(world: TestIdp) {
    let some = machine("idp.clients idp.keys idp.status idp.users");
    let made = ask(&world, FULL_ADMIN, "PUT", "shower", &some).await;
    let secret = made.body["client_secret"].as_str().unwrap();
    let keys = async |(caller, secret): (&str, &str), method: &str, path: &str| {
        let form = [("grant_type", "client_credentials"), ("scope", "idp.keys")];
        let tokens = world.token(&form, Some((caller, secret))).await.ok();
        let token = tokens["access_token"].as_str().unwrap();
        let request = world.request(method, &format!("/admin/v1/keys{path}"));
        HttpResponse::read(request.bearer_auth(token).send().await.unwrap()).await
    };
    let shower = ("shower", secret);
    let listed = keys(shower, "GET", "").await.ok();
    let kid = listed["keys"][0]["kid"].as_str().unwrap().to_owned();
    for (method, path) in [
        ("DELETE", format!("/{kid}")),
        ("POST", "/reseal".to_owned()),
    ] {
        let response = keys(shower, method, &path).await;
        assert_eq!(response.status, 403, "{method} {path}: {}", response.body);
        assert_eq!(response.header("content-type"), "application/problem+json");
        assert!(
            response.body["detail"]
                .as_str()
                .unwrap()
                .contains("idp.audit")
        );
    }
    assert_eq!(keys(shower, "GET", "").await.ok(), listed, "all are there");
    assert_eq!(keys(shower, "POST", "/rotate").await.status, 200);
    let all = (FULL_ADMIN, SECRET);
    assert_eq!(
        keys(all, "POST", "/reseal").await.status,
        200,
        "the control"
    );
    let response = keys(all, "DELETE", &format!("/{kid}")).await;
    assert_eq!(response.status, 200, "the control: {}", response.body);
}
