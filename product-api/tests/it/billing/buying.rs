//! Tests how users buy for themselves: by the token of a website's client, and in this installation's own app.

use serde_json::{Value, json};

use super::sales::{Seller, at_stripe, call, pay, session_of, text};
use crate::harness::{TestApi, change, on_both_engines};

const PATH: &str = "POST /v1/me/checkout-sessions";

/// Returns the token of a user at the website's client.
async fn at_website(world: &TestApi, user: &str, scope: &str) -> String {
    let client = world
        .text("SELECT client_id FROM websites WHERE name = 'Pictures'")
        .await;
    world.token_with(
        user,
        &json!({"client_id": client, "scope": format!("openid {scope}")}),
    )
}

fn in_app(world: &TestApi, user: &str) -> String {
    world.token_with(user, &json!({"scope": "openid credits.read credits.buy"}))
}

fn body(changes: &Value) -> Value {
    let mut body = json!({
        "mode": "test", "pack": "small", "success_url": "https://shop.example.com/done",
        "cancel_url": "https://shop.example.com/cart",
    });
    change(&mut body, changes);
    body
}

on_both_engines! {
    async fn visitor_buys_with_the_token_of_the_website(world: TestApi) {
        let seller = Seller::open(&world).await;
        let token = at_website(&world, "usr_9", "credits.buy credits.read").await;
        let started = call(&world, PATH, &token, "k", &body(&json!({}))).await;
        assert_eq!(started.status, 200, "{started:?}");
        let checkout = started.json();
        assert_eq!((&checkout["state"], checkout.get("metadata")), (&json!("open"), None), "{checkout}");
        assert_eq!((&checkout["website_id"], &checkout["website_name"]), (&json!(seller.shop.id), &json!("Pictures")));
        assert_eq!((&checkout["mode"], &checkout["scale"]), (&json!("test"), &json!(0)));
        let again = call(&world, PATH, &token, "k", &body(&json!({}))).await;
        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &started.body));
        // Another tab has another key, and gets the open checkout for the same thing.
        let tab = call(&world, PATH, &token, "other", &body(&json!({}))).await;
        assert_eq!((tab.header("idempotency-replayed"), &tab.json()["id"]), ("", &checkout["id"]));
        let two = call(&world, PATH, &token, "two", &body(&json!({"quantity": 2}))).await.json();
        assert_ne!(two["id"], checkout["id"]);
        assert_eq!(at_stripe(&world, "/v1/checkout/sessions").await.len(), 2);

        pay(&world, &checkout, "pays");
        let id = text(&checkout["id"]);
        let synced = call(&world, &format!("{PATH}/{id}/sync"), &token, "", &Value::Null).await;
        assert_eq!(synced.json()["state"], "completed", "{synced:?}");
        let read = world.get(&format!("/v1/me/checkout-sessions/{id}"), &token).await;
        assert_eq!(read.json(), synced.json());
        let payments = world.get("/v1/me/payments", &token).await.json();
        let payment = &payments["items"][0];
        assert_eq!((&payment["checkout_id"], &payment["website_name"], &payment["mode"]), (&checkout["id"], &json!("Pictures"), &json!("test")));
        let document = format!("/v1/me/payments/{}/document", text(&payment["id"]));
        assert_eq!(world.get(&document, &token).await.json()["kind"], "receipt");
        let expire = format!("{PATH}/{}/expire", text(&two["id"]));
        assert_eq!(call(&world, &expire, &token, "", &Value::Null).await.json()["state"], "expired");
        let next = call(&world, PATH, &token, "next", &body(&json!({}))).await.json();
        assert_ne!(next["id"], checkout["id"], "a paid checkout is not given again");
        assert_eq!(seller.available(&world, &checkout).await, 550);
    }
}

on_both_engines! {
    async fn two_tabs_at_once_get_one_checkout(world: TestApi) {
        Seller::open(&world).await;
        let token = at_website(&world, "usr_9", "credits.buy").await;
        // The first contact records the user.
        call(&world, PATH, &token, "first", &body(&json!({"quantity": 9}))).await;
        let keys: Vec<String> = (0..10).map(|number| format!("tab{number}")).collect();
        let asked = body(&json!({}));
        let tabs = futures_util::future::join_all(keys.iter().map(|key| call(&world, PATH, &token, key, &asked))).await;
        let ids: std::collections::BTreeSet<String> = tabs
            .iter()
            .filter(|tab| tab.status == 200)
            .map(|tab| text(&tab.json()["id"]))
            .collect();
        assert_eq!(ids.len(), 1, "{tabs:?}");
        assert_eq!(at_stripe(&world, "/v1/checkout/sessions").await.len(), 2);
    }
}

