//! Tests the balances and limits of merged users with holds: frozen wallets, overdraft, past balances, expired credits.

use std::time::Duration;

use product_api::user_changes;
use serde_json::{Value, json};

use crate::credits::Shop;
use crate::harness::{TestApi, on_both_engines};
use crate::merged_holds::{Holds, balance, change};
use crate::merges::{assert_sound, available, give, spend, sub};

on_both_engines! {
    /// A hold that a merge could not move is refused until it has moved; its wallet's debt then raises the target's limit once.
    async fn hold_on_a_frozen_wallet_waits_for_its_merge(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let on = Holds { world: &world, key };
        give(&world, (key, "g1"), sub("usr_b"), 60, None).await;
        world.sql("UPDATE account SET overdraft_limit = 100 WHERE kind = 'wallet'", &[]).await;
        let hold = on.open("h", "usr_b", json!({"amount": 10})).await;
        assert_eq!(spend(&world, key, "s", sub("usr_b"), 100).await.0, 200);
        world.sql("UPDATE account SET frozen_at = 1 WHERE kind = 'wallet'", &[]).await;
        let into = give(&world, (key, "g2"), sub("usr_a"), 1, None).await["customer_id"].clone();
        world.sql("UPDATE account SET overdraft_limit = 30 WHERE kind = 'wallet' AND frozen_at IS NULL", &[]).await;
        change(&world, "merged").await;
        assert_eq!(available(&world, key, &into).await, 31, "the control: nothing has moved");
        on.void("v", &hold).await.is_problem(403, "account-frozen");
        world.sql("UPDATE account SET frozen_at = NULL", &[]).await;
        user_changes::once(&world.app).await.unwrap();
        let voided = on.void("v", &hold).await.json();
        let numbers = ["posted", "debt"].map(|name| voided["balance"][name].as_i64().unwrap());
        assert_eq!(numbers, [11, 50], "{voided}");
        assert_sound(&world).await;
        change(&world, "undone").await;
        assert_eq!(available(&world, key, &into).await, 31, "the limit is the website's again");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    /// The overdraft limit of the target counts for captures of moved holds, with the debt that moved.
    async fn moved_hold_borrows_within_the_targets_limit(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let on = Holds { world: &world, key };
        give(&world, (key, "g1"), sub("usr_b"), 20, None).await;
        let into = give(&world, (key, "g2"), sub("usr_a"), 1, None).await["customer_id"].clone();
        world.sql("UPDATE account SET overdraft_limit = 100 WHERE kind = 'wallet' AND posted = 20", &[]).await;
        let hold = on.open("h", "usr_b", json!({"amount": 5})).await;
        assert_eq!(spend(&world, key, "s", sub("usr_b"), 115).await.0, 200);
        change(&world, "merged").await;
        let more = on.capture("c1", &hold, json!({"amount": 7, "overage": "debt"})).await;
        assert_eq!(more.is_problem(402, "insufficient-credits")["available"], 6);
        assert_eq!(on.capture("c2", &hold, json!({"amount": 6, "overage": "debt"})).await.status, 200, "the control");
        let numbers = world.get(&format!("/v1/customers/{}/balance", into.as_str().unwrap()), key).await.json();
        assert_eq!((&numbers["posted"], &numbers["debt"]), (&json!(0), &json!(100)), "{numbers}");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    /// A balance of the past counts a hold on the wallet on which it was then.
    async fn past_balance_counts_a_hold_at_its_former_customer(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let on = Holds { world: &world, key };
        let from = give(&world, (key, "g1"), sub("usr_b"), 40, None).await["customer_id"].clone();
        let into = give(&world, (key, "g2"), sub("usr_a"), 50, None).await["customer_id"].clone();
        let hold = on.open("h1", "usr_b", json!({"amount": 30, "ttl_seconds": 36000})).await;
        let ended = on.open("h2", "usr_b", json!({"amount": 5, "ttl_seconds": 36000})).await;
        let numbers = async |customer: &Value, at: &str| {
            let body = world.get(&format!("/v1/customers/{}/balance{at}", customer.as_str().unwrap()), key).await.json();
            ["posted", "held", "available"].map(|name| body[name].as_i64().unwrap())
        };
        let mut seen = Vec::new();
        for step in ["nothing", "merged", "captured", "undone", "merged", "undone"] {
            match step {
                "captured" => {
                    assert_eq!(on.capture("c1", &hold, json!({"amount": 4, "final": false})).await.status, 200);
                    assert_eq!(on.void("v", &ended).await.status, 200);
                }
                "nothing" => {}
                state => change(&world, state).await,
            }
            // A merged customer's id leads to the target, so that only the target's own balance was read.
            let is_merged = world.count("SELECT count(*) FROM customers WHERE merged_into IS NOT NULL").await == 1;
            for customer in [Some(&into), (!is_merged).then_some(&from)].into_iter().flatten() {
                seen.push((customer, format!("?at={}", world.clock.now().to_iso8601()), numbers(customer, "").await));
            }
            if is_merged {
                seen.push((&from, format!("?at={}", world.clock.now().to_iso8601()), [0, 0, 0]));
            }
            world.clock.advance(Duration::from_mins(10));
        }
        assert_eq!(spend(&world, key, "s1", sub("usr_a"), 1).await.0, 200);
        assert_eq!(spend(&world, key, "s2", sub("usr_b"), 1).await.0, 200);
        for (customer, at, then) in &seen {
            let is_from = *customer == &from;
            assert_eq!(numbers(customer, at).await, *then, "{at} from: {is_from}");
        }
        assert_sound(&world).await;
    }
}

on_both_engines! {
    /// The response about a moved hold shows the target's balance without credits that have expired by then.
    async fn a_response_about_a_moved_hold_counts_no_expired_credits(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let on = Holds { world: &world, key };
        give(&world, (key, "g1"), sub("usr_b"), 40, None).await;
        let soon = world.clock.now().plus(Duration::from_mins(1)).to_iso8601();
        let into = give(&world, (key, "g2"), sub("usr_a"), 500, Some(&soon)).await["customer_id"].clone();
        let mut holds = Vec::new();
        for name in ["h1", "h2", "h3"] {
            holds.push(on.open(name, "usr_b", json!({"amount": 10, "ttl_seconds": 3600})).await);
        }
        change(&world, "merged").await;
        assert_eq!(available(&world, key, &into).await, 510, "the control");
        world.clock.advance(Duration::from_mins(1));
        assert_eq!(balance(&on.capture("c", &holds[0], json!({})).await.json()), (&into, 10));
        assert_eq!(balance(&on.void("v", &holds[1]).await.json()), (&into, 20));
        assert_eq!(balance(&on.extend("e", &holds[2], 7200).await.json()), (&into, 20));
        assert_eq!(available(&world, key, &into).await, 20);
        assert_sound(&world).await;
    }
}
