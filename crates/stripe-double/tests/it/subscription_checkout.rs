//! Sessions in subscription mode.

use serde_json::json;

use crate::subscribing::{DAY, MONTH, text};
use crate::world::{ACCOUNT, START, TestShop};

#[tokio::test]
async fn session_ends_as_its_test_method_says() {
    // method, decision of the bank, result, status of the subscription or nothing
    let rows = [
        ("pays", None, "completed", "active"),
        ("later_charges_fail", None, "completed", "active"),
        ("declined", None, "declined", ""),
        ("no_funds", None, "declined", ""),
        ("must_confirm", Some(true), "completed", "active"),
        ("must_confirm", Some(false), "declined", ""),
        ("confirms_once", Some(true), "completed", "active"),
    ];
    for (method, decision, expected, status) in rows {
        let shop = TestShop::open().await;
        let price = shop.recurring_price(1_000, "month").await;
        let customer = shop.customer().await;
        let more = format!("customer={customer}");
        let session = text(&shop.subscription_session(&price, &more).await["id"]);
        let mut result = shop.double.pay_session(&session, method).unwrap();
        if let Some(is_confirmed) = decision {
            assert_eq!(result, "must_confirm");
            let arguments = json!({"session": session, "is_confirmed": is_confirmed});
            result = text(&shop.control("confirm_session", &arguments)["result"]);
        }
        assert_eq!(result, expected, "{method}");
        let listed = shop.get("/v1/subscriptions").await.ok();
        assert_eq!(text(&listed["data"][0]["status"]), status, "{method}");
        let path = format!("/v1/checkout/sessions/{session}");
        let is_open = shop.get(&path).await.ok()["status"] == "open";
        assert_eq!(is_open, status.is_empty(), "{method}");
        if is_open {
            assert_eq!(
                shop.double.pay_session(&session, "pays").unwrap(),
                "completed"
            );
            assert_eq!(shop.event_count("payment_intent.created").await, 1);
        }
    }
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "all objects of one session")]
async fn paid_session_creates_the_objects_of_a_subscription() {
    let shop = TestShop::open().await;
    let price = shop.recurring_price(1_000, "month").await;
    let subscriber = shop
        .subscribe(&price, "pays", "line_items[0][quantity]=3")
        .await;
    let path = format!(
        "/v1/checkout/sessions/{}?expand[]=subscription.latest_invoice.payments&expand[]=line_items",
        subscriber.session
    );
    let session = shop.get(&path).await.ok();
    assert_eq!(
        [&session["payment_status"], &session["amount_subtotal"]],
        [&json!("paid"), &json!(3_000)]
    );
    assert_eq!(session["payment_intent"], json!(null));
    let subscription = &session["subscription"];
    assert_eq!(subscription["metadata"]["tollgate"], "chk_1");
    assert_eq!(subscription["billing_cycle_anchor"], START);
    let item = &subscription["items"]["data"][0];
    assert_eq!(
        [
            &item["current_period_start"],
            &item["current_period_end"],
            &item["quantity"]
        ],
        [&json!(START), &json!(START + MONTH), &json!(3)]
    );
    let invoice = &subscription["latest_invoice"];
    assert_eq!(invoice["id"], session["invoice"]);
    assert_eq!(
        [
            &invoice["billing_reason"],
            &invoice["status"],
            &invoice["amount_paid"]
        ],
        [&json!("subscription_create"), &json!("paid"), &json!(3_000)]
    );
    let line = &invoice["lines"]["data"][0];
    assert_eq!(
        line["period"],
        json!({"end": START + MONTH, "start": START})
    );
    let details = &line["parent"]["subscription_item_details"];
    assert_eq!(details["subscription_item"], subscriber.item.as_str());
    assert_eq!(details["proration"], false);
    let payment = &invoice["payments"]["data"][0];
    let intent = text(&payment["payment"]["payment_intent"]);
    let path = format!("/v1/payment_intents/{intent}?expand[]=latest_charge");
    let intent = shop.get(&path).await.ok();
    assert_eq!(intent["latest_charge"]["amount"], 3_000);
    assert_eq!(
        intent["latest_charge"]["payment_method"],
        subscriber.method.as_str()
    );
    let types = shop.event_types().await;
    let expected = [
        "customer.subscription.created",
        "invoice.created",
        "invoice.finalized",
        "charge.succeeded",
        "payment_intent.succeeded",
        "payment_method.attached",
        "invoice.paid",
        "invoice_payment.paid",
        "checkout.session.completed",
    ];
    for expected in expected {
        assert_eq!(
            types.iter().filter(|found| *found == expected).count(),
            1,
            "{expected}"
        );
    }
}

