//! Renewals by the double's clock: periods, invoices, failed payments and ends.

use serde_json::{Value, json};

use crate::subscribing::{DAY, HOUR, MONTH, Subscriber, text};
use crate::world::{ACCOUNT, START, TestShop};

#[tokio::test]
async fn renewal_is_a_draft_for_an_hour() {
    let shop = TestShop::open().await;
    let subscriber = shop.monthly("pays").await;
    shop.advance(MONTH - 1);
    assert_eq!(shop.invoices(&subscriber.id).await.len(), 1);
    shop.advance(1);
    let subscription = shop.subscription(&subscriber.id).await;
    let draft = &subscription["latest_invoice"];
    assert_eq!(
        [&draft["status"], &draft["billing_reason"], &draft["number"]],
        [&json!("draft"), &json!("subscription_cycle"), &json!(null)]
    );
    assert_eq!(draft["automatically_finalizes_at"], START + MONTH + HOUR);
    assert_eq!(subscription["status"], "active");
    let item = &subscription["items"]["data"][0];
    assert_eq!(item["current_period_start"], START + MONTH);
    assert_eq!(item["current_period_end"], START + MONTH + 31 * DAY);
    assert_eq!(
        draft["lines"]["data"][0]["period"],
        json!({"end": START + MONTH + 31 * DAY, "start": START + MONTH})
    );
    shop.advance(HOUR);
    let invoices = shop.invoices(&subscriber.id).await;
    assert_eq!(
        [&invoices[0]["status"], &invoices[0]["attempt_count"]],
        [&json!("paid"), &json!(1)]
    );
    let numbers = [text(&invoices[1]["number"]), text(&invoices[0]["number"])];
    assert!(numbers[0].ends_with("-0001") && numbers[1].ends_with("-0002"));
}

#[tokio::test]
async fn period_ends_on_the_anchor_day_or_the_last_of_the_month() {
    // seconds until the start, interval, ends of the next periods
    let rows: [(i64, &str, &[i64]); 3] = [
        // from 2027-01-31 12:00: 02-28, 03-31, 04-30
        (
            1_801_396_800,
            "month",
            &[1_803_816_000, 1_806_494_400, 1_809_086_400],
        ),
        // from 2028-02-29 12:00: 03-29
        (1_835_438_400, "month", &[1_837_944_000]),
        // from 2028-02-29 12:00: 2029-02-28
        (1_835_438_400, "year", &[1_866_974_400]),
    ];
    for (start, interval, ends) in rows {
        let shop = TestShop::open().await;
        shop.advance(start - START);
        let price = shop.recurring_price(1_000, interval).await;
        let subscriber = shop.subscribe(&price, "pays", "").await;
        let mut now = start;
        for end in ends {
            let subscription = shop.subscription(&subscriber.id).await;
            let item = &subscription["items"]["data"][0];
            assert_eq!(item["current_period_end"], *end, "{interval}");
            shop.advance(end - now);
            now = *end;
        }
        let paid = shop.invoices(&subscriber.id).await.len();
        assert_eq!(paid, ends.len() + 1);
    }
}

#[tokio::test]
async fn clock_that_jumps_renews_each_period() {
    let shop = TestShop::open().await;
    let subscriber = shop.monthly("pays").await;
    shop.advance(400 * DAY);
    let invoices = shop.invoices(&subscriber.id).await;
    assert_eq!(invoices.len(), 14);
    assert!(invoices.iter().all(|invoice| invoice["status"] == "paid"));
    for pair in invoices.windows(2) {
        let line = |invoice: &Value| invoice["lines"]["data"][0]["period"].clone();
        assert_eq!(line(&pair[0])["start"], line(&pair[1])["end"]);
    }
}

