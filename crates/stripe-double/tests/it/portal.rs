//! The customer portal: its API and its page.

use serde_json::json;

use crate::world::{CallResponse, TestShop};

const CONFIGURATION: &str = "features[payment_method_update][enabled]=true\
    &features[invoice_history][enabled]=true\
    &features[customer_update][enabled]=true\
    &features[customer_update][allowed_updates][]=address\
    &business_profile[headline]=Hello&metadata[tollgate]=bok_1";

#[tokio::test]
async fn session_needs_a_configuration() {
    let shop = TestShop::open().await;
    let customer = shop.customer().await;
    let sessions = "/v1/billing_portal/sessions";
    let form = format!("customer={customer}");
    let refused = shop.post(sessions, &form).await;
    assert!(refused.text.contains("until you save"), "{}", refused.text);
    let made = shop
        .post("/v1/billing_portal/configurations", CONFIGURATION)
        .await
        .ok();
    let id = made["id"].as_str().unwrap();
    assert_eq!(made["features"]["payment_method_update"]["enabled"], true);
    assert_eq!(made["features"]["subscription_cancel"]["enabled"], false);
    assert_eq!(
        made["features"]["customer_update"]["allowed_updates"],
        json!(["address"])
    );
    assert_eq!(made["business_profile"]["headline"], "Hello");
    let form = format!("customer={customer}&configuration={id}&return_url=https://shop.example");
    let session = shop.post(sessions, &form).await.ok();
    assert!(session["url"].as_str().unwrap().starts_with(&shop.base_url));
    let path = format!("/v1/billing_portal/configurations/{id}");
    let off = shop
        .post(
            &path,
            "active=false&features[invoice_history][enabled]=false",
        )
        .await
        .ok();
    assert_eq!(
        (
            &off["active"],
            &off["features"]["invoice_history"]["enabled"]
        ),
        (&json!(false), &json!(false))
    );
    assert_eq!(shop.get(&path).await.ok()["active"], false);
    let unknown = format!("customer={customer}&configuration=bpc_none");
    assert_eq!(
        shop.post(sessions, &unknown).await.error().2,
        "resource_missing"
    );
    assert_eq!(
        shop.post(sessions, "customer=cus_none").await.error().3,
        "customer"
    );
}

/// Opens a portal for a new customer; returns the customer and the address.
async fn open_portal(shop: &TestShop) -> (String, String) {
    let customer = shop.customer().await;
    let path = "/v1/billing_portal/configurations";
    let id = shop.post(path, CONFIGURATION).await.ok()["id"].clone();
    let form = format!(
        "customer={customer}&configuration={}&return_url=https://shop.example/account",
        id.as_str().unwrap()
    );
    let session = shop.post("/v1/billing_portal/sessions", &form).await.ok();
    (customer, session["url"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn customer_changes_methods_on_the_page() {
    let shop = TestShop::open().await;
    let (customer, url) = open_portal(&shop).await;
    let send = |action: &str, form: String| {
        let request = shop.client.post(format!("{url}/{action}"));
        request
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form)
            .send()
    };
    let read_page =
        || async { CallResponse::read(shop.client.get(&url).send().await.unwrap()).await };
    assert!(read_page().await.text.contains("No method is saved."));
    let declined = send("add", "method=declined".to_owned()).await.unwrap();
    assert_eq!(declined.status(), 402);
    for _ in 0..2 {
        let added = send("add", "method=pays".to_owned()).await.unwrap();
        assert_eq!(
            (
                added.status().as_u16(),
                added.headers()["location"].to_str().unwrap()
            ),
            (303, url.as_str())
        );
    }
    let methods = format!("/v1/customers/{customer}/payment_methods");
    let saved = shop.get(&methods).await.ok();
    let (new, old) = (
        saved["data"][0]["id"].clone(),
        saved["data"][1]["id"].clone(),
    );
    let path = format!("/v1/customers/{customer}");
    let default = || async {
        shop.get(&path).await.ok()["invoice_settings"]["default_payment_method"].clone()
    };
    assert_eq!(default().await, new);
    let chosen = |id: &serde_json::Value| format!("payment_method={}", id.as_str().unwrap());
    send("default", chosen(&old)).await.unwrap();
    assert_eq!(default().await, old);
    send("remove", chosen(&old)).await.unwrap();
    assert_eq!(default().await, json!(null));
    assert_eq!(
        shop.get(&methods).await.ok()["data"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let foreign = send("remove", "payment_method=pm_none".to_owned())
        .await
        .unwrap();
    assert_eq!(foreign.status(), 402);
    let page = read_page().await;
    assert!(
        page.text.contains("visa •••• 4242") && page.text.contains("https://shop.example/account")
    );
    assert_eq!(send("fly", String::new()).await.unwrap().status(), 404);
}
