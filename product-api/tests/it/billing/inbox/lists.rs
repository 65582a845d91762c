//! Tests the lists of marked objects, and their replays.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::super::stripe::as_owner;
use super::InboxSetup;
use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::operator::operator_token;

/// Lets objects die of an error.
const KILL: &str = "\
    UPDATE stripe_object SET state = 'dead', next_at = NULL, waiting_since = NULL, attempts = 18, error = $1 WHERE object_id = $2";

impl InboxSetup {
    /// Marks a charge and lets it die.
    async fn bury(&self, number: u32, error: &str) {
        let charge = format!("ch_{number}");
        self.deliver_charge(&format!("evt_{number}"), &charge).await;
        self.world.sql(KILL, &[error, &charge]).await;
        self.world.clock.advance(Duration::from_secs(1));
    }

    async fn as_operator(&self, operation: &str, body: Option<&Value>) -> HttpResponse {
        let (method, path) = operation.split_once(' ').unwrap();
        let authorization = format!("Bearer {}", operator_token(&self.world));
        let headers = [
            ("authorization", authorization.as_str()),
            ("content-type", "application/json"),
        ];
        let method: Method = method.parse().unwrap();
        self.world
            .send(method, path, &headers, body.map(ToString::to_string))
            .await
    }
}

fn objects(page: &Value) -> Vec<&str> {
    let items = page["items"].as_array().unwrap().iter();
    items
        .map(|item| item["stripe_object"].as_str().unwrap())
        .collect()
}

on_both_engines! {
    async fn owner_sees_dead_and_waiting_objects_by_pages(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        for number in 1..=5 {
            inbox.bury(number, "Stripe is not available").await;
        }
        inbox.deliver_charge("evt_6", "ch_6").await;
        let page = inbox.as_owner("GET /v1/billing/inbox?limit=3").await.json();
        assert_eq!(objects(&page), ["ch_5", "ch_4", "ch_3"]);
        let cursor = page["next_cursor"].as_str().unwrap();
        let next = inbox.as_owner(&format!("GET /v1/billing/inbox?limit=3&cursor={cursor}")).await.json();
        assert_eq!((objects(&next), &next["next_cursor"]), (vec!["ch_2", "ch_1"], &Value::Null));
        let dead = &page["items"][0];
        let expected = json!({
            "connection_id": inbox.connection, "kind": "payment", "stripe_object": "ch_5", "state": "dead", "attempts": 18,
            "error": "Stripe is not available", "stripe_event": "evt_5", "next_at": null, "checked_at": null,
            "updated_at": dead["updated_at"],
        });
        assert_eq!(dead, &expected);
        assert_eq!((&page["waiting"], &page["dead"]), (&json!(1), &json!(5)));
        assert!(page["last_event_at"].is_string() && page["oldest_waiting_since"].is_string());
        let waiting = inbox.as_owner("GET /v1/billing/inbox?state=waiting").await.json();
        assert_eq!(objects(&waiting), ["ch_6"]);
        inbox.world.sql("UPDATE api_keys SET scopes = 'billing.sell'", &[]).await;
        let by_key = inbox.world.get("/v1/billing/inbox", &inbox.shop.test_key).await;
        by_key.is_problem(403, "insufficient-scope");
    }
}

on_both_engines! {
    async fn owner_applies_an_object_again(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        inbox.bury(1, "an error").await;
        let replayed = inbox.as_owner("POST /v1/billing/inbox/payment/ch_1/replay").await;
        assert_eq!(replayed.status, 200, "{replayed:?}");
        let replayed = replayed.json();
        assert_eq!((&replayed["state"], &replayed["attempts"], &replayed["error"]), (&json!("waiting"), &json!(0), &Value::Null));
        inbox.work().await;
        assert_eq!(inbox.objects("foreign").await, 1);
        for path in ["payment/ch_2", "session/ch_1", "invoice/ch_1"] {
            let missing = inbox.as_owner(&format!("POST /v1/billing/inbox/{path}/replay")).await;
            missing.is_problem(404, "not-found");
        }
        let audited = "SELECT count(*) FROM audit WHERE action = 'stripe_object.replayed' AND actor = 'usr_1'";
        assert_eq!(inbox.world.count(audited).await, 1);
    }
}

