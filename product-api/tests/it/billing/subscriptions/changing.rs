//! Tests changes of subscriptions: previews, upgrades, seats, downgrades, and repeats of lost responses.

use std::collections::BTreeSet;
use std::time::Duration;

use foundation::testing::TestEngine;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::subscriber::{Subscriber, newest_update, put_plan, renew, wait};
use crate::billing::refunding::recorded;
use crate::billing::sales::{at_stripe, text};
use crate::billing::stripe::{as_owner, fail, with_deliveries};
use crate::harness::{TestApi, on_both_engines};
use crate::merges::assert_sound;

on_both_engines! {
    async fn dearer_plan_begins_a_new_period_at_the_full_price(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        wait(&world, Duration::from_hours(24)).await;
        let preview = ada.preview(&world, &json!({"plan": "team"})).await;
        assert_eq!(preview, json!({
            "plan": "team", "version": 1, "quantity": 1, "effect": "restart", "currency": "eur", "amount_due_minor": 2_900,
            "amount_next_minor": 2_900, "credits_now": 4_000, "credits_next": 4_000, "next_payment_at": "2027-02-16T08:00:00.000Z",
            "prorated_at": null,
        }));
        let wrong = json!({"plan": "team", "expected_amount_minor": 2_899});
        let refused = ada.act(&world, "change", "wrong", &wrong).await;
        assert_eq!(refused.is_problem(409, "amount-changed")["amount_due_minor"], 2_900);
        let wish = json!({"plan": "team", "expected_amount_minor": 2_900});
        let before = recorded(&world, "subscription.updated").await;
        let changed = ada.act(&world, "change", "k", &wish).await;
        assert_eq!(changed.status, 200, "{changed:?}");
        assert!(recorded(&world, "subscription.updated").await > before);
        assert_eq!(newest_update(&world).await, json!({
            "payment_id": null, "subscription_id": ada.id, "checkout_id": ada.checkout["id"], "plan": "team", "status": "active",
        }));
        let one = changed.json();
        assert_eq!((&one["plan"], &one["period_end"], &one["paid_through"]), (&json!("team"), &json!("2027-02-16T08:00:00.000Z"), &one["period_end"]), "{one}");
        assert_eq!(ada.available(&world).await, 5_000, "the old lot stays to its end");
        let again = ada.act(&world, "change", "k", &wish).await;
        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &changed.body));
        ada.act(&world, "change", "k", &wrong).await.is_problem(422, "idempotency-key-reused");
        wait(&world, Duration::from_mins(1)).await;
        assert_eq!((at_stripe(&world, "/v1/invoices").await.len(), ada.available(&world).await), (2, 5_000));
        renew(&world).await;
        assert_eq!(ada.available(&world).await, 4_000);
        assert_sound(&world).await;
    }
}

/// Lets the website prorate dearer plans.
async fn prorate(world: &TestApi, ada: &Subscriber) {
    let body = json!({
        "currency": "eur", "tax": "off", "tax_behavior": "inclusive", "documents": "receipt", "promotion_codes": false,
        "adaptive_pricing": false, "shortfall": "debt", "inquiry_freezes": false, "change_mode": "prorate",
    });
    let site = (ada.seller.shop.id.as_str(), "test");
    let set = as_owner(
        world,
        "usr_1",
        site,
        "PUT /v1/billing/settings",
        Some(&body),
    )
    .await;
    assert_eq!(set.status, 200, "{set:?}");
}

