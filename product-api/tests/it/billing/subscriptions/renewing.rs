//! Tests renewals by the clock: allowances, months of a year, and an outage.

use std::time::Duration;

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::subscriber::{DRAFT, MONTH, Subscriber, renew, wait};
use crate::billing::refunding::recorded;
use crate::billing::stripe::with_deliveries;
use crate::harness::on_both_engines;
use crate::merges::assert_sound;

on_both_engines! {
    async fn renewal_brings_the_next_allowance_without_an_outage(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        wait(&world, MONTH).await;
        let one = ada.read(&world).await;
        assert_eq!((&one["period_end"], &one["paid_through"]), (&json!("2027-03-15T08:00:00.000Z"), &json!("2027-02-15T08:00:00.000Z")));
        assert_eq!((ada.available(&world).await, ada.is_subscribed(&world).await), (1_000, true), "the invoice is a draft");
        wait(&world, DRAFT).await;
        let one = ada.read(&world).await;
        assert_eq!(one["paid_through"], one["period_end"], "{one}");
        assert_eq!(ada.available(&world).await, 1_000, "the old allowance does not roll over");
        assert_eq!(recorded(&world, "subscription.renewed").await, 2);
        assert_eq!(world.count("SELECT count(*) FROM allowance").await, 2);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn year_brings_an_allowance_each_month(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "yearly", "pays").await;
        assert_eq!((ada.available(&world).await, recorded(&world, "subscription.renewed").await), (1_000, 1));
        for number in 2..=3 {
            wait(&world, MONTH).await;
            product_api::sweep::once(&world.app).await.ok();
            assert_eq!(world.count("SELECT count(*) FROM allowance WHERE state = 'granted'").await, number);
            assert_eq!(ada.available(&world).await, 1_000);
        }
        // Later than the begin, 2027-01-15T08:00:00Z.
        let later = "SELECT count(*) FROM outbox WHERE type = 'subscription.renewed' AND created_at > 1800000000000000";
        assert_eq!(world.count(later).await, 0, "a month of a paid year is no renewal");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn renewals_of_an_outage_are_granted_once(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        // Nothing is delivered for two months; the double does what is due at its own clock.
        world.clock.advance(MONTH + Duration::from_hours(28 * 24));
        world.stripe.deliver_due().await.unwrap();
        renew(&world).await;
        let one = ada.read(&world).await;
        assert_eq!((&one["status"], &one["paid_through"]), (&json!("active"), &one["period_end"]), "{one}");
        let allowances = world.count("SELECT count(*) FROM allowance").await;
        let paid = world.count("SELECT count(*) FROM payment WHERE state = 'paid'").await;
        assert_eq!(allowances, paid, "each paid period has its allowance");
        assert_eq!(ada.available(&world).await, 1_000);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn renewal_of_a_suspended_website_is_granted(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        let website = format!("/v1/websites/{}", ada.seller.shop.id);
        let suspend = format!("{website}/suspend");
        let suspended = world.post(&suspend, &world.token("usr_1"), &Value::Null).await;
        assert_eq!((suspended.status, &suspended.json()["status"]), (200, &json!("suspended")), "{suspended:?}");
        renew(&world).await;
        assert_eq!(world.count("SELECT count(*) FROM allowance WHERE state = 'granted'").await, 2);
        assert_eq!(recorded(&world, "subscription.renewed").await, 2, "the website is informed");
        let one = ada.read(&world).await;
        assert_eq!((&one["status"], &one["paid_through"]), (&json!("active"), &one["period_end"]), "{one}");
        // Keys of a suspended website can cancel what it no longer provides.
        let end = ada.act(&world, "cancel", "k", &json!({"at": "period_end"})).await;
        assert_eq!((end.status, &end.json()["cancel_at"]), (200, &one["period_end"]), "{end:?}");
        let resume = format!("{website}/resume");
        let resumed = world.post(&resume, &world.token("usr_1"), &Value::Null).await;
        assert_eq!(resumed.status, 200, "{resumed:?}");
        assert_eq!(ada.available(&world).await, 1_000);
        assert_sound(&world).await;
    }
}
