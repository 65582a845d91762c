//! Tests spellings of one email address, and names that look alike.

use serde_json::{Value, json};

use crate::credits::{Shop, post};
use crate::harness::{HttpResponse, TestApi, on_both_engines};

async fn grant(world: &TestApi, shop: &Shop, key: &str, customer: &Value) -> HttpResponse {
    let body = json!({"customer": customer, "amount": 5, "kind": "promo"});
    post(world, "/v1/grants", &shop.key, key, body).await
}

/// Asserts that each kind of request refuses a customer's name, with a pointer to it.
async fn is_refused(world: &TestApi, shop: &Shop, customer: &Value) {
    let (name, _) = customer.as_object().unwrap().iter().next().unwrap();
    let requests = [
        (
            "/v1/grants",
            json!({"customer": customer, "amount": 5, "kind": "promo"}),
        ),
        ("/v1/spends", json!({"customer": customer, "amount": 5})),
        ("/v1/holds", json!({"customer": customer, "amount": 5})),
    ];
    for (path, body) in requests {
        let problem = post(world, path, &shop.key, "refused", body)
            .await
            .is_problem(400, "invalid-request");
        let error = &problem["errors"][0];
        assert_eq!(
            error["pointer"],
            format!("/customer/{name}"),
            "{path} {customer}"
        );
        assert!(!error["detail"].as_str().unwrap().is_empty());
    }
}

on_both_engines! {
    async fn each_spelling_of_an_address_means_one_customer(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let spellings = [
            "ann@b\u{fc}cher.example", "ann@bu\u{308}cher.example", "ann@B\u{dc}CHER.example", "Ann@xn--bcher-kva.example",
            "ann@b\u{fc}cher\u{3002}example", "\u{ff41}nn\u{ff20}b\u{fc}cher.example", " ann@XN--BCHER-KVA.example ",
        ];
        for (at, email) in spellings.into_iter().enumerate() {
            let response = grant(&world, &shop, &format!("g{at}"), &json!({"email": email})).await;
            assert_eq!(response.status, 200, "{email:?}: {response:?}");
        }
        assert_eq!(world.count("SELECT count(*) FROM customers").await, 1);
        assert_eq!(world.text("SELECT email FROM customers").await, "ann@xn--bcher-kva.example");
        // The user signs in: the token has the address as the identity provider writes it.
        let token = world.token_with("usr_9", &json!({"email": "ann@xn--bcher-kva.example"}));
        assert_eq!(world.get("/v1/me", &token).await.status, 200);
        let spend = json!({"customer": {"sub": "usr_9"}, "amount": 35});
        assert_eq!(post(&world, "/v1/spends", &shop.key, "s1", spend).await.status, 200);
        for q in ["ann@b\u{fc}cher.example", "ann@xn--bcher", "ann@"] {
            let q: String = url::form_urlencoded::byte_serialize(q.as_bytes()).collect();
            let list = world.get(&format!("/v1/customers?q={q}"), &shop.key).await.json();
            assert_eq!(list["total"]["count"], 1, "{q}");
        }
    }
}

on_both_engines! {
    async fn address_that_no_sign_in_can_prove_is_refused(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for email in [
            "j\u{f6}rg@example.com", "ann@example", "ann@example.com.", "ann@sub_domain.example.com", "lee@example.com\u{200b}",
            "\u{feff}lee@example.com", "ann@exam\u{ad}ple.com", "ann@127.0.0.1", "a b@example.com", "ann@-example.com",
        ] {
            is_refused(&world, &shop, &json!({"email": email})).await;
        }
        assert_eq!(world.count("SELECT count(*) FROM customers").await, 0);
    }
}

on_both_engines! {
    async fn name_with_an_invisible_end_is_refused_and_one_inside_stays(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for text in [
            "user-77 ", " user-77", "user-77\u{a0}", "user-77\u{3000}", "user-77\u{200b}", "\u{feff}user-77", "   ", "\u{200b}",
            "user-77\u{fe0f}", "\u{202e}user-77", "user-77\u{2800}",
        ] {
            is_refused(&world, &shop, &json!({"external_id": text})).await;
            is_refused(&world, &shop, &json!({"sub": text})).await;
        }
        assert_eq!(world.count("SELECT count(*) FROM customers").await, 0);
        for (at, text) in ["user 77", "user\u{200b}77", "\u{1f600}"].into_iter().enumerate() {
            let response = grant(&world, &shop, &format!("g{at}"), &json!({"external_id": text})).await;
            assert_eq!(response.status, 200, "{response:?}");
            let path = format!("/v1/customers/{}", response.json()["balance"]["customer_id"].as_str().unwrap());
            assert_eq!(world.get(&path, &shop.key).await.json()["external_id"], text);
        }
    }
}

on_both_engines! {
    async fn customer_of_an_older_version_stays_reachable(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for (key, name) in [("g1", "first"), ("g2", "second"), ("g3", "third")] {
            assert_eq!(grant(&world, &shop, key, &json!({"external_id": name})).await.status, 200);
        }
        let blurred = "UPDATE customers SET external_id = $1, external_folded = NULL, listed_as = NULL WHERE external_id = $2";
        world.sql(blurred, &["user-77 ", "first"]).await;
        let unicode = "UPDATE customers SET external_id = NULL, email = $1, listed_as = NULL WHERE external_id = $2";
        world.sql(unicode, &["ann@b\u{fc}cher.example", "second"]).await;
        world.sql(unicode, &["j\u{f6}rg@example.com", "third"]).await;
        for query in ["external_id=user-77%20", "email=j%C3%B6rg%40example.com"] {
            let list = world.get(&format!("/v1/customers?{query}"), &shop.key).await.json();
            assert_eq!(list["total"]["count"], 1, "{query}");
            let id = list["items"][0]["id"].as_str().unwrap().to_owned();
            let spend = json!({"customer": {"id": id}, "amount": 5});
            assert_eq!(post(&world, "/v1/spends", &shop.key, query, spend).await.status, 200);
        }
    }
}
