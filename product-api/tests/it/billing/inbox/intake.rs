//! Tests the responses to deliveries: forged, repeated, unknown and good ones.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use stripe_double::sign;

use super::super::stripe::{connect_with, whole_key};
use super::{InboxSetup, SECRET, post_to, snapshot};
use crate::credits::Shop;
use crate::harness::{START, TestApi, on_both_engines};

/// An event that marks a session.
fn completed(event_id: &str) -> Value {
    let session = json!({"id": "cs_test_1", "object": "checkout.session"});
    snapshot(event_id, "checkout.session.completed", &session)
}

async fn bad_signatures(world: &TestApi) -> i64 {
    world
        .count("SELECT bad_signatures FROM stripe_connection")
        .await
}

on_both_engines! {
    async fn delivery_without_a_right_signature_is_refused_and_counted(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let body = completed("evt_1").to_string();
        let good = inbox.signature(&body);
        let changed = body.replace("cs_test_1", "cs_test_2");
        let at = |seconds: i64| Some(sign(&[SECRET], START + seconds, &body));
        let signed_by = |secret: &str| Some(sign(&[secret], START, &body));
        let rows: [(&str, Option<String>, &str); 11] = [
            ("no header", None, &body),
            ("empty header", Some(String::new()), &body),
            ("no time", Some(good.replace("t=", "x=")), &body),
            ("only another scheme", Some(good.replace("v1=", "v0=")), &body),
            ("truncated", Some(good[..good.len() - 1].to_owned()), &body),
            ("wrong secret", signed_by("whsec_another0123456789abcd"), &body),
            ("secret without its prefix", signed_by(&SECRET[6..]), &body),
            ("changed byte", Some(good.clone()), &changed),
            ("no body", Some(good.clone()), ""),
            ("old", at(-301), &body),
            ("future", at(301), &body),
        ];
        for (name, signature, body) in rows {
            inbox.world.sql("UPDATE stripe_connection SET bad_signatures = 0, state = 'active', reason = NULL", &[]).await;
            let refused = inbox.post(signature.as_deref(), body.to_owned()).await;
            refused.is_problem(400, "invalid-request");
            assert!(!refused.body.contains("whsec_"), "{name}");
            assert_eq!(bad_signatures(&inbox.world).await, 1, "{name}");
        }
        assert_eq!(inbox.world.count("SELECT count(*) FROM stripe_event").await, 0);
        for skew in [-300, 300] {
            let signature = at(skew);
            let taken = inbox.post(signature.as_deref(), body.clone()).await;
            assert_eq!(taken.status, 200, "{skew}");
        }
    }
}

on_both_engines! {
    async fn third_wrong_signature_in_a_row_degrades_the_connection(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let state = "SELECT state FROM stripe_connection";
        let body = completed("evt_1").to_string();
        for _ in 0..2 {
            inbox.post(None, body.clone()).await;
        }
        // What the server has cached of the connection is younger than 50 ms.
        tokio::time::sleep(Duration::from_millis(60)).await;
        assert_eq!(inbox.deliver(&completed("evt_1")).await.status, 200);
        assert_eq!(bad_signatures(&inbox.world).await, 0, "a right one resets the count");
        for expected in ["active", "active", "degraded"] {
            inbox.post(None, body.clone()).await;
            assert_eq!(inbox.world.text(state).await, expected);
        }
        assert_eq!(inbox.world.text("SELECT reason FROM stripe_connection").await, "bad-signatures");
        assert_eq!(inbox.deliver(&completed("evt_2")).await.status, 200, "it works on");
    }
}

on_both_engines! {
    async fn delivery_to_an_unknown_connection_is_not_found(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let body = completed("evt_1").to_string();
        let signature = inbox.signature(&body);
        let unknown = "scn_00000000000000000000000000000000";
        for id in [unknown, "scn_1", "x", &inbox.connection.to_uppercase()] {
            let refused = post_to(&inbox.world, id, Some(&signature), body.clone()).await;
            refused.is_problem(404, "not-found");
        }
        let disconnect = format!("POST /v1/stripe-connections/{}/disconnect", inbox.connection);
        assert_eq!(inbox.as_owner(&disconnect).await.status, 200);
        tokio::time::sleep(Duration::from_millis(60)).await;
        inbox.post(Some(&signature), body).await.is_problem(404, "not-found");
        assert_eq!(inbox.world.count("SELECT count(*) FROM stripe_event").await, 0);
    }
}

on_both_engines! {
    async fn delivery_for_another_connection_is_refused(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let other = Shop::open(&inbox.world, "usr_2", "Music").await;
        let body = json!({"mode": "test", "api_key": whole_key(&inbox.world, "acct_music", false)});
        let connected = connect_with(&inbox.world, "usr_2", &other.id, &body).await;
        assert_eq!(connected.status, 201, "{connected:?}");
        let connected = connected.json();
        let other = connected["connection"]["id"].as_str().unwrap();
        let body = completed("evt_1").to_string();
        let signature = inbox.signature(&body);
        let refused = post_to(&inbox.world, other, Some(&signature), body.clone()).await;
        refused.is_problem(400, "invalid-request");
        assert_eq!(inbox.post(Some(&signature), body).await.status, 200, "the control");
    }
}