on_both_engines! {
    async fn app_buys_at_websites_before_the_first_visit(world: TestApi) {
        let seller = Seller::open(&world).await;
        let site = json!({"website": seller.shop.id});
        let app = in_app(&world, "usr_9");
        let description = format!("{PATH} {}", seller.shop.id);
        let absent = body(&json!({"website": "web_none"}));
        call(&world, PATH, &app, "k", &absent).await.is_problem(404, "not-found");
        let started = call(&world, PATH, &app, "k", &body(&site)).await;
        assert_eq!(started.status, 200, "{description}: {started:?}");
        let sub = json!({"customer": {"sub": "usr_9"}});
        let known = seller.started(&world, &sub).await;
        assert_eq!(started.json()["customer_id"], known["customer_id"]);
        // The back end's own checkout is the user's, too.
        let read = world.get(&format!("/v1/me/checkout-sessions/{}", text(&known["id"])), &app).await;
        assert_eq!((read.status, read.json().get("metadata")), (200, None));
        // The platform sells nothing here.
        call(&world, PATH, &app, "p", &body(&json!({"success_url": world.issuer.url, "cancel_url": world.issuer.url})))
            .await
            .is_problem(409, "billing-not-connected");
        world.sql("UPDATE websites SET status = 'suspended' WHERE id = $1", &[&seller.shop.id]).await;
        call(&world, PATH, &app, "s", &body(&site)).await.is_problem(403, "website-suspended");
    }
}

on_both_engines! {
    async fn token_that_may_not_buy_starts_nothing(world: TestApi) {
        let seller = Seller::open(&world).await;
        let reader = at_website(&world, "usr_9", "credits.read").await;
        let problem = call(&world, PATH, &reader, "k", &body(&json!({}))).await.is_problem(403, "insufficient-scope");
        assert_eq!(problem["required_scope"], "credits.buy");
        let agent = world.token_with("usr_9", &json!({"client_id": "https://agent.example/a.json", "scope": "openid credits.buy credits.read"}));
        call(&world, PATH, &agent, "k", &body(&json!({}))).await.is_problem(403, "client-not-allowed");
        world.get("/v1/me/payments", &agent).await.is_problem(403, "client-not-allowed");
        let buyer = at_website(&world, "usr_9", "credits.buy credits.read").await;
        let elsewhere = json!({"website": "web_none"});
        call(&world, PATH, &buyer, "k", &body(&elsewhere)).await.is_problem(404, "not-found");
        call(&world, PATH, seller.test_key(), "k", &body(&json!({}))).await.is_problem(403, "insufficient-scope");
        assert_eq!(world.count("SELECT count(*) FROM checkout").await, 0);
        // The one thing that such a token may start: other changes refuse it.
        world.get("/v1/websites", &buyer).await.is_problem(403, "insufficient-scope");
        let other = at_website(&world, "usr_8", "credits.buy credits.read").await;
        let started = call(&world, PATH, &buyer, "k", &body(&json!({}))).await.json();
        let id = text(&started["id"]);
        world.get(&format!("/v1/me/checkout-sessions/{id}"), &other).await.is_problem(404, "not-found");
        for action in ["sync", "expire"] {
            call(&world, &format!("{PATH}/{id}/{action}"), &other, "", &Value::Null).await.is_problem(404, "not-found");
        }
    }
}

on_both_engines! {
    async fn merged_users_buy_as_one_and_an_undo_gives_each_their_own(world: TestApi) {
        let seller = Seller::open(&world).await;
        let of = |user: &str| json!({"customer": {"sub": user}});
        let from = seller.started(&world, &of("usr_b")).await;
        let customer = |checkout: &Value| {
            let found = world.stripe.control("get_object", &json!({"id": session_of(checkout)})).unwrap();
            text(&found["customer"])
        };
        let first = customer(&from);
        crate::merges::give(&world, (seller.test_key(), "g"), json!({"sub": "usr_a"}), 1, None).await;
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        product_api::user_changes::once(&world.app).await.unwrap();
        // The merge target has no customer at Stripe of its own yet, and uses that of the merged one.
        let into = seller.started(&world, &of("usr_a")).await;
        assert_ne!(into["customer_id"], from["customer_id"]);
        assert_eq!(customer(&into), first);
        pay(&world, &from, "pays");
        assert_eq!(seller.synced(&world, &from).await["state"], "completed");
        assert_eq!(seller.available(&world, &into).await, 551, "credits go to the remaining customer");
        let payments = format!("/v1/payments?customer={}", text(&into["customer_id"]));
        assert_eq!(world.get(&payments, seller.test_key()).await.json()["items"].as_array().unwrap().len(), 1);
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "undone");
        product_api::user_changes::once(&world.app).await.unwrap();
        pay(&world, &into, "pays");
        assert_eq!(seller.synced(&world, &into).await["state"], "completed", "it was started with that customer");
        let (one, other) = (seller.started(&world, &of("usr_b")).await, seller.started(&world, &of("usr_a")).await);
        assert_eq!(customer(&one), first);
        assert_ne!(customer(&other), first);
        crate::merges::assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn only_an_address_that_both_sides_know_is_sent_to_stripe(world: TestApi) {
        let seller = Seller::open(&world).await;
        for user in ["usr_8", "usr_9"] {
            world.get("/v1/me", &world.token(user)).await;
        }
        crate::merges::give(&world, (seller.test_key(), "g"), json!({"sub": "usr_8"}), 1, None).await;
        for (customer, email) in [
            (json!({"external_id": "ada"}), Value::Null),
            (json!({"email": "visitor@example.com"}), Value::Null),
            (json!({"sub": "usr_9"}), Value::Null),
            (json!({"email": "usr_8@example.com"}), json!("usr_8@example.com")),
        ] {
            seller.started(&world, &json!({"customer": customer})).await;
            assert_eq!(at_stripe(&world, "/v1/customers").await[0]["email"], email, "{customer}");
        }
    }
}