on_both_engines! {
    async fn further_pieces_and_prorated_plans_cost_the_rest_of_the_period(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        prorate(&world, &ada).await;
        // Half of January's 31 days.
        wait(&world, Duration::from_hours(372)).await;
        let seats = ada.preview(&world, &json!({"quantity": 3})).await;
        assert_eq!((&seats["effect"], &seats["amount_due_minor"], &seats["credits_now"]), (&json!("prorate"), &json!(900), &json!(1_000)), "{seats}");
        let plan = ada.preview(&world, &json!({"plan": "team"})).await;
        assert_eq!((&plan["effect"], &plan["amount_due_minor"], &plan["credits_now"]), (&json!("prorate"), &json!(1_000), &json!(1_500)), "{plan}");
        // The buyer looks at the preview for a while.
        wait(&world, Duration::from_mins(10)).await;
        let wish = json!({"quantity": 3, "expected_amount_minor": 900, "prorated_at": seats["prorated_at"]});
        let changed = ada.act(&world, "change", "k", &wish).await;
        assert_eq!(changed.json()["quantity"], 3, "{changed:?}");
        assert_eq!(ada.available(&world).await, 2_000);
        let lots = "SELECT count(DISTINCT expires_at) FROM lot WHERE kind = 'subscription'";
        assert_eq!(world.count(lots).await, 1, "the change ends with the running allowance");
        renew(&world).await;
        assert_eq!(ada.available(&world).await, 3_000);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn cheaper_plan_begins_with_the_next_period(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        let wish = json!({"plan": "basic", "expected_amount_minor": 0});
        let planned = ada.act(&world, "change", "k", &wish).await.json();
        assert_eq!((&planned["plan"], &planned["next_plan"], &planned["next_quantity"]), (&json!("pro"), &json!("basic"), &json!(1)), "{planned}");
        assert_eq!(ada.available(&world).await, 1_000, "nothing is taken");
        let resumed = ada.act(&world, "resume", "r", &Value::Null).await.json();
        assert_eq!((&resumed["next_plan"], &resumed["next_quantity"]), (&Value::Null, &Value::Null), "{resumed}");
        ada.act(&world, "change", "again", &wish).await;
        renew(&world).await;
        let one = ada.read(&world).await;
        assert_eq!((&one["plan"], &one["next_plan"], &one["status"]), (&json!("basic"), &Value::Null, &json!("active")), "{one}");
        assert_eq!(ada.available(&world).await, 300);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn change_whose_response_is_lost_is_made_once(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        let wish = json!({"plan": "team", "expected_amount_minor": 2_900});
        let update = format!("POST /v1/subscriptions/{}", text(&at_stripe(&world, "/v1/subscriptions").await[0]["id"]));
        for kind in ["lost_before", "lost_after"] {
            fail(&world, &update, 3, kind);
            let lost = ada.act(&world, "change", "k", &wish).await;
            assert_eq!(lost.is_problem(502, "payment-provider-error")["retryable"], true, "{kind}");
            world.clock.advance(Duration::from_secs(31));
        }
        let busy = json!({"plan": "basic", "expected_amount_minor": 0});
        let busy = ada.act(&world, "change", "other", &busy).await;
        assert_eq!(busy.is_problem(409, "subscription-not-changeable")["reason"], "in-progress");
        // The sweep sends it again, also if the client does not come back.
        product_api::sweep::once(&world.app).await.ok();
        let done = ada.act(&world, "change", "k", &wish).await;
        assert_eq!((done.status, &done.json()["plan"]), (200, &json!("team")), "{done:?}");
        assert_eq!(at_stripe(&world, "/v1/invoices").await.len(), 2);
        assert_eq!(ada.available(&world).await, 5_000);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn change_that_is_not_possible_is_refused(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        let rows = [
            (json!({"quantity": 0}), 400, "invalid-request"),
            (json!({"quantity": 11}), 400, "invalid-request"),
            (json!({"plan": "Pro!"}), 400, "invalid-request"),
            (json!({"plan": "unknown"}), 422, "unknown-offer"),
            (json!({"plan": "small"}), 422, "unknown-offer"),
        ];
        for (wish, status, slug) in rows {
            ada.act(&world, "preview", "", &wish).await.is_problem(status, slug);
        }
        let same = ada.preview(&world, &json!({})).await;
        assert_eq!((&same["effect"], &same["amount_due_minor"]), (&json!("nothing"), &json!(0)), "{same}");
        let same = ada.act(&world, "change", "same", &json!({"expected_amount_minor": 0})).await;
        assert_eq!(same.is_problem(409, "subscription-not-changeable")["reason"], "unchanged");
        ada.act(&world, "change", "neg", &json!({"expected_amount_minor": -1})).await.is_problem(400, "invalid-request");
        ada.act(&world, "cancel", "c", &json!({"at": "period_end"})).await;
        let refused = ada.act(&world, "preview", "", &json!({"plan": "team"})).await;
        assert_eq!(refused.is_problem(409, "subscription-not-changeable")["reason"], "canceling");
    }
}

on_both_engines! {
    async fn change_to_a_plan_in_another_currency_is_refused(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        let prices = json!({"prices": [{"currency": "usd", "amount_minor": 2_900}]});
        put_plan(&world, &ada.seller, "dollars", &prices).await;
        let wish = json!({"plan": "dollars", "expected_amount_minor": 2_900});
        for (action, key, body) in [("preview", "", json!({"plan": "dollars"})), ("change", "k", wish)] {
            let refused = ada.act(&world, action, key, &body).await;
            let problem = refused.is_problem(422, "currency-unsupported");
            assert_eq!(problem["currencies"], json!(["usd"]), "{action}");
            assert!(text(&problem["detail"]).contains("Choose another plan"), "{problem}");
        }
        assert_eq!((at_stripe(&world, "/v1/invoices").await.len(), ada.available(&world).await), (1, 1_000));
    }
}

on_both_engines! {
    async fn many_changes_at_once_are_one_change(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        wait(&world, Duration::from_mins(1)).await;
        let wish = json!({"plan": "team", "expected_amount_minor": 2_900});
        let keys = ["a", "a", "b", "c"];
        let responses = join_all(keys.map(|key| ada.act(&world, "change", key, &wish))).await;
        let done = keys.iter().zip(&responses).filter(|(_, response)| response.status == 200);
        let done: BTreeSet<&str> = done.map(|(key, _)| *key).collect();
        assert_eq!(done.len(), 1, "{responses:?}");
        assert!(responses.iter().all(|response| [200, 409].contains(&response.status)), "{responses:?}");
        assert_eq!(at_stripe(&world, "/v1/invoices").await.len(), 2, "the buyer pays once");
        assert_eq!(ada.available(&world).await, 5_000);
        assert_sound(&world).await;
    }
}
