//! Tests lists of features and prices over HTTP, and isolation of websites and modes.

use reqwest::Method;
use serde_json::json;

use crate::credits::{Shop, grant, post};
use crate::features::{priced, put, units};
use crate::harness::{TestApi, on_both_engines};

on_both_engines! {
    // row: K1
    async fn features_of_others_and_of_the_other_mode_are_absent(world: TestApi) {
        let one = Shop::open(&world, "usr_1", "One").await;
        let two = Shop::open(&world, "usr_2", "Two").await;
        priced(&world, &one.key, "image", 2, 1).await;
        for key in [&one.key, &one.test_key, &two.key] {
            grant(&world, &Shop { id: String::new(), key: key.clone(), test_key: String::new() }, "g", "ada", 100).await;
        }
        let owner = |sub: &'static str, website: &str, method: Method, path: &'static str| {
            let authorization = format!("Bearer {}", world.token(sub));
            let (world, website) = (&world, website.to_owned());
            async move {
                let headers = [
                    ("authorization", authorization.as_str()), ("tollgate-website", website.as_str()),
                    ("content-type", "application/json"),
                ];
                world.send(method, path, &headers, Some(json!({"name": "Pictures"}).to_string())).await
            }
        };
        for path in ["/v1/features/image", "/v1/features/image/prices"] {
            assert_eq!(world.get(path, &one.key).await.status, 200);
            assert_eq!(owner("usr_1", &one.id, Method::GET, path).await.status, 200);
            for foreign in [&one.test_key, &two.key, &two.test_key] {
                world.get(path, foreign).await.is_problem(404, "not-found");
            }
            owner("usr_2", &one.id, Method::GET, path).await.is_problem(404, "not-found");
            owner("usr_2", &two.id, Method::GET, path).await.is_problem(404, "not-found");
        }
        for foreign in [&one.test_key, &two.key, &two.test_key] {
            assert_eq!(world.get("/v1/features", foreign).await.json()["items"], json!([]));
            let price = json!({"credits": 1, "per_units": 1});
            put(&world, "/v1/features/image/prices/2", foreign, &price).await.is_problem(404, "not-found");
        }
        for foreign in [&one.test_key, &two.key] {
            post(&world, "/v1/spends", foreign, "s", units(1, "image")).await.is_problem(422, "unknown-feature");
        }
        // Elsewhere the code names another feature with another price.
        for (key, credits) in [(&one.test_key, 7), (&two.key, 9)] {
            priced(&world, key, "image", credits, 1).await;
            let spent = post(&world, "/v1/spends", key, "t", units(1, "image")).await.json();
            assert_eq!(spent["transaction"]["amount"], -credits);
        }
        let spent = post(&world, "/v1/spends", &one.key, "s", units(1, "image")).await.json();
        assert_eq!(spent["transaction"]["amount"], -2);
        owner("usr_2", &one.id, Method::PUT, "/v1/features/image").await.is_problem(404, "not-found");
        assert_eq!(owner("usr_1", &one.id, Method::PUT, "/v1/features/image").await.status, 200);
        // The read scope allows no changes.
        world.sql("UPDATE api_keys SET scopes = 'features.read' WHERE website_id = $1", &[&one.id]).await;
        assert_eq!(world.get("/v1/features", &one.key).await.status, 200);
        let narrow = put(&world, "/v1/features/image", &one.key, &json!({"name": "x"})).await;
        assert_eq!(narrow.is_problem(403, "insufficient-scope")["required_scope"], "features.write");
        world.sql("UPDATE api_keys SET scopes = 'features.write' WHERE website_id = $1", &[&one.id]).await;
        for path in ["/v1/features", "/v1/features/image", "/v1/features/image/prices"] {
            let narrow = world.get(path, &one.key).await.is_problem(403, "insufficient-scope");
            assert_eq!(narrow["required_scope"], "features.read");
        }
    }
}

on_both_engines! {
    async fn lists_of_features_and_prices_are_paged(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for number in 0..5 {
            priced(&world, &shop.key, &format!("f{number}"), number, 1).await;
            if number % 2 == 0 {
                world.clock.advance(std::time::Duration::from_secs(1));
            }
        }
        for version in 2..6 {
            let price = json!({"credits": version, "per_units": 1});
            let added = put(&world, &format!("/v1/features/f0/prices/{version}"), &shop.key, &price).await;
            assert_eq!(added.status, 200, "{added:?}");
        }
        for (list, member, expected) in [
            ("/v1/features", "code", json!(["f4", "f3", "f2", "f1", "f0"])),
            ("/v1/features/f0/prices", "version", json!([5, 4, 3, 2, 1])),
        ] {
            let (mut seen, mut path, mut cursors) = (Vec::new(), format!("{list}?limit=2"), Vec::new());
            loop {
                let page = world.get(&path, &shop.key).await.json();
                seen.extend(page["items"].as_array().unwrap().iter().map(|item| item[member].clone()));
                let Some(cursor) = page["next_cursor"].as_str() else { break };
                path = format!("{list}?limit=2&cursor={cursor}");
                cursors.push(cursor.to_owned());
            }
            assert_eq!((json!(seen), cursors.len()), (expected, 2));
            let elsewhere = format!("/v1/customers?cursor={}", cursors[0]);
            let other_mode = format!("{list}?cursor={}", cursors[0]);
            world.get(&elsewhere, &shop.key).await.is_problem(400, "invalid-request");
            world.get(&other_mode, &shop.test_key).await.is_problem(400, "invalid-request");
            let wrong = world.get(&format!("{list}?limit=0"), &shop.key).await.is_problem(400, "invalid-request");
            assert_eq!(wrong["errors"][0]["parameter"], "limit");
        }
    }
}
