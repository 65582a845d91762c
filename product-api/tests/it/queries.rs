//! Tests unknown query parameters, and the look-up of one customer by each of its names.

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, post};
use crate::harness::{TestApi, on_both_engines};

/// Returns the names of the parameters that a refusal points at.
fn named(problem: &Value) -> Vec<&str> {
    let errors = problem["errors"].as_array().unwrap().iter();
    errors
        .map(|error| error["parameter"].as_str().unwrap_or_default())
        .collect()
}

async fn grant(world: &TestApi, shop: &Shop, key: &str, customer: Value) -> String {
    let body = json!({"customer": customer, "amount": 5, "kind": "promo"});
    let response = post(world, "/v1/grants", &shop.key, key, body).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["balance"]["customer_id"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// Returns the ids of the customers that a look-up finds.
async fn found(world: &TestApi, shop: &Shop, name: &str, value: &str) -> Vec<String> {
    let path = format!("/v1/customers?{name}={}", encoded(value));
    let response = world.get(&path, &shop.key).await;
    assert_eq!(response.status, 200, "{path}: {response:?}");
    let page = response.json();
    let items = page["items"].as_array().unwrap();
    assert_eq!(
        page["total"],
        json!({"count": items.len(), "is_exact": true})
    );
    assert_eq!(page["next_cursor"], Value::Null);
    items
        .iter()
        .map(|item| item["id"].as_str().unwrap().to_owned())
        .collect()
}

on_both_engines! {
    async fn unknown_repeated_or_empty_parameter_is_refused_by_name(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let document = world.get("/v1/openapi.json", "").await.json();
        let authorization = format!("Bearer {}", shop.key);
        let headers = [("authorization", authorization.as_str()), ("content-type", "application/json"), ("idempotency-key", "k")];
        let mut count = 0;
        for (path, operations) in document["paths"].as_object().unwrap() {
            let parts = path.split('/').map(|part| if part.starts_with('{') { "cus_1" } else { part });
            let path = parts.collect::<Vec<_>>().join("/");
            for (method, operation) in operations.as_object().unwrap() {
                let method: Method = method.to_uppercase().parse().unwrap();
                let parameters = operation["parameters"].as_array().into_iter().flatten();
                let names = parameters.filter(|one| one["in"] == "query").map(|one| one["name"].as_str().unwrap());
                let mut queries = vec![("unknown_parameter", "unknown_parameter=1".to_owned())];
                for name in names {
                    queries.push((name, format!("{name}=1&{name}=1")));
                    queries.push((name, format!("{name}=")));
                }
                for (name, query) in queries {
                    let response = world.send(method.clone(), &format!("{path}?{query}"), &headers, Some("{}".to_owned())).await;
                    let problem = response.is_problem(400, "invalid-request");
                    assert_eq!(named(&problem), [name], "{method} {path}?{query}");
                    count += 1;
                }
            }
        }
        assert!(count > 150, "{count} requests");
        let rows = [
            ("/v1/customers?limti=1", "limti"),
            ("/v1/transactions?custoemr=x", "custoemr"),
            ("/v1/usage?form=2020-01-01", "form"),
            ("/v1/customers?limit=1&limit=1", "limit"),
            ("/v1/customers?limit=1&l%69mit=1", "limit"),
            ("/v1/customers?Limit=1", "Limit"),
            ("/v1/customers?customer=cus_1", "customer"),
        ];
        for (path, name) in rows {
            let problem = world.get(path, &shop.key).await.is_problem(400, "invalid-request");
            assert_eq!(named(&problem), [name], "{path}");
        }
        let several = world.get("/v1/customers?a=1&b=2&limit=", &shop.key).await.is_problem(400, "invalid-request");
        assert_eq!(named(&several), ["a", "b", "limit"]);
    }
}

on_both_engines! {
    async fn customer_is_found_by_exactly_the_name_it_was_made_under(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let longest = "x".repeat(255);
        let rows = [
            ("external_id", "gid://app/Customer/1234"),
            ("external_id", "User-42"),
            ("external_id", "user-42"),
            ("external_id", "a&b=c d%20+"),
            ("external_id", longest.as_str()),
            ("email", "ann@b\u{fc}cher.example"),
            ("sub", "usr_9"),
        ];
        let mut ids = Vec::new();
        for (at, (name, value)) in rows.into_iter().enumerate() {
            ids.push(grant(&world, &shop, &format!("g{at}"), json!({ name: value })).await);
        }
        for ((name, value), id) in rows.into_iter().zip(&ids) {
            assert_eq!(found(&world, &shop, name, value).await, std::slice::from_ref(id), "{name} {value}");
        }
        assert_eq!(found(&world, &shop, "email", "ANN@xn--bcher-kva.example").await, [ids[5].clone()]);
        for (name, value) in [("external_id", "USER-42"), ("external_id", "gid"), ("sub", "usr_"), ("email", "ann"), ("email", "ann@example.com")] {
            assert_eq!(found(&world, &shop, name, value).await, Vec::<String>::new(), "{name} {value}");
        }
        // A prefix search accepts the longest name.
        let list = world.get(&format!("/v1/customers?q={longest}"), &shop.key).await.json();
        assert_eq!(list["items"][0]["id"], ids[4].as_str());
        let too_long = "x".repeat(256);
        for (query, name) in [
            (format!("q={too_long}"), "q"),
            (format!("external_id={too_long}"), "external_id"),
            (format!("sub={too_long}"), "sub"),
            ("external_id=a&sub=b".to_owned(), "sub"),
            ("sub=a&email=b".to_owned(), "sub"),
            ("external_id=a&q=a".to_owned(), "external_id"),
            ("sub=a&state=low".to_owned(), "sub"),
        ] {
            let problem = world.get(&format!("/v1/customers?{query}"), &shop.key).await.is_problem(400, "invalid-request");
            assert_eq!(named(&problem), [name], "{query}");
        }
        // The names find nothing at another website and in test mode.
        let other = Shop::open(&world, "usr_2", "Others").await;
        assert_eq!(found(&world, &other, "external_id", "user-42").await, Vec::<String>::new());
        let page = world.get("/v1/customers?external_id=user-42", &shop.test_key).await.json();
        assert_eq!(page["items"], json!([]));
    }
}

on_both_engines! {
    async fn name_of_a_merged_customer_finds_the_merge_target(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g1", json!({"external_id": "old"})).await;
        let stored = grant(&world, &shop, "g2", json!({"external_id": "new"})).await;
        world.sql("UPDATE customers SET merged_into = $1 WHERE external_id = 'old'", &[&stored]).await;
        assert_eq!(found(&world, &shop, "external_id", "old").await, [stored]);
    }
}

on_both_engines! {
    async fn address_that_a_user_has_proven_finds_their_customer(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = grant(&world, &shop, "g1", json!({"sub": "usr_9"})).await;
        assert_eq!(world.get("/v1/me", &world.token("usr_9")).await.status, 200);
        assert_eq!(found(&world, &shop, "email", "usr_9@example.com").await, [id]);
    }
}