#[tokio::test]
async fn failed_renewal_is_tried_four_times() {
    // what the account chose, status after the last attempt
    let rows = [
        ("canceled", "canceled"),
        ("unpaid", "unpaid"),
        ("past_due", "past_due"),
    ];
    for (after_retries, status) in rows {
        let shop = TestShop::open().await;
        let chosen = json!({"account": ACCOUNT, "after_retries": after_retries});
        shop.control("set_account", &chosen);
        let subscriber = shop.monthly("later_charges_fail").await;
        shop.advance(MONTH + HOUR);
        let mut at = START + MONTH + HOUR;
        for (attempt, days) in [(1, 3), (2, 5), (3, 7)] {
            let subscription = shop.subscription(&subscriber.id).await;
            let invoice = &subscription["latest_invoice"];
            assert_eq!(subscription["status"], "past_due");
            assert_eq!(invoice["attempt_count"], attempt);
            at += days * DAY;
            assert_eq!(invoice["next_payment_attempt"], at);
            shop.advance(days * DAY);
        }
        let subscription = shop.subscription(&subscriber.id).await;
        assert_eq!(subscription["status"], status);
        let invoice = &subscription["latest_invoice"];
        assert_eq!(
            [&invoice["status"], &invoice["next_payment_attempt"]],
            [&json!("open"), &json!(null)]
        );
        assert_eq!(shop.event_count("invoice.payment_failed").await, 4);
        let ended = usize::from(status == "canceled");
        assert_eq!(
            shop.event_count("customer.subscription.deleted").await,
            ended
        );
        if status == "canceled" {
            let reason = &subscription["cancellation_details"]["reason"];
            assert_eq!(reason, "payment_failed");
        }
    }
}

#[tokio::test]
async fn past_due_subscription_is_active_again_when_paid() {
    let shop = TestShop::open().await;
    let subscriber = shop.monthly("pays").await;
    let outcome = |method: &str| {
        let arguments = json!({"payment_method": subscriber.method, "method": method});
        shop.control("set_card_outcome", &arguments);
    };
    // A retry of Stripe's own pays.
    outcome("no_funds");
    shop.advance(MONTH + HOUR);
    assert_eq!(
        shop.subscription(&subscriber.id).await["status"],
        "past_due"
    );
    outcome("");
    shop.advance(3 * DAY);
    let subscription = shop.subscription(&subscriber.id).await;
    assert_eq!(subscription["status"], "active");
    assert_eq!(subscription["latest_invoice"]["attempt_count"], 2);
    // The buyer pays by the page with another card, which is the subscription's then.
    outcome("lost_card");
    shop.advance(28 * DAY + HOUR);
    let subscription = shop.subscription(&subscriber.id).await;
    assert_eq!(subscription["status"], "past_due");
    let invoice = text(&subscription["latest_invoice"]["id"]);
    let pay = json!({"invoice": invoice, "method": "mastercard"});
    assert_eq!(shop.control("pay_invoice", &pay)["result"], "completed");
    let subscription = shop.subscription(&subscriber.id).await;
    assert_eq!(subscription["status"], "active");
    assert_ne!(
        subscription["default_payment_method"],
        subscriber.method.as_str()
    );
}

#[tokio::test]
async fn renewal_waits_for_the_bank() {
    let shop = TestShop::open().await;
    let subscriber = shop.monthly("must_confirm").await;
    shop.advance(MONTH + HOUR);
    let subscription = shop.subscription(&subscriber.id).await;
    assert_eq!(subscription["status"], "past_due");
    assert_eq!(shop.event_count("invoice.payment_action_required").await, 1);
    let invoice = text(&subscription["latest_invoice"]["id"]);
    let confirm = |is_confirmed: bool| {
        let arguments = json!({"invoice": invoice, "is_confirmed": is_confirmed});
        shop.control("confirm_invoice", &arguments)["result"].clone()
    };
    assert_eq!(confirm(false), "declined");
    let pay = json!({"invoice": invoice, "method": "must_confirm"});
    assert_eq!(shop.control("pay_invoice", &pay)["result"], "must_confirm");
    assert_eq!(confirm(true), "completed");
    assert_eq!(shop.subscription(&subscriber.id).await["status"], "active");
    let once = shop.monthly("confirms_once").await;
    shop.advance(MONTH + DAY + HOUR);
    assert_eq!(shop.subscription(&once.id).await["status"], "active");
}

