//! Sessions: creation, prices, discounts and taxes.

use serde_json::json;

use crate::world::{ACCOUNT, START, TestShop};

#[tokio::test]
async fn new_session_is_open() {
    let shop = TestShop::open().await;
    let customer = shop.customer().await;
    let more = format!(
        "customer={customer}&client_reference_id=chk_1&metadata[tollgate]=chk_1\
         &payment_intent_data[metadata][tollgate]=chk_1&expires_at={}",
        START + 3_600
    );
    let session = shop.session(&more).await;
    let id = session["id"].as_str().unwrap();
    assert!(id.starts_with("cs_test_"), "{id}");
    let expected = [
        ("object", json!("checkout.session")),
        ("mode", json!("payment")),
        ("status", json!("open")),
        ("payment_status", json!("unpaid")),
        ("amount_subtotal", json!(1000)),
        ("amount_total", json!(1000)),
        ("currency", json!("eur")),
        ("customer", json!(customer)),
        ("client_reference_id", json!("chk_1")),
        ("metadata", json!({"tollgate": "chk_1"})),
        ("expires_at", json!(START + 3_600)),
        ("payment_intent", json!(null)),
        ("url", json!(format!("{}/pay/{id}", shop.base_url))),
    ];
    for (name, value) in expected {
        assert_eq!(session[name], value, "{name}");
    }
    let lines = shop
        .get(&format!("/v1/checkout/sessions/{id}/line_items"))
        .await
        .ok();
    assert_eq!(lines["data"][0]["quantity"], 1);
    assert_eq!(lines["data"][0]["price"]["unit_amount"], 1000);
    assert!(lines["data"][0]["id"].as_str().unwrap().starts_with("li_"));
    for query in ["status=open".to_owned(), format!("customer={customer}")] {
        let found = shop
            .get(&format!("/v1/checkout/sessions?{query}"))
            .await
            .ok();
        assert_eq!(found["data"][0]["id"], id, "{query}");
    }
}

#[tokio::test]
async fn session_is_refused_for_its_price_or_time() {
    let shop = TestShop::open().await;
    let (archived, cheap) = (shop.price(500).await, shop.price(49).await);
    shop.control("archive_price", &json!({"price": archived}));
    shop.post("/v1/products", "id=p&name=a").await.ok();
    let form = "product=p&currency=eur&unit_amount=900&recurring[interval]=month";
    let monthly = shop.post("/v1/prices", form).await.ok()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let good = shop.price(500).await;
    let dollars = shop
        .post("/v1/prices", "product=p&currency=usd&unit_amount=900")
        .await
        .ok();
    let dollars = dollars["id"].as_str().unwrap();
    let two = format!("{good}&line_items[1][price]={dollars}&line_items[1][quantity]=1");
    let rows = [
        (archived, "", "line_items[0][price]", "inactive"),
        (monthly, "", "line_items[0][price]", "recurring"),
        (cheap, "", "", "at least 0.50 EUR"),
        (two, "", "line_items", "same currency"),
        (
            good.clone(),
            "&expires_at=1",
            "expires_at",
            "at least 30 minutes",
        ),
        (
            good.clone(),
            "&expires_at=9999999999",
            "expires_at",
            "less than 24 hours",
        ),
        (good, "&ui_mode=embedded_page", "ui_mode", "must be one of"),
    ];
    for (price, more, parameter, words) in rows {
        let form = format!(
            "mode=payment&success_url=https://a.example&line_items[0][quantity]=1\
             &line_items[0][price]={price}{more}"
        );
        let response = shop.post("/v1/checkout/sessions", &form).await;
        assert_eq!(
            (response.status, response.error().3),
            (400, parameter),
            "{}",
            response.text
        );
        assert!(response.text.contains(words), "{}", response.text);
    }
}