on_both_engines! {
    async fn other_owner_sees_and_replays_nothing(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        inbox.bury(1, "an error").await;
        let other = Shop::open(&inbox.world, "usr_2", "Music").await;
        for operation in ["GET /v1/billing/inbox", "POST /v1/billing/inbox/payment/ch_1/replay"] {
            let own = as_owner(&inbox.world, "usr_2", (&other.id, "test"), operation, None).await;
            own.is_problem(409, "billing-not-connected");
            let foreign = as_owner(&inbox.world, "usr_2", (&inbox.shop.id, "test"), operation, None).await;
            foreign.is_problem(404, "not-found");
            let live = as_owner(&inbox.world, "usr_1", (&inbox.shop.id, "live"), operation, None).await;
            live.is_problem(409, "billing-not-connected");
        }
        assert_eq!(inbox.objects("dead").await, 1);
    }
}

on_both_engines! {
    async fn operator_sees_connections_and_dead_letters(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        inbox.bury(1, "one").await;
        inbox.bury(2, "two").await;
        let page = inbox.as_operator("GET /v1/operator/billing", None).await.json();
        let connection = &page["items"][0];
        assert_eq!((&connection["id"], &connection["owner_user_id"]), (&json!(inbox.connection), &json!("usr_1")));
        assert_eq!((&connection["state"], &connection["circuit"]), (&json!("active"), &json!("closed")));
        assert_eq!((&connection["dead"], &connection["waiting"]), (&json!(2), &json!(0)));
        let dead = inbox.as_operator("GET /v1/operator/billing/dead-letters?limit=1", None).await.json();
        assert_eq!(objects(&dead), ["ch_2"]);
        let cursor = dead["next_cursor"].as_str().unwrap();
        let next = format!("GET /v1/operator/billing/dead-letters?limit=1&cursor={cursor}");
        assert_eq!(objects(&inbox.as_operator(&next, None).await.json()), ["ch_1"]);
        let of_one = inbox.as_operator("GET /v1/operator/billing/dead-letters?error=one", None).await.json();
        assert_eq!(objects(&of_one), ["ch_1"]);
        let refused = inbox.world.get("/v1/operator/billing", &inbox.world.token("usr_1")).await;
        refused.is_problem(403, "insufficient-scope");
    }
}

on_both_engines! {
    async fn operator_replays_one_or_all_of_an_error(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        for (number, error) in [(1, "one"), (2, "two"), (3, "two"), (4, "two")] {
            inbox.bury(number, error).await;
        }
        let replay = "POST /v1/operator/billing/replay";
        let object = json!({"object": {"connection_id": inbox.connection, "kind": "payment", "stripe_object": "ch_1"}});
        let one = inbox.as_operator(replay, Some(&object)).await;
        assert_eq!(one.json(), json!({"replayed": 1}), "{one:?}");
        assert_eq!((inbox.objects("waiting").await, inbox.objects("dead").await), (1, 3));
        let all = inbox.as_operator(replay, Some(&json!({"error": "two"}))).await;
        assert_eq!(all.json(), json!({"replayed": 3}));
        assert_eq!(inbox.objects("dead").await, 0);
        let none = inbox.as_operator(replay, Some(&json!({"error": "two"}))).await;
        assert_eq!(none.json(), json!({"replayed": 0}));
        let mut both = object.clone();
        both["error"] = json!("two");
        for wrong in [json!({}), both] {
            inbox.as_operator(replay, Some(&wrong)).await.is_problem(400, "invalid-request");
        }
        let missing = json!({"object": {"connection_id": "scn_none", "kind": "payment", "stripe_object": "ch_1"}});
        inbox.as_operator(replay, Some(&missing)).await.is_problem(404, "not-found");
        let audited = "SELECT count(*) FROM audit WHERE action = 'stripe_object.replayed' AND actor = 'usr_op'";
        assert_eq!(inbox.world.count(audited).await, 3);
    }
}

on_both_engines! {
    async fn dead_letters_of_a_disconnected_account_are_omitted(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        inbox.bury(1, "one").await;
        let ready = inbox.world.send(Method::GET, "/health/ready", &[], None).await;
        assert_eq!(ready.json()["api_stripe_dead_letters"], 1, "the control");
        let disconnect = format!("POST /v1/stripe-connections/{}/disconnect", inbox.connection);
        assert_eq!(inbox.as_owner(&disconnect).await.status, 200);
        let dead = inbox.as_operator("GET /v1/operator/billing/dead-letters", None).await.json();
        assert!(objects(&dead).is_empty(), "{dead}");
        let replay = inbox.as_operator("POST /v1/operator/billing/replay", Some(&json!({"error": "one"}))).await;
        assert_eq!(replay.json(), json!({"replayed": 0}));
        let connections = inbox.as_operator("GET /v1/operator/billing", None).await.json();
        assert_eq!(connections["items"], json!([]));
        let ready = inbox.world.send(Method::GET, "/health/ready", &[], None).await;
        assert_eq!(ready.json()["api_stripe_dead_letters"], 0);
    }
}
