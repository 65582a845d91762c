//! Tests live and test modes: an owner chooses by a header, a key has one mode, books are separate.

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant};
use crate::harness::{HttpResponse, TestApi, on_both_engines};

/// Calls with a credential and an optional mode about a website.
async fn call(
    world: &TestApi,
    (method, path): (Method, &str),
    (credential, website, mode): (&str, &str, Option<&str>),
    body: Option<&Value>,
) -> HttpResponse {
    let authorization = format!("Bearer {credential}");
    let mut headers = vec![
        ("authorization", authorization.as_str()),
        ("tollgate-website", website),
        ("content-type", "application/json"),
        ("idempotency-key", "the-same-in-both"),
    ];
    headers.extend(mode.map(|mode| ("tollgate-mode", mode)));
    let body = body.map(ToString::to_string);
    world.send(method, path, &headers, body).await
}

on_both_engines! {
    async fn owner_selects_one_of_two_books(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let owner = world.token("usr_1");
        let granting = json!({"customer": {"external_id": "ada"}, "amount": 7, "kind": "promo", "reason": "Welcome"});
        let grants = (Method::POST, "/v1/grants");
        let played = call(&world, grants.clone(), (&owner, &shop.id, Some("test")), Some(&granting)).await;
        assert_eq!(played.status, 200, "{played:?}");
        let customers = async |mode: Option<&'static str>| {
            let response = call(&world, (Method::GET, "/v1/customers"), (&owner, &shop.id, mode), None).await;
            assert_eq!(response.status, 200, "{response:?}");
            response.json()["items"].as_array().unwrap().len()
        };
        assert_eq!(customers(Some("test")).await, 1);
        assert_eq!((customers(Some("live")).await, customers(None).await), (0, 0), "live is another book, and what is meant without the header");
        // An idempotency key identifies separate operations in the two modes.
        let real = call(&world, grants, (&owner, &shop.id, None), Some(&granting)).await;
        assert_eq!(real.status, 200, "{real:?}");
        assert_eq!(real.header("idempotency-replayed"), "");
        assert_eq!((customers(Some("test")).await, customers(Some("live")).await), (1, 1));
        let ids = [&played, &real].map(|response| response.json()["balance"]["customer_id"].as_str().unwrap().to_owned());
        for (id, mode, status) in [(&ids[0], "test", 200), (&ids[0], "live", 404), (&ids[1], "live", 200), (&ids[1], "test", 404)] {
            let path = format!("/v1/customers/{id}/balance");
            let response = call(&world, (Method::GET, &path), (&owner, &shop.id, Some(mode)), None).await;
            assert_eq!(response.status, status, "{mode}: {response:?}");
        }
        let seen_by_key = world.get(&format!("/v1/customers/{}", ids[0]), &shop.test_key).await;
        assert_eq!(seen_by_key.status, 200, "the test key and the owner in test mode look at the same books");
    }
}

on_both_engines! {
    async fn key_may_repeat_its_mode_and_name_no_other(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 5).await;
        let list = (Method::GET, "/v1/customers");
        for (key, mode, status) in [
            (&shop.key, "live", 200), (&shop.key, "test", 404), (&shop.test_key, "test", 200), (&shop.test_key, "live", 404),
        ] {
            let response = call(&world, list.clone(), (key, &shop.id, Some(mode)), None).await;
            assert_eq!(response.status, status, "{mode}: {response:?}");
        }
        // Only keys may spend, and the header cannot change a key's mode.
        let spending = json!({"customer": {"external_id": "ada"}, "amount": 1});
        let spend = (Method::POST, "/v1/spends");
        let wrong = call(&world, spend.clone(), (&shop.key, &shop.id, Some("test")), Some(&spending)).await;
        wrong.is_problem(404, "not-found");
        let right = call(&world, spend, (&shop.key, &shop.id, Some("live")), Some(&spending)).await;
        assert_eq!(right.status, 200, "{right:?}");
    }
}

