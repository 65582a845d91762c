//! Tests `GET /v1/me/notices`: an owner sees a disabled endpoint until it is activated or deleted.

use reqwest::Method;
use serde_json::json;

use super::WebhookSetup;
use crate::credits::grant;
use crate::harness::{TestApi, on_both_engines};
use crate::receiver::ReceiverBehaviour;

on_both_engines! {
    async fn owner_sees_a_disabled_endpoint_until_it_is_fixed(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let world = &hooked.world;
        let owner = world.token("usr_1");
        let notices = async |token: &str| world.get("/v1/me/notices", token).await.json()["items"].clone();
        assert_eq!(notices(&owner).await, json!([]));
        hooked.receiver.does(ReceiverBehaviour::Responds(410));
        grant(world, &hooked.shop, "g", "ada", 10).await;
        hooked.deliver().await;
        world.settles().await;
        let body = notices(&owner).await;
        assert_eq!(body, json!([{
            "kind": "webhook-endpoint-disabled", "website_id": hooked.shop.id, "website_name": "Pictures", "mode": "live",
            "subject": hooked.endpoint, "url": hooked.receiver.url, "reason": "it said that it is gone (410)",
            "since": "2027-01-15T08:00:00.000Z",
        }]));
        assert_eq!(notices(&world.token("usr_2")).await, json!([]), "other users get no notice");
        world.get("/v1/me/notices", &hooked.shop.key).await.is_problem(403, "insufficient-scope");
        let on = hooked.call(Method::PATCH, "", Some(json!({"status": "active"}))).await;
        assert_eq!(on.status, 200, "{on:?}");
        assert_eq!(notices(&owner).await, json!([]), "the notice ends with its reason");
    }
}
