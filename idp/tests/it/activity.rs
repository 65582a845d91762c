//! Tests the recent requests of clients: visible to those who manage the client, bounded, without secrets.

use std::time::Duration;

use foundation::on_both_engines;
use idp::testing::{flush_activity, sweep};
use serde_json::{Value, json};

use crate::harness::{SECRET, TestIdp};
use crate::responses::HttpResponse;
use crate::waiting::until;

/// Returns the recent requests of a client.
async fn recent_requests(world: &TestIdp, client_id: &str, query: &str) -> HttpResponse {
    let form = [
        ("grant_type", "client_credentials"),
        ("scope", "idp.clients"),
    ];
    let tokens = world.token(&form, Some(("product-api", SECRET))).await.ok();
    let token = tokens["access_token"].as_str().unwrap();
    let path = format!("/admin/v1/clients/{client_id}/activity{query}");
    let request = world.request("GET", &path).bearer_auth(token);
    HttpResponse::read(request.send().await.unwrap()).await
}

/// Returns the listed requests after they were written.
async fn items(world: &TestIdp, client_id: &str) -> Vec<Value> {
    flush_activity(&world.app).await.unwrap();
    let response = recent_requests(world, client_id, "").await.ok();
    response["items"].as_array().unwrap().clone()
}

/// Sends a browser to a redirect URI that the client has not registered.
async fn wrong_address(world: &TestIdp, address: &str) {
    let url = world.authorize_url(&[("redirect_uri", address)]);
    assert_eq!(world.get(&url, None).await.status(), 400);
}

fn in_short(item: &Value) -> Value {
    let members = [
        "endpoint",
        "status",
        "error",
        "redirect_uri",
        "origin",
        "uses_pkce",
    ];
    members.map(|member| item[member].clone()).to_vec().into()
}

on_both_engines!(recent_requests_are_listed_with_their_errors);
async fn recent_requests_are_listed_with_their_errors(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let tokens = world.tokens(&ann).await;
    let access = tokens["access_token"].as_str().unwrap();
    world.userinfo(access).await.ok();
    world.redeem("not-a-code").await;
    wrong_address(&world, "https://other.example/cb?code=secret").await;
    let landing = world.authorize(None, &[("prompt", "none")]).await;
    assert_eq!(landing.error(), "login_required");
    let hint = tokens["id_token"].as_str().unwrap();
    let logout = format!(
        "/oauth/logout?id_token_hint={hint}&post_logout_redirect_uri=https://other.example/bye"
    );
    world.get(&logout, None).await;
    let items = items(&world, "web").await;
    let short: Vec<_> = items.iter().map(in_short).collect();
    let expected = [
        json!([
            "end_session",
            200,
            "invalid_request",
            "https://other.example/bye",
            null,
            null
        ]),
        json!(["authorize", 303, "login_required", null, null, true]),
        json!([
            "authorize",
            400,
            "invalid_request",
            "https://other.example/cb\u{2026}",
            null,
            true
        ]),
        json!(["token", 400, "invalid_grant", null, null, null]),
        json!(["userinfo", 200, null, null, null, null]),
        json!(["token", 200, null, null, null, null]),
        json!(["authorize", 303, null, null, null, true]),
    ];
    assert_eq!(short, expected);
    for item in &items {
        assert_eq!(item["at"], "2027-01-15T08:00:00.000Z");
        assert!(item["request_id"].as_str().unwrap().starts_with("req_"));
        assert_eq!(item["error"].is_null(), item["error_description"].is_null());
    }
    let text = json!(items).to_string();
    assert!(!text.contains("secret") && !text.contains("ann") && !text.contains(access));
    let response = recent_requests(&world, "web", "?limit=2").await.ok();
    assert_eq!(response["items"].as_array().unwrap().len(), 2);
    assert_eq!(response["first_sign_in_at"], "2027-01-15T08:00:00.000Z");
}

