//! Tests emails to owners about payments, dead letters, findings and accounts: one for each cause, also if responses get lost.

use std::time::Duration;

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::disputing::{dispute, step};
use super::reconciling::{as_own, compare};
use super::refunding::{Bought, deliver};
use super::sales::{Seller, pay};
use super::stripe::{ACCOUNT, PERMISSIONS, revoke, whole_key, with_deliveries};
use crate::harness::{TestApi, on_both_engines};
use crate::issuer::Behaviour;

/// Sweeps, and returns the messages that the identity provider has: the user and the body. Other steps of the sweep may fail
/// while the identity provider does not respond.
pub(super) async fn sent(world: &TestApi) -> Vec<(String, Value)> {
    product_api::sweep::once(&world.app).await.ok();
    let messages = world.issuer.messages.lock().unwrap();
    let bodies = messages
        .iter()
        .map(|(user, _, body)| (user.clone(), body.clone()));
    bodies.collect()
}

fn titles(sent: &[(String, Value)]) -> Vec<&str> {
    let titles = sent.iter().map(|(_, body)| body["title"].as_str().unwrap());
    titles.collect()
}

on_both_engines! {
    async fn owner_gets_one_email_for_each_state_of_a_dispute_that_needs_a_response(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let bought = Bought::new(&world, "pays").await;
        let id = dispute(&world, &bought, &json!({"is_inquiry": true})).await;
        let first = sent(&world).await;
        assert_eq!(titles(&first), ["Test: A buyer's bank asks about a payment of 10.00 EUR"]);
        let (user, body) = &first[0];
        assert_eq!(user, "usr_1");
        let origin = world.app.config.issuer.public_origin();
        assert_eq!(body["link"], format!("{origin}/s/{}/payments/{}?mode=test", bought.seller.shop.id, bought.payment));
        let lines = body["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 2, "{body}");
        assert!(lines[0].as_str().unwrap().starts_with("Pictures: the bank's reason is "), "{body}");
        step(&world, &id, "escalate").await;
        step(&world, &id, "respond").await;
        step(&world, &id, "lose").await;
        step(&world, &id, "appeal").await;
        let all = sent(&world).await;
        assert_eq!(titles(&all)[1..], ["Test: A buyer's bank disputes a payment of 10.00 EUR"]);
        assert!(all[1].1["lines"][1].as_str().unwrap().starts_with("Answer in the Stripe dashboard until 20"), "{all:?}");
        assert_eq!(sent(&world).await.len(), 2, "nothing is sent twice");
        assert_eq!(world.count("SELECT count(*) FROM owner_mail WHERE outcome = 'queued'").await, 2);
    }
}

on_both_engines! {
    async fn email_about_a_warning_of_fraud_waits_for_the_identity_provider(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let bought = Bought::new(&world, "pays").await;
        let charge = bought.charge(&world).await;
        world.stripe.control("warn_of_fraud", &json!({ "charge": charge })).unwrap();
        deliver(&world).await;
        world.issuer.behave(Behaviour::Away);
        assert!(sent(&world).await.is_empty());
        assert_eq!(world.count("SELECT count(*) FROM owner_mail WHERE attempts = 1 AND ended_at IS NULL").await, 1);
        // The identity provider queues it, and its response is lost.
        world.issuer.behave(Behaviour::LosesResponse);
        world.clock.advance(Duration::from_mins(2));
        assert_eq!(sent(&world).await.len(), 1);
        world.issuer.behave(Behaviour::Good);
        world.clock.advance(Duration::from_mins(3));
        let all = sent(&world).await;
        assert_eq!(titles(&all), ["Test: A bank warns of fraud: a payment of 10.00 EUR"]);
        assert_eq!(world.count("SELECT count(*) FROM owner_mail WHERE outcome = 'queued' AND attempts = 3").await, 1);
    }
}

on_both_engines! {
    async fn email_without_a_response_is_given_up_after_three_days(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let bought = Bought::new(&world, "pays").await;
        dispute(&world, &bought, &json!({})).await;
        world.issuer.behave(Behaviour::Away);
        for _ in 0..20 {
            assert!(sent(&world).await.is_empty());
            world.clock.advance(Duration::from_hours(7));
        }
        assert_eq!(world.count("SELECT count(*) FROM owner_mail WHERE outcome = 'expired'").await, 1);
    }
}

/// An object whose servers ended again and again.
const LOST: &str = "\
    INSERT INTO stripe_object (connection_id, kind, object_id, dirty, done, attempts, next_at, state, waiting_since, created_at, \
        updated_at) \
    VALUES ($1, 'session', $2, 1, 0, 18, 1, 'waiting', 1, 1, 1)";

on_both_engines! {
    async fn owner_gets_one_email_a_day_about_dead_letters(world: TestApi) {
        let seller = Seller::open(&world).await;
        for (object, expected) in [("cs_1", 1), ("cs_2", 1)] {
            world.sql(LOST, &[&seller.connection, object]).await;
            product_api::billing::inbox::once(&world.app).await.unwrap();
            let all = sent(&world).await;
            assert_eq!(all.len(), expected, "{object}");
            assert_eq!(titles(&all), ["Test: An object of Stripe could not be applied"]);
            let origin = world.app.config.issuer.public_origin();
            assert_eq!(all[0].1["link"], format!("{origin}/s/{}/billing/comparison?mode=test", seller.shop.id));
        }
        assert_eq!(world.count("SELECT count(*) FROM stripe_object WHERE state = 'dead'").await, 2);
        let notices = world.get("/v1/me/notices", &world.token("usr_1")).await.json();
        let own = &notices["items"][0];
        assert_eq!(notices["items"].as_array().unwrap().len(), 1, "{notices}");
        assert_eq!((&own["kind"], &own["subject"]), (&json!("stripe-dead-letters"), &json!(seller.connection)));
        world.clock.advance(Duration::from_hours(24));
        world.sql(LOST, &[&seller.connection, "cs_3"]).await;
        product_api::billing::inbox::once(&world.app).await.unwrap();
        assert_eq!(sent(&world).await.len(), 2);
    }
}

on_both_engines! {
    async fn owner_gets_one_email_about_the_findings_that_a_run_adds(world: TestApi) {
        let seller = Seller::open(&world).await;
        let checkout = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        assert_eq!(seller.synced(&world, &checkout).await["state"], "completed");
        world.sql("UPDATE payment SET amount_minor = 999", &[]).await;
        compare(&world, &seller, &json!({"dry_run": true})).await;
        assert!(sent(&world).await.is_empty(), "a dry run adds nothing");
        compare(&world, &seller, &json!({})).await;
        let all = sent(&world).await;
        assert_eq!(titles(&all), ["Test: Your records and Stripe's differ"]);
        let line = all[0].1["lines"][0].as_str().unwrap();
        assert!(line.contains("found 3 new differences"), "{line}");
        let origin = world.app.config.issuer.public_origin();
        assert_eq!(all[0].1["link"], format!("{origin}/s/{}/billing/comparison?mode=test", seller.shop.id));
        world.clock.advance(Duration::from_mins(1));
        compare(&world, &seller, &json!({})).await;
        assert_eq!(sent(&world).await.len(), 1, "the second run confirms them");
    }
}

on_both_engines! {
    async fn owner_gets_an_email_when_the_account_is_degraded_and_when_it_is_revoked(world: TestApi) {
        let seller = Seller::open(&world).await;
        let operation = |rest: &str| format!("POST /v1/stripe-connections/{}/{rest}", seller.connection);
        let key = whole_key(&world, ACCOUNT, false);
        as_own(&world, &seller, &operation("key"), Some(&json!({ "api_key": key }))).await;
        let rest: Vec<&str> = PERMISSIONS.into_iter().filter(|one| *one != "rak_charge_write").collect();
        let narrow = json!({"account": ACCOUNT, "key": key, "permissions": rest});
        world.stripe.control("add_key", &narrow).unwrap();
        for _ in 0..2 {
            as_own(&world, &seller, &operation("check"), None).await;
            world.clock.advance(Duration::from_mins(1));
        }
        let all = sent(&world).await;
        assert_eq!(titles(&all), ["Test: Your connection to Stripe works in part only"]);
        let (user, body) = &all[0];
        assert_eq!(user, "usr_1");
        let origin = world.app.config.issuer.public_origin();
        assert_eq!(body["link"], format!("{origin}/s/{}/billing?mode=test", seller.shop.id));
        let lines = body["lines"].as_array().unwrap();
        assert!(lines[0].as_str().unwrap().ends_with(" of Pictures: the key lacks a permission: Charges and Refunds: write."), "{body}");
        assert!(lines[1].as_str().unwrap().starts_with("Give the key this permission "), "{body}");
        revoke(&world, &key);
        for _ in 0..2 {
            as_own(&world, &seller, &operation("check"), None).await;
        }
        let all = sent(&world).await;
        assert_eq!(titles(&all)[1..], ["Test: Stripe refuses your key, and nothing is sold"]);
        let second = whole_key(&world, ACCOUNT, false);
        as_own(&world, &seller, &operation("key"), Some(&json!({ "api_key": second }))).await;
        assert_eq!(world.text("SELECT state FROM stripe_connection").await, "active");
        assert_eq!(sent(&world).await.len(), 2);
        world.clock.advance(Duration::from_mins(1));
        revoke(&world, &second);
        as_own(&world, &seller, &operation("check"), None).await;
        assert_eq!(sent(&world).await.len(), 3, "it is revoked again");
    }
}

on_both_engines! {
    async fn new_owner_of_a_website_learns_nothing_about_the_former_owners_account(world: TestApi) {
        let seller = Seller::open(&world).await;
        let other = world.token("usr_2");
        assert_eq!(world.get("/v1/me/notices", &other).await.status, 200);
        world.sql("UPDATE websites SET owner_user_id = 'usr_2' WHERE id = $1", &[&seller.shop.id]).await;
        world.sql(LOST, &[&seller.connection, "cs_1"]).await;
        product_api::billing::inbox::once(&world.app).await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM stripe_object WHERE state = 'dead'").await, 1);
        assert!(sent(&world).await.is_empty(), "the account is not the new owner's");
        let notices = world.get("/v1/me/notices", &other).await.json();
        assert_eq!(notices["items"].as_array().unwrap().len(), 0, "{notices}");
    }
}
