//! Tests who owns a connection, who shares it, and who sees it.

use reqwest::Method;
use serde_json::{Value, json};

use super::stripe::{ACCOUNT, as_owner, connect, connect_with, endpoints, whole_key};
use crate::credits::Shop;
use crate::harness::{TestApi, on_both_engines};

async fn linked(world: &TestApi, sub: &str, website: &str) -> Value {
    let site = (website, "test");
    let settings = as_owner(world, sub, site, "GET /v1/billing/settings", None).await;
    settings.json()["connection"].clone()
}

on_both_engines! {
    async fn account_of_another_owner_is_taken(world: TestApi) {
        let one = Shop::open(&world, "usr_1", "One").await;
        let two = Shop::open(&world, "usr_2", "Two").await;
        let id = connect(&world, &one).await;
        let body = json!({"mode": "test", "api_key": whole_key(&world, ACCOUNT, false)});
        let refused = connect_with(&world, "usr_2", &two.id, &body).await;
        refused.is_problem(409, "stripe-account-taken");
        assert!(!refused.body.contains(&id));
        // The other mode of the account is another connection.
        let live = json!({"mode": "live", "api_key": whole_key(&world, ACCOUNT, true)});
        assert_eq!(connect_with(&world, "usr_2", &two.id, &live).await.status, 201);
        assert_eq!(world.count("SELECT count(*) FROM stripe_connection").await, 2);
    }
}

on_both_engines! {
    async fn websites_of_one_owner_share_a_connection_and_its_endpoint(world: TestApi) {
        let one = Shop::open(&world, "usr_1", "One").await;
        let two = Shop::open(&world, "usr_1", "Two").await;
        let id = connect(&world, &one).await;
        assert_eq!(linked(&world, "usr_1", &two.id).await, Value::Null);
        let key = whole_key(&world, ACCOUNT, false);
        let body = json!({"mode": "test", "api_key": key});
        let shared = connect_with(&world, "usr_1", &two.id, &body).await.json();
        assert_eq!((&shared["connection"]["id"], &shared["connection"]["is_linked"]), (&json!(id), &json!(true)));
        // The newer key is the current one.
        let last = key.get(key.len() - 4..).unwrap();
        assert!(shared["connection"]["key_hint"].as_str().unwrap().ends_with(last));
        for shop in [&one, &two] {
            assert_eq!(linked(&world, "usr_1", &shop.id).await, json!(id));
        }
        assert_eq!(endpoints(&world, ACCOUNT, false).await.len(), 1);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'stripe.connected'").await, 2);
    }
}

on_both_engines! {
    async fn keys_read_the_connection_of_their_mode_and_change_none(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let other = Shop::open(&world, "usr_2", "Other").await;
        let id = connect(&world, &shop).await;
        let path = format!("/v1/stripe-connections/{id}");
        world.sql("UPDATE api_keys SET scopes = 'billing.sell'", &[]).await;
        world.get("/v1/stripe-connections", &shop.test_key).await.is_problem(403, "insufficient-scope");
        world.sql("UPDATE api_keys SET scopes = 'billing.read'", &[]).await;
        for (key, sees) in [(&shop.test_key, true), (&shop.key, false), (&other.test_key, false)] {
            let listed = world.get("/v1/stripe-connections", key).await.json();
            assert_eq!(listed["items"].as_array().unwrap().len(), usize::from(sees));
            let read = world.get(&path, key).await;
            let settings = world.get("/v1/billing/settings", key).await.json();
            if sees {
                assert_eq!(read.json()["id"], id.as_str());
                assert_eq!(settings["connection"], id.as_str());
            } else {
                read.is_problem(404, "not-found");
                assert_eq!(settings["connection"], Value::Null);
            }
        }
        for operation in ["check", "key", "signing-secret", "disconnect"] {
            let body = json!({"api_key": "rk_test_0123456789abcdefgh"});
            let path = format!("{path}/{operation}");
            world.post(&path, &shop.test_key, &body).await.is_problem(403, "insufficient-scope");
        }
        let body = json!({"mode": "test", "api_key": whole_key(&world, ACCOUNT, false)});
        let refused = world.post("/v1/stripe-connections", &shop.test_key, &body).await;
        refused.is_problem(403, "insufficient-scope");
    }
}

on_both_engines! {
    async fn connection_is_linked_in_its_own_mode_only(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        for (mode, expected) in [("test", true), ("live", false)] {
            let site = (shop.id.as_str(), mode);
            let listed = as_owner(&world, "usr_1", site, "GET /v1/stripe-connections", None).await.json();
            assert_eq!(listed["items"].as_array().unwrap().len(), 1, "{mode}");
            assert_eq!(listed["items"][0]["is_linked"], expected, "{mode}");
            let operation = format!("GET /v1/stripe-connections/{id}");
            assert_eq!(as_owner(&world, "usr_1", site, &operation, None).await.json()["is_linked"], expected, "{mode}");
        }
    }
}

on_both_engines! {
    async fn another_owner_finds_no_connection(world: TestApi) {
        let one = Shop::open(&world, "usr_1", "One").await;
        let two = Shop::open(&world, "usr_2", "Two").await;
        let id = connect(&world, &one).await;
        let site = (two.id.as_str(), "test");
        let key = json!({"api_key": whole_key(&world, ACCOUNT, false)});
        for (operation, body) in [
            ("GET /v1/stripe-connections/{id}", None),
            ("POST /v1/stripe-connections/{id}/check", None),
            ("POST /v1/stripe-connections/{id}/key", Some(&key)),
            ("POST /v1/stripe-connections/{id}/signing-secret", None),
            ("POST /v1/stripe-connections/{id}/disconnect", None),
        ] {
            let operation = operation.replace("{id}", &id);
            as_owner(&world, "usr_2", site, &operation, body).await.is_problem(404, "not-found");
        }
        let listed = as_owner(&world, "usr_2", site, "GET /v1/stripe-connections", None).await;
        assert_eq!(listed.json()["items"], json!([]));
    }
}

