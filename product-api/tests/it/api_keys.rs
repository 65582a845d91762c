//! Tests API keys: a revoked key is refused at once; no key exceeds its scopes (attacks K4, K5, K6, K8).

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::credits::post;
use crate::harness::{TestApi, on_both_engines};

async fn shop(world: &TestApi) -> (String, Value) {
    let site = world.register("usr_owner", "Shop").await;
    (site["api_key"]["key"].as_str().unwrap().to_owned(), site)
}

on_both_engines! {
    async fn revoked_or_expired_key_is_refused_at_once(world: TestApi) {
        let (key, site) = shop(&world).await;
        let website = site["website"]["id"].as_str().unwrap();
        let rows: [(&str, &str, u16, &str); 5] = [
            (
                "UPDATE api_keys SET revoked_at = 1 WHERE website_id = $1",
                "UPDATE api_keys SET revoked_at = NULL WHERE website_id = $1",
                401, "unauthenticated",
            ),
            (
                "UPDATE api_keys SET expires_at = 1800000000000000 WHERE website_id = $1",
                "UPDATE api_keys SET expires_at = 1800000000000001 WHERE website_id = $1",
                401, "unauthenticated",
            ),
            (
                "UPDATE websites SET status = 'suspended' WHERE id = $1",
                "UPDATE websites SET status = 'active' WHERE id = $1",
                403, "website-suspended",
            ),
            (
                "UPDATE websites SET status = 'registering' WHERE id = $1",
                "UPDATE websites SET status = 'active' WHERE id = $1",
                401, "unauthenticated",
            ),
            (
                "UPDATE users SET is_active = FALSE WHERE id = (SELECT owner_user_id FROM websites WHERE id = $1)",
                "UPDATE users SET is_active = TRUE WHERE id = (SELECT owner_user_id FROM websites WHERE id = $1)",
                403, "website-suspended",
            ),
        ];
        for (end, mend, status, slug) in rows {
            assert_eq!(world.get("/v1/customers", &key).await.status, 200);
            world.sql(end, &[website]).await;
            world.get("/v1/customers", &key).await.is_problem(status, slug);
            world.sql(mend, &[website]).await;
        }
        assert_eq!(world.get("/v1/customers", &key).await.status, 200);
    }
}

on_both_engines! {
    async fn key_reaches_as_far_as_its_scopes(world: TestApi) {
        let (key, site) = shop(&world).await;
        let website = site["website"]["id"].as_str().unwrap();
        let narrow = "UPDATE api_keys SET scopes = 'credits.spend' WHERE website_id = $1";
        world.sql(narrow, &[website]).await;
        let body = world.get("/v1/customers", &key).await.is_problem(403, "insufficient-scope");
        assert_eq!(body["required_scope"], "customers.read");
        world.sql("UPDATE api_keys SET scopes = '' WHERE website_id = $1", &[website]).await;
        world.get("/v1/customers", &key).await.is_problem(403, "insufficient-scope");
        // A key never acts as a user, even with a user's scopes.
        let wide = "UPDATE api_keys SET scopes = 'websites credits.read customers.read' WHERE website_id = $1";
        world.sql(wide, &[website]).await;
        assert_eq!(world.get("/v1/customers", &key).await.status, 200);
        for path in ["/v1/me", "/v1/websites"] {
            world.get(path, &key).await.is_problem(403, "insufficient-scope");
        }
        let request = crate::harness::registration("Another");
        world.post("/v1/websites", &key, &request).await.is_problem(403, "insufficient-scope");
    }
}

on_both_engines! {
    async fn last_use_is_noted_once_a_minute(world: TestApi) {
        let (key, _site) = shop(&world).await;
        let noted = "SELECT COALESCE(max(last_used_at), 0) FROM api_keys WHERE mode = 'live'";
        for _ in 0..3 {
            assert_eq!(world.get("/v1/customers", &key).await.status, 200);
        }
        let first = 1_800_000_000_000_000;
        world.wait_for_count(noted, first).await;
        world.clock.advance(Duration::from_secs(59));
        world.get("/v1/customers", &key).await;
        // The server records this use only if it did not record the one at 59 seconds.
        world.clock.advance(Duration::from_secs(1));
        world.get("/v1/customers", &key).await;
        world.wait_for_count(noted, first + 60_000_000).await;
    }
}

on_both_engines! {
    async fn key_use_is_stored_once_a_minute_per_process(world: TestApi) {
        let (key, _site) = shop(&world).await;
        let noted = "SELECT COALESCE(max(last_used_at), 0) FROM api_keys WHERE mode = 'live'";
        let first = 1_800_000_000_000_000;
        let burst = || async {
            let responses = join_all((0..20).map(|_| world.get("/v1/customers", &key))).await;
            assert!(responses.iter().all(|response| response.status == 200));
        };
        burst().await;
        world.wait_for_count(noted, first).await;
        // If each request wrote, one of this burst would set the column again. All writes have ended when the next minute's is
        // there.
        world.sql("UPDATE api_keys SET last_used_at = NULL", &[]).await;
        burst().await;
        world.clock.set(world.clock.now().plus(Duration::from_hours(1)));
        burst().await;
        world.settles().await;
        assert_eq!(world.count(noted).await, 0);
        world.clock.advance(Duration::from_mins(1));
        burst().await;
        world.wait_for_count(noted, first + 3_660_000_000).await;
    }
}

// row: K6
#[tokio::test]
async fn key_is_in_no_response_after_the_first() {
    let world = TestApi::sqlite().await;
    let (key, site) = shop(&world).await;
    let token = world.token("usr_owner");
    let id = site["website"]["id"].as_str().unwrap();
    for path in ["/v1/websites".to_owned(), format!("/v1/websites/{id}")] {
        let response = world.get(&path, &token).await;
        assert_eq!(response.status, 200);
        assert!(!response.body.contains(&key[8..]) && !response.body.contains("client_secret"));
    }
    let in_query = format!("/v1/customers?api_key={key}");
    let response = world.send(reqwest::Method::GET, &in_query, &[], None).await;
    response.is_problem(401, "unauthenticated");
    assert!(!response.body.contains(&key[8..]));
}

on_both_engines! {
    /// Concurrent key look-ups share one query. Each caller gets the result of its own key, also when one key is revoked.
    async fn concurrently_used_keys_are_separate(world: TestApi) {
        let (first, _) = shop(&world).await;
        let (second, _) = shop(&world).await;
        let (ended, site) = shop(&world).await;
        let website = site["website"]["id"].as_str().unwrap();
        world.sql("UPDATE api_keys SET revoked_at = 1 WHERE website_id = $1", &[website]).await;
        for (key, name) in [(&first, "first"), (&second, "second")] {
            let body = json!({"customer": {"external_id": name}, "amount": 1, "kind": "promo", "reason": "Welcome"});
            assert_eq!(post(&world, "/v1/grants", key, "welcome", body).await.status, 200);
        }
        let rows = [(&first, 200, Some("first")), (&second, 200, Some("second")), (&ended, 401, None)];
        let (world, rows) = (&world, &rows);
        let requests = (0..48).map(|index| async move {
            let (key, status, name) = rows[index % rows.len()];
            let response = world.get("/v1/customers", key).await;
            assert_eq!(response.status, status);
            let body = response.json();
            assert_eq!(body.pointer("/items/0/external_id").and_then(Value::as_str), name, "{body}");
        });
        join_all(requests).await;
    }
}
