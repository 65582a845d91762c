//! Tests that a sale comes through by Stripe's events, in any order and number, with and without looks of the seller.

use std::time::Duration;

use foundation::testing::TestEngine;
use futures_util::future::join_all;
use serde_json::{Value, json};
use stripe_double::DeliveryFaults;

use super::sales::{PATH, Seller, pay, text};
use super::stripe::with_deliveries;
use crate::harness::{TestApi, on_both_engines};
use crate::merges::assert_sound;

/// Delivers the due events of the double, and applies the objects that they mark.
async fn deliver(world: &TestApi) {
    world.stripe.deliver_due().await.unwrap();
    apply(world).await;
}

async fn apply(world: &TestApi) {
    product_api::billing::inbox::once(&world.app).await.unwrap();
}

/// Returns the state of a checkout as it is known, without a look at Stripe.
async fn state(world: &TestApi, seller: &Seller, checkout: &Value) -> String {
    let path = format!("{PATH}/{}", text(&checkout["id"]));
    let found = world.get(&path, seller.test_key()).await.json();
    text(&found["state"])
}

/// Returns the number of events of a type that are to be sent to the website.
async fn recorded(world: &TestApi, event_type: &str) -> i64 {
    let count = "SELECT count(*) FROM outbox WHERE type = $1";
    world.count_of(count, &[event_type]).await
}

on_both_engines! {
    async fn events_alone_grant_what_was_paid_once(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = Seller::open(&world).await;
        let many = DeliveryFaults { duplicates: 2, shuffle: true, ..DeliveryFaults::default() };
        world.stripe.set_delivery_faults(&many).unwrap();
        let (paid, left) = (seller.started(&world, &json!({})).await, seller.started(&world, &json!({})).await);
        pay(&world, &paid, "pays");
        deliver(&world).await;
        assert_eq!(state(&world, &seller, &paid).await, "completed");
        assert_eq!(seller.available(&world, &paid).await, 550);
        deliver(&world).await;
        assert_eq!(seller.synced(&world, &paid).await["state"], "completed");
        assert_eq!((recorded(&world, "checkout.completed").await, recorded(&world, "payment.succeeded").await), (1, 1));
        world.clock.advance(Duration::from_mins(61));
        deliver(&world).await;
        assert_eq!(state(&world, &seller, &left).await, "expired");
        assert_eq!(recorded(&world, "checkout.expired").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM lot").await, 2);
        assert_eq!(world.count("SELECT count(*) FROM stripe_object WHERE state = 'dead'").await, 0);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn delayed_method_ends_by_its_event(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = Seller::open(&world).await;
        let good = seller.started(&world, &json!({})).await;
        let bad = seller.started(&world, &json!({})).await;
        pay(&world, &good, "delayed_success");
        pay(&world, &bad, "delayed_failure");
        deliver(&world).await;
        for checkout in [&good, &bad] {
            assert_eq!(state(&world, &seller, checkout).await, "processing");
        }
        assert_eq!(seller.available(&world, &good).await, 0);
        world.clock.advance(Duration::from_mins(4));
        deliver(&world).await;
        assert_eq!(state(&world, &seller, &good).await, "completed");
        assert_eq!(state(&world, &seller, &bad).await, "failed");
        assert_eq!(seller.available(&world, &good).await, 550);
        assert_eq!((recorded(&world, "payment.succeeded").await, recorded(&world, "payment.failed").await), (1, 1));
    }
}

on_both_engines! {
    async fn events_and_looks_at_once_grant_once(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = Seller::open(&world).await;
        let twice = DeliveryFaults { duplicates: 1, shuffle: true, ..DeliveryFaults::default() };
        world.stripe.set_delivery_faults(&twice).unwrap();
        let mut checkouts = Vec::new();
        for _ in 0..5 {
            checkouts.push(seller.started(&world, &json!({})).await);
        }
        for checkout in &checkouts {
            pay(&world, checkout, "pays");
        }
        let looks = join_all(checkouts.iter().map(|checkout| seller.act(&world, checkout, "sync")));
        let (looks, (), ()) = tokio::join!(looks, deliver(&world), apply(&world));
        for look in looks {
            assert!([200, 503].contains(&look.status), "{look:?}");
        }
        // An object that was busy waits for some seconds.
        world.clock.advance(Duration::from_mins(2));
        deliver(&world).await;
        for checkout in &checkouts {
            assert_eq!(state(&world, &seller, checkout).await, "completed");
        }
        assert_eq!(seller.available(&world, &checkouts[0]).await, 5 * 550);
        assert_eq!((world.count("SELECT count(*) FROM lot").await, recorded(&world, "payment.succeeded").await), (10, 5));
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn lost_events_are_made_up_for_by_the_sweep(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = Seller::open(&world).await;
        let none = DeliveryFaults { drop_one_in: 1, ..DeliveryFaults::default() };
        world.stripe.set_delivery_faults(&none).unwrap();
        let checkout = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        deliver(&world).await;
        assert_eq!(state(&world, &seller, &checkout).await, "open");
        world.clock.advance(Duration::from_mins(62));
        product_api::sweep::once(&world.app).await.unwrap();
        assert_eq!(state(&world, &seller, &checkout).await, "completed");
        assert_eq!(seller.available(&world, &checkout).await, 550);
    }
}

on_both_engines! {
    async fn lost_end_of_a_delayed_payment_is_found_by_the_sweep(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = Seller::open(&world).await;
        let good = seller.started(&world, &json!({})).await;
        let bad = seller.started(&world, &json!({})).await;
        pay(&world, &good, "delayed_success");
        pay(&world, &bad, "delayed_failure");
        deliver(&world).await;
        // A look that changes nothing keeps the next one due.
        assert_eq!(seller.synced(&world, &good).await["state"], "processing");
        let none = DeliveryFaults { drop_one_in: 1, ..DeliveryFaults::default() };
        world.stripe.set_delivery_faults(&none).unwrap();
        world.clock.advance(Duration::from_mins(4));
        deliver(&world).await;
        product_api::sweep::once(&world.app).await.unwrap();
        assert_eq!(state(&world, &seller, &good).await, "processing", "the next look is not due");
        world.clock.advance(Duration::from_mins(7));
        product_api::sweep::once(&world.app).await.unwrap();
        assert_eq!(state(&world, &seller, &good).await, "completed");
        assert_eq!(state(&world, &seller, &bad).await, "failed");
        assert_eq!(seller.available(&world, &good).await, 550);
        assert_eq!(world.count("SELECT count(*) FROM checkout WHERE next_at IS NOT NULL").await, 0);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn sale_behind_a_firewall_is_recorded_by_reading_events(world: TestApi) {
        let seller = Seller::open(&world).await;
        world.sql("UPDATE stripe_connection SET delivery = 'poll'", &[]).await;
        let checkout = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        world.clock.advance(Duration::from_mins(1));
        apply(&world).await;
        assert_eq!(state(&world, &seller, &checkout).await, "completed");
        assert_eq!(seller.available(&world, &checkout).await, 550);
        world.clock.advance(Duration::from_mins(1));
        apply(&world).await;
        assert_eq!(world.count("SELECT count(*) FROM lot").await, 2);
    }
}