on_both_engines! {
    async fn hand_over_of_a_website_ends_its_link(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let other = Shop::open(&world, "usr_1", "Other").await;
        let id = connect(&world, &shop).await;
        let body = json!({"mode": "test", "api_key": whole_key(&world, ACCOUNT, false)});
        connect_with(&world, "usr_1", &other.id, &body).await;
        world.register("usr_2", "Own").await;
        let operator = crate::operator::operator_token(&world);
        let path = format!("/v1/operator/websites/{}/hand-over", shop.id);
        let handed = world.post(&path, &operator, &json!({"user_id": "usr_2"})).await;
        assert!(handed.status < 300, "{handed:?}");
        assert_eq!(linked(&world, "usr_2", &shop.id).await, Value::Null);
        assert_eq!(linked(&world, "usr_1", &other.id).await, json!(id), "the other website keeps its link");
    }
}

on_both_engines! {
    async fn connection_follows_its_owner_into_a_merge(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        world.register("usr_2", "Own").await;
        let merged = "INSERT INTO user_merges (id, from_user_id, into_user_id, state, sequence) \
            VALUES ('mrg_1', 'usr_1', 'usr_2', 'merged', 1)";
        world.sql(merged, &[]).await;
        world.sql("UPDATE websites SET owner_user_id = 'usr_2' WHERE id = $1", &[&shop.id]).await;
        assert_eq!(linked(&world, "usr_2", &shop.id).await, json!(id));
        let site = (shop.id.as_str(), "test");
        let listed = as_owner(&world, "usr_2", site, "GET /v1/stripe-connections", None).await.json();
        assert_eq!(listed["items"][0]["id"], id.as_str());
        let operation = format!("POST /v1/stripe-connections/{id}/check");
        assert_eq!(as_owner(&world, "usr_2", site, &operation, None).await.status, 200);
        world.sql("UPDATE user_merges SET state = 'undone'", &[]).await;
        assert_eq!(linked(&world, "usr_2", &shop.id).await, Value::Null);
    }
}

on_both_engines! {
    async fn owner_of_a_suspended_website_keeps_control(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        world.sql("UPDATE websites SET status = 'suspended' WHERE id = $1", &[&shop.id]).await;
        assert_eq!(linked(&world, "usr_1", &shop.id).await, json!(id));
        let operation = format!("POST /v1/stripe-connections/{id}/disconnect");
        let site = (shop.id.as_str(), "test");
        assert_eq!(as_owner(&world, "usr_1", site, &operation, None).await.status, 200);
    }
}

on_both_engines! {
    async fn stale_sign_in_changes_nothing(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let now = world.clock.now().seconds();
        let stale = world.token_with("usr_1", &json!({"auth_time": now - 301}));
        let authorization = format!("Bearer {stale}");
        let headers = [("authorization", authorization.as_str()), ("tollgate-website", shop.id.as_str())];
        let path = format!("/v1/stripe-connections/{id}/disconnect");
        world.send(Method::POST, &path, &headers, None).await.is_problem(401, "step-up-required");
        assert_eq!(linked(&world, "usr_1", &shop.id).await, json!(id));
    }
}

on_both_engines! {
    async fn disconnecting_deletes_the_endpoint_and_erases_the_key(world: TestApi) {
        let one = Shop::open(&world, "usr_1", "One").await;
        let two = Shop::open(&world, "usr_1", "Two").await;
        let id = connect(&world, &one).await;
        let body = json!({"mode": "test", "api_key": whole_key(&world, ACCOUNT, false)});
        connect_with(&world, "usr_1", &two.id, &body).await;
        let site = (one.id.as_str(), "test");
        let operation = format!("POST /v1/stripe-connections/{id}/disconnect");
        for _ in 0..2 {
            let ended = as_owner(&world, "usr_1", site, &operation, None).await;
            assert_eq!(ended.status, 200, "{ended:?}");
            let ended = ended.json();
            assert_eq!((&ended["state"], &ended["is_linked"]), (&json!("disconnected"), &json!(false)));
        }
        assert!(endpoints(&world, ACCOUNT, false).await.is_empty());
        for shop in [&one, &two] {
            assert_eq!(linked(&world, "usr_1", &shop.id).await, Value::Null);
        }
        let kept = "SELECT count(*) FROM stripe_connection WHERE api_key <> '' OR next_key IS NOT NULL";
        assert_eq!(world.count(kept).await, 0);
        assert_eq!(world.count("SELECT count(*) FROM stripe_endpoint").await, 0);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'stripe.disconnected'").await, 1);
        let listed = as_owner(&world, "usr_1", site, "GET /v1/stripe-connections", None).await.json();
        assert_eq!(listed["items"], json!([]));
        for (rest, body) in [("key", Some(json!({"api_key": "rk_test_0123456789abcdefgh"}))), ("signing-secret", None)] {
            let operation = format!("POST /v1/stripe-connections/{id}/{rest}");
            as_owner(&world, "usr_1", site, &operation, body.as_ref()).await.is_problem(404, "not-found");
        }
        // The account can be connected again, also by another owner.
        let three = Shop::open(&world, "usr_2", "Three").await;
        assert_eq!(connect_with(&world, "usr_2", &three.id, &body).await.status, 201);
    }
}
