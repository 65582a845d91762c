//! Tests how an owner connects a Stripe account: keys, permissions, and the way in which events arrive.

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::stripe::{
    ACCOUNT, PERMISSIONS, as_owner, call_stripe, connect_with, endpoints, fail, key_with,
    whole_key, with_deliveries,
};
use crate::credits::Shop;
use crate::harness::{TestApi, on_both_engines};

/// Asserts that nothing was stored and that the account has this number of endpoints.
async fn is_nothing_kept(world: &TestApi, account: &str, of_account: usize) {
    for statement in [
        "SELECT count(*) FROM stripe_connection",
        "SELECT count(*) FROM stripe_endpoint",
        "SELECT count(*) FROM book_billing",
        "SELECT count(*) FROM audit WHERE action LIKE 'stripe.%'",
    ] {
        assert_eq!(world.count(statement).await, 0, "{statement}");
    }
    assert_eq!(endpoints(world, account, false).await.len(), of_account);
}

on_both_engines! {
    async fn owner_connects_an_account_and_the_website_sells_through_it(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = whole_key(&world, ACCOUNT, false);
        let body = json!({"mode": "test", "api_key": format!(" {key} ")});
        let connected = connect_with(&world, "usr_1", &shop.id, &body).await;
        assert_eq!(connected.status, 201, "{connected:?}");
        let response = connected.json();
        let connection = &response["connection"];
        let id = connection["id"].as_str().unwrap();
        assert!(id.starts_with("scn_"));
        let hint = format!("rk_test_…{}", &key[key.len() - 4..]);
        let url = format!("{}/webhooks/stripe/{id}", world.url);
        assert_eq!(connection, &json!({
            "id": id, "mode": "test", "stripe_account_id": ACCOUNT, "account_name": "Pretend Shop", "country": "DE",
            "default_currency": "eur", "key_hint": hint, "has_next_key": false, "state": "active", "reason": null,
            "missing_permission": null, "delivery": "webhook", "webhook_url": url, "is_linked": true,
            "checked_at": "2027-01-15T08:00:00.000Z", "created_at": "2027-01-15T08:00:00.000Z",
        }));
        assert_eq!(response["warnings"], json!([]));
        let permissions = response["permissions"].as_array().unwrap();
        assert_eq!(permissions.len(), 19);
        assert!(permissions.iter().all(|one| one["is_granted"] == true), "{permissions:?}");

        let made = endpoints(&world, ACCOUNT, false).await;
        assert_eq!(made.len(), 1);
        assert_eq!(made[0]["url"], url);
        assert_eq!(made[0]["api_version"], "2026-08-26.dahlia");
        assert_eq!(made[0]["metadata"]["tollgate"], id);
        let types = made[0]["enabled_events"].as_array().unwrap();
        assert!(types.contains(&json!("checkout.session.completed")) && !types.contains(&json!("invoice.created")));
        assert!(types.contains(&json!("payment_method.automatically_updated")), "{types:?}");

        let site = (shop.id.as_str(), "test");
        let read = as_owner(&world, "usr_1", site, &format!("GET /v1/stripe-connections/{id}"), None).await;
        assert_eq!(&read.json(), connection);
        let listed = as_owner(&world, "usr_1", site, "GET /v1/stripe-connections", None).await.json();
        assert_eq!(listed["items"], json!([connection]));
        let settings = as_owner(&world, "usr_1", site, "GET /v1/billing/settings", None).await.json();
        assert_eq!((&settings["connection"], &settings["currency"]), (&json!(id), &json!("eur")));
        let live = as_owner(&world, "usr_1", (&shop.id, "live"), "GET /v1/billing/settings", None).await.json();
        assert_eq!(live["connection"], Value::Null, "the modes share nothing");

        // Neither the key nor the secret is stored or shown as it is.
        let stored = world.text("SELECT api_key FROM stripe_connection").await;
        let secret = world.text("SELECT secret FROM stripe_endpoint").await;
        let audited = world.text("SELECT details FROM audit WHERE action = 'stripe.connected'").await;
        for text in [&stored, &secret, &audited, &connected.body, &listed.to_string()] {
            assert!(!text.contains(&key) && !text.contains("whsec_"), "{text}");
        }
        assert!(audited.contains(ACCOUNT), "{audited}");
    }
}

