//! The admin API when something is in its way: two at once, a caller that is gone, ids that cannot be, a broken store.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::harness::{SECRET, Told, World, both};
use crate::visiting::patiently;

async fn admin_token(world: &World) -> String {
    let form = [
        ("grant_type", "client_credentials"),
        ("scope", "idp.clients"),
    ];
    let tokens = world.token(&form, Some(("product-api", SECRET))).await.ok();
    tokens["access_token"].as_str().unwrap().to_owned()
}

async fn ask(world: &World, method: &str, id: &str, token: &str) -> Told {
    let body: Value = json!({
        "redirect_uris": ["https://site.example/cb"], "grant_types": ["authorization_code"],
    });
    let request = world.request(method, &format!("/admin/v1/clients/{id}"));
    Told::of(request.bearer_auth(token).json(&body).send().await.unwrap()).await
}

both!(of_many_first_puts_at_once_one_makes_the_client);

async fn of_many_first_puts_at_once_one_makes_the_client(world: World) {
    let token = admin_token(&world).await;
    for round in 0..5 {
        let id = format!("site-{round}");
        let put = || ask(&world, "PUT", &id, &token);
        let told = join_all((0..8).map(|_| patiently(put))).await;
        let made: Vec<_> = told.iter().filter(|told| told.status == 201).collect();
        assert_eq!(made.len(), 1, "{told:?}");
        let with_secret = |told: &&Told| told.body.get("client_secret").is_some();
        assert_eq!(told.iter().filter(with_secret).count(), 1);
        assert_eq!(told.iter().filter(|told| told.status == 200).count(), 7);
        let secret = made[0].body["client_secret"].as_str().unwrap();
        let form = [("grant_type", "authorization_code"), ("code", "x")];
        let known = world.token(&form, Some((&id, secret))).await;
        assert_eq!(known.refusal(), (400, "invalid_grant"), "the secret counts");
    }
}

#[tokio::test]
async fn a_caller_that_is_gone_is_refused_at_once() {
    let world = World::new().await;
    let token = admin_token(&world).await;
    assert_eq!(ask(&world, "GET", "web", &token).await.status, 200);
    assert_eq!(
        ask(&world, "DELETE", "product-api", &token).await.status,
        204
    );
    for method in ["GET", "PUT", "DELETE"] {
        let told = ask(&world, method, "shop", &token).await;
        assert_eq!(told.refusal(), (401, "invalid_token"), "{method}");
        assert!(told.header("www-authenticate").starts_with("Bearer"));
    }
}

#[tokio::test]
async fn a_caller_that_lost_its_scope_is_refused() {
    let world = World::new().await;
    let token = admin_token(&world).await;
    world
        .execute(
            "UPDATE clients SET scope = 'metrics.read' WHERE id = $1",
            "product-api",
        )
        .await;
    // What another server changed is seen within a second.
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let told = ask(&world, "GET", "web", &token).await;
    assert_eq!(told.refusal(), (403, "insufficient_scope"));
}

both!(an_id_that_no_client_can_have_is_nobodys);

async fn an_id_that_no_client_can_have_is_nobodys(world: World) {
    let token = admin_token(&world).await;
    let long = "a".repeat(129);
    for (id, sent) in [("%00", "\0"), ("a%00b", "a\0b"), (&long, &long)] {
        assert_eq!(ask(&world, "GET", id, &token).await.status, 404, "{id}");
        assert_eq!(ask(&world, "DELETE", id, &token).await.status, 404, "{id}");
        assert_eq!(ask(&world, "PUT", id, &token).await.status, 400, "{id}");
        let landing = world.authorize(None, &[("client_id", sent)]).await;
        assert!(landing.is_page(), "{id} {landing:?}");
        let form = [("grant_type", "client_credentials")];
        let told = world.token(&form, Some((sent, SECRET))).await;
        assert_eq!(told.refusal(), (401, "invalid_client"), "{id}");
    }
}

#[tokio::test]
async fn what_breaks_is_told_in_our_form_with_the_requests_id() {
    let world = World::new().await;
    let token = admin_token(&world).await;
    world.change("ALTER TABLE audit RENAME TO audit_away").await;
    let told = ask(&world, "PUT", "site", &token).await;
    assert_eq!(told.status, 500);
    assert_eq!(told.header("content-type"), "application/problem+json");
    assert!(!told.body["request_id"].as_str().unwrap().is_empty());
    assert_eq!(told.body["detail"], "");
    world.change("ALTER TABLE audit_away RENAME TO audit").await;
    assert_eq!(ask(&world, "GET", "site", &token).await.status, 404);
}
