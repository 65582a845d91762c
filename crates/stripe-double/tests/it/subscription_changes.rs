//! Changes of subscriptions: previews, prorations, changes that wait for a payment, and schedules.

use serde_json::{Value, json};

use crate::subscribing::{DAY, HOUR, MONTH, Subscriber, text, unit_amount};
use crate::world::{ACCOUNT, START, TestShop};

/// Half of the month of a subscription.
const HALF: i64 = MONTH.div_euclid(2);

/// Time, quantity, behavior, new anchor, amounts of the lines, and amount due.
type ChangeRow = (i64, i64, &'static str, bool, &'static [i64], i64);

/// Returns the amounts of the lines of an invoice, in their order.
fn amounts(invoice: &Value) -> Vec<i64> {
    let lines = invoice["lines"]["data"].as_array().unwrap().iter();
    lines.map(|line| line["amount"].as_i64().unwrap()).collect()
}

async fn preview(shop: &TestShop, subscriber: &Subscriber, changes: &[String]) -> Value {
    let changes: Vec<String> = changes
        .iter()
        .map(|change| {
            let (name, value) = change.split_once('=').unwrap();
            let (first, rest) = match name.split_once('[') {
                Some((first, rest)) => (first, format!("[{rest}")),
                None => (name, String::new()),
            };
            format!("subscription_details[{first}]{rest}={value}")
        })
        .collect();
    let form = format!("subscription={}&{}", subscriber.id, changes.join("&"));
    shop.post("/v1/invoices/create_preview", &form).await.ok()
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one row for each change")]
async fn change_costs_what_its_preview_says() {
    // seconds after the start, new quantity, behavior, new anchor, amounts of the lines and the amount due
    let rows: [ChangeRow; 7] = [
        (HALF, 1, "none", true, &[3_000], 3_000),
        (HALF, 2, "none", true, &[6_000], 6_000),
        (HALF, 1, "always_invoice", false, &[-500, 1_500], 1_000),
        (HALF, 2, "always_invoice", false, &[-500, 3_000], 2_500),
        (HALF, 1, "always_invoice", true, &[-500, 3_000], 2_500),
        (MONTH - 1, 1, "always_invoice", false, &[], 0),
        (
            7 * DAY + 12_345,
            1,
            "always_invoice",
            false,
            &[-762, 2_286],
            1_524,
        ),
    ];
    for (at, quantity, behavior, has_anchor, lines, due) in rows {
        let shop = TestShop::open().await;
        let subscriber = shop.monthly("pays").await;
        let dearer = shop.recurring_price(3_000, "month").await;
        shop.advance(at);
        let mut form = vec![
            format!("items[0][id]={}", subscriber.item),
            format!("items[0][price]={dearer}"),
            format!("items[0][quantity]={quantity}"),
            format!("proration_behavior={behavior}"),
        ];
        if has_anchor {
            form.push("billing_cycle_anchor=now".to_owned());
        }
        let count = shop.invoices(&subscriber.id).await.len();
        let shown = preview(&shop, &subscriber, &form).await;
        assert_eq!(shop.invoices(&subscriber.id).await.len(), count);
        let form = format!("{}&payment_behavior=pending_if_incomplete", form.join("&"));
        let changed = shop.update(&subscriber.id, &form).await;
        assert_eq!(changed["pending_update"], json!(null));
        let item = &changed["items"]["data"][0];
        assert_eq!(
            [&item["price"]["id"], &item["quantity"]],
            [&json!(dearer), &json!(quantity)]
        );
        if has_anchor {
            assert_eq!(item["current_period_start"], START + at);
            assert_eq!(changed["billing_cycle_anchor"], START + at);
        } else {
            assert_eq!(item["current_period_end"], START + MONTH);
        }
        if due == 0 {
            continue;
        }
        let invoice = shop.invoices(&subscriber.id).await[0].clone();
        assert_eq!(amounts(&shown), lines, "{at} {behavior} {has_anchor}");
        assert_eq!(amounts(&invoice), lines, "{at} {behavior} {has_anchor}");
        assert_eq!(shown["amount_due"], due);
        assert_eq!(
            [&invoice["status"], &invoice["amount_paid"]],
            [&json!("paid"), &json!(due)]
        );
        assert_eq!(invoice["billing_reason"], "subscription_update");
        let last = &invoice["lines"]["data"][lines.len() - 1];
        let details = &last["parent"]["subscription_item_details"];
        assert_eq!(details["proration"], !has_anchor);
        assert_eq!(last["period"]["start"], START + at);
    }
}

#[tokio::test]
async fn preview_without_a_change_is_the_next_renewal() {
    let shop = TestShop::open().await;
    let subscriber = shop.monthly("pays").await;
    let shown = preview(&shop, &subscriber, &["proration_behavior=none".to_owned()]).await;
    assert_eq!(amounts(&shown), [1_000]);
    assert_eq!(shown["next_payment_attempt"], START + MONTH + HOUR);
    assert!(text(&shown["id"]).starts_with("upcoming_in_"));
    assert_eq!(shown["lines"]["data"][0]["period"]["start"], START + MONTH);
    // Prorations wait for the next invoice unless they are invoiced at once.
    shop.advance(HALF);
    let more = format!("items[0][id]={}&items[0][quantity]=2", subscriber.item);
    shop.update(&subscriber.id, &more).await;
    let shown = preview(&shop, &subscriber, &["proration_behavior=none".to_owned()]).await;
    assert_eq!(amounts(&shown), [-500, 1_000, 2_000]);
    let pending = shop.get("/v1/invoiceitems?pending=true").await.ok();
    assert_eq!(pending["data"].as_array().unwrap().len(), 2);
    shop.advance(HALF + HOUR);
    let invoice = shop.invoices(&subscriber.id).await[0].clone();
    assert_eq!(amounts(&invoice), [-500, 1_000, 2_000]);
    assert_eq!(invoice["amount_paid"], 2_500);
    shop.update(&subscriber.id, "cancel_at_period_end=true")
        .await;
    let form = format!("subscription={}", subscriber.id);
    let none = shop.post("/v1/invoices/create_preview", &form).await;
    assert_eq!(none.error().2, "invoice_upcoming_none");
}

#[tokio::test]
async fn cheaper_change_leaves_a_credit() {
    let shop = TestShop::open().await;
    let subscriber = shop.monthly("pays").await;
    let cheaper = shop.recurring_price(400, "month").await;
    shop.advance(HALF);
    let form = format!(
        "items[0][id]={}&items[0][price]={cheaper}&proration_behavior=always_invoice",
        subscriber.item
    );
    shop.update(&subscriber.id, &form).await;
    let invoice = shop.invoices(&subscriber.id).await[0].clone();
    assert_eq!(
        [
            &invoice["total"],
            &invoice["amount_due"],
            &invoice["ending_balance"]
        ],
        [&json!(-300), &json!(0), &json!(-300)]
    );
    shop.advance(HALF + HOUR);
    let invoice = shop.invoices(&subscriber.id).await[0].clone();
    assert_eq!(
        [
            &invoice["total"],
            &invoice["amount_paid"],
            &invoice["starting_balance"]
        ],
        [&json!(400), &json!(100), &json!(-300)]
    );
    let path = format!("/v1/customers/{}", subscriber.customer);
    assert_eq!(shop.get(&path).await.ok()["balance"], 0);
}

/// Asks for a dearer price that is changed to when the payment succeeds.
async fn ask_for_more(shop: &TestShop, subscriber: &Subscriber, behavior: &str) -> Value {
    let dearer = shop.recurring_price(3_000, "month").await;
    let form = format!(
        "items[0][id]={}&items[0][price]={dearer}&proration_behavior=none\
         &billing_cycle_anchor=now&payment_behavior={behavior}",
        subscriber.item
    );
    let path = format!("/v1/subscriptions/{}", subscriber.id);
    shop.post(&path, &form).await.body
}

#[tokio::test]
async fn change_waits_for_its_payment() {
    // method of the card, end of the wait, unit amount after it, event
    let event = |word: &str| format!("customer.subscription.pending_update_{word}");
    let rows = [
        ("must_confirm", "confirm", 3_000, event("applied")),
        ("must_confirm", "wait", 1_000, event("expired")),
        ("no_funds", "pay", 3_000, event("applied")),
        ("no_funds", "void", 1_000, String::new()),
    ];
    for (method, end, expected, event) in rows {
        let shop = TestShop::open().await;
        let subscriber = shop.monthly("pays").await;
        let outcome = json!({"payment_method": subscriber.method, "method": method});
        shop.control("set_card_outcome", &outcome);
        shop.advance(DAY);
        let asked = ask_for_more(&shop, &subscriber, "pending_if_incomplete").await;
        assert_eq!(unit_amount(&asked), 1_000);
        assert_eq!(asked["status"], "active");
        let waiting = &asked["pending_update"];
        assert_eq!(waiting["expires_at"], START + DAY + 23 * HOUR);
        assert_eq!(
            waiting["subscription_items"][0]["price"]["unit_amount"],
            3_000
        );
        let invoice = text(&asked["latest_invoice"]);
        match end {
            "confirm" => {
                let confirm = json!({"invoice": invoice, "is_confirmed": true});
                shop.control("confirm_invoice", &confirm);
            }
            "pay" => {
                let pay = json!({"invoice": invoice, "method": "pays"});
                shop.control("pay_invoice", &pay);
            }
            "void" => {
                shop.post(&format!("/v1/invoices/{invoice}/void"), "")
                    .await
                    .ok();
            }
            _ => shop.advance(23 * HOUR),
        }
        let after = shop.subscription(&subscriber.id).await;
        assert_eq!(unit_amount(&after), expected, "{method} {end}");
        assert_eq!(after["pending_update"], json!(null), "{method} {end}");
        if expected == 3_000 {
            assert_eq!(after["billing_cycle_anchor"], START + DAY);
        }
        if !event.is_empty() {
            assert_eq!(shop.event_count(&event).await, 1, "{method} {end}");
        }
    }
}

#[tokio::test]
async fn failed_payment_ends_as_the_behavior_says() {
    // behavior, status of the response, unit amount, status of the subscription
    let rows = [
        ("allow_incomplete", None, 3_000, "past_due"),
        (
            "error_if_incomplete",
            Some("card_declined"),
            1_000,
            "active",
        ),
        ("pending_if_incomplete", None, 1_000, "active"),
    ];
    for (behavior, code, unit, status) in rows {
        let shop = TestShop::open().await;
        let subscriber = shop.monthly("later_charges_fail").await;
        let response = ask_for_more(&shop, &subscriber, behavior).await;
        assert_eq!(response["error"]["code"].as_str(), code, "{behavior}");
        let after = shop.subscription(&subscriber.id).await;
        assert_eq!(unit_amount(&after), unit, "{behavior}");
        assert_eq!(after["status"], status, "{behavior}");
    }
    let shop = TestShop::open().await;
    let subscriber = shop.monthly("pays").await;
    let path = format!("/v1/subscriptions/{}", subscriber.id);
    let form = "payment_behavior=pending_if_incomplete&metadata[a]=b";
    assert_eq!(shop.post(&path, form).await.status, 400);
}

#[tokio::test]
async fn owner_changes_a_subscription_in_the_dashboard() {
    let shop = TestShop::open().await;
    let subscriber = shop.monthly("pays").await;
    let path = format!("/v1/subscriptions/{}", subscriber.id);
    let change = json!({
        "account": ACCOUNT,
        "method": "POST",
        "path": path,
        "form": "pause_collection[behavior]=void&metadata[by]=owner",
    });
    let changed = shop.control("use_dashboard", &change);
    assert_eq!(changed["pause_collection"]["behavior"], "void");
    let event = shop.get("/v1/events?limit=1").await.ok()["data"][0].clone();
    assert_eq!(
        [&event["type"], &event["request"]["id"]],
        [&json!("customer.subscription.updated"), &json!(null)]
    );
    let cancel = json!({"account": ACCOUNT, "method": "DELETE", "path": path});
    assert_eq!(shop.control("use_dashboard", &cancel)["status"], "canceled");
    let unknown = json!({"account": ACCOUNT, "method": "GET", "path": "/v1/nothing"});
    assert!(shop.double.control("use_dashboard", &unknown).is_err());
}

#[tokio::test]
async fn subscription_without_a_session_waits_for_its_first_payment() {
    // card, behavior, status, status a day later
    let rows = [
        ("pays", "allow_incomplete", "active", "active"),
        (
            "must_confirm",
            "allow_incomplete",
            "incomplete",
            "incomplete_expired",
        ),
        (
            "later_charges_fail",
            "allow_incomplete",
            "incomplete",
            "incomplete_expired",
        ),
        (
            "pays",
            "default_incomplete",
            "incomplete",
            "incomplete_expired",
        ),
    ];
    for (method, behavior, status, later) in rows {
        let shop = TestShop::open().await;
        let price = shop.recurring_price(1_000, "month").await;
        let customer = shop.customer().await;
        shop.control("add_card", &json!({"customer": customer, "method": method}));
        let form =
            format!("customer={customer}&items[0][price]={price}&payment_behavior={behavior}");
        let made = shop.post("/v1/subscriptions", &form).await.ok();
        assert_eq!(made["status"], status, "{method} {behavior}");
        shop.advance(DAY);
        let id = text(&made["id"]);
        assert_eq!(
            shop.subscription(&id).await["status"],
            later,
            "{method} {behavior}"
        );
    }
    let shop = TestShop::open().await;
    let price = shop.recurring_price(1_000, "month").await;
    let customer = shop.customer().await;
    let form = format!("customer={customer}&items[0][price]={price}");
    let refused = shop.post("/v1/subscriptions", &form).await;
    assert_eq!(refused.error().2, "resource_missing");
}
