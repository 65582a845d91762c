//! Tests the billing settings of a website.

use serde_json::{Value, json};

use super::stripe::{
    ACCOUNT, PERMISSIONS, as_owner, connect, connect_with, fail, key_with, whole_key,
};
use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi, change, on_both_engines};

async fn set(world: &TestApi, site: (&str, &str), changes: &Value) -> HttpResponse {
    let mut body = json!({
        "currency": "usd", "tax": "off", "tax_behavior": "exclusive", "documents": "receipt", "promotion_codes": false,
        "adaptive_pricing": false, "shortfall": "debt", "inquiry_freezes": false,
    });
    change(&mut body, changes);
    as_owner(
        world,
        "usr_1",
        site,
        "PUT /v1/billing/settings",
        Some(&body),
    )
    .await
}

on_both_engines! {
    async fn settings_are_defaults_until_they_are_set(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let site = (shop.id.as_str(), "test");
        let read = as_owner(&world, "usr_1", site, "GET /v1/billing/settings", None).await;
        assert_eq!(read.json(), json!({
            "connection": null, "currency": "usd", "tax": "off", "tax_behavior": "inclusive", "documents": "receipt",
            "promotion_codes": false, "adaptive_pricing": false, "shortfall": "debt", "inquiry_freezes": false,
            "grace_days": 7, "renewal_grace_hours": 24, "change_mode": "restart", "dispute_cancels": true,
            "repeat_trial": "no_credits", "topup_month_max": null,
        }));
        set(&world, site, &json!({})).await.is_problem(409, "billing-not-connected");
        let id = connect(&world, &shop).await;
        let wanted = json!({
            "currency": "jpy", "tax": "automatic", "tax_behavior": "inclusive", "documents": "invoice",
            "promotion_codes": true, "adaptive_pricing": true, "shortfall": "write_off", "inquiry_freezes": true,
            "grace_days": 60, "renewal_grace_hours": 0, "change_mode": "prorate", "dispute_cancels": false,
            "repeat_trial": "refuse", "topup_month_max": 5000,
        });
        let saved = set(&world, site, &wanted).await;
        assert_eq!(saved.status, 200, "{saved:?}");
        let mut expected = wanted.clone();
        expected["connection"] = json!(id);
        assert_eq!(saved.json(), expected);
        let read = as_owner(&world, "usr_1", site, "GET /v1/billing/settings", None).await;
        assert_eq!(read.json(), expected);
        let live = as_owner(&world, "usr_1", (&shop.id, "live"), "GET /v1/billing/settings", None).await;
        assert_eq!(live.json()["currency"], "usd", "the modes share nothing");
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'billing_settings.set'").await, 1);
    }
}

on_both_engines! {
    async fn unknown_currency_is_refused(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        connect(&world, &shop).await;
        for currency in ["USD", "ugx", "xyz", "us"] {
            let refused = set(&world, (&shop.id, "test"), &json!({"currency": currency})).await;
            let problem = refused.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], "/currency", "{currency}");
        }
    }
}

on_both_engines! {
    async fn website_is_linked_to_own_connections_of_its_mode_only(world: TestApi) {
        let one = Shop::open(&world, "usr_1", "One").await;
        let two = Shop::open(&world, "usr_1", "Two").await;
        let other = Shop::open(&world, "usr_2", "Other").await;
        let id = connect(&world, &one).await;
        let body = json!({"mode": "test", "api_key": whole_key(&world, "acct_other", false)});
        let foreign = connect_with(&world, "usr_2", &other.id, &body).await.json();
        for connection in [&foreign["connection"]["id"], &json!("scn_none"), &json!(two.id)] {
            let link = json!({ "connection": connection });
            set(&world, (&two.id, "test"), &link).await.is_problem(404, "not-found");
        }
        let link = json!({ "connection": id });
        set(&world, (&two.id, "live"), &link).await.is_problem(404, "not-found");
        let linked = set(&world, (&two.id, "test"), &link).await;
        assert_eq!(linked.json()["connection"], id.as_str(), "{linked:?}");
        assert_eq!(set(&world, (&two.id, "test"), &json!({})).await.json()["connection"], id.as_str());
    }
}

on_both_engines! {
    async fn setting_needs_the_permission_that_it_uses(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let site = (shop.id.as_str(), "test");
        let needed = ["rak_tax_settings_read", "rak_promotion_code_read"];
        let rest: Vec<&str> = PERMISSIONS.into_iter().filter(|one| !needed.contains(one)).collect();
        let body = json!({"mode": "test", "api_key": key_with(&world, ACCOUNT, false, &rest)});
        assert_eq!(connect_with(&world, "usr_1", &shop.id, &body).await.status, 201);
        let rows = [
            (json!({"tax": "automatic"}), json!(["Tax settings: read"])),
            (json!({"promotion_codes": true}), json!(["Promotion Codes: read"])),
            (json!({"tax": "automatic", "promotion_codes": true}), json!(["Tax settings: read", "Promotion Codes: read"])),
        ];
        for (changes, missing) in rows {
            let refused = set(&world, site, &changes).await;
            assert_eq!(refused.is_problem(422, "stripe-permission-missing")["missing"], missing);
        }
        assert_eq!(set(&world, site, &json!({"documents": "invoice"})).await.status, 200);
        // Another key has the permissions; while Stripe is away, nothing is switched on.
        let body = json!({"mode": "test", "api_key": whole_key(&world, ACCOUNT, false)});
        connect_with(&world, "usr_1", &shop.id, &body).await;
        fail(&world, "GET /v1/tax/settings", 3, "rate_limited");
        let away = set(&world, site, &json!({"tax": "automatic"})).await;
        away.is_problem(502, "payment-provider-error");
        assert_eq!(set(&world, site, &json!({"tax": "automatic"})).await.status, 200);
        fail(&world, "GET /v1/tax/settings", 3, "rate_limited");
        let kept = set(&world, site, &json!({"tax": "automatic"})).await;
        assert_eq!(kept.status, 200, "what was on before is not asked about again");
    }
}
