//! Tests users: created at the first contact, updated later, and linked to the customers of their address.

use futures_util::future::join_all;
use serde_json::json;

use crate::harness::{TestApi, on_both_engines};

on_both_engines! {
    async fn fifty_first_contacts_make_one_user(world: TestApi) {
        let tokens: Vec<String> = (0..50)
            .map(|index| world.token_with("usr_1", &json!({"jti": format!("jti-{index}")})))
            .collect();
        let responses = join_all(tokens.iter().map(|token| world.get("/v1/me", token))).await;
        for response in &responses {
            assert_eq!(response.status, 200, "{response:?}");
            assert_eq!(response.json()["email"], "usr_1@example.com");
        }
        assert_eq!(world.count("SELECT count(*) FROM users").await, 1);
    }
}

on_both_engines! {
    async fn newer_token_updates_its_claims_and_an_older_one_none(world: TestApi) {
        let first = world.token("usr_1");
        let me = world.get("/v1/me", &first).await.json();
        assert_eq!(me["name"], "Name of usr_1");
        assert_eq!(me["is_operator"], false);
        assert_eq!(me["image"], json!(null));
        assert_eq!(me["is_active"], true);
        world.clock.advance(std::time::Duration::from_secs(5));
        let news = json!({"name": "Ada", "picture": "https://x.example/a.png", "roles": ["operator"]});
        let second = world.token_with("usr_1", &news);
        let me = world.get("/v1/me", &second).await.json();
        assert_eq!(me["name"], "Ada");
        assert_eq!(me["is_operator"], true);
        let me = world.get("/v1/me", &first).await.json();
        assert_eq!(me["name"], "Ada", "the first token is older");
        world.clock.advance(std::time::Duration::from_secs(5));
        let silent = json!({"name": null, "email": null, "email_verified": null, "roles": ["operator"]});
        let me = world.get("/v1/me", &world.token_with("usr_1", &silent)).await.json();
        assert_eq!(me["name"], "Ada", "what a token leaves out is not empty");
        assert_eq!(me["email"], "usr_1@example.com");
    }
}

on_both_engines! {
    async fn unchanged_claims_are_not_written(world: TestApi) {
        let token = world.token("usr_1");
        world.get("/v1/me", &token).await;
        let before = world.count("SELECT updated_at FROM users").await;
        world.clock.advance(std::time::Duration::from_secs(30));
        world.get("/v1/me", &token).await;
        world.get("/v1/me", &world.token("usr_1")).await;
        assert_eq!(world.count("SELECT updated_at FROM users").await, before);
    }
}

on_both_engines! {
    async fn verified_address_claims_waiting_customers(world: TestApi) {
        let one = world.register("usr_owner", "One").await;
        let two = world.register("usr_owner", "Two").await;
        for (site, id) in [(&one, "cus_1"), (&two, "cus_2")] {
            let website = site["website"]["id"].as_str().unwrap();
            world.sql(
                "INSERT INTO customers (id, website_id, mode, email, created_at, updated_at) \
                 VALUES ($1, $2, 'live', 'ada@example.com', 0, 0)",
                &[id, website],
            ).await;
        }
        let claimed = "SELECT count(*) FROM customers WHERE user_id = 'usr_ada'";
        let unverified = json!({"email": "ada@example.com", "email_verified": false});
        world.get("/v1/me", &world.token_with("usr_ada", &unverified)).await;
        assert_eq!(world.count(claimed).await, 0);
        world.clock.advance(std::time::Duration::from_secs(1));
        let verified = json!({"email": "Ada@Example.com", "email_verified": true});
        let token = world.token_with("usr_ada", &verified);
        world.get("/v1/me", &token).await;
        assert_eq!(world.count(claimed).await, 2);
        // The next call links a customer that was created later, unless the user has one at that website.
        let website = one["website"]["id"].as_str().unwrap();
        for (id, mode) in [("cus_3", "test"), ("cus_4", "live")] {
            world.sql("UPDATE customers SET email = 'old@example.com' WHERE id = 'cus_1'", &[]).await;
            world.sql(
                "INSERT INTO customers (id, website_id, mode, email, created_at, updated_at) \
                 VALUES ($1, $2, $3, 'ada@example.com', 0, 0)",
                &[id, website, mode],
            ).await;
        }
        assert_eq!(world.get("/v1/me", &token).await.status, 200);
        assert_eq!(world.count(claimed).await, 3);
        assert_eq!(
            world.count("SELECT count(*) FROM customers WHERE id = 'cus_4' AND user_id IS NULL").await,
            1
        );
        let before = world.count("SELECT updated_at FROM users WHERE id = 'usr_ada'").await;
        world.clock.advance(std::time::Duration::from_secs(1));
        assert_eq!(world.get("/v1/me", &token).await.status, 200);
        let after = world.count("SELECT updated_at FROM users WHERE id = 'usr_ada'").await;
        assert_eq!(before, after, "a row that cannot be claimed causes no writing");
    }
}

