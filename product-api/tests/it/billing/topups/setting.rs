//! Tests how buyers turn automatic top-ups on, change them and turn them off.

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::buyer::{Buyer, CONSENT, PATH, in_app};
use crate::billing::sales::{Seller, call};
use crate::billing::stripe::with_deliveries;
use crate::harness::on_both_engines;
use crate::merges::assert_sound;

on_both_engines! {
    async fn buyer_turns_a_top_up_on_and_off(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        let month = json!({"spent_minor": 0, "count": 0, "ends_at": "2027-02-01T00:00:00.000Z"});
        let before = buyer.read(&world).await;
        assert_eq!((&before["state"], &before["pack"], &before["month"]), (&json!("off"), &Value::Null, &month), "{before}");
        let numbers = ["quantity", "threshold", "amount_minor", "credits", "bonus", "month_max_minor", "month_max_count"];
        for name in numbers {
            assert_eq!(before[name], 0, "{name} of {before}");
        }
        for name in ["reason", "limit_minor", "payment_url", "next_at", "consent_at", "consent_text", "updated_at"] {
            assert_eq!(before[name], Value::Null, "{name} of {before}");
        }

        let on = buyer.turn_on(&world).await;
        let now = world.clock.now().to_iso8601();
        assert_eq!(on, json!({
            "state": "active", "reason": null,
            "pack": {"code": "small", "name": "Small", "version": 1, "credits": 500, "bonus": 50},
            "quantity": 1, "threshold": 100, "amount_minor": 1_000, "currency": "eur", "credits": 500, "bonus": 50,
            "month_max_minor": 5_000, "month_max_count": 5, "min_seconds": 300, "month": month, "limit_minor": null,
            "card": {"brand": "visa", "last4": "4242"}, "payment_url": null, "next_at": null, "consent_at": now,
            "consent_text": CONSENT, "updated_at": now,
        }));
        assert_eq!(buyer.read(&world).await, on);
        let seen = buyer.as_back_end(&world, "GET", &Value::Null).await;
        assert_eq!((seen.status, seen.json()), (200, on.clone()), "the website sees the same");

        let off = buyer.turn_off(&world).await;
        assert_eq!((&off["state"], &off["pack"], &off["consent_text"]), (&json!("off"), &on["pack"], &json!(CONSENT)), "{off}");
        assert_eq!(buyer.turn_off(&world).await, off, "a repeated request changes nothing");
        let audited = "SELECT count(*) FROM audit WHERE actor = 'usr_9' AND action LIKE '%top%up%'";
        assert!(world.count(audited).await >= 2, "the log names the user");
    }
}

on_both_engines! {
    async fn change_needs_a_consent_if_it_allows_more(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.seller.put_pack(&world, "large", &json!({"credits": 5_000, "prices": [{"currency": "eur", "amount_minor": 4_000}]})).await;
        let first = buyer.set(&world, &json!({"consent": null})).await;
        first.is_problem(409, "needs-consent");
        buyer.turn_on(&world).await;
        let more = [
            json!({"threshold": 101}), json!({"month_max_minor": 5_001}), json!({"month_max_count": 6}), json!({"quantity": 2}),
            json!({"pack": "large"}),
        ];
        for changes in &more {
            let mut silent = changes.clone();
            silent["consent"] = Value::Null;
            let before = buyer.read(&world).await;
            buyer.set(&world, &silent).await.is_problem(409, "needs-consent");
            assert_eq!(buyer.read(&world).await, before, "{changes}");
            let agreed = buyer.set(&world, changes).await;
            assert_eq!(agreed.status, 200, "{changes}: {agreed:?}");
            assert_eq!(buyer.set(&world, &json!({})).await.status, 200);
        }
        let less = [
            json!({"threshold": 99}), json!({"threshold": 99, "month_max_minor": 4_999}),
            json!({"threshold": 99, "month_max_minor": 4_999, "month_max_count": 4}),
        ];
        for mut changes in less {
            changes["consent"] = Value::Null;
            let set = buyer.set(&world, &changes).await;
            assert_eq!((set.status, &set.json()["consent_text"]), (200, &json!(CONSENT)), "{changes}: {set:?}");
        }
        buyer.turn_off(&world).await;
        let again = buyer.set(&world, &json!({"threshold": 50, "consent": null})).await;
        again.is_problem(409, "needs-consent");
    }
}

on_both_engines! {
    async fn quantity_multiplies_what_is_bought_at_once(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        let set = buyer.set(&world, &json!({"quantity": 3, "threshold": 1_400, "min_seconds": 60, "currency": "usd"})).await;
        assert_eq!(set.status, 200, "{set:?}");
        let on = set.json();
        assert_eq!((&on["quantity"], &on["amount_minor"], &on["currency"]), (&json!(3), &json!(3_300), &json!("usd")), "{on}");
        assert_eq!((&on["credits"], &on["bonus"], &on["min_seconds"]), (&json!(1_500), &json!(150), &json!(60)), "{on}");
        assert_eq!(on["pack"]["credits"], 500);
    }
}

on_both_engines! {
    async fn top_up_without_a_card_waits_for_one(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = Seller::open(&world).await;
        let token = in_app(&world, "usr_8");
        let body = super::buyer::rule(&seller, &json!({}));
        let set = call(&world, &format!("PUT {PATH}"), &token, "", &body).await;
        assert_eq!(set.status, 200, "{set:?}");
        assert_eq!((&set.json()["state"], &set.json()["card"]), (&json!("needs_card"), &Value::Null), "{set:?}");
        let path = format!("{PATH}?website={}&mode=test", seller.shop.id);
        assert_eq!(world.get(&path, &token).await.json()["state"], "needs_card");
        let live = world.get(&format!("{PATH}?website={}", seller.shop.id), &token).await.json();
        assert_eq!(live["state"], "off", "the modes share nothing");
    }
}

on_both_engines! {
    async fn top_up_of_a_deleted_user_is_turned_off(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.turn_on(&world).await;
        let watched = "SELECT count(*) FROM account WHERE topup_at IS NOT NULL";
        assert_eq!(world.count(watched).await, 1, "the control");
        world.issuer.delete("usr_9");
        product_api::user_changes::once(&world.app).await.unwrap();
        let read = buyer.as_back_end(&world, "GET", &Value::Null).await.json();
        assert_eq!((&read["state"], &read["reason"]), (&json!("off"), &json!("owner-deleted")), "{read}");
        assert_eq!(world.count(watched).await, 0, "no spend notes the threshold");
        buyer.spend(&world, "one", 500).await;
        assert_eq!(world.count("SELECT count(*) FROM topup_attempt").await, 0);
        assert_eq!(buyer.available(&world).await, 50);
        assert_sound(&world).await;
    }
}