on_both_engines! {
    async fn signed_body_without_an_event_is_refused(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        for body in ["", "{}", "[]", "hello", r#"{"object": "event"}"#, "{\"a\": 1, \"a\": 2}"] {
            let refused = inbox.post(Some(&inbox.signature(body)), body.to_owned()).await;
            refused.is_problem(400, "invalid-request");
        }
        assert_eq!(bad_signatures(&inbox.world).await, 0, "the signatures were right");
        assert_eq!(inbox.world.count("SELECT count(*) FROM stripe_event").await, 0);
    }
}

on_both_engines! {
    async fn body_over_a_mebibyte_is_too_large(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let mut event = completed("evt_1");
        event["data"]["object"]["metadata"] = json!({ "long": "x".repeat(1024 * 1024) });
        let body = event.to_string();
        let refused = inbox.post(Some(&inbox.signature(&body)), body).await;
        assert_eq!(refused.status, 413, "{}", refused.body);
        event["data"]["object"]["metadata"] = json!({ "long": "x".repeat(1024 * 1024 - 1000) });
        assert_eq!(inbox.deliver(&event).await.status, 200, "the control");
    }
}

on_both_engines! {
    async fn event_is_recorded_once_and_marks_its_object(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let dirty = "SELECT dirty FROM stripe_object WHERE kind = 'session' AND object_id = 'cs_test_1' AND state = 'waiting'";
        for _ in 0..3 {
            let taken = inbox.deliver(&completed("evt_1")).await;
            assert_eq!((taken.status, taken.body.as_str()), (200, ""));
        }
        assert_eq!(inbox.events("marked").await, 1);
        assert_eq!(inbox.world.count(dirty).await, 1);
        inbox.deliver(&completed("evt_2")).await;
        assert_eq!((inbox.events("marked").await, inbox.world.count(dirty).await), (2, 2));
        let stored = inbox.world.text("SELECT type || ' ' || source || ' ' || object_id FROM stripe_event WHERE event_id = 'evt_1'").await;
        assert_eq!(stored, "checkout.session.completed webhook cs_test_1");
    }
}

on_both_engines! {
    async fn event_of_a_type_that_is_not_needed_is_ignored(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let object = json!({"id": "in_1", "object": "invoice"});
        for (id, event_type) in [("evt_1", "invoice.created"), ("evt_2", "payout.paid"), ("evt_3", "brand.new")] {
            assert_eq!(inbox.deliver(&snapshot(id, event_type, &object)).await.status, 200);
        }
        assert_eq!(inbox.events("ignored").await, 3);
        assert_eq!(inbox.world.count("SELECT count(*) FROM stripe_object").await, 0);
    }
}

on_both_engines! {
    async fn event_of_another_mode_or_account_is_taken_and_not_used(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let change = |event_id: &str, member: &str, value: Value| {
            let mut event = completed(event_id);
            event[member] = value;
            event
        };
        let rows = [
            (change("evt_1", "livemode", json!(true)), "wrong-mode"),
            (change("evt_2", "account", json!("acct_other")), "wrong-account"),
            (change("evt_3", "data", json!({"object": {}})), "no-object"),
        ];
        for (event, reason) in rows {
            assert_eq!(inbox.deliver(&event).await.status, 200, "{event}");
            let page = inbox.as_owner("GET /v1/billing/inbox").await.json();
            assert_eq!(page["last_refused"]["reason"], reason, "{page}");
            assert_eq!(page["last_refused"]["stripe_event"], event["id"]);
            inbox.world.clock.advance(Duration::from_secs(1));
        }
        assert_eq!(inbox.events("refused").await, 3);
        assert_eq!(inbox.world.count("SELECT count(*) FROM stripe_object").await, 0);
        let own = change("evt_4", "account", json!(super::ACCOUNT));
        assert_eq!(inbox.deliver(&own).await.status, 200);
        assert_eq!(inbox.objects("waiting").await, 1, "the control");
    }
}

on_both_engines! {
    async fn other_methods_are_not_allowed(world: TestApi) {
        let path = "/webhooks/stripe/scn_00000000000000000000000000000000";
        for method in [Method::GET, Method::PUT, Method::DELETE] {
            let refused = world.send(method, path, &[], None).await;
            assert_eq!((refused.status, refused.header("allow")), (405, "POST"));
        }
    }
}

on_both_engines! {
    async fn delivery_while_the_database_is_unavailable_is_to_be_repeated(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        inbox.world.app.database.close().await;
        let refused = inbox.deliver(&completed("evt_1")).await;
        refused.is_problem(503, "unavailable");
    }
}
