//! Tests users whom the idp has deleted: their claims are erased once and in order; data of the websites remains.

use futures_util::future::join_all;
use product_api::{sweep, user_changes, verify};
use serde_json::{Value, json};

use crate::credits::{Shop, post};
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::issuer::Behaviour;

/// Counts rows of deleted users that have no personal data.
const TOMBSTONES: &str = "SELECT count(*) FROM users WHERE name IS NULL AND email IS NULL AND NOT email_verified AND image IS NULL \
    AND NOT is_active AND NOT is_operator AND claims_at = 0 AND deleted_at IS NOT NULL";
const LINKED: &str = "SELECT count(*) FROM customers WHERE user_id IS NOT NULL";
const AUDITED: &str = "SELECT count(*) FROM audit WHERE actor = 'system' AND session_id IS NULL \
    AND (action = 'user.deleted' OR action = 'website.suspended' AND details = '{\"by\":\"deletion\"}')";

async fn give(world: &TestApi, shop: &Shop, name: &str, customer: Value) -> Value {
    let body = json!({"customer": customer, "amount": 30, "kind": "promo"});
    let response = post(world, "/v1/grants", &shop.key, name, body).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["balance"]["customer_id"].clone()
}

async fn spend(world: &TestApi, shop: &Shop, name: &str, customer: Value) -> HttpResponse {
    let body = json!({"customer": customer, "amount": 10});
    post(world, "/v1/spends", &shop.key, name, body).await
}

async fn assert_sound(world: &TestApi) {
    let findings = verify(&world.app.database).await.unwrap();
    assert!(findings.is_empty(), "{findings:?}");
}

/// Returns everything that a deletion changes, as one text.
async fn state(world: &TestApi) -> [String; 3] {
    let mut found = Vec::new();
    for statement in [
        "SELECT CAST(SUM(updated_at) + SUM(COALESCE(deleted_at, 0)) AS TEXT) FROM users",
        "SELECT CAST(SUM(updated_at) AS TEXT) || '/' || CAST(COUNT(user_id) AS TEXT) || '/' || CAST(COUNT(email) AS TEXT) FROM customers",
        "SELECT CAST(COUNT(*) AS TEXT) FROM audit",
    ] {
        found.push(world.text(statement).await);
    }
    found.try_into().unwrap()
}

