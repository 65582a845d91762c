//! Tests endpoints whose events our own key signs (`v1a`): the private key stays hidden, the public key verifies.

use reqwest::Method;
use serde_json::{Value, json};

use super::call;
use crate::credits::{Shop, grant};
use crate::harness::{TestApi, on_both_engines};
use crate::receiver::Receiver;

const PATH: &str = "/v1/webhook-endpoints";

on_both_engines! {
    async fn events_are_signed_by_an_own_key_and_rotated_with_two_signatures(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let receiver = Receiver::start(world.take_listener());
        let wish = json!({"url": receiver.url, "signing": "v1a"});
        let added = call(&world, Method::POST, PATH, &shop.key, Some(wish)).await;
        let body = added.json();
        assert_eq!((added.status, &body["secret"], &body["endpoint"]["signing"]), (201, &Value::Null, &json!("v1a")));
        let public = body["endpoint"]["public_key"].as_str().unwrap().to_owned();
        assert!(public.starts_with("whpk_") && public.len() == 5 + 44, "{public}");
        let stored = world.text("SELECT secret FROM webhook_endpoint").await;
        assert!(!stored.contains("whsk_"), "the private half is sealed");
        grant(&world, &shop, "a", "ada", 10).await;
        product_api::webhooks::once(&world.app).await.unwrap();
        world.settles().await;
        let came = receiver.received();
        assert_eq!((came.len(), came[0].is_signed_for(&public)), (1, true), "{came:?}");
        let id = body["endpoint"]["id"].as_str().unwrap();
        let rotate = format!("{PATH}/{id}/rotate-secret");
        let rotated = call(&world, Method::POST, &rotate, &shop.key, Some(json!({"overlap_hours": 1}))).await.json();
        let fresh = rotated["endpoint"]["public_key"].as_str().unwrap().to_owned();
        assert_eq!((fresh == public, &rotated["secret"]), (false, &Value::Null));
        grant(&world, &shop, "b", "ada", 10).await;
        product_api::webhooks::once(&world.app).await.unwrap();
        world.settles().await;
        let both = receiver.received().pop().unwrap();
        assert!(both.is_signed_for(&public) && both.is_signed_for(&fresh), "{both:?}");
        world.clock.advance(std::time::Duration::from_hours(2));
        grant(&world, &shop, "c", "ada", 10).await;
        product_api::webhooks::once(&world.app).await.unwrap();
        world.settles().await;
        let one = receiver.received().pop().unwrap();
        assert!(!one.is_signed_for(&public) && one.is_signed_for(&fresh), "{one:?}");
        let shown = world.get(&format!("{PATH}/{id}"), &shop.key).await.json();
        assert_eq!(shown["public_key"], json!(fresh));
        // The control shows that an endpoint without a choice gets a secret and no key.
        let usual = call(&world, Method::POST, PATH, &shop.key, Some(json!({"url": receiver.url}))).await.json();
        assert_eq!((&usual["endpoint"]["signing"], &usual["endpoint"]["public_key"]), (&json!("v1"), &Value::Null));
        assert!(usual["secret"].as_str().unwrap().starts_with("whsec_"));
        let wrong = json!({"url": receiver.url, "signing": "v2"});
        call(&world, Method::POST, PATH, &shop.key, Some(wrong)).await.is_problem(400, "invalid-request");
    }
}