#[tokio::test]
async fn trial_ends_as_it_says() {
    // card, behavior, status, invoices
    let rows = [
        (true, "cancel", "active", 2),
        (false, "cancel", "canceled", 1),
        (false, "pause", "paused", 1),
        (false, "create_invoice", "past_due", 2),
    ];
    for (has_card, behavior, status, count) in rows {
        let shop = TestShop::open().await;
        let price = shop.recurring_price(1_000, "month").await;
        let collection = if has_card { "always" } else { "if_required" };
        let more = format!(
            "subscription_data[trial_period_days]=7&payment_method_collection={collection}\
             &subscription_data[trial_settings][end_behavior][missing_payment_method]={behavior}"
        );
        let subscriber = shop.subscribe(&price, "pays", &more).await;
        shop.advance(7 * DAY + HOUR);
        let subscription = shop.subscription(&subscriber.id).await;
        assert_eq!(subscription["status"], status, "{behavior}");
        let invoices = shop.invoices(&subscriber.id).await;
        assert_eq!(invoices.len(), count, "{behavior}");
        if status == "paused" {
            resume(&shop, &subscriber).await;
        }
    }
}

async fn resume(shop: &TestShop, subscriber: &Subscriber) {
    assert_eq!(shop.event_count("customer.subscription.paused").await, 1);
    let card = json!({"customer": subscriber.customer, "method": "pays"});
    shop.control("add_card", &card);
    let path = format!("/v1/subscriptions/{}/resume", subscriber.id);
    let resumed = shop.post(&path, "billing_cycle_anchor=now").await.ok();
    assert_eq!(resumed["status"], "active");
    assert_eq!(shop.event_count("customer.subscription.resumed").await, 1);
    assert_eq!(shop.post(&path, "").await.status, 400);
    let item = &resumed["items"]["data"][0];
    assert_eq!(item["current_period_start"], START + 7 * DAY + HOUR);
}

#[tokio::test]
async fn paused_collection_ends_invoices_as_it_says() {
    let rows = [
        ("void", "void"),
        ("keep_as_draft", "draft"),
        ("mark_uncollectible", "uncollectible"),
    ];
    for (behavior, status) in rows {
        let shop = TestShop::open().await;
        let subscriber = shop.monthly("pays").await;
        let resumes = START + MONTH + 2 * DAY;
        let form =
            format!("pause_collection[behavior]={behavior}&pause_collection[resumes_at]={resumes}");
        let paused = shop.update(&subscriber.id, &form).await;
        assert_eq!(paused["pause_collection"]["behavior"], behavior);
        shop.advance(MONTH + DAY);
        let subscription = shop.subscription(&subscriber.id).await;
        assert_eq!(subscription["status"], "active", "{behavior}");
        assert_eq!(subscription["latest_invoice"]["status"], status);
        shop.advance(DAY);
        let subscription = shop.subscription(&subscriber.id).await;
        assert_eq!(subscription["pause_collection"], json!(null));
        shop.advance(31 * DAY);
        let invoices = shop.invoices(&subscriber.id).await;
        assert_eq!(invoices[0]["status"], "paid", "{behavior}");
    }
}

#[tokio::test]
async fn subscription_ends_at_its_time() {
    let shop = TestShop::open().await;
    let subscriber = shop.monthly("pays").await;
    let set = shop
        .update(&subscriber.id, "cancel_at_period_end=true")
        .await;
    assert_eq!(set["cancel_at"], START + MONTH);
    let resumed = shop
        .update(&subscriber.id, "cancel_at_period_end=false")
        .await;
    assert_eq!(
        [&resumed["cancel_at"], &resumed["canceled_at"]],
        [&json!(null), &json!(null)]
    );
    shop.advance(MONTH + HOUR);
    assert_eq!(shop.subscription(&subscriber.id).await["status"], "active");
    let at = START + MONTH + 10 * DAY;
    shop.update(&subscriber.id, &format!("cancel_at={at}"))
        .await;
    shop.advance(10 * DAY);
    let ended = shop.subscription(&subscriber.id).await;
    assert_eq!(
        [&ended["status"], &ended["ended_at"]],
        [&json!("canceled"), &json!(at)]
    );
    assert_eq!(shop.get("/v1/subscriptions").await.ok()["data"], json!([]));
    let path = format!("/v1/subscriptions/{}", subscriber.id);
    assert_eq!(shop.delete(&path).await.status, 404);
    let other = shop.monthly("pays").await;
    let path = format!("/v1/subscriptions/{}", other.id);
    assert_eq!(shop.delete(&path).await.ok()["status"], "canceled");
    assert_eq!(shop.event_count("customer.subscription.deleted").await, 2);
    shop.advance(MONTH + DAY);
    assert_eq!(shop.invoices(&other.id).await.len(), 1);
}
