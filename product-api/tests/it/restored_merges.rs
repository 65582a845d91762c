//! Tests merges of an identity provider that was restored from a backup, which lacks merges and undone merges.

use product_api::user_changes::{self, NO_USERS};
use serde_json::{Value, json};

use crate::credits::Shop;
use crate::features::put;
use crate::harness::{TestApi, on_both_engines};
use crate::merges::{assert_sound, available, give, spend, sub};
use crate::operator_area::ask;
use crate::restored_idp::follow;

/// Two customers with debt, and two with credits; the first of each pair is merged into the second.
pub(crate) struct MergedPairs {
    key: String,
    customers: [Value; 4],
}

/// Debts and credits of the four: while each pair is merged, and while it is separate.
pub(crate) const ONE: [i64; 4] = [105, 105, 90, 90];
pub(crate) const APART: [i64; 4] = [100, 5, 40, 50];

impl MergedPairs {
    pub(crate) async fn open(world: &TestApi) -> Self {
        let shop = Shop::open(world, "usr_1", "Pictures").await;
        let key = shop.key;
        world
            .issuer
            .people
            .lock()
            .unwrap()
            .insert("usr_a".to_owned(), true);
        let mut customers = Vec::new();
        let rows = [
            ("usr_a", 20, 100),
            ("usr_b", 1, 5),
            ("usr_c", 40, 0),
            ("usr_d", 50, 0),
        ];
        for (user, credits, debt) in rows {
            let given = give(world, (&key, user), sub(user), credits, None).await;
            let customer = given["customer_id"].clone();
            if debt > 0 {
                let id = customer.as_str().unwrap();
                let path = format!("/v1/customers/{id}/overdraft-limit");
                let set = put(world, &path, &key, &json!({ "limit": debt })).await;
                let name = format!("s{user}");
                let spent = spend(world, &key, &name, sub(user), credits + debt).await;
                assert_eq!((set.status, spent.0), (200, 200));
            }
            customers.push(customer);
        }
        let customers = customers.try_into().unwrap();
        Self { key, customers }
    }

    pub(crate) fn set_merges(world: &TestApi, state: &str) {
        world.issuer.merge("mrg_1", "usr_a", "usr_b", state);
        world.issuer.merge("mrg_2", "usr_c", "usr_d", state);
    }

    pub(crate) async fn now(&self, world: &TestApi) -> [i64; 4] {
        follow(world).await;
        assert_sound(world).await;
        let [owing, into, having, other] = &self.customers;
        let mut found = Vec::new();
        for customer in [owing, into] {
            let path = format!("/v1/customers/{}/balance", customer.as_str().unwrap());
            found.push(
                world.get(&path, &self.key).await.json()["debt"]
                    .as_i64()
                    .unwrap(),
            );
        }
        for customer in [having, other] {
            found.push(available(world, &self.key, customer).await);
        }
        found.try_into().unwrap()
    }
}

on_both_engines! {
    /// The server undoes a merge that the idp has forgotten, and repeats one whose undo it has forgotten. The next undo returns
    /// only what the repeated merge moved.
    async fn merges_are_as_a_restored_idp_lists_them(world: TestApi) {
        let merged = MergedPairs::open(&world).await;
        let before = world.issuer.back_up();
        MergedPairs::set_merges(&world, "merged");
        let backup = world.issuer.back_up();
        assert_eq!(merged.now(&world).await, ONE, "the control");
        for round in 0..2 {
            world.issuer.restore(&before);
            assert_eq!(merged.now(&world).await, APART, "forgotten, {round}");
            world.issuer.restore(&backup);
            assert_eq!(merged.now(&world).await, ONE, "known again, {round}");
            MergedPairs::set_merges(&world, "undone");
            assert_eq!(merged.now(&world).await, APART, "undone, {round}");
            world.issuer.restore(&backup);
            assert_eq!(merged.now(&world).await, ONE, "from before the undo, {round}");
        }
    }
}

on_both_engines! {
    async fn frozen_wallets_pending_return_moves_after_a_repeated_merge(world: TestApi) {
        let merged = MergedPairs::open(&world).await;
        let before = world.issuer.back_up();
        MergedPairs::set_merges(&world, "merged");
        let backup = world.issuer.back_up();
        assert_eq!(merged.now(&world).await, ONE, "the control");
        world.sql("UPDATE account SET frozen_at = 1 WHERE kind = 'wallet'", &[]).await;
        for of_then in [&before, &backup] {
            world.issuer.restore(of_then);
            follow(&world).await;
        }
        world.sql("UPDATE account SET frozen_at = NULL WHERE kind = 'wallet'", &[]).await;
        assert_eq!(merged.now(&world).await, ONE);
        MergedPairs::set_merges(&world, "undone");
        for _again in 0..2 {
            assert_eq!(merged.now(&world).await, APART);
        }
    }
}

on_both_engines! {
    /// An idp that lists no users has lost its data, which is no reason to undo merges.
    async fn idp_without_users_undoes_no_merge(world: TestApi) {
        const MERGED: &str = "SELECT COUNT(*) FROM user_merges WHERE state = 'merged'";
        let merged = MergedPairs::open(&world).await;
        let before = world.issuer.back_up();
        MergedPairs::set_merges(&world, "merged");
        let backup = world.issuer.back_up();
        assert_eq!(merged.now(&world).await, ONE, "the control");
        world.issuer.restore(&before);
        world.issuer.people.lock().unwrap().clear();
        for _again in 0..2 {
            let refused = user_changes::once(&world.app).await.unwrap_err();
            assert!(refused.to_string().contains("lists no users"), "{refused}");
            let ready = world.get("/health/ready", "").await;
            assert_eq!((ready.status, &ready.json()["api_user_changes"]), (200, &json!(NO_USERS)));
        }
        let body = ask(&world, "/v1/operator/health").await;
        let mut checks = body["checks"].as_array().unwrap().iter();
        let check = checks.find(|check| check["name"] == "user_changes").unwrap();
        assert!(check["detail"].as_str().unwrap().contains("lists no users"), "{check}");
        assert_eq!(world.count(MERGED).await, 2);
        world.issuer.restore(&backup);
        assert_eq!(merged.now(&world).await, ONE);
        let ready = world.get("/health/ready", "").await.json();
        assert_ne!(ready["api_user_changes"], NO_USERS);
        world.issuer.restore(&before);
        assert_eq!(merged.now(&world).await, APART, "it lists a user");
    }
}
