//! Tests comparisons with Stripe: renewals, ends and new subscriptions whose events were lost, and findings about them.

use std::time::Duration;

use foundation::testing::TestEngine;
use serde_json::{Value, json};
use stripe_double::DeliveryFaults;

use super::subscriber::{Subscriber, in_dashboard, put_plan, renew};
use crate::billing::plans;
use crate::billing::reconciling::{apply, as_own, compare, counts};
use crate::billing::refunding::deliver;
use crate::billing::sales::{at_stripe, text};
use crate::billing::stripe::with_deliveries;
use crate::harness::{TestApi, on_both_engines};
use crate::merges::assert_sound;

/// Loses all events from now on.
fn lose_events(world: &TestApi) {
    let none = DeliveryFaults {
        drop_one_in: 1,
        ..DeliveryFaults::default()
    };
    world.stripe.set_delivery_faults(&none).unwrap();
}

on_both_engines! {
    async fn lost_renewals_and_ends_are_repaired(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        lose_events(&world);
        renew(&world).await;
        assert_eq!(ada.read(&world).await["paid_through"], "2027-02-15T08:00:00.000Z", "the control: the events are lost");
        let (repaired, findings) = counts(&compare(&world, &ada.seller, &json!({})).await);
        assert!(repaired >= 2 && findings == 0, "the subscription and its invoice: {repaired}, {findings}");
        apply(&world).await;
        let one = ada.read(&world).await;
        assert_eq!((&one["paid_through"], &one["period_end"]), (&json!("2027-03-15T08:00:00.000Z"), &json!("2027-03-15T08:00:00.000Z")));
        assert_eq!(ada.available(&world).await, 1_000);
        assert_eq!(counts(&compare(&world, &ada.seller, &json!({})).await), (0, 0), "a second run finds nothing");
        let id = text(&at_stripe(&world, "/v1/subscriptions").await[0]["id"]);
        in_dashboard(&world, "DELETE", &format!("/v1/subscriptions/{id}"), "");
        world.clock.advance(Duration::from_mins(1));
        assert_eq!(counts(&compare(&world, &ada.seller, &json!({})).await), (1, 0));
        apply(&world).await;
        assert_eq!((&ada.read(&world).await["status"], ada.is_subscribed(&world).await), (&json!("canceled"), false));
        assert_eq!(counts(&compare(&world, &ada.seller, &json!({})).await), (0, 0));
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn subscriptions_of_the_dashboard_are_found(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        lose_events(&world);
        let first = &at_stripe(&world, "/v1/subscriptions").await[0];
        let customer = text(&first["customer"]);
        let price = text(&first["items"]["data"][0]["price"]["id"]);
        let card = text(&first["default_payment_method"]);
        let form = format!("customer={customer}&items[0][price]={price}&default_payment_method={card}");
        let second = in_dashboard(&world, "POST", "/v1/subscriptions", &form);
        let (repaired, _) = counts(&compare(&world, &ada.seller, &json!({})).await);
        assert!(repaired >= 1, "{repaired}");
        apply(&world).await;
        assert_eq!(ada.available(&world).await, 2_000, "a second one that is paid is kept");
        let (repaired, findings) = counts(&compare(&world, &ada.seller, &json!({})).await);
        assert_eq!((repaired, findings), (0, 1));
        let found = as_own(&world, &ada.seller, "GET /v1/billing/findings?state=open", None).await.json();
        let finding = &found["items"][0];
        assert_eq!((&finding["kind"], &finding["object_kind"]), (&json!("two-subscriptions"), &json!("subscription")), "{found}");
        let path = format!("/v1/subscriptions/{}", text(&second["id"]));
        in_dashboard(&world, "DELETE", &path, "");
        world.clock.advance(Duration::from_mins(1));
        compare(&world, &ada.seller, &json!({})).await;
        apply(&world).await;
        assert_eq!(counts(&compare(&world, &ada.seller, &json!({})).await), (0, 0), "both sides agree again");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn price_of_no_plan_is_a_finding(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        lose_events(&world);
        let one = at_stripe(&world, "/v1/subscriptions").await[0].clone();
        let product = text(&in_dashboard(&world, "POST", "/v1/products", "name=Special")["id"]);
        let price = format!("product={product}&currency=eur&unit_amount=500&recurring[interval]=month");
        let price = text(&in_dashboard(&world, "POST", "/v1/prices", &price)["id"]);
        let item = text(&one["items"]["data"][0]["id"]);
        let form = format!("items[0][id]={item}&items[0][price]={price}&proration_behavior=none");
        in_dashboard(&world, "POST", &format!("/v1/subscriptions/{}", text(&one["id"])), &form);
        compare(&world, &ada.seller, &json!({})).await;
        apply(&world).await;
        let read = ada.read(&world).await;
        assert_eq!((&read["plan"], &read["subscribed"]), (&Value::Null, &json!(true)), "{read}");
        assert_eq!(counts(&compare(&world, &ada.seller, &json!({})).await), (0, 1));
        let found = as_own(&world, &ada.seller, "GET /v1/billing/findings?state=open", None).await.json();
        let finding = &found["items"][0];
        assert_eq!((&finding["kind"], &finding["theirs"]), (&json!("unmapped-price"), &json!(price)), "{found}");
        renew(&world).await;
        compare(&world, &ada.seller, &json!({})).await;
        apply(&world).await;
        assert_eq!(world.count("SELECT count(*) FROM payment WHERE state = 'review' AND reason = 'unmapped-price'").await, 1);
        let map = |version: i64, price: &str| format!("PUT /v1/plans/special/versions/{version}/stripe-prices/{price}");
        let own = async |operation: String| as_own(&world, &ada.seller, &operation, None).await;
        put_plan(&world, &ada.seller, "special", &json!({"credits": 700, "prices": [{"currency": "eur", "amount_minor": 501}]})).await;
        assert_eq!(own(map(1, &price)).await.is_problem(422, "amount-mismatch")["difference"], "amount");
        let second = json!({"credits": 700, "prices": [{"currency": "eur", "amount_minor": 500}]});
        assert_eq!(plans::add(&world, ada.seller.test_key(), ("special", 2), &second).await.status, 200);
        own(map(2, "price_none")).await.is_problem(404, "not-found");
        for _ in 0..2 {
            assert_eq!(own(map(2, &price)).await.status, 200, "a repetition changes nothing");
        }
        apply(&world).await;
        let read = ada.read(&world).await;
        assert_eq!((&read["plan"], &read["version"], &read["paid_through"]), (&json!("special"), &json!(2), &read["period_end"]), "{read}");
        assert_eq!(ada.available(&world).await, 700, "the paid period gets its allowance");
        assert_eq!(counts(&compare(&world, &ada.seller, &json!({})).await).1, 0, "the findings are closed");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn subscription_whose_price_is_mapped_later_is_found(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "basic", "pays").await;
        let first = &at_stripe(&world, "/v1/subscriptions").await[0];
        let (customer, card) = (text(&first["customer"]), text(&first["default_payment_method"]));
        let product = text(&in_dashboard(&world, "POST", "/v1/products", "name=Special")["id"]);
        let price = format!("product={product}&currency=eur&unit_amount=500&recurring[interval]=month");
        let price = text(&in_dashboard(&world, "POST", "/v1/prices", &price)["id"]);
        let form = format!("customer={customer}&items[0][price]={price}&default_payment_method={card}");
        in_dashboard(&world, "POST", "/v1/subscriptions", &form);
        deliver(&world).await;
        compare(&world, &ada.seller, &json!({})).await;
        apply(&world).await;
        assert_eq!(world.count("SELECT count(*) FROM subscription").await, 1, "it is not ours yet");
        let content = json!({"credits": 700, "prices": [{"currency": "eur", "amount_minor": 500}]});
        put_plan(&world, &ada.seller, "special", &content).await;
        let map = format!("PUT /v1/plans/special/versions/1/stripe-prices/{price}");
        assert_eq!(as_own(&world, &ada.seller, &map, None).await.status, 200);
        let (repaired, _) = counts(&compare(&world, &ada.seller, &json!({})).await);
        assert!(repaired >= 1, "{repaired}");
        apply(&world).await;
        assert_eq!(world.count("SELECT count(*) FROM subscription").await, 2);
        assert_eq!(ada.available(&world).await, 1_000);
        assert_sound(&world).await;
    }
}