on_both_engines! {
    /// Each route with the id of an endpoint or a key of the other mode is 404 and changes nothing.
    async fn owner_reads_resources_of_the_requests_mode_only(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let owner = world.token("usr_1");
        let range = json!({"from": "2027-01-01T00:00:00Z", "to": "2028-01-01T00:00:00Z"});
        let routes = [
            ("webhook-endpoints", Method::GET, "", json!(null)),
            ("webhook-endpoints", Method::PATCH, "", json!({"events": ["credits.low"]})),
            ("webhook-endpoints", Method::POST, "/rotate-secret", json!({})),
            ("webhook-endpoints", Method::POST, "/test", json!(null)),
            ("webhook-endpoints", Method::GET, "/deliveries", json!(null)),
            ("webhook-endpoints", Method::POST, "/resend", range),
            ("webhook-endpoints", Method::DELETE, "", json!(null)),
            ("api-keys", Method::GET, "", json!(null)),
            ("api-keys", Method::PATCH, "", json!({"name": "Other"})),
            ("api-keys", Method::PUT, "/caps", json!({"per_day": 7})),
            ("api-keys", Method::POST, "/rotate", json!({})),
            ("api-keys", Method::POST, "/revoke", json!(null)),
        ];
        for (mode, other) in [("live", "test"), ("test", "live")] {
            let made = async |path: &str, body: Value| {
                let response = call(&world, (Method::POST, path), (&owner, &shop.id, Some(mode)), Some(&body)).await;
                assert_eq!(response.status, 201, "{response:?}");
                let body = response.json();
                let made = body.get("endpoint").unwrap_or(&body["api_key"]);
                made["id"].as_str().unwrap().to_owned()
            };
            let endpoint = made("/v1/webhook-endpoints", json!({"url": "https://pictures.example.com/hooks"})).await;
            let key = made("/v1/api-keys", json!({"name": "Key", "scopes": []})).await;
            let before = world.count("SELECT count(*) FROM audit").await;
            for said in [Some(other), Some(mode)] {
                for (kind, method, rest, body) in &routes {
                    let id = if *kind == "api-keys" { &key } else { &endpoint };
                    let path = format!("/v1/{kind}/{id}{rest}");
                    let body = (!body.is_null()).then_some(body);
                    let response = call(&world, (method.clone(), &path), (&owner, &shop.id, said), body).await;
                    if said == Some(mode) {
                        assert!(response.status < 300, "the control: {method} {path}: {response:?}");
                    } else {
                        response.is_problem(404, "not-found");
                    }
                }
                if said == Some(other) {
                    assert_eq!(world.count("SELECT count(*) FROM audit").await, before, "nothing was done");
                }
            }
        }
    }
}

on_both_engines! {
    async fn word_that_is_no_mode_is_refused_wherever_the_header_is_documented(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let owner = world.token("usr_1");
        let document = world.get("/v1/openapi.json", "").await.json();
        let mut count = 0;
        for (path, operations) in document["paths"].as_object().unwrap() {
            for (method, operation) in operations.as_object().unwrap() {
                let named = operation["parameters"].as_array().into_iter().flatten();
                let said: Vec<&str> = named.filter_map(|parameter| parameter["name"].as_str()).collect();
                let says = |name: &str| said.contains(&name);
                // This path names the website.
                let by_path = path == "/v1/websites/{id}/summary";
                assert_eq!(says("Tollgate-Mode"), says("Tollgate-Website") || by_path, "{method} {path}");
                if !says("Tollgate-Website") {
                    continue;
                }
                let method: Method = method.to_uppercase().parse().unwrap();
                let path = path.replace(['{', '}'], "");
                for (credential, mode) in [(&owner, "play"), (&owner, "Test"), (&owner, ""), (&shop.key, "play")] {
                    let response = call(&world, (method.clone(), &path), (credential, &shop.id, Some(mode)), Some(&json!({}))).await;
                    let body = response.is_problem(400, "invalid-request");
                    assert_eq!(body["errors"][0]["parameter"], "Tollgate-Mode", "{method} {path}: {body}");
                    count += 1;
                }
            }
        }
        assert!(count > 100, "{count} requests");
    }
}

#[tokio::test]
async fn header_that_is_given_twice_is_refused() {
    let world = TestApi::sqlite().await;
    let shop = Shop::open(&world, "usr_1", "Pictures").await;
    let authorization = format!("Bearer {}", world.token("usr_1"));
    for (name, first, second) in [
        ("tollgate-website", shop.id.as_str(), "web_other"),
        ("tollgate-website", &shop.id, &shop.id),
        ("tollgate-mode", "live", "test"),
    ] {
        let mut headers = vec![("authorization", authorization.as_str())];
        if name != "tollgate-website" {
            headers.push(("tollgate-website", &shop.id));
        }
        headers.push((name, first));
        let once = world
            .send(Method::GET, "/v1/customers", &headers, None)
            .await;
        assert_eq!(once.status, 200, "{once:?}");
        headers.push((name, second));
        let twice = world
            .send(Method::GET, "/v1/customers", &headers, None)
            .await;
        twice.is_problem(400, "invalid-request");
    }
}
