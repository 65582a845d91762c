//! Tests that events in all shapes mark the same objects, in any order and any number of times.

use std::collections::BTreeMap;

use foundation::testing::{SeededRng, TestEngine};
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::super::stripe::{ACCOUNT, call_stripe, connect, with_deliveries};
use super::{InboxSetup, snapshot, thin};
use crate::credits::Shop;
use crate::harness::{TestApi, on_both_engines};

/// Number of histories of the property test.
const HISTORIES: u64 = 12;

/// Returns the number of marks of each object.
async fn marks(world: &TestApi) -> BTreeMap<String, i64> {
    let mut marks = BTreeMap::new();
    for number in 0..6 {
        let object = format!("pi_{number}");
        let dirty = "SELECT COALESCE(MAX(dirty), 0) FROM stripe_object WHERE kind = 'payment' AND state = 'waiting' AND object_id = $1";
        let count = world.count_of(dirty, &[&object]).await;
        marks.insert(object, count);
    }
    marks
}

/// Returns events about six payments, in snapshots of three versions.
fn history(random: &mut SeededRng) -> Vec<Value> {
    let events = (0..20).map(|number| {
        let intent = format!("pi_{}", random.below(6));
        let own = json!({"id": intent, "object": "payment_intent"});
        let charge =
            json!({"id": "ch_1", "object": "charge", "invoice": null, "payment_intent": intent});
        let refund = json!({"id": "re_1", "object": "refund", "payment_intent": {"id": intent}});
        let (event_type, object) = random.pick(&[
            ("payment_intent.succeeded", &own),
            ("charge.refunded", &charge),
            ("refund.updated", &refund),
            ("charge.dispute.created", &charge),
        ]);
        let mut event = snapshot(&format!("evt_{number}"), event_type, object);
        event["api_version"] = random
            .pick(&[
                "2024-12-18.acacia",
                "2026-08-26.dahlia",
                "2026-10-28.endive",
            ])
            .into();
        event
    });
    events.collect()
}

/// Returns the events, each up to five times, in any order.
fn shuffled(random: &mut SeededRng, events: &[Value]) -> Vec<Value> {
    let mut all = Vec::new();
    for event in events {
        for _ in 0..=random.below(5) {
            all.insert(random.below(all.len() + 1), event.clone());
        }
    }
    all
}

on_both_engines! {
    async fn deliveries_in_any_order_and_number_leave_equal_marks(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        for seed in 0..HISTORIES {
            let mut random = SeededRng::new(seed);
            let events = history(&mut random);
            for event in &events {
                inbox.deliver(event).await;
            }
            let expected = marks(&inbox.world).await;
            inbox.world.sql("DELETE FROM stripe_object", &[]).await;
            inbox.world.sql("DELETE FROM stripe_event", &[]).await;
            let deliveries = shuffled(&mut random, &events);
            // Several arrive together and share a transaction.
            for together in deliveries.chunks(random.below(9) + 1) {
                for response in join_all(together.iter().map(|event| inbox.deliver(event))).await {
                    assert_eq!(response.status, 200, "{seed}");
                }
            }
            assert_eq!(marks(&inbox.world).await, expected, "{seed}");
            assert_eq!(inbox.events("marked").await, 20, "{seed}");
            inbox.world.sql("DELETE FROM stripe_object", &[]).await;
            inbox.world.sql("DELETE FROM stripe_event", &[]).await;
        }
    }
}

on_both_engines! {
    async fn thin_event_marks_what_its_snapshot_marks(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let rows = [
            ("checkout.session.completed", "cs_test_1", "session"),
            ("payment_intent.succeeded", "pi_1", "payment"),
            ("charge.refunded", "ch_1", "payment"),
            ("customer.updated", "cus_1", "customer"),
            ("price.updated", "price_1", "price"),
            ("product.deleted", "tollgate_pck_1", "product"),
        ];
        for (number, (event_type, object, kind)) in rows.into_iter().enumerate() {
            let marked = "SELECT dirty FROM stripe_object WHERE kind = $1 AND object_id = $2";
            inbox.deliver(&thin(&format!("evt_a{number}"), event_type, object)).await;
            assert_eq!(inbox.world.count_of(marked, &[kind, object]).await, 1, "{event_type}");
            let whole = snapshot(&format!("evt_b{number}"), event_type, &json!({ "id": object }));
            inbox.deliver(&whole).await;
            assert_eq!(inbox.world.count_of(marked, &[kind, object]).await, 2, "{event_type}");
        }
    }
}

on_both_engines! {
    async fn event_about_a_payment_method_marks_its_customer(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let method = |customer: Value| json!({"id": "pm_1", "object": "payment_method", "customer": customer});
        let setup = |customer: Value| json!({"id": "seti_1", "object": "setup_intent", "customer": customer});
        let mut detached = snapshot("evt_1", "payment_method.detached", &method(Value::Null));
        detached["data"]["previous_attributes"] = json!({"customer": "cus_1"});
        let marking = [
            detached,
            snapshot("evt_2", "payment_method.attached", &method(json!("cus_1"))),
            snapshot("evt_3", "payment_method.automatically_updated", &method(json!("cus_1"))),
            snapshot("evt_4", "setup_intent.succeeded", &setup(json!("cus_1"))),
        ];
        let dirty = "SELECT dirty FROM stripe_object WHERE kind = 'customer' AND object_id = 'cus_1'";
        for (event, expected) in marking.iter().zip(1..) {
            assert_eq!(inbox.deliver(event).await.status, 200, "{event}");
            assert_eq!(inbox.world.count(dirty).await, expected, "{event}");
        }
        let ignored = [
            snapshot("evt_5", "payment_method.attached", &method(Value::Null)),
            snapshot("evt_6", "setup_intent.succeeded", &setup(Value::Null)),
            thin("evt_7", "setup_intent.succeeded", "seti_1"),
        ];
        for event in &ignored {
            assert_eq!(inbox.deliver(event).await.status, 200, "{event}");
        }
        assert_eq!((inbox.events("marked").await, inbox.events("ignored").await), (4, 3));
        assert_eq!(inbox.world.count("SELECT count(*) FROM stripe_object").await, 1);
    }
}

on_both_engines! {
    async fn events_of_the_double_arrive_in_every_form_and_version(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        connect(&world, &shop).await;
        let customer = call_stripe(&world, ACCOUNT, false, "POST /v1/customers name=Ada").await;
        let id = customer["id"].as_str().unwrap();
        let mut expected = 0;
        for form in ["snapshot", "thin"] {
            for version in ["acacia", "dahlia", "endive"] {
                let faults = json!({"form": form, "version": version, "duplicates": 1});
                world.stripe.control("set_delivery_faults", &faults).unwrap();
                let change = format!("POST /v1/customers/{id} name={form}{version}");
                call_stripe(&world, ACCOUNT, false, &change).await;
                let delivered = world.stripe.deliver_due().await.unwrap();
                assert_eq!(delivered, 2, "{form} {version}");
                expected += 1;
                let dirty = "SELECT dirty FROM stripe_object WHERE kind = 'customer' AND object_id = $1";
                assert_eq!(world.count_of(dirty, &[id]).await, expected, "{form} {version}");
            }
        }
    }
}
