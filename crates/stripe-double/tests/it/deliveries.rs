//! Deliveries of events: signatures, retries, faults and forms.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use stripe_double::sign;

use crate::receiver::WebhookReceiver;
use crate::world::{START, TestShop};

/// Creates an endpoint for all events and returns its id and secret.
async fn listen(shop: &TestShop, receiver: &WebhookReceiver) -> (String, String) {
    let form = format!("url={}&enabled_events[]=*", receiver.url);
    let endpoint = shop.post("/v1/webhook_endpoints", &form).await.ok();
    let text = |name: &str| endpoint[name].as_str().unwrap().to_owned();
    (text("id"), text("secret"))
}

#[tokio::test]
async fn delivery_is_signed_with_the_whole_secret() {
    let (shop, receiver) = (TestShop::open().await, WebhookReceiver::start().await);
    let (_, secret) = listen(&shop, &receiver).await;
    let customer = shop.customer().await;
    assert_eq!(shop.double.deliver_due().await.unwrap(), 1);
    let deliveries = receiver.take();
    let delivery = &deliveries[0];
    assert_eq!(delivery.signature, sign(&[&secret], START, &delivery.text));
    assert_ne!(
        delivery.signature,
        sign(&[&secret[6..]], START, &delivery.text)
    );
    let event = &delivery.event;
    assert_eq!(event["object"], "event");
    assert_eq!(event["type"], "customer.created");
    assert_eq!(event["data"]["object"]["id"], customer.as_str());
    assert_eq!(event["api_version"], "2026-08-26.dahlia");
    assert!(event["request"]["id"].as_str().unwrap().starts_with("req_"));
    assert_eq!(
        shop.double.deliver_due().await.unwrap(),
        0,
        "it is delivered once"
    );
}

#[tokio::test]
async fn endpoint_gets_its_subscribed_types() {
    let (shop, receiver) = (TestShop::open().await, WebhookReceiver::start().await);
    let form = format!("url={}&enabled_events[]=price.created", receiver.url);
    shop.post("/v1/webhook_endpoints", &form).await.ok();
    shop.price(100).await;
    shop.double.deliver_due().await.unwrap();
    let types: Vec<_> = receiver
        .take()
        .into_iter()
        .map(|one| one.event["type"].clone())
        .collect();
    assert_eq!(types, [json!("price.created")]);
}

#[tokio::test]
async fn failed_delivery_is_repeated_with_pauses_for_three_days() {
    let (shop, receiver) = (TestShop::open().await, WebhookReceiver::start().await);
    listen(&shop, &receiver).await;
    receiver.respond_with(500);
    shop.customer().await;
    let mut attempts = Vec::new();
    for hour in 0..=84 {
        shop.double.deliver_due().await.unwrap();
        if !receiver.take().is_empty() {
            attempts.push(hour);
        }
        shop.advance(3_600);
    }
    assert_eq!(attempts[..3], [0, 1, 2]);
    assert!((8..=12).contains(&attempts.len()), "{attempts:?}");
    let pending = shop.get("/v1/events").await.ok()["data"][0]["pending_webhooks"].clone();
    assert_eq!(pending, 1);
    receiver.respond_with(200);
    assert_eq!(
        shop.double.deliver_due().await.unwrap(),
        0,
        "it was given up"
    );
}

#[tokio::test]
async fn repeated_delivery_is_the_same_event() {
    let (shop, receiver) = (TestShop::open().await, WebhookReceiver::start().await);
    listen(&shop, &receiver).await;
    receiver.respond_with(503);
    shop.customer().await;
    shop.double.deliver_due().await.unwrap();
    receiver.respond_with(200);
    shop.advance(60);
    assert_eq!(shop.double.deliver_due().await.unwrap(), 1);
    let deliveries = receiver.take();
    assert_eq!(deliveries[0].text, deliveries[1].text);
    let event = shop.get("/v1/events").await.ok()["data"][0].clone();
    assert_eq!(event["pending_webhooks"], 0);
}

async fn delivered(shop: &TestShop, receiver: &WebhookReceiver, customers: usize) -> Vec<Value> {
    for _ in 0..customers {
        shop.customer().await;
    }
    shop.double.deliver_due().await.unwrap();
    let deliveries = receiver.take().into_iter();
    deliveries
        .map(|delivery| delivery.event["id"].clone())
        .collect()
}

