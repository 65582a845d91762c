//! Tests payments of automatic top-ups: calls without a response, confirmations, refunds and disputes.

use std::time::Duration;

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::buyer::{Buyer, buy_due};
use crate::billing::mailing::sent;
use crate::billing::refunding::{deliver, recorded};
use crate::billing::sales::{at_stripe, text};
use crate::billing::stripe::{ACCOUNT, as_owner, call_stripe, fail, with_deliveries};
use crate::credits::post;
use crate::harness::{TestApi, on_both_engines};

/// Calls that the client makes for one step: the first and two repeats.
const ALL: u32 = 3;
/// Longer than the pause after a step without a response, and than failures count for the circuit of a connection.
const PAUSE: Duration = Duration::from_mins(2);

/// Begins top-ups and takes their steps; no event of Stripe arrives.
async fn sweep(world: &TestApi) {
    product_api::billing::sweep_topups(&world.app)
        .await
        .unwrap();
}

async fn spend(world: &TestApi, buyer: &Buyer, key: &str, amount: i64) {
    let body = json!({"customer": {"id": buyer.customer}, "amount": amount});
    let spent = post(world, "/v1/spends", buyer.seller.test_key(), key, body).await;
    assert_eq!(spent.status, 200, "{spent:?}");
}

/// Ends the faults, and waits until the next step is due.
fn recover(world: &TestApi) {
    world.stripe.control("clear_faults", &json!({})).unwrap();
    world.clock.advance(PAUSE);
}

async fn state(world: &TestApi) -> String {
    let newest = "SELECT state FROM topup_attempt ORDER BY n DESC LIMIT 1";
    world.text(newest).await
}

on_both_engines! {
    async fn step_without_a_response_buys_once(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        let limits = json!({"month_max_minor": 100_000, "month_max_count": 100});
        assert_eq!(buyer.set(&world, &limits).await.status, 200);
        let (mut bought, mut amount) = (0, 500);
        for call in ["POST /v1/invoices", "POST /v1/invoiceitems", "POST /v1/invoices/"] {
            for kind in ["lost_before", "lost_after", "server_error_before"] {
                let name = format!("{call} {kind}").replace(' ', "-");
                fail(&world, call, ALL, kind);
                spend(&world, &buyer, &name, amount).await;
                sweep(&world).await;
                recover(&world);
                for _ in 0..3 {
                    sweep(&world).await;
                    world.clock.advance(PAUSE);
                }
                deliver(&world).await;
                bought += 1;
                assert_eq!(state(&world).await, "paid", "{name}");
                assert_eq!(at_stripe(&world, "/v1/invoices").await.len(), bought, "{name}");
                assert_eq!(buyer.available(&world).await, 600, "{name}");
                amount = 550;
            }
        }
    }
}

on_both_engines! {
    async fn rule_that_is_turned_off_before_the_charge_buys_nothing(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.turn_on(&world).await;
        fail(&world, "POST /v1/invoiceitems", ALL, "server_error_before");
        spend(&world, &buyer, "one", 500).await;
        sweep(&world).await;
        assert_eq!(state(&world).await, "claimed");
        assert_eq!(buyer.turn_off(&world).await["state"], "off");
        recover(&world);
        for _ in 0..3 {
            sweep(&world).await;
            world.clock.advance(PAUSE);
        }
        assert_eq!(state(&world).await, "failed");
        assert_eq!(at_stripe(&world, "/v1/charges").await.len(), 1, "the pack alone was charged");
        assert_eq!(buyer.available(&world).await, 50);
    }
}

