//! Tests renewals by the clock: allowances, months of a year, and an outage.

use std::time::Duration;

use foundation::testing::TestEngine;
use serde_json::json;

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
