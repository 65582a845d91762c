//! Tests test events, which go to one endpoint like any event, and lists of endpoints and keys by mode.

use reqwest::Method;
use serde_json::{Value, json};

use super::{WebhookSetup, add};
use crate::credits::{Shop, grant};
use crate::harness::{TestApi, on_both_engines};
use crate::managing_keys::{id_and_secret, made, owner};
use crate::receiver::{Receiver, ReceiverBehaviour};

on_both_engines! {
    async fn test_event_is_signed_and_sent_to_its_endpoint_alone(world: TestApi) {
        let hooked = WebhookSetup::with_events(world, &json!(["credits.granted"])).await;
        let WebhookSetup { world, shop, receiver, .. } = &hooked;
        let other = Receiver::start(world.take_listener());
        add(world, &shop.key, &other.url, &Value::Null).await;
        let queued = hooked.call(Method::POST, "/test", None).await;
        assert_eq!(queued.status, 202, "{queued:?}");
        let event = queued.json()["event_id"].as_str().unwrap().to_owned();
        let waiting = hooked.call(Method::GET, &format!("/deliveries/{event}"), None).await.json();
        assert_eq!((&waiting["delivery"]["state"], &waiting["delivery"]["type"]), (&json!("waiting"), &json!("webhook.test")));
        hooked.deliver().await;
        let came = receiver.received();
        assert_eq!((came.len(), other.received().len()), (1, 0));
        assert_eq!((came[0].id.as_str(), came[0].kind().as_str()), (event.as_str(), "webhook.test"));
        assert!(came[0].is_signed_by(&hooked.secret));
        let log = hooked.call(Method::GET, &format!("/deliveries/{event}"), None).await.json();
        assert_eq!((&log["delivery"]["state"], &log["delivery"]["last_status"]), (&json!("delivered"), &json!(200)));
        assert_eq!(log["event"], came[0].json(), "what is shown is what was sent");
        assert_eq!((&log["event"]["data"]["customer_id"], &log["event"]["data"]["mode"]), (&Value::Null, &json!("live")));
        assert_eq!(log["event"]["data"]["amount"], 0);
        // A test event adds nothing to the books.
        grant(world, shop, "g", "ada", 5).await;
        assert_eq!(product_api::verify(&world.app.database).await.unwrap(), []);
    }
}

on_both_engines! {
    async fn rejected_test_event_delays_no_others(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        hooked.receiver.does(ReceiverBehaviour::Responds(500));
        for _ in 0..2 {
            assert_eq!(hooked.call(Method::POST, "/test", None).await.status, 202);
        }
        grant(&hooked.world, &hooked.shop, "g", "ada", 5).await;
        hooked.deliver().await;
        assert_eq!(hooked.receiver.received().len(), 3, "each is sent, none waits behind another");
        let failing = hooked.call(Method::GET, "/deliveries?state=waiting", None).await.json();
        assert_eq!(failing["items"].as_array().unwrap().len(), 3, "and is tried again");
        hooked.call(Method::PATCH, "", Some(json!({"status": "off"}))).await;
        hooked.call(Method::POST, "/test", None).await.is_problem(400, "invalid-request");
    }
}

on_both_engines! {
    async fn lists_are_filtered_by_mode_or_state(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let owned = async |method: Method, path: &str, body: Value| {
            owner(&world, ("usr_1", &shop.id), method, path, &body).await
        };
        let (spare, _) = made(&world, &shop, &json!({"name": "Spare", "scopes": ["keys"]})).await;
        let played = json!({"name": "Play", "scopes": ["webhooks", "keys"], "mode": "test"});
        let response = owned(Method::POST, "/v1/api-keys", played).await;
        let (_, play) = id_and_secret(&response);
        owned(Method::POST, &format!("/v1/api-keys/{spare}/revoke"), json!({})).await;
        let count = async |path: &str| {
            let response = owned(Method::GET, path, Value::Null).await;
            assert_eq!(response.status, 200, "{path}: {response:?}");
            response.json()["items"].as_array().unwrap().len()
        };
        for (query, expected) in [
            ("", 4), ("?mode=live", 2), ("?mode=test", 2), ("?status=revoked", 1), ("?status=active", 3),
            ("?mode=live&status=active", 1), ("?mode=test&status=revoked", 0),
        ] {
            assert_eq!(count(&format!("/v1/api-keys{query}")).await, expected, "{query}");
        }
        for mode in ["live", "test"] {
            let hook = json!({"url": "https://two.example/hooks", "mode": mode});
            assert_eq!(owned(Method::POST, "/v1/webhook-endpoints", hook).await.status, 201);
        }
        for (query, expected) in [("", 2), ("?mode=live", 1), ("?mode=test", 1)] {
            assert_eq!(count(&format!("/v1/webhook-endpoints{query}")).await, expected, "{query}");
        }
        // A key lists its own mode only, and a cursor is valid for its list only.
        for path in ["/v1/api-keys", "/v1/webhook-endpoints"] {
            assert_eq!(world.get(&format!("{path}?mode=test"), &play).await.status, 200);
            let body = world.get(&format!("{path}?mode=live"), &play).await.is_problem(400, "invalid-request");
            assert_eq!(body["errors"][0]["parameter"], "mode");
        }
        let page = owned(Method::GET, "/v1/api-keys?limit=1", Value::Null).await.json();
        let cursor = page["next_cursor"].as_str().unwrap();
        for (query, status) in [("", 200), ("&mode=live", 400), ("&status=active", 400)] {
            let path = format!("/v1/api-keys?limit=1&cursor={cursor}{query}");
            assert_eq!(owned(Method::GET, &path, Value::Null).await.status, status, "{query}");
        }
    }
}