#[tokio::test]
async fn faults_repeat_lose_delay_and_shuffle() {
    let (shop, receiver) = (TestShop::open().await, WebhookReceiver::start().await);
    listen(&shop, &receiver).await;
    shop.control("set_delivery_faults", &json!({"duplicates": 2}));
    let found = delivered(&shop, &receiver, 2).await;
    let distinct: BTreeSet<String> = found.iter().map(Value::to_string).collect();
    assert_eq!((found.len(), distinct.len()), (6, 2));
    shop.control("set_delivery_faults", &json!({"drop_one_in": 1}));
    assert_eq!(delivered(&shop, &receiver, 3).await.len(), 0);
    shop.control("set_delivery_faults", &json!({"drop_one_in": 2}));
    let some = delivered(&shop, &receiver, 40).await.len();
    assert!((10..=30).contains(&some), "{some}");
    shop.control("set_delivery_faults", &json!({"delay_seconds": 30}));
    assert_eq!(delivered(&shop, &receiver, 1).await.len(), 0);
    shop.advance(30);
    assert_eq!(delivered(&shop, &receiver, 0).await.len(), 1);
    shop.control("set_delivery_faults", &json!({"shuffle": true}));
    let shuffled = delivered(&shop, &receiver, 12).await;
    let page = shop.get("/v1/events?limit=12").await.ok();
    let ordered: Vec<_> = page["data"].as_array().unwrap().iter().rev().collect();
    let ordered: Vec<_> = ordered
        .into_iter()
        .map(|event| event["id"].clone())
        .collect();
    assert_ne!(shuffled, ordered);
    shop.control("set_delivery_faults", &json!({}));
    assert_eq!(delivered(&shop, &receiver, 1).await.len(), 1, "the control");
}

#[tokio::test]
async fn signature_can_have_a_wrong_time() {
    let (shop, receiver) = (TestShop::open().await, WebhookReceiver::start().await);
    let (_, secret) = listen(&shop, &receiver).await;
    for skew in [-301, 301] {
        shop.control(
            "set_delivery_faults",
            &json!({"signature_skew_seconds": skew}),
        );
        shop.customer().await;
        shop.double.deliver_due().await.unwrap();
        let delivery = receiver.take().remove(0);
        assert_eq!(
            delivery.signature,
            sign(&[&secret], START + skew, &delivery.text)
        );
    }
}

#[tokio::test]
async fn thin_event_names_its_object_only() {
    let (shop, receiver) = (TestShop::open().await, WebhookReceiver::start().await);
    let (endpoint, _) = listen(&shop, &receiver).await;
    shop.control(
        "set_thin_events",
        &json!({"endpoint": endpoint, "is_thin": true}),
    );
    let session = shop.session("").await;
    let id = session["id"].as_str().unwrap();
    shop.double.pay_session(id, "pays").unwrap();
    shop.double.deliver_due().await.unwrap();
    let deliveries = receiver.take();
    let completed = deliveries
        .iter()
        .find(|delivery| delivery.event["type"] == "v1.checkout.session.completed")
        .unwrap();
    let event = &completed.event;
    assert_eq!(event["object"], "v2.core.event");
    assert_eq!(
        event["related_object"],
        json!({"id": id, "type": "checkout.session", "url": format!("/v1/checkout/sessions/{id}")})
    );
    assert!(event.get("data").is_none());
    assert!(event["created"].as_str().unwrap().ends_with('Z'));
    shop.control(
        "set_delivery_faults",
        &json!({"form": "snapshot", "version": "acacia"}),
    );
    shop.customer().await;
    shop.double.deliver_due().await.unwrap();
    assert_eq!(receiver.take()[0].event["api_version"], "2024-12-18.acacia");
}

#[tokio::test]
async fn rolled_secret_leaves_the_old_one_for_a_while() {
    let (shop, receiver) = (TestShop::open().await, WebhookReceiver::start().await);
    let (endpoint, old) = listen(&shop, &receiver).await;
    let rolled = json!({"endpoint": endpoint, "overlap_seconds": 3600});
    let new = shop.control("roll_secret", &rolled)["secret"]
        .as_str()
        .unwrap()
        .to_owned();
    shop.customer().await;
    shop.double.deliver_due().await.unwrap();
    let delivery = receiver.take().remove(0);
    assert_eq!(
        delivery.signature,
        sign(&[&old, &new], START, &delivery.text)
    );
    let rolled = json!({"endpoint": endpoint});
    let last = shop.control("roll_secret", &rolled)["secret"]
        .as_str()
        .unwrap()
        .to_owned();
    shop.customer().await;
    shop.double.deliver_due().await.unwrap();
    let delivery = receiver.take().remove(0);
    assert_eq!(
        delivery.signature,
        sign(&[&old, &last], START, &delivery.text)
    );
}

#[tokio::test]
async fn disabled_endpoint_gets_nothing() {
    let (shop, receiver) = (TestShop::open().await, WebhookReceiver::start().await);
    let (endpoint, _) = listen(&shop, &receiver).await;
    let path = format!("/v1/webhook_endpoints/{endpoint}");
    shop.post(&path, "disabled=true").await.ok();
    assert_eq!(delivered(&shop, &receiver, 1).await.len(), 0);
    shop.post(&path, "disabled=false").await.ok();
    assert_eq!(delivered(&shop, &receiver, 1).await.len(), 1);
}