on_both_engines!(clients_of_a_website_are_listed_together);
#[expect(clippy::too_many_lines, reason = "one story of several clients")]
async fn clients_of_a_website_are_listed_together(world: TestIdp) {
    let wrong = async |client_id: &str, number: u8| {
        let address = format!("https://other.example/{number}");
        let changes = [("client_id", client_id), ("redirect_uri", &address)];
        world.get(&world.authorize_url(&changes), None).await;
        world.wait(1);
    };
    for (number, client_id) in (0..).zip(["web", "spa", "backend", "web", "spa"]) {
        wrong(client_id, number).await;
    }
    let read = async |query: &str| {
        flush_activity(&world.app).await.unwrap();
        let response = recent_requests(&world, "web", query).await.ok();
        let items = response["items"].as_array().unwrap();
        let short = items.iter().map(|item| {
            let address = item["redirect_uri"].as_str().unwrap();
            format!("{} {}", item["client_id"].as_str().unwrap(), &address[22..])
        });
        (
            short.collect::<Vec<_>>(),
            response["first_sign_in_at"].clone(),
        )
    };
    let none = json!(null);
    let together = ["spa 4", "web 3", "spa 1", "web 0"].map(str::to_owned);
    assert_eq!(
        read("?or_client_id=spa").await,
        (together.to_vec(), none.clone())
    );
    assert_eq!(
        read("?or_client_id=spa&limit=3").await.0,
        together[..3],
        "the newest"
    );
    let alone = ["web 3", "web 0"].map(str::to_owned).to_vec();
    for query in [
        "",
        "?or_client_id=web",
        "?or_client_id=nobody",
        "?or_client_id=no%20id",
    ] {
        assert_eq!(read(query).await, (alone.clone(), none.clone()), "{query}");
    }
    for (client_id, first) in [
        (
            "web",
            "INSERT INTO client_first_sign_ins (client_id, at) VALUES ($1, 2000000)",
        ),
        (
            "spa",
            "INSERT INTO client_first_sign_ins (client_id, at) VALUES ($1, 1000000)",
        ),
        (
            "backend",
            "INSERT INTO client_first_sign_ins (client_id, at) VALUES ($1, 0)",
        ),
    ] {
        world.execute(first, client_id).await;
    }
    assert_eq!(read("").await.1, "1970-01-01T00:00:02.000Z");
    assert_eq!(
        read("?or_client_id=spa").await.1,
        "1970-01-01T00:00:01.000Z"
    );
    assert_eq!(
        recent_requests(&world, "nobody", "?or_client_id=spa")
            .await
            .status,
        404
    );
}

on_both_engines!(first_sign_in_is_stored_and_older_requests_are_deleted_after_two_weeks);
async fn first_sign_in_is_stored_and_older_requests_are_deleted_after_two_weeks(world: TestIdp) {
    let ann = world.visitor("ann").await;
    wrong_address(&world, "https://other.example/cb").await;
    flush_activity(&world.app).await.unwrap();
    let response = recent_requests(&world, "web", "").await.ok();
    assert_eq!(
        response["first_sign_in_at"],
        json!(null),
        "no user has signed in"
    );
    world.tokens(&ann).await;
    flush_activity(&world.app).await.unwrap();
    world.wait(60);
    world.tokens(&ann).await;
    flush_activity(&world.app).await.unwrap();
    world.wait(14 * 24 * 3600 - 59);
    sweep(&world.app).await.unwrap();
    let response = recent_requests(&world, "web", "").await.ok();
    assert_eq!(response["first_sign_in_at"], "2027-01-15T08:00:00.000Z");
    let items = response["items"].as_array().unwrap();
    assert_eq!(items.len(), 2, "those of a minute later: {items:?}");
}

on_both_engines!(fifty_of_a_client_are_kept_the_newest);
async fn fifty_of_a_client_are_kept_the_newest(world: TestIdp) {
    let shop = [
        ("client_id", "shop"),
        ("redirect_uri", "https://other.example/cb"),
    ];
    world.get(&world.authorize_url(&shop), None).await;
    for number in 0..60 {
        wrong_address(&world, &format!("https://other.example/{number}")).await;
        if number == 30 {
            flush_activity(&world.app).await.unwrap();
            world.wait(1);
        }
    }
    let response = items(&world, "web").await;
    let addresses: Vec<_> = response
        .iter()
        .map(|item| item["redirect_uri"].as_str().unwrap())
        .collect();
    let expected: Vec<_> = (10..60)
        .rev()
        .map(|number| format!("https://other.example/{number}"))
        .collect();
    assert_eq!(addresses, expected);
    assert_eq!(items(&world, "shop").await.len(), 1, "another's stays");
}