on_both_engines! {
    async fn payment_without_a_response_is_found_at_its_invoice(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.turn_on(&world).await;
        spend(&world, &buyer, "one", 500).await;
        for expected in ["claimed", "paying"] {
            // The first of these calls finalizes the invoice, the next pays it.
            fail(&world, "POST /v1/invoices/", ALL, "lost_after");
            sweep(&world).await;
            assert_eq!(state(&world).await, expected);
            recover(&world);
        }
        assert_eq!(buyer.available(&world).await, 50);
        sweep(&world).await;
        assert_eq!(state(&world).await, "paid");
        deliver(&world).await;
        assert_eq!(buyer.available(&world).await, 600);
        assert_eq!(at_stripe(&world, "/v1/charges").await.len(), 2, "the checkout and the top-up");
        for (kind, count) in [("topup.succeeded", 1), ("payment.succeeded", 2)] {
            assert_eq!(recorded(&world, kind).await, count, "{kind}");
        }
    }
}

/// Returns the id at Stripe of the newest invoice.
async fn newest_invoice(world: &TestApi) -> String {
    text(&at_stripe(world, "/v1/invoices").await[0]["id"])
}

on_both_engines! {
    async fn confirmed_payment_is_granted_by_its_event(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.charge_as(&world, "must_confirm").await;
        buyer.turn_on(&world).await;
        buyer.spend(&world, "one", 500).await;
        assert_eq!(buyer.read(&world).await["state"], "needs_action");
        assert_eq!(recorded(&world, "topup.action_required").await, 1);
        let mails = sent(&world).await;
        let (user, mail) = &mails[0];
        assert_eq!((user.as_str(), mails.len()), ("usr_9", 1), "{mails:?}");
        assert_eq!(mail["title"], "Test: Confirm a payment of 10.00 EUR");
        let lines = json!([
            "Pictures: your bank wants you to confirm the automatic top-up of 10.00 EUR.",
            "Confirm it within 23 hours. Otherwise nothing is bought.",
        ]);
        assert_eq!(mail["lines"], lines);
        let origin = world.app.config.issuer.public_origin();
        assert_eq!(mail["link"], format!("{origin}/account/billing"));
        let refused = json!({"customer": {"id": buyer.customer}, "amount": 100});
        let refused = post(&world, "/v1/spends", buyer.seller.test_key(), "two", refused).await;
        let member = refused.is_problem(402, "insufficient-credits")["topup"].clone();
        assert_eq!(member["state"], "needs_action");
        assert!(text(&member["payment_url"]).starts_with("http"), "{member}");
        let paid = json!({"invoice": newest_invoice(&world).await, "method": "pays"});
        world.stripe.control("pay_invoice", &paid).unwrap();
        deliver(&world).await;
        assert_eq!(buyer.available(&world).await, 600);
        let read = buyer.read(&world).await;
        assert_eq!((&read["state"], &read["payment_url"]), (&json!("active"), &Value::Null), "{read}");
        assert_eq!(sent(&world).await.len(), 1, "nothing is sent twice");
    }
}

on_both_engines! {
    async fn payment_that_nobody_confirms_is_given_up(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.charge_as(&world, "must_confirm").await;
        buyer.turn_on(&world).await;
        buyer.spend(&world, "one", 500).await;
        world.clock.advance(Duration::from_hours(22));
        buy_due(&world).await;
        assert_eq!(state(&world).await, "action");
        world.clock.advance(Duration::from_hours(2));
        buy_due(&world).await;
        assert_eq!(state(&world).await, "failed");
        assert_eq!(at_stripe(&world, "/v1/invoices").await[0]["status"], "void");
        let read = buyer.read(&world).await;
        assert_eq!((&read["state"], read["next_at"].is_string()), (&json!("active"), true), "{read}");
        assert_eq!(recorded(&world, "topup.failed").await, 1);
    }
}

