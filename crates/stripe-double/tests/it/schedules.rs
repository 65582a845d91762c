//! Subscription schedules: another price from the next period on.

use serde_json::json;

use crate::subscribing::{DAY, HOUR, MONTH, Subscriber, text, unit_amount};
use crate::world::TestShop;

#[tokio::test]
async fn schedule_changes_the_price_at_the_end_of_the_period() {
    let shop = TestShop::open().await;
    let subscriber = shop.monthly("pays").await;
    let cheaper = shop.recurring_price(400, "month").await;
    let schedule = schedule_change(&shop, &subscriber, &cheaper).await;
    let path = format!("/v1/subscriptions/{}", subscriber.id);
    let refused = shop.post(&path, "cancel_at_period_end=true").await;
    assert!(
        refused
            .text
            .contains("managed by the subscription schedule")
    );
    shop.advance(MONTH + HOUR);
    let after = shop.subscription(&subscriber.id).await;
    assert_eq!(unit_amount(&after), 400);
    assert_eq!(after["latest_invoice"]["amount_paid"], 400);
    assert_eq!(shop.invoices(&subscriber.id).await.len(), 2);
    let path = format!("/v1/subscription_schedules/{schedule}");
    shop.post(&format!("{path}/release"), "").await.ok();
    let released = shop.get(&path).await.ok();
    assert_eq!(
        [&released["status"], &released["released_subscription"]],
        [&json!("released"), &json!(subscriber.id)]
    );
    assert_eq!(
        shop.subscription(&subscriber.id).await["schedule"],
        json!(null)
    );
    assert_eq!(shop.post(&format!("{path}/release"), "").await.status, 400);
    // A schedule that is released before changes nothing; one whose last phase ends releases itself.
    let other = shop.monthly("pays").await;
    let schedule = schedule_change(&shop, &other, &cheaper).await;
    let path = format!("/v1/subscription_schedules/{schedule}/release");
    shop.post(&path, "").await.ok();
    let third = shop.monthly("pays").await;
    schedule_change(&shop, &third, &cheaper).await;
    for (event, count) in [("created", 2), ("updated", 3), ("released", 2)] {
        let event = format!("subscription_schedule.{event}");
        assert_eq!(shop.event_count(&event).await, count, "{event}");
    }
    shop.advance(63 * DAY);
    assert_eq!(unit_amount(&shop.subscription(&other.id).await), 1_000);
    let third = shop.subscription(&third.id).await;
    assert_eq!(unit_amount(&third), 400);
    assert_eq!(third["schedule"], json!(null));
    assert_eq!(shop.event_count("subscription_schedule.released").await, 1);
}

/// Plans another price for the next period; returns the id of the schedule.
async fn schedule_change(shop: &TestShop, subscriber: &Subscriber, price: &str) -> String {
    let form = format!("from_subscription={}", subscriber.id);
    let schedule = shop.post("/v1/subscription_schedules", &form).await.ok();
    let phase = &schedule["phases"][0];
    let form = format!(
        "end_behavior=release&phases[0][start_date]={}&phases[0][end_date]={}\
         &phases[0][items][0][price]={}&phases[0][items][0][quantity]=1\
         &phases[1][items][0][price]={price}&phases[1][items][0][quantity]=1\
         &phases[1][proration_behavior]=none",
        phase["start_date"],
        phase["end_date"],
        text(&phase["items"][0]["price"]),
    );
    let path = format!("/v1/subscription_schedules/{}", text(&schedule["id"]));
    let updated = shop.post(&path, &form).await.ok();
    assert_eq!(updated["phases"].as_array().unwrap().len(), 2);
    let subscription = shop.subscription(&subscriber.id).await;
    assert_eq!(subscription["schedule"], schedule["id"]);
    text(&schedule["id"])
}