#[tokio::test]
async fn request_without_a_client_is_not_recorded() {
    let world = TestIdp::new().await;
    for client_id in ["nobody", "", "https://unknown.example/client.json"] {
        world
            .get(&world.authorize_url(&[("client_id", client_id)]), None)
            .await;
    }
    world.userinfo("x.y.z").await;
    world
        .token(
            &[("grant_type", "client_credentials")],
            Some(("nobody", SECRET)),
        )
        .await;
    flush_activity(&world.app).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM client_activity").await, 0);
    let response = recent_requests(&world, "nobody", "").await;
    assert_eq!(response.status, 404);
}

#[tokio::test]
async fn origin_without_cors_access_is_recorded() {
    let world = TestIdp::new().await;
    let form = [("grant_type", "authorization_code"), ("client_id", "spa")];
    for origin in ["https://other.example", "https://spa.example", &world.base] {
        let request = world
            .request("POST", "/oauth/token")
            .header("origin", origin);
        request.form(&form).send().await.unwrap();
    }
    let items = items(&world, "spa").await;
    let origins: Vec<_> = items.iter().map(|item| &item["origin"]).collect();
    assert_eq!(
        origins,
        [&json!(null), &json!(null), &json!("https://other.example")]
    );
    let preflight = world
        .request("OPTIONS", "/oauth/token")
        .header("origin", "https://other.example");
    preflight.send().await.unwrap();
    assert_eq!(
        self::items(&world, "spa").await.len(),
        3,
        "a question is none"
    );
}

#[tokio::test]
async fn client_that_is_deleted_leaves_nothing() {
    let world = TestIdp::new().await;
    let shop = [
        ("client_id", "shop"),
        ("redirect_uri", "https://other.example/cb"),
    ];
    world.get(&world.authorize_url(&shop), None).await;
    assert_eq!(items(&world, "shop").await.len(), 1);
    let form = [
        ("grant_type", "client_credentials"),
        ("scope", "idp.clients"),
    ];
    let tokens = world.token(&form, Some(("product-api", SECRET))).await.ok();
    let token = tokens["access_token"].as_str().unwrap();
    let request = world
        .request("DELETE", "/admin/v1/clients/shop")
        .bearer_auth(token);
    assert_eq!(request.send().await.unwrap().status(), 204);
    assert_eq!(world.count("SELECT count(*) FROM client_activity").await, 0);
}

#[tokio::test]
async fn activity_requires_the_clients_scope() {
    let world = TestIdp::new().await;
    for (client, scope) in [("product-api", "idp.users"), ("meter", "metrics.read")] {
        let form = [
            ("grant_type", "client_credentials"),
            ("scope", scope),
            ("client_id", client),
            ("client_secret", SECRET),
        ];
        let basic = (client == "product-api").then_some((client, SECRET));
        let form = if basic.is_some() {
            &form[..2]
        } else {
            &form[..]
        };
        let tokens = world.token(form, basic).await.ok();
        let token = tokens["access_token"].as_str().unwrap();
        let request = world
            .request("GET", "/admin/v1/clients/web/activity")
            .bearer_auth(token);
        let response = HttpResponse::read(request.send().await.unwrap()).await;
        assert!(
            [401, 403].contains(&response.status.as_u16()),
            "{client}: {response:?}"
        );
    }
}

on_both_engines!(unflushed_requests_are_listed);
async fn unflushed_requests_are_listed(world: TestIdp) {
    let read = async || recent_requests(&world, "web", "").await.ok();
    wrong_address(&world, "https://other.example/cb").await;
    until(async || read().await["items"] != json!([])).await;
    assert_eq!(read().await["first_sign_in_at"], json!(null));
    let ann = world.visitor("ann").await;
    world.tokens(&ann).await;
    until(async || read().await["first_sign_in_at"] != json!(null)).await;
}

/// The background task writes the collected requests at shutdown without any reader.
#[tokio::test]
async fn pending_activity_is_stored_at_shutdown() {
    let world = TestIdp::new().await;
    wrong_address(&world, "https://other.example/cb").await;
    world.app.background.stop(Duration::from_mins(1)).await;
    assert_eq!(world.count("SELECT count(*) FROM client_activity").await, 1);
}