on_both_engines! {
    async fn idp_claims_are_deleted_and_website_data_remains(world: TestApi) {
        let pictures = Shop::open(&world, "usr_1", "Pictures").await;
        let books = Shop::open(&world, "usr_2", "Books").await;
        let image = json!({"picture": "https://x.example/a.png", "roles": ["operator"]});
        let ada = world.token_with("usr_ada", &image);
        let by_address = give(&world, &pictures, "a", json!({"email": "usr_ada@example.com"})).await;
        give(&world, &pictures, "b", json!({"external_id": "42"})).await;
        let by_subject = give(&world, &books, "c", json!({"sub": "usr_ada"})).await;
        // The first call links the customer with the address to the user.
        assert_eq!(world.get("/v1/me", &ada).await.status, 200);
        assert_eq!(world.count(LINKED).await, 2, "the control");
        world.issuer.delete("usr_ada");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);

        assert_eq!(world.count(TOMBSTONES).await, 1);
        assert_eq!(world.count(LINKED).await, 0);
        let path = |customer: &Value| format!("/v1/customers/{}", customer.as_str().unwrap());
        let stored = world.get(&path(&by_address), &pictures.key).await.json();
        assert_eq!((&stored["email"], &stored["user_id"], &stored["available"]), (&json!("usr_ada@example.com"), &Value::Null, &json!(30)));
        let stored = world.get(&path(&by_subject), &books.key).await.json();
        assert_eq!((&stored["user_id"], &stored["available"]), (&Value::Null, &json!(30)), "{stored}");
        // A website continues to use its own names, and the subject finds no customer.
        for (shop, name, customer) in [
            (&pictures, "d", json!({"email": "usr_ada@example.com"})),
            (&pictures, "e", json!({"external_id": "42"})),
            (&books, "f", json!({"id": by_subject})),
        ] {
            let response = spend(&world, shop, name, customer).await;
            assert_eq!(response.status, 200, "{response:?}");
        }
        spend(&world, &books, "g", json!({"sub": "usr_ada"})).await.is_problem(403, "holder-inactive");
        assert_eq!(world.count("SELECT count(*) FROM customers").await, 3, "no customer is created");
        // A token from before the deletion is refused and adds no data.
        world.clock.advance(std::time::Duration::from_secs(90));
        for token in [ada, world.token("usr_ada")] {
            world.get("/v1/me", &token).await.is_problem(403, "holder-inactive");
        }
        assert_eq!((world.count(TOMBSTONES).await, world.count(LINKED).await), (1, 0));
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn websites_of_a_deleted_user_are_suspended(world: TestApi) {
        let shop = Shop::open(&world, "usr_ada", "Pictures").await;
        let own = Shop::open(&world, "usr_ada", "Paused").await;
        let other = Shop::open(&world, "usr_1", "Books").await;
        let path = format!("/v1/websites/{}/suspend", own.id);
        assert_eq!(world.post(&path, &world.token("usr_ada"), &Value::Null).await.status, 200);
        give(&world, &shop, "a", json!({"sub": "usr_bob"})).await;
        world.issuer.delete("usr_ada");
        // The idp's response to the change of the clients is lost, so the sweep repeats the change.
        world.issuer.behave(Behaviour::LosesResponse);
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);
        let behind = "SELECT count(*) FROM websites WHERE client_behind";
        assert_eq!(world.count(behind).await, 2);
        world.issuer.behave(Behaviour::Good);
        sweep::once(&world.app).await.unwrap();
        assert_eq!(world.count(behind).await, 0);
        let suspended = "SELECT count(*) FROM websites WHERE status = 'suspended' AND suspended_by = 'deletion'";
        assert_eq!(world.count(suspended).await, 2);
        let idle = world.issuer.clients.lock().unwrap().values().filter(|client| client["is_active"] == json!(false)).count();
        assert_eq!(idle, 2);
        for key in [&shop.key, &shop.test_key, &own.key] {
            world.get("/v1/customers", key).await.is_problem(401, "unauthenticated");
        }
        spend(&world, &shop, "b", json!({"sub": "usr_bob"})).await.is_problem(401, "unauthenticated");
        assert_eq!(world.get("/v1/customers", &other.key).await.status, 200, "somebody else's");
        assert_eq!(world.count(AUDITED).await, 3);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn repeated_deletion_is_applied_once(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        Shop::open(&world, "usr_ada", "Books").await;
        give(&world, &shop, "a", json!({"sub": "usr_ada"})).await;
        let replica = world.replica().await;
        world.issuer.delete("usr_ada");
        let here = join_all((0..20).map(|_| user_changes::once(&world.app)));
        let there = join_all((0..20).map(|_| user_changes::once(&replica.app)));
        let (here, there) = tokio::join!(here, there);
        let applied: usize = here.into_iter().chain(there).flatten().sum();
        assert_eq!(applied, 1);
        let before = state(&world).await;
        assert_eq!((world.count(TOMBSTONES).await, world.count(AUDITED).await), (1, 2));
        world.clock.advance(std::time::Duration::from_secs(5));
        world.issuer.delete("usr_ada");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1, "the feed repeats the deletion");
        assert_eq!(state(&world).await, before);
    }
}

on_both_engines! {
    /// A deletion that fails midway changes nothing, and the next attempt applies all of it.
    async fn deletion_is_applied_whole_or_not_at_all(world: TestApi) {
        let shop = Shop::open(&world, "usr_ada", "Pictures").await;
        give(&world, &shop, "a", json!({"sub": "usr_ada"})).await;
        let before = state(&world).await;
        world.issuer.delete("usr_ada");
        world.sql("ALTER TABLE websites RENAME COLUMN client_behind TO client_off", &[]).await;
        assert!(user_changes::once(&world.app).await.is_err());
        world.sql("ALTER TABLE websites RENAME COLUMN client_off TO client_behind", &[]).await;
        assert_eq!(state(&world).await, before);
        assert_eq!(world.count("SELECT sequence FROM user_merge_cursor").await, 0);
        let ready = world.get("/health/ready", "").await;
        assert_eq!(ready.status, 200, "{ready:?}");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);
        assert_eq!((world.count(TOMBSTONES).await, world.count(AUDITED).await, world.count(LINKED).await), (1, 2, 0));
        assert_eq!(world.count("SELECT sequence FROM user_merge_cursor").await, 1);
    }
}