on_both_engines! {
    async fn unfit_key_is_refused_with_its_reason(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        // Its text says test, and Stripe says live.
        let disguised = json!({"account": ACCOUNT, "key": "rk_test_0123456789abcdefgh", "is_live": true});
        world.stripe.control("add_key", &disguised).unwrap();
        let rows = [
            ("live", "sk_live_0123456789abcdefgh", "secret-key"),
            ("test", "sk_live_0123456789abcdefgh", "secret-key"),
            ("test", "pk_test_0123456789abcdefgh", "publishable"),
            ("test", "whsec_0123456789abcdefgh", "signing-secret"),
            ("test", "rk_live_0123456789abcdefgh", "wrong-mode"),
            ("live", "rk_test_0123456789abcdefgh", "wrong-mode"),
            ("test", "rk_test_0123456789abcdefgh", "wrong-mode"),
            ("test", "nothing", "unknown"),
            ("test", "rk_test_ffffffffffffffffff", "unknown"),
        ];
        for (mode, key, reason) in rows {
            let body = json!({"mode": mode, "api_key": key});
            let refused = connect_with(&world, "usr_1", &shop.id, &body).await;
            let problem = refused.is_problem(422, "stripe-key-unfit");
            assert_eq!(problem["reason"], reason, "{mode} {key}");
            assert!(!refused.body.contains(key), "{refused:?}");
        }
        is_nothing_kept(&world, ACCOUNT, 0).await;
    }
}

on_both_engines! {
    async fn secret_key_of_test_mode_is_taken_with_a_warning(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = world.stripe.add_key(ACCOUNT, false, None).unwrap();
        let body = json!({"mode": "test", "api_key": key});
        let connected = connect_with(&world, "usr_1", &shop.id, &body).await;
        assert_eq!(connected.status, 201, "{connected:?}");
        assert_eq!(connected.json()["warnings"], json!(["too-powerful"]));
    }
}

on_both_engines! {
    async fn key_without_a_required_permission_is_refused_and_nothing_is_kept(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let named = [
            ("rak_charge_write", "Charges and Refunds: write"),
            ("rak_checkout_session_write", "Checkout Sessions: write"),
            ("rak_customer_portal_write", "Customer portal: write"),
            ("rak_customer_write", "Customers: write"),
            ("rak_product_write", "Products: write"),
            ("rak_plan_write", "Prices: write"),
            ("rak_dispute_read", "Disputes: read"),
            ("rak_event_read", "Events: read"),
            ("rak_invoice_write", "Invoices: write"),
            ("rak_subscription_write", "Subscriptions: write"),
            ("rak_payment_intent_read", "PaymentIntents: read"),
            ("rak_payment_method_read", "PaymentMethods: read"),
            ("rak_setup_intent_read", "SetupIntents: read"),
            ("rak_balance_read", "Balance: read"),
            ("rak_balance_transaction_read", "Balance Transactions: read"),
        ];
        for (lost, name) in named {
            let rest: Vec<&str> = PERMISSIONS.into_iter().filter(|one| *one != lost).collect();
            let body = json!({"mode": "test", "api_key": key_with(&world, ACCOUNT, false, &rest)});
            let refused = connect_with(&world, "usr_1", &shop.id, &body).await;
            let problem = refused.is_problem(422, "stripe-permission-missing");
            assert_eq!(problem["missing"], json!([name]));
        }
        let body = json!({"mode": "test", "api_key": key_with(&world, ACCOUNT, false, &[])});
        let refused = connect_with(&world, "usr_1", &shop.id, &body).await;
        let problem = refused.is_problem(422, "stripe-permission-missing");
        assert_eq!(problem["missing"].as_array().unwrap().len(), named.len());
        is_nothing_kept(&world, ACCOUNT, 0).await;
    }
}

on_both_engines! {
    async fn account_that_the_key_may_not_read_is_known_by_its_id(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let rest: Vec<&str> = PERMISSIONS.into_iter().filter(|one| !one.contains("account")).collect();
        let body = json!({"mode": "test", "api_key": key_with(&world, ACCOUNT, false, &rest)});
        let connected = connect_with(&world, "usr_1", &shop.id, &body).await.json();
        let connection = &connected["connection"];
        assert_eq!(connection["stripe_account_id"], ACCOUNT);
        for unknown in ["account_name", "country", "default_currency"] {
            assert_eq!(connection[unknown], Value::Null, "{unknown}");
        }
    }
}

