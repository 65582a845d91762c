//! Tests clients in the admin API: members by RFC 7591, for machines with the scope `idp.clients`.

use foundation::on_both_engines;
use foundation::testing::{RowLocks, TestDatabase};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::admin_refusals::pointers_of;
use crate::harness::{HttpResponse, SECRET, TestIdp, VERIFIER};
use crate::visiting::retry_while_busy;

async fn admin_token(world: &TestIdp, client_id: &str, scope: &str) -> String {
    let form = [("grant_type", "client_credentials"), ("scope", scope)];
    let tokens = world.token(&form, Some((client_id, SECRET))).await.ok();
    tokens["access_token"].as_str().unwrap().to_owned()
}

pub(crate) async fn put(world: &TestIdp, path: &str, body: &Value) -> HttpResponse {
    let token = admin_token(world, "keeper", "idp.clients").await;
    let request = world.request("PUT", &format!("/admin/v1/clients/{path}"));
    HttpResponse::read(request.bearer_auth(token).json(body).send().await.unwrap()).await
}

pub(crate) async fn without_body(world: &TestIdp, method: &str, id: &str) -> HttpResponse {
    let token = admin_token(world, "keeper", "idp.clients").await;
    let request = world.request(method, &format!("/admin/v1/clients/{id}"));
    HttpResponse::read(request.bearer_auth(token).send().await.unwrap()).await
}

pub(crate) fn site() -> Value {
    json!({
        "client_name": "A site", "redirect_uris": ["https://site.example/cb"],
        "grant_types": ["authorization_code", "refresh_token"], "scope": "credits.read",
    })
}

on_both_engines!(client_is_made_replaced_and_deleted);

async fn client_is_made_replaced_and_deleted(world: TestIdp) {
    let made = put(&world, "site", &site()).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let secret = made.body["client_secret"].as_str().unwrap().to_owned();
    assert_eq!(
        (secret.len(), &made.body["first_party"]),
        (43, &json!(false))
    );
    let again = put(&world, "site", &site()).await;
    assert_eq!(
        (again.status.as_u16(), again.body.get("client_secret")),
        (200, None)
    );
    let found = without_body(&world, "GET", "site").await.ok();
    assert_eq!(found["redirect_uris"], json!(["https://site.example/cb"]));
    assert_eq!(found.get("client_secret"), None);
    let rotated = put(&world, "site?rotate_secret=true", &site()).await;
    assert_ne!(rotated.body["client_secret"].as_str().unwrap(), secret);
    let form = [("grant_type", "authorization_code"), ("code", "x")];
    let old = world.token(&form, Some(("site", &secret))).await;
    assert_eq!(old.refusal(), (401, "invalid_client"));
    assert_eq!(without_body(&world, "DELETE", "site").await.status, 204);
    assert_eq!(without_body(&world, "DELETE", "site").await.status, 404);
    assert_eq!(without_body(&world, "GET", "site").await.status, 404);
    assert_eq!(world.count("SELECT COUNT(*) FROM audit").await, 4);
}

#[tokio::test]
async fn fresh_client_signs_users_in_and_its_deletion_ends_that() {
    let world = TestIdp::new().await;
    let made = put(
        &world,
        "site",
        &json!({
            "redirect_uris": ["https://site.example/cb"], "grant_types": ["authorization_code"],
        }),
    )
    .await;
    let secret = made.body["client_secret"].as_str().unwrap().to_owned();
    let ann = world.visitor("ann").await;
    world.execute("INSERT INTO consents (user_id, client_id, scope, updated_at) VALUES ($1, 'site', 'openid', 0)", &ann.user_id).await;
    let changes = [
        ("client_id", "site"),
        ("redirect_uri", "https://site.example/cb"),
        ("scope", "openid"),
    ];
    let code = world.code(&ann, &changes).await;
    let form = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("redirect_uri", "https://site.example/cb"),
        ("code_verifier", VERIFIER),
    ];
    let tokens = world.token(&form, Some(("site", &secret))).await.ok();
    let token = tokens["access_token"].as_str().unwrap();
    assert_eq!(world.userinfo(token).await.status, 200);
    assert_eq!(without_body(&world, "DELETE", "site").await.status, 204);
    assert_eq!(world.userinfo(token).await.status, 401);
    assert!(world.authorize(Some(&ann), &changes).await.is_page());
}

