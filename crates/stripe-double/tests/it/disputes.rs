//! Disputes: steps, money and deadlines.

use serde_json::{Value, json};

use crate::world::{START, TestShop};

const DAY: i64 = 86_400;

async fn disputed(shop: &TestShop, is_inquiry: bool) -> Value {
    let charge = shop.paid_charge("pays").await;
    shop.control(
        "open_dispute",
        &json!({"charge": charge["id"], "is_inquiry": is_inquiry}),
    )
}

fn withdrawn(dispute: &Value) -> i64 {
    let transactions = dispute["balance_transactions"].as_array().unwrap().iter();
    -transactions
        .map(|one| one["amount"].as_i64().unwrap())
        .sum::<i64>()
}

/// Inquiry, steps, status, withdrawn money and last event.
const WAYS: [(bool, &[&str], &str, i64, &str); 10] = [
    (
        false,
        &[],
        "needs_response",
        1000,
        "charge.dispute.funds_withdrawn",
    ),
    (
        false,
        &["respond"],
        "under_review",
        1000,
        "charge.dispute.updated",
    ),
    (
        false,
        &["respond", "win"],
        "won",
        0,
        "charge.dispute.closed",
    ),
    (false, &["lose"], "lost", 1000, "charge.dispute.closed"),
    (
        false,
        &["lose", "appeal"],
        "appeal_needs_response",
        1000,
        "charge.dispute.updated",
    ),
    (
        false,
        &["lose", "appeal", "respond", "win"],
        "won",
        0,
        "charge.dispute.closed",
    ),
    (
        false,
        &["prevent"],
        "prevented",
        1000,
        "charge.dispute.closed",
    ),
    (
        true,
        &[],
        "warning_needs_response",
        0,
        "charge.dispute.created",
    ),
    (
        true,
        &["respond", "close_inquiry"],
        "warning_closed",
        0,
        "charge.dispute.closed",
    ),
    (
        true,
        &["escalate"],
        "needs_response",
        1000,
        "charge.dispute.funds_withdrawn",
    ),
];

#[tokio::test]
async fn dispute_follows_its_states() {
    for (is_inquiry, steps, status, money, event) in WAYS {
        let shop = TestShop::open().await;
        let mut dispute = disputed(&shop, is_inquiry).await;
        for step in steps {
            dispute = shop.control(
                "step_dispute",
                &json!({"dispute": dispute["id"], "step": step}),
            );
        }
        assert_eq!(dispute["status"], status, "{steps:?}");
        assert_eq!(withdrawn(&dispute), money, "{steps:?}");
        assert_eq!(shop.event_types().await.last().unwrap(), event, "{steps:?}");
        let path = format!("/v1/charges/{}", dispute["charge"].as_str().unwrap());
        assert_eq!(shop.get(&path).await.ok()["disputed"], true);
    }
}

#[tokio::test]
async fn impossible_step_is_refused() {
    let shop = TestShop::open().await;
    let dispute = disputed(&shop, false).await;
    for step in ["appeal", "close_inquiry", "escalate", "dance"] {
        let arguments = json!({"dispute": dispute["id"], "step": step});
        assert!(
            shop.double.control("step_dispute", &arguments).is_err(),
            "{step}"
        );
    }
    let again = json!({"charge": dispute["charge"]});
    assert!(shop.double.control("open_dispute", &again).is_err());
}

#[tokio::test]
async fn evidence_is_staged_or_sent() {
    let shop = TestShop::open().await;
    let dispute = disputed(&shop, false).await;
    let path = format!("/v1/disputes/{}", dispute["id"].as_str().unwrap());
    let staged = shop
        .post(&path, "evidence[product_description]=credits&submit=false")
        .await
        .ok();
    assert_eq!(
        (
            &staged["status"],
            &staged["evidence"]["product_description"]
        ),
        (&json!("needs_response"), &json!("credits"))
    );
    let sent = shop.post(&path, "submit=true").await.ok();
    assert_eq!(
        (
            &sent["status"],
            &sent["evidence_details"]["submission_count"]
        ),
        (&json!("under_review"), &json!(1))
    );
    let charge = dispute["charge"].as_str().unwrap();
    let listed = shop
        .get(&format!("/v1/disputes?charge={charge}"))
        .await
        .ok();
    assert_eq!(listed["data"][0]["id"], dispute["id"]);
    assert_eq!(
        shop.post(&format!("{path}/close"), "").await.ok()["status"],
        "lost"
    );
    assert_eq!(shop.post(&format!("{path}/close"), "").await.status, 400);
}

#[tokio::test]
async fn deadline_without_a_response_ends_the_dispute() {
    for (is_inquiry, days, status) in [(false, 7, "lost"), (true, 20, "warning_closed")] {
        let shop = TestShop::open().await;
        let dispute = disputed(&shop, is_inquiry).await;
        assert_eq!(dispute["evidence_details"]["due_by"], START + days * DAY);
        let path = format!("/v1/disputes/{}", dispute["id"].as_str().unwrap());
        shop.advance(days * DAY - 1);
        assert_eq!(shop.get(&path).await.ok()["status"], dispute["status"]);
        shop.advance(1);
        let ended = shop.get(&path).await.ok();
        assert_eq!(ended["status"], status);
        assert_eq!(ended["evidence_details"]["past_due"], true);
    }
    let shop = TestShop::open().await;
    let dispute = disputed(&shop, false).await;
    shop.control(
        "step_dispute",
        &json!({"dispute": dispute["id"], "step": "respond"}),
    );
    shop.advance(30 * DAY);
    let path = format!("/v1/disputes/{}", dispute["id"].as_str().unwrap());
    assert_eq!(
        shop.get(&path).await.ok()["status"],
        "under_review",
        "it has a response"
    );
}

#[tokio::test]
async fn part_of_a_charge_is_disputed() {
    let shop = TestShop::open().await;
    let charge = shop.paid_charge("pays").await["id"].clone();
    let refund = json!({"charge": charge, "amount": 400});
    shop.control("refund_charge", &refund);
    let too_much = json!({"charge": charge, "amount": 601});
    assert!(shop.double.control("open_dispute", &too_much).is_err());
    let dispute = shop.control(
        "open_dispute",
        &json!({"charge": charge, "reason": "general"}),
    );
    assert_eq!(
        (&dispute["amount"], &dispute["reason"]),
        (&json!(600), &json!("general"))
    );
    let fee = dispute["balance_transactions"][0]["fee"].clone();
    assert_eq!(fee, 2000);
}
