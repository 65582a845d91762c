//! Invoices of automatic top-ups: drafts with items, finalized and paid without the buyer.

use serde_json::{Value, json};

use crate::subscribing::{DAY, text};
use crate::world::TestShop;

/// Creates the open invoice of a top-up over ten euros for a new customer with a card.
async fn open_invoice(shop: &TestShop, method: &str) -> Value {
    let customer = shop.customer().await;
    shop.control("add_card", &json!({"customer": customer, "method": method}));
    let form = format!(
        "customer={customer}&currency=eur&auto_advance=false&metadata[tollgate]=top_1\
         &pending_invoice_items_behavior=exclude"
    );
    let draft = shop.post("/v1/invoices", &form).await.ok();
    assert_eq!(
        [
            &draft["status"],
            &draft["number"],
            &draft["hosted_invoice_url"]
        ],
        [&json!("draft"), &json!(null), &json!(null)]
    );
    let id = text(&draft["id"]);
    let price = shop.price(1_000).await;
    let form = format!("customer={customer}&invoice={id}&pricing[price]={price}&quantity=1");
    let item = shop.post("/v1/invoiceitems", &form).await.ok();
    assert_eq!(item["invoice"], id.as_str());
    let path = format!("/v1/invoices/{id}/finalize");
    let open = shop.post(&path, "auto_advance=false").await.ok();
    assert_eq!(
        [&open["status"], &open["amount_due"], &open["auto_advance"]],
        [&json!("open"), &json!(1_000), &json!(false)]
    );
    open
}

#[tokio::test]
async fn topup_ends_as_its_card_says() {
    // method, status of the call, code, decline code, status of the intent
    let rows = [
        ("pays", 200, "", "", "succeeded"),
        ("confirms_once", 200, "", "", "succeeded"),
        (
            "must_confirm",
            402,
            "authentication_required",
            "authentication_required",
            "requires_action",
        ),
        (
            "later_charges_fail",
            402,
            "card_declined",
            "generic_decline",
            "requires_payment_method",
        ),
    ];
    for (method, status, code, decline_code, intent_status) in rows {
        let shop = TestShop::open().await;
        let open = open_invoice(&shop, method).await;
        let path = format!("/v1/invoices/{}", text(&open["id"]));
        let response = shop.post(&format!("{path}/pay"), "off_session=true").await;
        assert_eq!(response.status, status, "{}", response.text);
        let error = &response.body["error"];
        assert_eq!(text(&error["code"]), code, "{method}");
        assert_eq!(text(&error["decline_code"]), decline_code, "{method}");
        let found = shop.get(&format!("{path}?expand[]=payments")).await.ok();
        let is_paid = status == 200;
        assert_eq!(found["status"], if is_paid { "paid" } else { "open" });
        let payment = &found["payments"]["data"][0];
        assert_eq!(payment["status"], if is_paid { "paid" } else { "open" });
        let intent = text(&payment["payment"]["payment_intent"]);
        let intent = shop
            .get(&format!("/v1/payment_intents/{intent}"))
            .await
            .ok();
        assert_eq!(intent["status"], intent_status, "{method}");
        // Stripe tries nothing by itself.
        shop.advance(30 * DAY);
        assert_eq!(
            shop.event_count("invoice.payment_failed").await,
            usize::from(!is_paid)
        );
        if is_paid {
            assert_eq!(shop.post(&format!("{path}/pay"), "").await.status, 400);
        }
    }
}

#[tokio::test]
async fn decline_has_the_code_of_its_card() {
    let rows = [
        ("no_funds", "card_declined", "insufficient_funds"),
        ("lost_card", "card_declined", "lost_card"),
        ("stolen_card", "card_declined", "stolen_card"),
        ("fraudulent", "card_declined", "fraudulent"),
        ("expired_card", "expired_card", ""),
        ("processing_error", "processing_error", ""),
    ];
    for (method, code, decline_code) in rows {
        let shop = TestShop::open().await;
        let open = open_invoice(&shop, "pays").await;
        let customer = text(&open["customer"]);
        let methods = format!("/v1/customers/{customer}/payment_methods");
        let card = text(&shop.get(&methods).await.ok()["data"][0]["id"]);
        let outcome = json!({"payment_method": card, "method": method});
        shop.control("set_card_outcome", &outcome);
        let path = format!("/v1/invoices/{}", text(&open["id"]));
        let response = shop.post(&format!("{path}/pay"), "").await;
        let error = &response.body["error"];
        assert_eq!(
            (response.status, text(&error["type"])),
            (402, "card_error".to_owned())
        );
        assert_eq!(text(&error["code"]), code);
        assert_eq!(text(&error["decline_code"]), decline_code);
        let voided = shop.post(&format!("{path}/void"), "").await.ok();
        assert_eq!(voided["status"], "void");
        assert_eq!(shop.post(&format!("{path}/pay"), "").await.status, 400);
        assert_eq!(shop.event_count("payment_intent.canceled").await, 1);
        assert_eq!(shop.event_count("invoice.voided").await, 1);
    }
}