#[tokio::test]
async fn only_machine_tokens_with_the_scope_are_accepted() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let of_user = world.tokens(&ann).await["access_token"]
        .as_str()
        .unwrap()
        .to_owned();
    let rows = [
        (None, 401),
        (Some("x".to_owned()), 401),
        (
            Some(admin_token(&world, "product-api", "metrics.read").await),
            403,
        ),
        (Some(of_user), 403),
        (
            Some(admin_token(&world, "product-api", "idp.clients").await),
            200,
        ),
    ];
    for (token, expected) in &rows {
        for method in ["GET", "PUT", "DELETE"]
            .into_iter()
            .filter(|one| *one == "GET" || *expected != 200)
        {
            let request = world.request(method, "/admin/v1/clients/web").json(&site());
            let request = match token {
                Some(token) => request.bearer_auth(token),
                None => request,
            };
            let response = HttpResponse::read(request.send().await.unwrap()).await;
            assert_eq!(
                response.status.as_u16(),
                *expected,
                "{method} {}",
                response.body
            );
            let challenged = response.header("www-authenticate").starts_with("Bearer");
            assert_eq!(challenged, *expected != 200);
        }
    }
}

#[tokio::test]
async fn invalid_client_gets_all_problems_and_is_not_stored() {
    let world = TestIdp::new().await;
    let bad = json!({ "redirect_uris": ["http://site.example/", "https://site.example/#x"], "grant_types": ["implicit"] });
    let response = put(&world, "site", &bad).await;
    assert_eq!(response.status, 400);
    assert_eq!(response.header("content-type"), "application/problem+json");
    let detail = response.body["detail"].as_str().unwrap();
    assert!(
        detail.contains("http://site.example/") && detail.contains("grant_types"),
        "{detail}"
    );
    assert!(detail.contains("https://site.example/#x"), "{detail}");
    assert!(!response.body["request_id"].as_str().unwrap().is_empty());
    let pointers = pointers_of(&response);
    assert_eq!(
        pointers,
        ["/grant_types", "/redirect_uris/0", "/redirect_uris/1"]
    );
    assert_eq!(without_body(&world, "GET", "site").await.status, 404);
    for body in [
        json!({ "first_party": true }),
        json!({ "redirect_uris": "x" }),
        json!([]),
    ] {
        assert_eq!(put(&world, "site", &body).await.status, 400, "{body}");
    }
    assert_eq!(put(&world, "a%20b", &site()).await.status, 400);
}

#[tokio::test]
async fn bootstrap_client_stays_first_party() {
    let world = TestIdp::new().await;
    let body = json!({ "redirect_uris": ["https://backend.example/cb"], "scope": "credits.read" });
    let response = put(&world, "backend", &body).await.ok();
    assert_eq!(response["first_party"], true);
    assert_eq!(response["grant_types"], json!(["authorization_code"]));
    assert_eq!(
        response["require_pkce"], false,
        "what was left out has its default again"
    );
    assert_eq!(response.get("client_secret"), None, "its secret stays");
}

#[tokio::test]
async fn audit_log_names_the_actor_and_no_secret() {
    let world = TestIdp::new().await;
    let made = put(&world, "site", &site()).await;
    let secret = made.body["client_secret"].as_str().unwrap();
    let audit_log = world
        .text("SELECT actor || ' ' || action || ' ' || subject || ' ' || details FROM audit")
        .await;
    assert_eq!(
        audit_log,
        r#"keeper client.put site {"new":true,"new_secret":true}"#
    );
    assert!(!audit_log.contains(secret));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rotated_secret_survives_a_concurrent_replacement() {
    let world = TestIdp::on(TestDatabase::postgres(&idp::MIGRATIONS).await).await;
    put(&world, "site", &site()).await;
    let row = "UPDATE clients SET updated_at = updated_at WHERE id = 'site'";
    let mut holding = RowLocks::take(&world.app.database, &[row]).await;
    let first_waits = Notify::new();
    let body = site();
    let rotating = retry_while_busy(|| put(&world, "site?rotate_secret=true", &body));
    let replacing = async {
        first_waits.notified().await;
        retry_while_busy(|| put(&world, "site", &body)).await
    };
    let release = async {
        holding.wait_for_sessions(1).await;
        first_waits.notify_one();
        holding.wait_for_sessions(2).await;
        holding.commit().await;
    };
    let (rotated, replaced, ()) = tokio::join!(rotating, replacing, release);
    replaced.ok();
    let rotated = rotated.ok();
    let secret = rotated["client_secret"].as_str().unwrap();
    let form = [("grant_type", "authorization_code"), ("code", "x")];
    let response = world.token(&form, Some(("site", secret))).await;
    assert_eq!(
        response.refusal(),
        (400, "invalid_grant"),
        "the client is known"
    );
}