on_both_engines! {
    /// Carl is merged into Bob, Bob into Ada, and Ada is deleted: changes in this order delete all three users.
    async fn merge_before_the_deletion_deletes_all_merged_users(world: TestApi) {
        let shop = Shop::open(&world, "usr_carl", "Pictures").await;
        let other = Shop::open(&world, "usr_1", "Books").await;
        assert_eq!(world.get("/v1/me", &world.token("usr_bob")).await.status, 200);
        let remaining_customer = give(&world, &other, "a", json!({"sub": "usr_ada"})).await;
        let folded = give(&world, &other, "b", json!({"sub": "usr_bob"})).await;
        let body = json!({"customer": {"sub": "usr_bob"}, "amount": 5, "ttl_seconds": 60});
        assert_eq!(post(&world, "/v1/holds", &other.key, "h", body).await.status, 200);
        world.issuer.merge("mrg_1", "usr_carl", "usr_bob", "merged");
        world.issuer.merge("mrg_2", "usr_bob", "usr_ada", "merged");
        for user in ["usr_ada", "usr_bob", "usr_carl"] {
            world.issuer.delete(user);
        }
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 5);
        assert_eq!(world.count(TOMBSTONES).await, 3);
        assert_eq!(world.count("SELECT count(*) FROM websites WHERE suspended_by = 'deletion' AND owner_user_id = 'usr_ada'").await, 1);
        world.get("/v1/customers", &shop.key).await.is_problem(401, "unauthenticated");
        for user in ["usr_ada", "usr_bob", "usr_carl"] {
            spend(&world, &other, user, json!({"sub": user})).await.is_problem(403, "holder-inactive");
        }
        // A hold of the merged user that expires after the deletion releases its credits to the merge target.
        world.clock.advance(std::time::Duration::from_secs(61));
        sweep::once(&world.app).await.unwrap();
        user_changes::once(&world.app).await.unwrap();
        for customer in [&remaining_customer, &folded] {
            let path = format!("/v1/customers/{}/balance", customer.as_str().unwrap());
            assert_eq!(world.get(&path, &other.key).await.json()["available"], 60);
        }
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE user_id IS NOT NULL AND merged_into IS NULL").await, 0);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn new_sign_up_after_a_deletion_is_another_user(world: TestApi) {
        let pictures = Shop::open(&world, "usr_1", "Pictures").await;
        let books = Shop::open(&world, "usr_2", "Books").await;
        let own = Shop::open(&world, "usr_ada", "Ada's").await;
        let named = give(&world, &pictures, "a", json!({"email": "usr_ada@example.com"})).await;
        give(&world, &books, "b", json!({"sub": "usr_ada"})).await;
        world.get("/v1/me", &world.token("usr_ada")).await;
        world.issuer.delete("usr_ada");
        user_changes::once(&world.app).await.unwrap();
        let again = world.token_with("usr_again", &json!({"email": "usr_ada@example.com"}));
        let me = world.get("/v1/me", &again).await.json();
        assert_eq!((&me["id"], &me["is_active"]), (&json!("usr_again"), &json!(true)));
        let sites = world.get("/v1/websites", &again).await.json();
        assert_eq!(sites["items"], json!([]), "{}", own.id);
        // A new user with the address takes over the customer of that address. The customer of the old subject stays unlinked.
        let linked = "SELECT id FROM customers WHERE user_id = 'usr_again'";
        assert_eq!(world.text(linked).await, named.as_str().unwrap());
        assert_eq!(world.count(LINKED).await, 1);
        assert_eq!(world.count(TOMBSTONES).await, 1);
        let fresh = give(&world, &books, "c", json!({"sub": "usr_again"})).await;
        assert_eq!(spend(&world, &books, "d", json!({"id": fresh})).await.json()["balance"]["available"], 20);
    }
}

on_both_engines! {
    async fn token_of_a_deleted_unknown_user_is_refused(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        world.issuer.delete("usr_ada");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);
        assert_eq!(world.count(TOMBSTONES).await, 1);
        let body = json!({"customer": {"sub": "usr_ada"}, "amount": 30, "kind": "promo"});
        post(&world, "/v1/grants", &shop.key, "a", body).await.is_problem(403, "holder-inactive");
        world.get("/v1/me", &world.token("usr_ada")).await.is_problem(403, "holder-inactive");
        assert_eq!((world.count(TOMBSTONES).await, world.count("SELECT count(*) FROM customers").await), (1, 0));
    }
}

on_both_engines! {
    /// A call that began before the deletion may link a customer afterwards; the next run removes the link.
    async fn customers_of_a_deleted_user_are_released(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        give(&world, &shop, "a", json!({"email": "ada@example.com"})).await;
        world.issuer.delete("usr_ada");
        user_changes::once(&world.app).await.unwrap();
        world.sql("UPDATE customers SET user_id = 'usr_ada', user_shown = TRUE", &[]).await;
        spend(&world, &shop, "b", json!({"email": "ada@example.com"})).await.is_problem(403, "holder-inactive");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 0);
        assert_eq!(world.count(LINKED).await, 0);
        assert_eq!(spend(&world, &shop, "b", json!({"email": "ada@example.com"})).await.status, 200);
    }
}