#[tokio::test]
async fn hosted_page_confirms_or_pays_with_another_card() {
    // decision of the bank, form of the page afterwards
    for (decision, method) in [("confirm", None), ("fail", Some("mastercard"))] {
        let shop = TestShop::open().await;
        let open = open_invoice(&shop, "must_confirm").await;
        let path = format!("/v1/invoices/{}", text(&open["id"]));
        shop.post(&format!("{path}/pay"), "").await;
        let url = text(&open["hosted_invoice_url"]);
        let page = shop.client.get(&url).send().await.unwrap();
        let html = page.text().await.unwrap();
        assert!(
            html.contains("Confirm at your bank") && html.contains("10.00 EUR"),
            "{html}"
        );
        let bank = shop
            .client
            .get(format!("{url}/confirm"))
            .send()
            .await
            .unwrap();
        assert!(bank.text().await.unwrap().contains("Pretend Bank"));
        let post = |url: String, form: String| {
            let request = shop.client.post(url);
            let request = request.header("content-type", "application/x-www-form-urlencoded");
            request.body(form).send()
        };
        post(format!("{url}/confirm"), format!("answer={decision}"))
            .await
            .unwrap();
        if let Some(method) = method {
            assert_eq!(shop.get(&path).await.ok()["status"], "open");
            post(format!("{url}/pay"), format!("method={method}"))
                .await
                .unwrap();
        }
        assert_eq!(shop.get(&path).await.ok()["status"], "paid");
        let page = shop.client.get(&url).send().await.unwrap();
        assert!(!page.text().await.unwrap().contains("<form"));
    }
}

#[tokio::test]
async fn draft_is_changed_and_deleted_until_it_is_finalized() {
    let shop = TestShop::open().await;
    let open = open_invoice(&shop, "pays").await;
    let id = text(&open["id"]);
    let customer = text(&open["customer"]);
    let late = format!("customer={customer}&invoice={id}&amount=100&currency=eur");
    let refused = shop.post("/v1/invoiceitems", &late).await;
    assert_eq!(refused.error().2, "invoice_not_editable");
    assert_eq!(shop.delete(&format!("/v1/invoices/{id}")).await.status, 400);
    assert_eq!(
        shop.post(&format!("/v1/invoices/{id}/finalize"), "")
            .await
            .status,
        400
    );
    let lines = shop.get(&format!("/v1/invoices/{id}/lines")).await.ok();
    assert_eq!(lines["data"][0]["amount"], 1_000);
    let waiting = format!("customer={customer}&amount=250&currency=eur&description=Extra");
    shop.post("/v1/invoiceitems", &waiting).await.ok();
    for (behavior, total) in [("exclude", 0), ("include", 250)] {
        let form =
            format!("customer={customer}&currency=eur&pending_invoice_items_behavior={behavior}");
        let draft = shop.post("/v1/invoices", &form).await.ok();
        assert_eq!(draft["total"], total, "{behavior}");
        if total == 0 {
            let path = format!("/v1/invoices/{}", text(&draft["id"]));
            assert_eq!(shop.delete(&path).await.ok()["deleted"], true);
            assert_eq!(shop.get(&path).await.status, 404);
        }
    }
    let listed = shop
        .get(&format!("/v1/invoices?customer={customer}&status=open"))
        .await
        .ok();
    assert_eq!(listed["data"][0]["id"], id.as_str());
}

#[tokio::test]
async fn card_that_was_removed_or_replaced_is_not_charged() {
    let shop = TestShop::open().await;
    let open = open_invoice(&shop, "later_charges_fail").await;
    let customer = text(&open["customer"]);
    let methods = format!("/v1/customers/{customer}/payment_methods");
    let card = shop.get(&methods).await.ok()["data"][0].clone();
    let id = text(&card["id"]);
    let path = format!("/v1/invoices/{}/pay", text(&open["id"]));
    let replace = json!({"payment_method": id, "method": "mastercard"});
    let replaced = shop.control("replace_card", &replace);
    assert_ne!(replaced["card"]["fingerprint"], card["card"]["fingerprint"]);
    shop.post(&format!("/v1/payment_methods/{id}/detach"), "")
        .await
        .ok();
    let refused = shop.post(&path, "").await;
    assert_eq!(refused.error().2, "resource_missing");
    let added = shop.control("add_card", &json!({"customer": customer, "method": "pays"}));
    let form = format!("payment_method={}", text(&added["id"]));
    assert_eq!(shop.post(&path, &form).await.ok()["status"], "paid");
    let update = format!("/v1/payment_methods/{}", text(&added["id"]));
    let changed = shop.post(&update, "card[exp_year]=2031").await.ok();
    assert_eq!(changed["card"]["exp_year"], 2031);
    for event in ["automatically_updated", "detached", "updated"] {
        let event = format!("payment_method.{event}");
        assert_eq!(shop.event_count(&event).await, 1, "{event}");
    }
}
