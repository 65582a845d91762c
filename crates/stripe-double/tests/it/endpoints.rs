//! Webhook endpoints as objects.

use serde_json::json;

use crate::world::TestShop;

const FORM: &str = "url=https://a.example/hook&enabled_events[]=charge.refunded&enabled_events[]=invoice.paid\
                    &api_version=2026-08-26.dahlia&metadata[tollgate]=scn_1";

#[tokio::test]
async fn secret_is_in_the_first_response_only() {
    let shop = TestShop::open().await;
    let created = shop.post("/v1/webhook_endpoints", FORM).await.ok();
    assert!(created["secret"].as_str().unwrap().starts_with("whsec_"));
    assert_eq!(
        created["enabled_events"],
        json!(["charge.refunded", "invoice.paid"])
    );
    assert_eq!(created["status"], "enabled");
    let path = format!("/v1/webhook_endpoints/{}", created["id"].as_str().unwrap());
    let read = shop.get(&path).await.ok();
    assert!(read.get("secret").is_none() && read.get("_secrets").is_none());
    assert_eq!(read["api_version"], "2026-08-26.dahlia");
    let form = "disabled=true&enabled_events[]=*&url=https://b.example";
    let updated = shop.post(&path, form).await.ok();
    assert_eq!(updated["status"], "disabled");
    assert_eq!(
        (&updated["url"], &updated["enabled_events"]),
        (&json!("https://b.example"), &json!(["*"]))
    );
    assert_eq!(
        shop.post(&path, "api_version=2026-10-28.endive")
            .await
            .status,
        400
    );
    let listed = shop.get("/v1/webhook_endpoints").await.ok();
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    assert_eq!(shop.delete(&path).await.ok()["deleted"], true);
    assert_eq!(shop.get(&path).await.status, 404);
    assert_eq!(shop.delete(&path).await.status, 404);
}

#[tokio::test]
async fn seventeenth_endpoint_is_refused() {
    let shop = TestShop::open().await;
    for _ in 0..16 {
        shop.post("/v1/webhook_endpoints", FORM).await.ok();
    }
    let response = shop.post("/v1/webhook_endpoints", FORM).await;
    assert_eq!(response.status, 400);
    assert!(
        response
            .text
            .contains("maximum of 16 test webhook endpoints"),
        "{}",
        response.text
    );
}

#[tokio::test]
async fn live_endpoint_needs_https() {
    let mut shop = TestShop::open().await;
    let form = "url=http://localhost:1/hook&enabled_events[]=*";
    assert_eq!(shop.post("/v1/webhook_endpoints", form).await.status, 200);
    shop.key = shop
        .double
        .add_key(crate::world::ACCOUNT, true, None)
        .unwrap();
    let response = shop.post("/v1/webhook_endpoints", form).await;
    assert_eq!(response.error().2, "url_invalid");
}
