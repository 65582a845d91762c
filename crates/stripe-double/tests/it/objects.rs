//! Customers, products and prices.

use serde_json::json;

use crate::world::{START, TestShop};

#[tokio::test]
async fn customer_is_created_changed_and_deleted() {
    let shop = TestShop::open().await;
    let form = "email=ann@example.com&name=Ann&metadata[tollgate]=usr_1&address[country]=DE";
    let created = shop.post("/v1/customers", form).await.ok();
    let id = created["id"].as_str().unwrap();
    assert!(id.starts_with("cus_") && id.len() == 18, "{id}");
    assert_eq!(created["object"], "customer");
    assert_eq!(created["created"], START);
    assert_eq!(created["livemode"], false);
    assert_eq!(created["metadata"], json!({"tollgate": "usr_1"}));
    assert_eq!(created["address"]["country"], "DE");
    let path = format!("/v1/customers/{id}");
    let updated = shop
        .post(&path, "name=&metadata[a]=1&metadata[tollgate]=")
        .await
        .ok();
    assert_eq!(
        (&updated["name"], &updated["email"]),
        (&json!(null), &json!("ann@example.com"))
    );
    assert_eq!(updated["metadata"], json!({"a": "1"}));
    let by_mail = shop.get("/v1/customers?email=ann@example.com").await.ok();
    assert_eq!(by_mail["data"].as_array().unwrap().len(), 1);
    let deleted = shop.delete(&path).await.ok();
    assert_eq!(
        deleted,
        json!({"id": id, "object": "customer", "deleted": true})
    );
    assert_eq!(shop.get(&path).await.ok()["deleted"], true);
    assert_eq!(shop.post(&path, "name=a").await.status, 404);
    assert_eq!(shop.get("/v1/customers").await.ok()["data"], json!([]));
    let types = shop.event_types().await;
    assert_eq!(
        types,
        ["customer.created", "customer.updated", "customer.deleted"]
    );
}

#[tokio::test]
async fn product_with_its_own_id_is_one() {
    let shop = TestShop::open().await;
    let form = "id=tollgate_pck_1&name=Credits";
    assert_eq!(
        shop.post("/v1/products", form).await.ok()["id"],
        "tollgate_pck_1"
    );
    let again = shop.post("/v1/products", form).await;
    assert_eq!(
        again.error(),
        (
            400,
            "invalid_request_error",
            "resource_already_exists",
            "id"
        )
    );
    let path = "/v1/products/tollgate_pck_1";
    assert_eq!(shop.post(path, "active=false").await.ok()["active"], false);
    assert_eq!(
        shop.get("/v1/products?active=true").await.ok()["data"],
        json!([])
    );
    let listed = shop.get("/v1/products?ids[]=tollgate_pck_1").await.ok();
    assert_eq!(listed["data"][0]["id"], "tollgate_pck_1");
    assert_eq!(shop.delete(path).await.ok()["deleted"], true);
    assert_eq!(shop.get(path).await.status, 404);
    let types = shop.event_types().await;
    assert_eq!(
        types,
        ["product.created", "product.updated", "product.deleted"]
    );
}

#[tokio::test]
async fn lookup_key_belongs_to_one_price() {
    let shop = TestShop::open().await;
    shop.post("/v1/products", "id=p&name=Credits").await.ok();
    let form =
        "product=p&currency=EUR&unit_amount=500&lookup_key=tollgate:a&tax_behavior=exclusive";
    let first = shop.post("/v1/prices", form).await.ok();
    assert_eq!(first["currency"], "eur");
    assert_eq!(
        (&first["type"], &first["unit_amount_decimal"]),
        (&json!("one_time"), &json!("500"))
    );
    let found = shop.get("/v1/prices?lookup_keys[]=tollgate:a").await.ok();
    assert_eq!(found["data"][0]["id"], first["id"]);
    let second = shop.post("/v1/prices", form).await;
    assert_eq!(
        second.error(),
        (400, "invalid_request_error", "", "lookup_key")
    );
    let moved = shop
        .post("/v1/prices", &format!("{form}&transfer_lookup_key=true"))
        .await
        .ok();
    let found = shop.get("/v1/prices?lookup_keys[]=tollgate:a").await.ok();
    assert_eq!(found["data"], json!([moved]));
    let path = format!("/v1/prices/{}", moved["id"].as_str().unwrap());
    assert_eq!(shop.post(&path, "active=false").await.ok()["active"], false);
    let inclusive = shop.post(&path, "tax_behavior=inclusive").await;
    assert_eq!(
        inclusive.error(),
        (400, "invalid_request_error", "", "tax_behavior")
    );
    assert_eq!(shop.post(&path, "unit_amount=1").await.status, 400);
    let deletion = shop.delete("/v1/products/p").await;
    assert!(
        deletion.text.contains("cannot be deleted"),
        "{}",
        deletion.text
    );
}

#[tokio::test]
async fn account_and_settings_are_those_of_the_control() {
    let shop = TestShop::open().await;
    let facts = json!({
        "account": crate::world::ACCOUNT,
        "name": "Ann's Shop",
        "country": "CH",
        "default_currency": "chf",
    });
    shop.control("set_account", &facts);
    let account = shop.get("/v1/account").await.ok();
    assert_eq!(account["business_profile"]["name"], "Ann's Shop");
    assert_eq!(
        (&account["country"], &account["default_currency"]),
        (&json!("CH"), &json!("chf"))
    );
    assert_eq!(
        shop.get("/v1/balance").await.ok()["available"][0]["currency"],
        "chf"
    );
    assert_eq!(shop.get("/v1/tax/settings").await.ok()["status"], "active");
    assert_eq!(
        shop.get("/v1/promotion_codes").await.ok()["data"],
        json!([])
    );
    assert_eq!(shop.get("/v1/subscriptions").await.ok()["data"], json!([]));
}

#[tokio::test]
async fn unknown_control_or_argument_is_refused() {
    let shop = TestShop::open().await;
    for (name, arguments) in [
        ("fly", json!({})),
        ("advance_clock", json!({"hours": 1})),
        ("advance_clock", json!({"seconds": -1})),
        (
            "pay_session",
            json!({"session": "cs_none", "method": "pays"}),
        ),
        (
            "pay_session",
            json!({"session": "cs_none", "method": "steals"}),
        ),
        ("open_dispute", json!({})),
        ("add_fault", json!({"kind": "explodes"})),
        ("set_delivery_faults", json!({"duplicates": "many"})),
    ] {
        assert!(
            shop.double.control(name, &arguments).is_err(),
            "{name} {arguments}"
        );
    }
}
