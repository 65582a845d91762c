//! Tests the work on marked objects: claims, several servers, repeated attempts, and dead objects.

use std::time::Duration;

use futures_util::future::try_join;
use serde_json::json;

use super::super::stripe::{ACCOUNT, call_stripe, fail, revoke};
use super::{InboxSetup, snapshot, thin};
use crate::harness::{TestApi, on_both_engines};

/// Operation by which the worker finds the payment of a charge.
const FETCH: &str = "GET /v1/charges/{id}";

on_both_engines! {
    async fn two_servers_apply_each_object_once(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let other = inbox.world.replica().await;
        for number in 0..40 {
            inbox.deliver_charge(&format!("evt_{number}"), &format!("ch_{number}")).await;
        }
        assert_eq!(inbox.objects("waiting").await, 40);
        let once = product_api::billing::inbox::once;
        while inbox.objects("waiting").await > 0 {
            try_join(once(&inbox.world.app), once(&other.app)).await.unwrap();
        }
        assert_eq!(inbox.objects("foreign").await, 40, "Stripe knows none of them");
        assert_eq!(inbox.calls(FETCH), 40);
        let open = "SELECT count(*) FROM stripe_object WHERE done <> dirty OR claimed_until IS NOT NULL OR attempts <> 0";
        assert_eq!(inbox.world.count(open).await, 0);
    }
}

on_both_engines! {
    async fn charge_leads_to_the_mark_of_its_payment(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let (charge, intent) = inbox.pay().await;
        inbox.deliver_charge("evt_1", &charge).await;
        let state = "SELECT COUNT(*) FROM stripe_object WHERE kind = 'payment' AND object_id = $1 AND state = $2";
        inbox.work().await;
        assert_eq!(inbox.world.count_of(state, &[&charge, "idle"]).await, 1);
        assert_eq!(inbox.world.count_of(state, &[&intent, "waiting"]).await, 0, "it was worked on, too");
        let known = "SELECT COUNT(*) FROM stripe_object WHERE kind = 'payment' AND object_id = $1";
        assert_eq!(inbox.world.count_of(known, &[&intent]).await, 1);
    }
}

on_both_engines! {
    async fn payment_method_leads_to_the_mark_of_its_customer(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let customer = call_stripe(&inbox.world, ACCOUNT, false, "POST /v1/customers name=Ada").await;
        let customer = customer["id"].as_str().unwrap();
        let added = json!({"customer": customer, "method": "pays"});
        let method = inbox.world.stripe.control("add_card", &added).unwrap();
        let method = method["id"].as_str().unwrap();
        inbox.deliver(&thin("evt_1", "payment_method.attached", method)).await;
        inbox.work().await;
        let state = "SELECT COUNT(*) FROM stripe_object WHERE kind = 'customer' AND object_id = $1 AND state = $2";
        assert_eq!(inbox.world.count_of(state, &[method, "idle"]).await, 1);
        assert_eq!(inbox.world.count_of(state, &[customer, "foreign"]).await, 1, "no website has the customer");
        inbox.deliver(&thin("evt_2", "payment_method.attached", "pm_none")).await;
        inbox.work().await;
        assert_eq!(inbox.world.count_of(state, &["pm_none", "foreign"]).await, 1);
    }
}

on_both_engines! {
    async fn deleted_draft_of_an_invoice_is_no_dead_letter(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let draft = json!({"id": "in_1", "object": "invoice", "livemode": false});
        inbox.deliver(&snapshot("evt_1", "invoice.updated", &draft)).await;
        assert_eq!(inbox.objects("waiting").await, 1);
        inbox.work().await;
        assert_eq!((inbox.objects("dead").await, inbox.objects("idle").await), (0, 1));
    }
}

on_both_engines! {
    async fn claim_of_a_server_that_ended_expires(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        inbox.deliver_charge("evt_1", "ch_1").await;
        // Another server claimed the object and ended.
        let until = inbox.world.clock.now().plus(Duration::from_mins(3)).micros();
        let claim = "UPDATE stripe_object SET attempts = 1, claimed_until = CAST($1 AS BIGINT)";
        inbox.world.sql(claim, &[&until.to_string()]).await;
        inbox.work().await;
        inbox.world.clock.advance(Duration::from_mins(3) - Duration::from_secs(1));
        inbox.work().await;
        assert_eq!((inbox.calls(FETCH), inbox.objects("waiting").await), (0, 1));
        inbox.world.clock.advance(Duration::from_secs(1));
        inbox.work().await;
        assert_eq!((inbox.calls(FETCH), inbox.objects("foreign").await), (1, 1));
    }
}

