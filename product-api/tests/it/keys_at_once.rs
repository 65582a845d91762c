//! Tests concurrent changes of API keys, and their audit entries.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::Shop;
use crate::harness::{TestApi, on_both_engines};
use crate::managing_keys::{by_key, id_and_secret, made, manager, owner};

on_both_engines! {
    async fn ten_of_fifty_concurrent_rotations_succeed_and_end_no_secret(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let (id, first) = made(&world, &shop, &json!({"name": "b", "scopes": ["customers.read"]})).await;
        let path = format!("/v1/api-keys/{id}/rotate");
        let body = json!({});
        let all = (0..50).map(|_| owner(&world, ("usr_1", &shop.id), Method::POST, &path, &body));
        let mut secrets = vec![first];
        for response in join_all(all).await {
            if response.status == 200 {
                secrets.push(id_and_secret(&response).1);
                continue;
            }
            let refused = response.is_problem(400, "invalid-request");
            assert_eq!(refused["errors"][0]["pointer"], "/overlap_seconds");
            assert!(refused["errors"][0]["detail"].as_str().unwrap().contains("or send 0"), "{refused}");
        }
        assert_eq!(secrets.len(), 11, "the first, nine older ones and the newest are valid");
        for response in join_all(secrets.iter().map(|key| world.get("/v1/customers", key))).await {
            assert_eq!(response.status, 200, "{response:?}");
        }
    }
}

on_both_engines! {
    async fn one_of_fifty_concurrent_requests_creates_the_last_key(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let fill = "INSERT INTO api_keys (id, website_id, mode, name, prefix, digest, scopes, created_by, created_at) \
            VALUES ($2, $1, 'live', 'k', 'p', $2, '', 'usr_1', 0)";
        for number in 0..98 {
            world.sql(fill, &[&shop.id, &format!("key_{number}")]).await;
        }
        let body = json!({"name": "last", "scopes": []});
        let all = (0..50).map(|_| owner(&world, ("usr_1", &shop.id), Method::POST, "/v1/api-keys", &body));
        let responses = join_all(all).await;
        let made = responses.iter().filter(|response| response.status == 201).count();
        assert_eq!(made, 1);
        for response in responses.iter().filter(|response| response.status != 201) {
            response.is_problem(400, "invalid-request");
        }
        // The other mode has its own maximum of 100 keys.
        let test = json!({"name": "test", "scopes": [], "mode": "test"});
        let control = owner(&world, ("usr_1", &shop.id), Method::POST, "/v1/api-keys", &test).await;
        assert_eq!(control.status, 201);
    }
}

on_both_engines! {
    async fn key_changes_are_logged(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let (id, key) = manager(&world, &shop).await;
        let of = |rest: &str| format!("/v1/api-keys/{id}{rest}");
        let wish = json!({"name": "Other"});
        for (method, rest, body) in [
            (Method::PATCH, "", &wish), (Method::PATCH, "", &wish), (Method::PUT, "/caps", &json!({"per_day": 7})),
            (Method::POST, "/rotate", &json!({})), (Method::POST, "/revoke", &json!({})),
        ] {
            let response = owner(&world, ("usr_1", &shop.id), method, &of(rest), body).await;
            assert_eq!(response.status, 200, "{response:?}");
        }
        let lines = "SELECT count(*) FROM audit WHERE actor = 'usr_1' AND client_id = 'web' AND session_id = 'sid-usr_1' \
            AND token_id LIKE 'jti-usr_1-%' AND action LIKE 'key.%'";
        assert_eq!(world.count(lines).await, 3 + 4, "what changes nothing is not written down");
        let (_, key_two) = manager(&world, &shop).await;
        let body = json!({"name": "a", "scopes": []});
        assert_eq!(by_key(&world, &key_two, Method::POST, "/v1/api-keys", &body).await.status, 201);
        let by_keys = "SELECT count(*) FROM audit WHERE actor LIKE 'key_%' AND session_id IS NULL AND action = 'key.made'";
        assert_eq!(world.count(by_keys).await, 1);
        by_key(&world, &key, Method::GET, "/v1/api-keys", &Value::Null).await.is_problem(401, "unauthenticated");
    }
}
