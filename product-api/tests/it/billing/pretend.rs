//! Tests the pretend account, which all test books of an installation without a network share.

use foundation::secret::SecretString;
use foundation::testing::TestEngine;
use serde_json::json;

use super::stripe::{as_owner, connect_with, endpoints, whole_key, with_deliveries};
use crate::credits::Shop;
use crate::harness::{TestApi, on_both_engines};

const PRETEND: &str = "acct_pretend";

on_both_engines! {
    async fn test_books_of_all_websites_share_the_pretend_account(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let one = Shop::open(&world, "usr_1", "One").await;
        let two = Shop::open(&world, "usr_2", "Two").await;
        let key = SecretString::from(world.stripe.add_key(PRETEND, false, None).unwrap());
        let mut ids = Vec::new();
        for shop in [&one, &two, &one] {
            ids.push(product_api::billing::connect_pretend(&world.app, &shop.id, &key).await.unwrap());
        }
        ids.dedup();
        assert_eq!(ids.len(), 1);
        assert_eq!(endpoints(&world, PRETEND, false).await.len(), 1);
        for (sub, shop) in [("usr_1", &one), ("usr_2", &two)] {
            for (mode, connection) in [("test", json!(ids[0])), ("live", json!(null))] {
                let site = (shop.id.as_str(), mode);
                let settings = as_owner(&world, sub, site, "GET /v1/billing/settings", None).await.json();
                assert_eq!(settings["connection"], connection, "{sub} {mode}");
            }
            // An owner sells through it, and does not control it.
            let site = (shop.id.as_str(), "test");
            let read = format!("GET /v1/stripe-connections/{}", ids[0]);
            assert_eq!(as_owner(&world, sub, site, &read, None).await.json()["is_linked"], true);
            let end = format!("POST /v1/stripe-connections/{}/disconnect", ids[0]);
            as_owner(&world, sub, site, &end, None).await.is_problem(404, "not-found");
        }
        // An owner's own account replaces it.
        let own = json!({"mode": "test", "api_key": whole_key(&world, "acct_own", false)});
        let connected = connect_with(&world, "usr_1", &one.id, &own).await.json();
        assert_eq!(connected["connection"]["is_linked"], true);
        assert_ne!(connected["connection"]["id"], ids[0].as_str());
    }
}

on_both_engines! {
    async fn double_that_has_forgotten_everything_gets_its_endpoint_again(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let shop = Shop::open(&world, "usr_1", "One").await;
        let first = SecretString::from(world.stripe.add_key(PRETEND, false, None).unwrap());
        let id = product_api::billing::connect_pretend(&world.app, &shop.id, &first).await.unwrap();
        let made = endpoints(&world, PRETEND, false).await.remove(0);
        let deletion = format!("DELETE /v1/webhook_endpoints/{}", made["id"].as_str().unwrap());
        super::stripe::call_stripe(&world, PRETEND, false, &deletion).await;
        let next = SecretString::from(world.stripe.add_key(PRETEND, false, None).unwrap());
        let again = product_api::billing::connect_pretend(&world.app, &shop.id, &next).await.unwrap();
        assert_eq!(again, id);
        let made = endpoints(&world, PRETEND, false).await;
        assert_eq!(made.len(), 1);
        assert!(made[0]["url"].as_str().unwrap().ends_with(&id));
    }
}

on_both_engines! {
    async fn no_other_account_counts_as_the_pretend_one(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        for (account, is_live) in [("acct_other", false), (PRETEND, true)] {
            let key = SecretString::from(world.stripe.add_key(account, is_live, None).unwrap());
            let refused = product_api::billing::connect_pretend(&world.app, &shop.id, &key).await;
            assert!(refused.is_err(), "{account}");
        }
        assert_eq!(world.count("SELECT count(*) FROM stripe_connection").await, 0);
    }
}
