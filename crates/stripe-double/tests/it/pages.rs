//! The card page and its neighbours, as a browser without scripts uses them.

use serde_json::json;

use crate::world::{ACCOUNT, CallResponse, TestShop};

async fn open(shop: &TestShop, url: &str) -> CallResponse {
    CallResponse::read(shop.client.get(url).send().await.unwrap()).await
}

async fn send(shop: &TestShop, url: &str, form: &str) -> CallResponse {
    let request = shop.client.post(url);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    CallResponse::read(request.body(form.to_owned()).send().await.unwrap()).await
}

async fn page_of_session(shop: &TestShop, more: &str) -> (String, String) {
    let session = shop.session(more).await;
    let text = |name: &str| session[name].as_str().unwrap().to_owned();
    (text("id"), text("url"))
}

#[tokio::test]
async fn card_page_shows_what_is_bought_and_the_outcomes() {
    let shop = TestShop::open().await;
    let (_, url) = page_of_session(&shop, "").await;
    let page = open(&shop, &url).await;
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").starts_with("text/html"));
    let policy = page.header("content-security-policy");
    assert!(
        policy.starts_with("default-src 'none'; style-src 'self'"),
        "{policy}"
    );
    assert!(
        policy.contains("form-action 'self' https://shop.example"),
        "{policy}"
    );
    assert!(
        policy.contains("frame-ancestors 'none'") && !policy.contains("script"),
        "{policy}"
    );
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    for text in [
        "No money moves",
        "Pretend Shop",
        "10.00 EUR",
        "Credits",
        "Pays",
        "4242 4242 4242 4242",
        "Declined",
        "No funds",
        "Must confirm",
        "Later charges fail",
        "Delayed success",
        "Delayed failure",
        "Disputed later",
        "Fraud warning",
        "href=\"https://shop.example/back\"",
        "<html lang=\"en\">",
        "<legend>",
    ] {
        assert!(page.text.contains(text), "{text}");
    }
    assert!(!page.text.contains("<script") && !page.text.contains("style="));
    let style = open(
        &shop,
        &format!("{}/assets/pretend-stripe.css", shop.base_url),
    )
    .await;
    assert!(style.header("content-type").starts_with("text/css"));
    assert!(style.text.contains("color-scheme: light dark"));
}

