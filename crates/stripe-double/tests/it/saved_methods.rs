//! Invoices, saved cards and sessions in setup mode.

use serde_json::json;

use crate::world::TestShop;

#[tokio::test]
async fn invoice_comes_with_the_payment() {
    let shop = TestShop::open().await;
    let customer = shop.customer().await;
    let more = format!("customer={customer}&invoice_creation[enabled]=true");
    let session = shop.session(&more).await;
    let id = session["id"].as_str().unwrap();
    shop.double.pay_session(id, "pays").unwrap();
    let session = shop
        .get(&format!("/v1/checkout/sessions/{id}?expand[]=invoice"))
        .await
        .ok();
    let invoice = &session["invoice"];
    assert_eq!(
        (&invoice["status"], &invoice["total"]),
        (&json!("paid"), &json!(1000))
    );
    assert!(invoice["lines"]["data"][0]["pricing"]["price_details"]["product"].is_string());
    let intent = session["payment_intent"].as_str().unwrap();
    let path = format!(
        "/v1/invoice_payments?payment[type]=payment_intent&payment[payment_intent]={intent}"
    );
    let payments = shop.get(&path).await.ok();
    assert_eq!(payments["data"][0]["invoice"], invoice["id"]);
    assert_eq!(payments["data"].as_array().unwrap().len(), 1);
    let types = shop.event_types().await;
    assert!(
        types.contains(&"invoice.paid".to_owned())
            && types.contains(&"invoice_payment.paid".to_owned())
    );
    let listed = shop
        .get(&format!("/v1/invoices?customer={customer}"))
        .await
        .ok();
    assert_eq!(listed["data"][0]["id"], invoice["id"]);
}

#[tokio::test]
async fn saved_card_belongs_to_the_customer() {
    let shop = TestShop::open().await;
    let customer = shop.customer().await;
    let methods = format!("/v1/customers/{customer}/payment_methods?type=card");
    let id = shop.session(&format!("customer={customer}")).await["id"].clone();
    shop.double
        .pay_session(id.as_str().unwrap(), "pays")
        .unwrap();
    assert_eq!(
        shop.get(&methods).await.ok()["data"],
        json!([]),
        "it was not to be saved"
    );
    let more = format!("customer={customer}&payment_intent_data[setup_future_usage]=off_session");
    let id = shop.session(&more).await["id"].clone();
    shop.double
        .pay_session(id.as_str().unwrap(), "pays")
        .unwrap();
    let saved = shop.get(&methods).await.ok()["data"][0].clone();
    assert_eq!(
        (&saved["customer"], &saved["card"]["last4"]),
        (&json!(customer), &json!("4242"))
    );
    let method = saved["id"].as_str().unwrap();
    let expiry = json!({"payment_method": method, "month": 1, "year": 2027});
    shop.control("set_card_expiry", &expiry);
    let path = format!("/v1/payment_methods/{method}");
    assert_eq!(shop.get(&path).await.ok()["card"]["exp_year"], 2027);
    let default = format!("invoice_settings[default_payment_method]={method}");
    shop.post(&format!("/v1/customers/{customer}"), &default)
        .await
        .ok();
    shop.post(&format!("{path}/detach"), "").await.ok();
    let after = shop.get(&format!("/v1/customers/{customer}")).await.ok();
    assert_eq!(
        after["invoice_settings"]["default_payment_method"],
        json!(null)
    );
    assert_eq!(shop.post(&format!("{path}/detach"), "").await.status, 400);
    let types = shop.event_types().await;
    for expected in [
        "payment_method.attached",
        "payment_method.automatically_updated",
        "payment_method.detached",
    ] {
        assert!(types.contains(&expected.to_owned()), "{expected}");
    }
}

#[tokio::test]
async fn setup_session_saves_a_card_without_a_payment() {
    let shop = TestShop::open().await;
    let customer = shop.customer().await;
    let form = format!(
        "mode=setup&currency=eur&customer={customer}&success_url=https://a.example\
         &setup_intent_data[metadata][tollgate]=chk_1"
    );
    let session = shop.post("/v1/checkout/sessions", &form).await.ok();
    let id = session["id"].as_str().unwrap();
    assert_eq!(session["payment_status"], "no_payment_required");
    let intent = format!(
        "/v1/setup_intents/{}",
        session["setup_intent"].as_str().unwrap()
    );
    assert_eq!(
        shop.get(&intent).await.ok()["metadata"]["tollgate"],
        "chk_1"
    );
    assert_eq!(shop.double.pay_session(id, "declined").unwrap(), "declined");
    assert_eq!(
        shop.get(&intent).await.ok()["last_setup_error"]["code"],
        "card_declined"
    );
    assert_eq!(
        shop.double.pay_session(id, "must_confirm").unwrap(),
        "must_confirm"
    );
    shop.control(
        "confirm_session",
        &json!({"session": id, "is_confirmed": false}),
    );
    assert_eq!(shop.double.pay_session(id, "pays").unwrap(), "completed");
    let done = shop.get(&intent).await.ok();
    assert_eq!(done["status"], "succeeded");
    let path = format!("/v1/checkout/sessions/{id}?expand[]=setup_intent.payment_method");
    let expanded = shop.get(&path).await.ok();
    let method = &expanded["setup_intent"]["payment_method"];
    assert_eq!(
        (&method["id"], &method["card"]["last4"]),
        (&done["payment_method"], &json!("4242"))
    );
    let path = format!(
        "/v1/payment_methods/{}",
        done["payment_method"].as_str().unwrap()
    );
    let method = shop.get(&path).await.ok();
    assert_eq!(method["customer"], customer.as_str());
    assert_eq!(shop.get("/v1/charges").await.ok()["data"], json!([]));
    let types = shop.event_types().await;
    assert_eq!(types.last().unwrap(), "checkout.session.completed");
    assert!(types.contains(&"setup_intent.succeeded".to_owned()));
}

#[tokio::test]
async fn setup_session_shows_the_text_of_the_seller() {
    let shop = TestShop::open().await;
    let form = "mode=setup&currency=eur&success_url=https://a.example";
    let text = "I agree that Pictures charges my saved card.";
    let named = format!("{form}&custom_text[submit][message]={text}");
    let session = shop.post("/v1/checkout/sessions", &named).await.ok();
    assert_eq!(session["custom_text"]["submit"]["message"], text);
    assert_eq!(session["custom_text"]["after_submit"], json!(null));
    let url = session["url"].as_str().unwrap();
    let page = shop.client.get(url).send().await.unwrap();
    assert!(page.text().await.unwrap().contains(text));
    let long = format!("{form}&custom_text[submit][message]={}", "x".repeat(1_201));
    let refused = shop.post("/v1/checkout/sessions", &long).await;
    assert_eq!(
        refused.error(),
        (
            400,
            "invalid_request_error",
            "",
            "custom_text[submit][message]"
        )
    );
    for (more, parameter) in [
        ("&line_items[0][price]=price_1", "line_items"),
        (
            "&payment_intent_data[setup_future_usage]=off_session",
            "payment_intent_data",
        ),
    ] {
        let refused = shop
            .post("/v1/checkout/sessions", &format!("{form}{more}"))
            .await;
        assert_eq!((refused.status, refused.error().3), (400, parameter));
    }
    let without = "mode=setup&success_url=https://a.example";
    let refused = shop.post("/v1/checkout/sessions", without).await;
    assert_eq!((refused.status, refused.error().3), (400, "currency"));
}
