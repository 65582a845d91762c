//! Tests maximums of what a user can create, and settings for who may register a website.

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::Shop;
use crate::harness::{TestApi, on_both_engines, registration};

const WEBSITES: &str = "INSERT INTO websites (id, owner_user_id, name, url, client_id, status, created_at) \
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 98) \
    SELECT 'web_' || CAST(i AS TEXT), $1, 'One', 'https://one.example', 'client_' || CAST(i AS TEXT), 'active', 0 FROM n";

const FEATURES: &str = "INSERT INTO feature (id, website_id, mode, code, name, created_at) \
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999) \
    SELECT i, $1, 'live', 'bulk' || CAST(i AS TEXT), 'Bulk', 0 FROM n";

on_both_engines! {
    async fn user_has_at_most_a_hundred_websites(world: TestApi) {
        world.register("usr_1", "First").await;
        assert_eq!(world.sql(WEBSITES, &["usr_1"]).await, 98);
        let hundredth = world.register("usr_1", "Hundredth").await;
        let response = world.post("/v1/websites", &world.token("usr_1"), &registration("Next")).await;
        let problem = response.is_problem(400, "invalid-request");
        assert!(problem["errors"][0]["detail"].as_str().unwrap().contains("at most 100 websites"), "{problem}");
        assert_eq!(world.count("SELECT count(*) FROM websites").await, 100);
        // Another user has maximums of their own.
        world.register("usr_2", "Other").await;
        assert_eq!(hundredth["website"]["status"], "active");
    }
}

on_both_engines! {
    async fn website_has_at_most_a_thousand_features_in_a_mode(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        assert_eq!(world.sql(FEATURES, &[&shop.id]).await, 999);
        let save = async |code: &str| {
            let path = format!("/v1/features/{code}");
            let body = json!({"name": "A feature"});
            let bearer = format!("Bearer {}", shop.key);
            let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
            world.send(Method::PUT, &path, &headers, Some(body.to_string())).await
        };
        assert_eq!(save("last").await.status, 200);
        let problem = save("next").await.is_problem(400, "invalid-request");
        assert!(problem["errors"][0]["detail"].as_str().unwrap().contains("at most 1000 features"), "{problem}");
        assert_eq!(save("last").await.status, 200, "a name is changed all the same");
        assert_eq!(world.count("SELECT count(*) FROM feature").await, 1000);
    }
}

/// The settings, the user, the claims of the user's token, and whether the user may register a website.
type Row<'a> = (&'a [(&'a str, &'a str)], &'a str, &'a Value, bool);

#[tokio::test]
async fn operator_setting_restricts_website_registration() {
    let invited = [
        ("API_WEBSITE_REGISTRATION", "invited"),
        ("API_WEBSITE_INVITED", "usr_1@example.com, @example.org"),
    ];
    let operator = [("API_WEBSITE_REGISTRATION", "operator")];
    let of_domain = json!({"email": "cat@example.org"});
    let unconfirmed = json!({"email": "cat@example.org", "email_verified": false});
    let operating = json!({"roles": ["operator"]});
    let rows: [Row<'_>; 7] = [
        (&[], "usr_9", &json!({}), true),
        (&invited, "usr_1", &json!({}), true),
        (&invited, "usr_2", &json!({}), false),
        (&invited, "usr_3", &of_domain, true),
        (&invited, "usr_3", &unconfirmed, false),
        (&invited, "usr_op", &operating, true),
        (&operator, "usr_1", &json!({}), false),
    ];
    for (settings, user, claims, is_allowed) in rows {
        let world = TestApi::with_settings(settings).await;
        let token = world.token_with(user, claims);
        let me = world.get("/v1/me", &token).await.json();
        assert_eq!(me["can_register_websites"], is_allowed, "{user} {claims}");
        let response = world
            .post("/v1/websites", &token, &registration("One"))
            .await;
        if is_allowed {
            assert_eq!(response.status, 201, "{user} {claims}: {response:?}");
        } else {
            response.is_problem(403, "registration-closed");
            assert_eq!(world.count("SELECT count(*) FROM websites").await, 0);
        }
    }
}