#[tokio::test]
async fn each_field_of_the_page_has_a_label() {
    let shop = TestShop::open().await;
    let more = "allow_promotion_codes=true&automatic_tax[enabled]=true";
    let (_, url) = page_of_session(&shop, more).await;
    let page = open(&shop, &url).await;
    for input in page.text.split("<input").skip(1) {
        let id = input
            .split("id=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap();
        assert!(page.text.contains(&format!("for=\"{id}\"")), "{id}");
    }
    assert!(page.text.contains("id=\"promotion_code\"") && page.text.contains("id=\"country\""));
}

#[tokio::test]
async fn buyer_pays_and_returns() {
    let shop = TestShop::open().await;
    let form = "success_url=https://shop.example/done?s={CHECKOUT_SESSION_ID}";
    let (id, url) = page_of_session(&shop, form).await;
    let paid = send(&shop, &url, "method=pays&email=ann@example.com&name=Ann").await;
    assert_eq!(paid.status, 303, "{}", paid.text);
    assert_eq!(
        paid.header("location"),
        format!("https://shop.example/done?s={id}")
    );
    let session = shop.get(&format!("/v1/checkout/sessions/{id}")).await.ok();
    assert_eq!(session["customer_details"]["email"], "ann@example.com");
    assert_eq!(open(&shop, &url).await.status, 410);
    let again = send(&shop, &url, "method=pays").await;
    assert_eq!(again.status, 410, "it is paid once");
}

#[tokio::test]
async fn number_wins_over_the_choice_and_others_are_refused() {
    let shop = TestShop::open().await;
    let (id, url) = page_of_session(&shop, "").await;
    let refused = send(&shop, &url, "method=pays&number=4111+1111+1111+1111").await;
    assert_eq!(refused.status, 402);
    assert!(
        refused.text.contains("role=\"alert\"") && refused.text.contains("Only the test numbers")
    );
    let declined = send(&shop, &url, "method=pays&number=4000+0000+0000+9995").await;
    assert_eq!(declined.status, 402);
    assert!(declined.text.contains("insufficient funds"));
    assert_eq!(
        send(&shop, &url, "").await.status,
        402,
        "nothing was chosen"
    );
    let session = shop.get(&format!("/v1/checkout/sessions/{id}")).await.ok();
    assert_eq!(session["status"], "open");
    let figures = shop.double.figures().unwrap().to_string();
    assert!(!figures.contains("4111"));
    assert_eq!(
        send(&shop, &url, "number=5555-5555-5555-4444").await.status,
        303
    );
}

#[tokio::test]
async fn buyer_confirms_or_fails_at_the_bank() {
    for (decision, location) in [("confirm", "https://shop.example/done"), ("fail", "/pay/")] {
        let shop = TestShop::open().await;
        let (_, url) = page_of_session(&shop, "").await;
        let confirm = format!("{url}/confirm");
        assert_eq!(open(&shop, &confirm).await.status, 410);
        let response = send(&shop, &url, "method=must_confirm").await;
        assert_eq!(
            (response.status, response.header("location")),
            (303, confirm.as_str())
        );
        let page = open(&shop, &confirm).await;
        assert!(page.text.contains("Do you want to pay 10.00 EUR?"));
        let ended = send(&shop, &confirm, &format!("answer={decision}")).await;
        assert_eq!(ended.status, 303);
        assert!(
            ended.header("location").contains(location),
            "{}",
            ended.header("location")
        );
        assert_eq!(open(&shop, &confirm).await.status, 410);
    }
}

#[tokio::test]
async fn expired_session_page_explains_it() {
    let shop = TestShop::open().await;
    let (_, url) = page_of_session(&shop, "").await;
    shop.advance(86_400);
    let page = open(&shop, &url).await;
    assert_eq!(page.status, 410);
    assert!(page.text.contains("has expired") && page.text.contains("https://shop.example/back"));
    assert_eq!(
        open(&shop, &format!("{}/pay/cs_none", shop.base_url))
            .await
            .status,
        404
    );
}

#[tokio::test]
async fn texts_of_the_shop_are_escaped() {
    let shop = TestShop::open().await;
    let facts = json!({"account": ACCOUNT, "name": "<b>Shop</b>"});
    shop.control("set_account", &facts);
    let (_, url) = page_of_session(&shop, "").await;
    let page = open(&shop, &url).await;
    assert!(!page.text.contains("<b>Shop"), "{}", page.text);
    let refused = send(&shop, &url, "number=%22%3E%3Cscript%3E").await;
    assert!(!refused.text.contains("<script"));
}

#[tokio::test]
async fn documents_show_a_payment() {
    let shop = TestShop::open().await;
    let (id, _) = page_of_session(&shop, "invoice_creation[enabled]=true").await;
    shop.double.pay_session(&id, "pays").unwrap();
    let path = format!(
        "/v1/checkout/sessions/{id}?expand[]=invoice&expand[]=payment_intent.latest_charge"
    );
    let session = shop.get(&path).await.ok();
    let invoice = &session["invoice"];
    let page = open(&shop, invoice["hosted_invoice_url"].as_str().unwrap()).await;
    assert!(
        page.text.contains(invoice["number"].as_str().unwrap()) && page.text.contains("10.00 EUR")
    );
    let text = open(&shop, invoice["invoice_pdf"].as_str().unwrap()).await;
    assert!(text.text.contains("Total: 10.00 EUR"));
    let receipt = session["payment_intent"]["latest_charge"]["receipt_url"]
        .as_str()
        .unwrap();
    assert!(open(&shop, receipt).await.text.contains("Receipt"));
    for path in [
        "invoices/in_none",
        "invoices/in_none/pdf",
        "receipts/ch_none",
        "portal/bps_none",
        "other",
    ] {
        let url = format!("{}/{path}", shop.base_url);
        assert_eq!(open(&shop, &url).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn pages_and_controls_are_for_this_machine() {
    let shop = TestShop::open().await;
    let (_, url) = page_of_session(&shop, "").await;
    let control = format!("{}/_control/get_figures", shop.base_url);
    for (header, value, status) in [
        ("x-plain", "1", 200),
        ("host", "shop.example", 404),
        ("x-forwarded-for", "1.2.3.4", 404),
    ] {
        let page = shop
            .client
            .get(&url)
            .header(header, value)
            .send()
            .await
            .unwrap();
        assert_eq!(page.status(), status, "{header}");
        let figures = shop
            .client
            .post(&control)
            .header(header, value)
            .json(&json!({}));
        assert_eq!(figures.send().await.unwrap().status(), status, "{header}");
    }
    let form = shop.client.post(&control).body("{}").send().await.unwrap();
    assert_eq!(
        form.status(),
        400,
        "a page of another origin cannot send this"
    );
    let unknown = shop
        .client
        .post(format!("{}/_control/fly", shop.base_url))
        .json(&json!({}));
    assert_eq!(unknown.send().await.unwrap().status(), 400);
    let clock = shop
        .client
        .post(format!("{}/_control/advance_clock", shop.base_url));
    let clock = clock.json(&json!({"seconds": 5})).send().await.unwrap();
    let now: serde_json::Value = clock.json().await.unwrap();
    assert_eq!(now["now"], crate::world::START + 5);
}