#[tokio::test]
async fn trial_begins_without_a_payment() {
    // method collection, whether a card is saved
    for (more, has_card) in [
        ("", true),
        ("&payment_method_collection=if_required", false),
    ] {
        let shop = TestShop::open().await;
        let price = shop.recurring_price(1_000, "month").await;
        let more = format!(
            "subscription_data[trial_period_days]=14&subscription_data[trial_settings]\
             [end_behavior][missing_payment_method]=cancel{more}"
        );
        let subscriber = shop.subscribe(&price, "pays", &more).await;
        let path = format!(
            "/v1/checkout/sessions/{}?expand[]=line_items",
            subscriber.session
        );
        let session = shop.get(&path).await.ok();
        assert_eq!(
            [&session["payment_status"], &session["amount_subtotal"]],
            [&json!("no_payment_required"), &json!(0)]
        );
        assert_eq!(session["line_items"]["data"][0]["amount_total"], 0);
        let subscription = shop.subscription(&subscriber.id).await;
        assert_eq!(subscription["status"], "trialing");
        assert_eq!(subscription["trial_end"], START + 14 * DAY);
        assert_eq!(subscription["default_payment_method"].is_string(), has_card);
        let invoice = &subscription["latest_invoice"];
        assert_eq!(
            [&invoice["status"], &invoice["total"]],
            [&json!("paid"), &json!(0)]
        );
        assert_eq!(
            shop.event_count("setup_intent.succeeded").await,
            usize::from(has_card)
        );
        assert_eq!(shop.get("/v1/charges").await.ok()["data"], json!([]));
        shop.advance(11 * DAY - 1);
        assert_eq!(
            shop.event_count("customer.subscription.trial_will_end")
                .await,
            0
        );
        shop.advance(1);
        assert_eq!(
            shop.event_count("customer.subscription.trial_will_end")
                .await,
            1
        );
    }
}

#[tokio::test]
async fn discount_of_all_pays_the_first_invoice_only() {
    let shop = TestShop::open().await;
    let code = json!({"account": ACCOUNT, "code": "FREE", "percent_off": 100});
    shop.control("add_promotion_code", &code);
    let price = shop.recurring_price(1_000, "month").await;
    let customer = shop.customer().await;
    let more = format!("customer={customer}&allow_promotion_codes=true");
    let session = text(&shop.subscription_session(&price, &more).await["id"]);
    let paid = json!({"session": session, "method": "pays", "promotion_code": "FREE"});
    assert_eq!(shop.control("pay_session", &paid)["result"], "completed");
    let subscription = shop.get("/v1/subscriptions").await.ok()["data"][0].clone();
    let id = text(&subscription["id"]);
    let invoice = shop.invoices(&id).await[0].clone();
    assert_eq!(
        [&invoice["total"], &invoice["subtotal"], &invoice["status"]],
        [&json!(0), &json!(1_000), &json!("paid")]
    );
    assert_eq!(invoice["total_discount_amounts"][0]["amount"], 1_000);
    shop.advance(MONTH + 3_600);
    assert_eq!(shop.invoices(&id).await[0]["amount_paid"], 1_000);
}

#[tokio::test]
async fn session_refuses_what_cannot_be_subscribed_to() {
    let shop = TestShop::open().await;
    let monthly = shop.recurring_price(1_000, "month").await;
    let yearly = shop.recurring_price(1_000, "year").await;
    let once = shop.price(1_000).await;
    let start = "mode=subscription&success_url=https://a.example&line_items[0][quantity]=1";
    let rows = [
        format!("{start}&line_items[0][price]={once}"),
        format!(
            "{start}&line_items[0][price]={monthly}&line_items[1][price]={yearly}\
             &line_items[1][quantity]=1"
        ),
        format!("{start}&line_items[0][price]={monthly}&subscription_data[trial_period_days]=0"),
        format!("{start}&line_items[0][price]={monthly}&invoice_creation[enabled]=true"),
        format!("{start}&line_items[0][price]={monthly}&payment_method_collection=never"),
        format!("{start}&line_items[0][price]={monthly}&subscription_data[unknown]=1"),
    ];
    for form in rows {
        let response = shop.post("/v1/checkout/sessions", &form).await;
        assert_eq!(response.status, 400, "{form}");
    }
    let customer = shop.monthly("pays").await.customer;
    let product = text(&shop.post("/v1/products", "name=Other").await.ok()["id"]);
    let form = format!("product={product}&currency=usd&unit_amount=900&recurring[interval]=month");
    let dollars = text(&shop.post("/v1/prices", &form).await.ok()["id"]);
    let form = format!("{start}&line_items[0][price]={dollars}&customer={customer}");
    let refused = shop.post("/v1/checkout/sessions", &form).await;
    assert!(
        refused.text.contains("combine currencies"),
        "{}",
        refused.text
    );
}