#[tokio::test]
async fn tax_of_an_existing_customer_needs_an_update() {
    let shop = TestShop::open().await;
    let customer = shop.customer().await;
    let price = shop.price(1000).await;
    let rows = [
        (
            "automatic_tax[enabled]=true",
            400,
            "customer_tax_location_invalid",
        ),
        (
            "automatic_tax[enabled]=true&customer_update[address]=auto",
            200,
            "",
        ),
        (
            "tax_id_collection[enabled]=true&customer_update[address]=auto",
            400,
            "",
        ),
        (
            "tax_id_collection[enabled]=true&customer_update[name]=auto",
            200,
            "",
        ),
    ];
    for (more, status, code) in rows {
        let form = format!(
            "mode=payment&success_url=https://a.example&customer={customer}\
             &line_items[0][price]={price}&line_items[0][quantity]=1&{more}"
        );
        let response = shop.post("/v1/checkout/sessions", &form).await;
        assert_eq!(
            (response.status, response.error().2),
            (status, code),
            "{more}"
        );
    }
}

#[tokio::test]
async fn discount_and_tax_are_in_the_totals() {
    let shop = TestShop::open().await;
    shop.control(
        "set_account",
        &json!({"account": ACCOUNT, "tax_basis_points": 1900}),
    );
    let code = json!({"account": ACCOUNT, "code": "TEN", "percent_off": 10});
    shop.control("add_promotion_code", &code);
    let more =
        "automatic_tax[enabled]=true&allow_promotion_codes=true&invoice_creation[enabled]=true";
    let session = shop.session(more).await;
    assert_eq!(
        (&session["amount_subtotal"], &session["amount_total"]),
        (&json!(1000), &json!(1190))
    );
    let id = session["id"].as_str().unwrap();
    let pay = |code: &str| json!({"session": id, "method": "pays", "promotion_code": code});
    assert!(shop.double.control("pay_session", &pay("WRONG")).is_err());
    shop.control("pay_session", &pay("ten"));
    let paid = shop
        .get(&format!("/v1/checkout/sessions/{id}?expand[]=invoice"))
        .await
        .ok();
    assert_eq!(
        (&paid["amount_subtotal"], &paid["amount_total"]),
        (&json!(1000), &json!(1071))
    );
    assert_eq!(paid["total_details"]["amount_discount"], 100);
    assert_eq!(paid["total_details"]["amount_tax"], 171);
    assert_eq!(paid["invoice"]["total_taxes"][0]["amount"], 171);
    assert!(paid["customer"].is_string(), "an invoice names a customer");
    assert_eq!(paid["invoice"]["customer"], paid["customer"]);
}

#[tokio::test]
async fn session_without_a_rest_needs_no_payment() {
    let shop = TestShop::open().await;
    let code = json!({"account": ACCOUNT, "code": "FREE", "percent_off": 100});
    shop.control("add_promotion_code", &code);
    let id = shop.session("allow_promotion_codes=true").await["id"].clone();
    let arguments = json!({"session": id, "method": "declined", "promotion_code": "FREE"});
    assert_eq!(
        shop.control("pay_session", &arguments)["result"],
        "completed"
    );
    let path = format!("/v1/checkout/sessions/{}", id.as_str().unwrap());
    let session = shop.get(&path).await.ok();
    assert_eq!(session["payment_status"], "no_payment_required");
    assert_eq!(shop.get("/v1/charges").await.ok()["data"], json!([]));
}

#[tokio::test]
async fn other_currency_is_converted_at_the_rate() {
    let shop = TestShop::open().await;
    let rates = json!({"account": ACCOUNT, "default_currency": "usd", "exchange_rates": {"eur": 1_100_000}});
    shop.control("set_account", &rates);
    let charge = shop.paid_charge("pays").await;
    let path = format!(
        "/v1/balance_transactions/{}",
        charge["balance_transaction"].as_str().unwrap()
    );
    let transaction = shop.get(&path).await.ok();
    assert_eq!(
        (&transaction["amount"], &transaction["currency"]),
        (&json!(1100), &json!("usd"))
    );
    assert_eq!(transaction["exchange_rate"], json!(1.1));
}