on_both_engines! {
    async fn event_during_an_application_makes_the_object_due_again(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        inbox.deliver_charge("evt_1", "ch_1").await;
        let slow = json!({"call": "GET /v1/charges", "times": 1, "kind": {"slow": 400}});
        inbox.world.stripe.control("add_fault", &slow).unwrap();
        let second = async {
            inbox.world.wait_for_count("SELECT count(*) FROM stripe_object WHERE claimed_until IS NOT NULL", 1).await;
            inbox.deliver_charge("evt_2", "ch_1").await;
        };
        tokio::join!(inbox.work(), second);
        inbox.work().await;
        assert_eq!(inbox.calls(FETCH), 2);
        assert_eq!(inbox.world.count("SELECT done FROM stripe_object").await, 2);
        assert_eq!(inbox.objects("foreign").await, 1);
    }
}

on_both_engines! {
    async fn failed_attempt_is_repeated_with_pauses(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        inbox.deliver_charge("evt_1", "ch_1").await;
        fail(&inbox.world, "GET /v1/charges", 3, "server_error_before");
        inbox.work().await;
        assert_eq!(inbox.objects("waiting").await, 1);
        assert_eq!(inbox.world.count("SELECT CAST(attempts AS BIGINT) FROM stripe_object").await, 1);
        assert_eq!(inbox.world.text("SELECT error FROM stripe_object").await, "Stripe is not available");
        let wait = "SELECT next_at FROM stripe_object";
        let wait = inbox.world.count(wait).await - inbox.world.clock.now().micros();
        assert!((4_500_000..=5_500_000).contains(&wait), "{wait}");
        inbox.work().await;
        assert_eq!(inbox.world.count("SELECT CAST(attempts AS BIGINT) FROM stripe_object").await, 1, "it is not due");
        inbox.world.clock.advance(Duration::from_secs(6));
        inbox.work().await;
        assert_eq!(inbox.objects("foreign").await, 1);
        assert_eq!(inbox.world.count("SELECT count(*) FROM stripe_object WHERE error IS NULL AND attempts = 0").await, 1);
    }
}

on_both_engines! {
    async fn object_whose_attempts_failed_is_dead_until_the_next_event(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        inbox.deliver_charge("evt_1", "ch_1").await;
        inbox.world.sql("UPDATE stripe_object SET attempts = 17", &[]).await;
        fail(&inbox.world, "GET /v1/charges", 3, "server_error_before");
        inbox.work().await;
        assert_eq!(inbox.objects("dead").await, 1);
        inbox.world.clock.advance(Duration::from_hours(40 * 24));
        inbox.work().await;
        assert_eq!(inbox.calls(FETCH), 3, "no attempt follows");
        inbox.deliver_charge("evt_2", "ch_1").await;
        inbox.work().await;
        assert_eq!(inbox.objects("foreign").await, 1);
    }
}

on_both_engines! {
    async fn object_that_ends_its_servers_is_dead(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        inbox.deliver_charge("evt_1", "ch_1").await;
        inbox.world.sql("UPDATE stripe_object SET attempts = 18", &[]).await;
        inbox.work().await;
        assert_eq!((inbox.objects("dead").await, inbox.calls(FETCH)), (1, 0));
    }
}

on_both_engines! {
    async fn objects_wait_while_the_key_is_revoked(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        inbox.deliver_charge("evt_1", "ch_1").await;
        inbox.world.sql("UPDATE stripe_connection SET state = 'revoked'", &[]).await;
        inbox.world.clock.advance(Duration::from_hours(40 * 24));
        inbox.work().await;
        assert_eq!((inbox.objects("waiting").await, inbox.calls(FETCH)), (1, 0));
        assert_eq!(inbox.world.count("SELECT CAST(attempts AS BIGINT) FROM stripe_object").await, 0);
        // Events are still taken.
        inbox.deliver_charge("evt_2", "ch_2").await;
        inbox.world.sql("UPDATE stripe_connection SET state = 'active'", &[]).await;
        inbox.work().await;
        assert_eq!(inbox.objects("foreign").await, 2);
    }
}

on_both_engines! {
    async fn refused_key_revokes_the_connection_and_counts_no_attempt(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        inbox.deliver_charge("evt_1", "ch_1").await;
        revoke(&inbox.world, &inbox.key);
        inbox.work().await;
        assert_eq!(inbox.world.text("SELECT state FROM stripe_connection").await, "revoked");
        assert_eq!(inbox.objects("waiting").await, 1);
        assert_eq!(inbox.world.count("SELECT CAST(attempts AS BIGINT) FROM stripe_object").await, 0);
    }
}