on_both_engines! {
    async fn new_card_gives_up_the_payment_that_waits_for_a_confirmation(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.charge_as(&world, "must_confirm").await;
        buyer.turn_on(&world).await;
        buyer.spend(&world, "one", 500).await;
        assert_eq!(state(&world).await, "action");
        let invoice = newest_invoice(&world).await;
        buyer.add_card(&world).await;
        assert_eq!(buyer.read(&world).await["state"], "active");
        buy_due(&world).await;
        let attempts = buyer.attempts(&world).await;
        let outcome = (attempts.len(), &attempts[0]["state"], &attempts[0]["code"]);
        assert_eq!(outcome, (1, &json!("failed"), &json!("new-card")), "{attempts:?}");
        let given_up = &at_stripe(&world, "/v1/invoices").await[0];
        assert_eq!((&given_up["id"], &given_up["status"]), (&json!(invoice), &json!("void")));
        let read = buyer.read(&world).await;
        let found = (&read["state"], &read["reason"], &read["payment_url"]);
        assert_eq!(found, (&json!("active"), &Value::Null, &Value::Null), "{read}");
        assert_eq!(buyer.available(&world).await, 50);
        // The new card pays after the minimum pause between two purchases.
        world.clock.advance(Duration::from_mins(6));
        buy_due(&world).await;
        assert_eq!(buyer.available(&world).await, 600);
    }
}

on_both_engines! {
    async fn card_that_was_lost_is_replaced(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.charge_as(&world, "lost_card").await;
        buyer.turn_on(&world).await;
        buyer.spend(&world, "one", 500).await;
        let read = buyer.read(&world).await;
        assert_eq!((&read["state"], &read["reason"]), (&json!("needs_card"), &json!("lost_card")), "{read}");
        let customer = at_stripe(&world, "/v1/customers").await[0]["id"].clone();
        let card = json!({"customer": customer, "method": "pays"});
        world.stripe.control("add_card", &card).unwrap();
        world.clock.advance(Duration::from_mins(6));
        deliver(&world).await;
        assert_eq!(buyer.read(&world).await["state"], "active");
        buy_due(&world).await;
        assert_eq!(buyer.available(&world).await, 600);
    }
}

/// Returns the payment of the newest attempt, as its website sees it.
async fn payment(world: &TestApi, buyer: &Buyer) -> Value {
    let id = text(&buyer.attempts(world).await[0]["payment"]);
    let path = format!("/v1/payments/{id}");
    world.get(&path, buyer.seller.test_key()).await.json()
}

on_both_engines! {
    async fn refunded_top_up_gives_its_credits_back(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.turn_on(&world).await;
        buyer.spend(&world, "one", 500).await;
        deliver(&world).await;
        let paid = payment(&world, &buyer).await;
        assert!(paid["stripe_charge"].is_string(), "{paid}");
        let lines = world.get("/v1/revenue/payments", buyer.seller.test_key()).await.json();
        let (line, attempts) = (&lines["items"][1], buyer.attempts(&world).await);
        let sale = (&line["source"], &line["source_id"], &line["payment_id"]);
        assert_eq!(sale, (&json!("topup"), &attempts[0]["id"], &paid["id"]), "{lines}");
        let refund = format!("POST /v1/refunds charge={}", text(&paid["stripe_charge"]));
        call_stripe(&world, ACCOUNT, false, &refund).await;
        deliver(&world).await;
        assert_eq!(payment(&world, &buyer).await["credits_taken_back"], 550);
        assert_eq!(buyer.available(&world).await, 50);
        let month = &buyer.read(&world).await["month"];
        assert_eq!((&month["spent_minor"], &month["count"]), (&json!(1_000), &json!(1)), "refunds count");
    }
}

on_both_engines! {
    async fn dispute_turns_the_top_up_off(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.turn_on(&world).await;
        buyer.spend(&world, "one", 500).await;
        deliver(&world).await;
        let paid = payment(&world, &buyer).await;
        world.stripe.control("open_dispute", &json!({"charge": paid["stripe_charge"]})).unwrap();
        deliver(&world).await;
        let read = buyer.read(&world).await;
        assert_eq!((&read["state"], &read["reason"]), (&json!("off"), &json!("dispute")), "{read}");
        let seller = (buyer.seller.shop.id.as_str(), "test");
        let seen = as_owner(&world, "usr_1", seller, &format!("GET {}", buyer.path()), None).await;
        assert_eq!(seen.json()["state"], "off", "{seen:?}");
    }
}
