//! Tests holds of merged users: a merge moves open holds to the target's wallet, and its undo moves them back.

use std::time::Duration;

use product_api::user_changes;
use serde_json::{Value, json};

use crate::credits::{Shop, post};
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::merges::{assert_sound, available, give, spend, sub};

/// Holds of a website, as its server uses them.
pub(crate) struct Holds<'w> {
    pub(crate) world: &'w TestApi,
    pub(crate) key: &'w str,
}

impl Holds<'_> {
    /// Opens a hold for a user, and returns its path.
    pub(crate) async fn open(&self, name: &str, user: &str, terms: Value) -> String {
        let mut body = terms;
        body["customer"] = sub(user);
        let opened = post(self.world, "/v1/holds", self.key, name, body).await;
        assert_eq!(opened.status, 200, "{opened:?}");
        let opened = opened.json();
        format!("/v1/holds/{}", opened["hold"]["id"].as_str().unwrap())
    }

    pub(crate) async fn capture(&self, name: &str, hold: &str, body: Value) -> HttpResponse {
        post(self.world, &format!("{hold}/capture"), self.key, name, body).await
    }

    pub(crate) async fn void(&self, name: &str, hold: &str) -> HttpResponse {
        post(
            self.world,
            &format!("{hold}/void"),
            self.key,
            name,
            json!({}),
        )
        .await
    }

    pub(crate) async fn extend(&self, name: &str, hold: &str, seconds: i64) -> HttpResponse {
        let body = json!({"ttl_seconds": seconds});
        post(self.world, &format!("{hold}/extend"), self.key, name, body).await
    }
}

/// Announces a change of a merge of the users `b` and `a`, and follows it.
pub(crate) async fn change(world: &TestApi, state: &str) {
    world.issuer.merge("mrg_1", "usr_b", "usr_a", state);
    user_changes::once(&world.app).await.unwrap();
}

/// Returns the customer and the available credits of a response.
pub(crate) fn balance(response: &Value) -> (&Value, i64) {
    let balance = &response["balance"];
    (
        &balance["customer_id"],
        balance["available"].as_i64().unwrap(),
    )
}