on_both_engines! {
    async fn events_are_polled_where_no_endpoint_can_be_made(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let cap = "POST /v1/webhook_endpoints url=https://other.example/hook&enabled_events[]=charge.refunded";
        for _ in 0..16 {
            call_stripe(&world, "acct_full", false, cap).await;
        }
        let rows = [
            ("wish", json!({"mode": "test", "api_key": whole_key(&world, "acct_wish", false), "delivery": "poll"}), json!([])),
            ("permission", json!({"mode": "test", "api_key": key_with(&world, "acct_permission", false, &PERMISSIONS)}), json!([])),
            ("loopback", json!({"mode": "live", "api_key": whole_key(&world, "acct_loopback", true)}), json!([])),
            ("cap", json!({"mode": "test", "api_key": whole_key(&world, "acct_full", false)}), json!(["endpoint-refused"])),
        ];
        for (what, body, warnings) in rows {
            let connected = connect_with(&world, "usr_1", &shop.id, &body).await;
            assert_eq!(connected.status, 201, "{what}: {connected:?}");
            let connected = connected.json();
            let connection = &connected["connection"];
            assert_eq!((&connection["delivery"], &connection["state"]), (&json!("poll"), &json!("active")), "{what}");
            assert_eq!(connected["warnings"], warnings, "{what}");
        }
        assert_eq!(world.count("SELECT count(*) FROM stripe_endpoint").await, 0);
        assert_eq!(endpoints(&world, "acct_full", false).await.len(), 16);
        assert_eq!(endpoints(&world, "acct_loopback", true).await.len(), 0);
    }
}

on_both_engines! {
    async fn public_origin_gets_webhooks_in_both_modes(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for (mode, is_live) in [("live", true), ("test", false)] {
            let body = json!({"mode": mode, "api_key": whole_key(&world, ACCOUNT, is_live)});
            let connected = connect_with(&world, "usr_1", &shop.id, &body).await.json();
            assert_eq!(connected["connection"]["delivery"], "webhook", "{mode}");
            let url = connected["connection"]["webhook_url"].as_str().unwrap();
            assert!(url.starts_with("https://api.example.com/webhooks/stripe/scn_"), "{url}");
            assert!(endpoints(&world, ACCOUNT, is_live).await.iter().any(|one| one["url"] == url));
        }
    }
}

on_both_engines! {
    async fn failure_at_stripe_stores_nothing(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let body = json!({"mode": "test", "api_key": whole_key(&world, ACCOUNT, false)});
        for call in ["GET /v1/account", "GET /v1/balance", "POST /v1/products", "POST /v1/webhook_endpoints"] {
            fail(&world, call, 3, "rate_limited");
            let refused = connect_with(&world, "usr_1", &shop.id, &body).await;
            refused.is_problem(502, "payment-provider-error");
            is_nothing_kept(&world, ACCOUNT, 0).await;
            world.stripe.control("clear_faults", &json!({})).unwrap();
        }
        assert_eq!(connect_with(&world, "usr_1", &shop.id, &body).await.status, 201, "the control");
    }
}

on_both_engines! {
    async fn endpoint_whose_secret_was_lost_is_deleted_by_the_next_check(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = super::stripe::connect(&world, &shop).await;
        let form = format!(
            "url={}/webhooks/stripe/scn_lost&enabled_events[]=charge.refunded&metadata[tollgate]=scn_lost", world.url
        );
        call_stripe(&world, ACCOUNT, false, &format!("POST /v1/webhook_endpoints {form}")).await;
        let others = "url=https://other.example/hook&enabled_events[]=charge.refunded&metadata[tollgate]=scn_other";
        call_stripe(&world, ACCOUNT, false, &format!("POST /v1/webhook_endpoints {others}")).await;
        let check = format!("POST /v1/stripe-connections/{id}/check");
        as_owner(&world, "usr_1", (&shop.id, "test"), &check, None).await;
        assert_eq!(endpoints(&world, ACCOUNT, false).await.len(), 3, "another server may be about to store it");
        world.clock.advance(std::time::Duration::from_mins(11));
        as_owner(&world, "usr_1", (&shop.id, "test"), &check, None).await;
        let left = endpoints(&world, ACCOUNT, false).await;
        assert_eq!(left.len(), 2);
        assert!(left.iter().all(|one| !one["url"].as_str().unwrap().ends_with("scn_lost")));
    }
}

on_both_engines! {
    async fn connection_that_a_server_left_unfinished_blocks_its_account_for_minutes_only(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let left = "INSERT INTO stripe_connection (id, owner_kind, owner_id, mode, account_id, account_name, country, api_key, \
                key_hint, state, delivery, created_at, updated_at) \
            VALUES ('scn_left', 'user', 'usr_1', 'test', $1, '', '', 'x', '', 'checking', 'poll', 1800000000000000, 0)";
        world.sql(left, &[ACCOUNT]).await;
        let body = json!({"mode": "test", "api_key": whole_key(&world, ACCOUNT, false)});
        connect_with(&world, "usr_1", &shop.id, &body).await.is_problem(409, "stripe-account-taken");
        world.clock.advance(std::time::Duration::from_mins(10));
        assert_eq!(connect_with(&world, "usr_1", &shop.id, &body).await.status, 201);
    }
}