on_both_engines! {
    async fn deactivated_account_is_refused(world: TestApi) {
        let token = world.token("usr_1");
        assert_eq!(world.get("/v1/me", &token).await.status, 200);
        world.sql("UPDATE users SET is_active = FALSE WHERE id = $1", &["usr_1"]).await;
        for path in ["/v1/me", "/v1/websites"] {
            world.get(path, &token).await.is_problem(403, "holder-inactive");
        }
        world.clock.advance(std::time::Duration::from_secs(1));
        let news = world.token_with("usr_1", &json!({"name": "Somebody new"}));
        world.get("/v1/me", &news).await.is_problem(403, "holder-inactive");
        assert_eq!(world.get("/v1/me", &world.token("usr_2")).await.status, 200);
    }
}

on_both_engines! {
    async fn same_facts_in_a_newer_token_make_an_older_one_outdated(world: TestApi) {
        world.get("/v1/me", &world.token("usr_1")).await;
        world.clock.advance(std::time::Duration::from_mins(1));
        let outdated = world.token_with("usr_1", &json!({"name": "Outdated"}));
        world.clock.advance(std::time::Duration::from_mins(1));
        world.get("/v1/me", &world.token("usr_1")).await;
        let me = world.get("/v1/me", &outdated).await.json();
        assert_eq!(me["name"], "Name of usr_1");
    }
}

on_both_engines! {
    async fn website_client_reads_granted_claims_only(world: TestApi) {
        let site = world.register("usr_1", "One").await;
        let client = &site["website"]["client_id"];
        let full = json!({"roles": ["operator"], "picture": "https://x.example/a.png"});
        let me = world.get("/v1/me", &world.token_with("usr_ada", &full)).await.json();
        assert_eq!((&me["is_operator"], &me["email"]), (&json!(true), &json!("usr_ada@example.com")));
        let silent = json!({"client_id": client, "scope": "openid", "name": null, "email": null, "email_verified": null});
        let me = world.get("/v1/me", &world.token_with("usr_ada", &silent)).await.json();
        assert_eq!(me["id"], "usr_ada");
        for member in ["email", "name", "image"] {
            assert_eq!(me[member], json!(null), "{member}");
        }
        assert_eq!((&me["email_verified"], &me["is_operator"]), (&json!(false), &json!(false)));
        let email = json!({"client_id": client, "scope": "openid email"});
        let me = world.get("/v1/me", &world.token_with("usr_ada", &email)).await.json();
        assert_eq!((&me["email"], &me["name"]), (&json!("usr_ada@example.com"), &json!(null)));
        let profile = world.token_with("usr_ada", &json!({"client_id": client, "scope": "openid profile"}));
        let me = world.get("/v1/me", &profile).await.json();
        assert_eq!((&me["email"], &me["name"]), (&json!(null), &json!("Name of usr_ada")));
        let program = json!({"client_id": "https://agent.example/a.json", "scope": "openid email"});
        let me = world.get("/v1/me", &world.token_with("usr_ada", &program)).await.json();
        assert_eq!((&me["email"], &me["name"]), (&json!("usr_ada@example.com"), &json!(null)));
        world.sql("UPDATE users SET is_active = FALSE WHERE id = $1", &["usr_1"]).await;
        world.get("/v1/me", &profile).await.is_problem(403, "website-suspended");
        world.sql("UPDATE users SET is_active = TRUE WHERE id = $1", &["usr_1"]).await;
        world.sql("UPDATE websites SET status = 'suspended' WHERE owner_user_id = $1", &["usr_1"]).await;
        world.get("/v1/me", &profile).await.is_problem(403, "website-suspended");
    }
}