on_both_engines! {
    /// Captures of a moved hold, and captures beyond it or after its end, are transactions of the target alone.
    async fn moved_hold_is_captured_from_the_targets_wallet(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let on = Holds { world: &world, key };
        give(&world, (key, "g1"), sub("usr_b"), 40, None).await;
        let into = give(&world, (key, "g2"), sub("usr_a"), 500, None).await["customer_id"].clone();
        let mut holds = Vec::new();
        for (name, amount) in [("h1", 10), ("h2", 5), ("h3", 5)] {
            holds.push(on.open(name, "usr_b", json!({"amount": amount, "ttl_seconds": 60})).await);
        }
        change(&world, "merged").await;
        assert_sound(&world).await;
        let part = on.capture("c1", &holds[0], json!({"amount": 4, "final": false})).await.json();
        assert_eq!(balance(&part), (&into, 520), "{part}");
        let beyond = json!({"amount": 26, "overage": "available"});
        let all = on.capture("c2", &holds[0], beyond.clone()).await;
        let result = all.json();
        assert_eq!((&result["hold"]["captured"], &result["transaction"]["amount"]), (&json!(10), &json!(-26)), "{result}");
        assert_eq!(balance(&result), (&into, 500), "{result}");
        assert_eq!(on.capture("c2", &holds[0], beyond).await.body, all.body, "a repeat does nothing");
        let short = on.capture("c3", &holds[1], json!({"amount": 600, "overage": "available"})).await;
        assert_eq!(short.is_problem(402, "insufficient-credits")["available"], 505);
        world.clock.advance(Duration::from_mins(1));
        let late = json!({"amount": 5, "if_expired": "spend"});
        for (name, index, left) in [("c4", 1, 505), ("c5", 2, 500)] {
            let result = on.capture(name, &holds[index], late.clone()).await.json();
            assert_eq!((&result["hold"]["captured"], balance(&result)), (&json!(5), (&into, left)), "{result}");
        }
        on.capture("c6", &holds[2], late).await.is_problem(409, "hold-expired");
        // Each transaction names the capture's key and the hold.
        let list = world.get(&format!("/v1/customers/{}/transactions", into.as_str().unwrap()), key).await.json();
        let mut causes = Vec::new();
        for item in list["items"].as_array().unwrap().iter().filter(|item| item["kind"] == "capture") {
            let cause = world.get(&format!("/v1/transactions/{}", item["id"].as_str().unwrap()), key).await.json()["cause"].clone();
            let hold = cause["hold"].as_str().and_then(|id| holds.iter().position(|path| path.contains(id)));
            causes.push((item["amount"].as_i64().unwrap(), cause["idempotency_key"].clone(), hold.unwrap()));
        }
        assert_eq!(causes, [(-5, json!("c5"), 2), (-5, json!("c4"), 1), (-26, json!("c2"), 0), (-4, json!("c1"), 0)]);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    /// Credits that a moved hold releases can be spent at once, whether a client, a capture or the time releases them.
    async fn moved_hold_releases_its_credits_to_the_target(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let on = Holds { world: &world, key };
        let from = give(&world, (key, "g1"), sub("usr_b"), 60, None).await["customer_id"].clone();
        let into = give(&world, (key, "g2"), sub("usr_a"), 1, None).await["customer_id"].clone();
        let mut holds = Vec::new();
        for (name, amount, ttl) in [("h1", 10, 600), ("h2", 20, 600), ("h3", 5, 60), ("h4", 25, 120)] {
            holds.push(on.open(name, "usr_b", json!({"amount": amount, "ttl_seconds": ttl})).await);
        }
        change(&world, "merged").await;
        assert_eq!(available(&world, key, &into).await, 1, "the control: all the rest is held");
        let left = "SELECT CAST(SUM(posted + held) AS BIGINT) FROM account WHERE kind = 'wallet' AND status = 1";
        assert_eq!(world.count(left).await, 0);
        assert_eq!(balance(&on.void("v1", &holds[0]).await.json()), (&into, 11));
        assert_eq!(spend(&world, key, "s1", sub("usr_a"), 11).await.0, 200);
        let part = on.capture("c1", &holds[1], json!({"amount": 5, "final": false})).await.json();
        assert_eq!(balance(&part), (&into, 0));
        let last = on.capture("c2", &holds[1], json!({"amount": 3})).await.json();
        assert_eq!((&last["transaction"]["amount"], balance(&last)), (&json!(-3), (&into, 12)), "{last}");
        world.clock.advance(Duration::from_mins(1));
        on.void("v2", &holds[2]).await.is_problem(409, "hold-expired");
        assert_eq!(spend(&world, key, "s2", sub("usr_a"), 17).await.0, 200);
        let extended = on.extend("e", &holds[3], 120).await.json();
        assert_eq!(balance(&extended), (&into, 0));
        world.clock.advance(Duration::from_mins(1));
        assert_eq!(available(&world, key, &into).await, 0, "the control: it was extended");
        world.clock.advance(Duration::from_mins(1));
        assert_eq!(available(&world, key, &into).await, 25);
        assert_sound(&world).await;
        change(&world, "undone").await;
        assert_eq!((available(&world, key, &from).await, available(&world, key, &into).await), (25, 0));
        assert_sound(&world).await;
    }
}

on_both_engines! {
    /// A hold pins several lots, and a part of it is captured before, during and after the merge. The undo gives back the rest of
    /// the hold and of its lots, also while a later hold has pinned credits of them.
    async fn moved_hold_goes_back_with_what_is_left_of_it(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let on = Holds { world: &world, key };
        let soon = world.clock.now().plus(Duration::from_mins(30)).to_iso8601();
        let from = give(&world, (key, "g1"), sub("usr_b"), 10, Some(&soon)).await["customer_id"].clone();
        give(&world, (key, "g2"), sub("usr_b"), 30, None).await;
        let into = give(&world, (key, "g3"), sub("usr_a"), 7, None).await["customer_id"].clone();
        let hold = on.open("h1", "usr_b", json!({"amount": 25, "ttl_seconds": 7200})).await;
        let part = |amount: i64| json!({"amount": amount, "final": false});
        for (round, merged) in ["merged", "undone", "merged", "undone"].into_iter().enumerate() {
            assert_eq!(on.capture(&format!("c{round}"), &hold, part(2)).await.status, 200);
            change(&world, merged).await;
            assert_sound(&world).await;
            let (own, of_target) = if merged == "merged" { (22, 22) } else { (15, 7) };
            assert_eq!((available(&world, key, &from).await, available(&world, key, &into).await), (own, of_target), "{round}");
        }
        change(&world, "merged").await;
        // The later hold pins the target's own credits, and most of those that moved.
        let later = on.open("h2", "usr_a", json!({"amount": 20, "ttl_seconds": 7200})).await;
        // The first lot ends while what is left of it is pinned, and stays pinned.
        world.clock.advance(Duration::from_hours(1));
        change(&world, "undone").await;
        assert_sound(&world).await;
        let shown = async |hold: &str| world.get(hold, key).await.json()["customer_id"].clone();
        assert_eq!((shown(&hold).await, shown(&later).await), (from.clone(), into.clone()));
        let rest = on.capture("rest", &hold, json!({})).await.json();
        assert_eq!((&rest["transaction"]["amount"], balance(&rest).0), (&json!(-17), &from), "{rest}");
        let rest = on.capture("later", &later, json!({})).await.json();
        assert_eq!((&rest["transaction"]["amount"], balance(&rest).0), (&json!(-20), &into), "{rest}");
        assert_eq!((available(&world, key, &from).await, available(&world, key, &into).await), (2, 0));
        assert_sound(&world).await;
    }
}

on_both_engines! {
    /// The target returns, and captures late, holds that had ended before the merge; holds that ended during the merge are
    /// again holds of the separated customer.
    async fn ended_hold_is_used_with_the_wallet_of_its_customer(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let on = Holds { world: &world, key };
        let from = give(&world, (key, "g1"), sub("usr_b"), 40, None).await["customer_id"].clone();
        let into = give(&world, (key, "g2"), sub("usr_a"), 100, None).await["customer_id"].clone();
        let mut holds = Vec::new();
        for (name, ttl) in [("h1", 60), ("h2", 60), ("h3", 60), ("h4", 120)] {
            holds.push(on.open(name, "usr_b", json!({"amount": 10, "ttl_seconds": ttl})).await);
        }
        assert_eq!(on.void("v1", &holds[0]).await.status, 200);
        world.clock.advance(Duration::from_mins(1));
        change(&world, "merged").await;
        on.void("v2", &holds[0]).await.is_problem(409, "hold-not-open");
        on.void("v3", &holds[1]).await.is_problem(409, "hold-expired");
        let late = json!({"amount": 10, "if_expired": "spend"});
        let result = on.capture("c1", &holds[1], late.clone()).await.json();
        assert_eq!((&result["hold"]["captured"], balance(&result)), (&json!(10), (&into, 120)), "{result}");
        on.capture("c2", &holds[1], late.clone()).await.is_problem(409, "hold-expired");
        world.clock.advance(Duration::from_mins(1));
        assert_eq!(spend(&world, key, "s", sub("usr_a"), 1).await.0, 200, "it books the end of the last hold");
        change(&world, "undone").await;
        assert_sound(&world).await;
        let before = available(&world, key, &from).await;
        for (name, hold) in [("c3", &holds[2]), ("c4", &holds[3])] {
            let result = on.capture(name, hold, late.clone()).await.json();
            assert_eq!((&result["hold"]["captured"], balance(&result).0), (&json!(10), &from), "{result}");
        }
        assert_eq!(available(&world, key, &from).await, before - 20);
        let list = world.get(&format!("/v1/customers/{}/holds", from.as_str().unwrap()), key).await.json();
        assert_eq!(list["items"].as_array().unwrap().len(), 4, "{list}");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    /// A hold moves over several merges, and back over several undos.
    async fn hold_two_merges_away_is_the_last_targets(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let on = Holds { world: &world, key };
        let from = give(&world, (key, "g1"), sub("usr_c"), 10, None).await["customer_id"].clone();
        give(&world, (key, "g2"), sub("usr_b"), 1, None).await;
        let into = give(&world, (key, "g3"), sub("usr_a"), 1, None).await["customer_id"].clone();
        let first = on.open("h1", "usr_c", json!({"amount": 6})).await;
        let second = on.open("h2", "usr_c", json!({"amount": 4})).await;
        world.issuer.merge("mrg_1", "usr_c", "usr_b", "merged");
        world.issuer.merge("mrg_2", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        assert_sound(&world).await;
        assert_eq!(balance(&on.void("v1", &first).await.json()), (&into, 8));
        world.issuer.merge("mrg_2", "usr_b", "usr_a", "undone");
        world.issuer.merge("mrg_1", "usr_c", "usr_b", "undone");
        user_changes::once(&world.app).await.unwrap();
        assert_sound(&world).await;
        assert_eq!((available(&world, key, &from).await, available(&world, key, &into).await), (6, 1));
        assert_eq!(balance(&on.void("v2", &second).await.json()), (&from, 10));
        assert_sound(&world).await;
    }
}
