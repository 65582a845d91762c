//! Kills while rules of buyers buy: at each call of an automatic top-up, and at random moments after the first call.

use std::time::Duration;

use foundation::testing::SeededRng;
use journeys::selling_website::{PACK_CREDITS, PACK_PRICE, SaleResponse, session_of};
use journeys::stripe_server::HoldMoment::{self, AfterEffect, BeforeEffect};
use journeys::users::TestUser;
use serde_json::{Value, json};

use super::books::count;
use super::killed_shop::{KilledShop, change, pay};
use super::step_kills::Sending;
use crate::sale_steps::{finish, text, with_retries};

/// Buyers whose rules buy at the same time.
pub(super) const BUYERS: usize = 3;
/// Credits under which the rules buy.
const THRESHOLD: i64 = 100;
/// Credits that each buyer has left after a spend.
pub(super) const LEFT: i64 = 50;
/// Maximum number of purchases in a month that a buyer can allow.
const MAX_PURCHASES: usize = 100;
/// Longest time between the first call and a random kill, in milliseconds: longer than a top-up takes.
const MAX_MILLISECONDS: usize = 300;

const INVOICE: &str = "POST /v1/invoices";
const FINALIZE: &str = "POST /v1/invoices/*/finalize";
const PAY: &str = "POST /v1/invoices/*/pay";

/// Steps of a top-up at which a process is killed: each call with its moment.
const STEPS: [(&str, HoldMoment); 7] = [
    (INVOICE, BeforeEffect),
    (PAY, AfterEffect),
    ("POST /v1/invoiceitems", AfterEffect),
    (FINALIZE, AfterEffect),
    (PAY, BeforeEffect),
    (INVOICE, AfterEffect),
    (FINALIZE, BeforeEffect),
];

/// Statements that let the time between two attempts of a rule pass.
const END_PAUSES: [&str; 2] = [
    "UPDATE topup_rule SET next_at = NULL",
    "UPDATE topup_attempt SET created_at = created_at - 7200000000 WHERE state = 'paid'",
];

/// A buyer with a rule.
struct RuleHolder {
    /// The user's id.
    sub: String,
    customer: String,
}

impl KilledShop {
    /// Lets rules buy until their months are full, with one kill for each purchase and one more. Returns the purchases of each
    /// buyer's rule.
    pub(super) async fn kill_topups(&mut self, kills: usize, seed: u64) -> i64 {
        let mut rng = SeededRng::new(seed);
        let purchases = kills.saturating_sub(1).clamp(1, MAX_PURCHASES);
        let mut holders = Vec::new();
        for number in 0..BUYERS {
            holders.push(self.open_holder(number, purchases).await);
        }
        for round in 0..purchases {
            if round.is_multiple_of(2) {
                let step = STEPS[round.div_euclid(2) % STEPS.len()];
                self.top_up_under_kill(&holders, round, step).await;
            } else {
                self.top_up_under_random_kill(&holders, round, &mut rng)
                    .await;
            }
            for holder in &holders {
                self.has_topped_up(holder, round + 1).await;
            }
            self.end_pauses().await;
        }
        // The month of each rule is full.
        self.spend_all(&holders, purchases).await;
        self.kill().await;
        self.reports_full_months().await;
        i64::try_from(purchases).unwrap()
    }

    /// Signs a user in, sells a pack, saves a card, and turns the rule on for a number of purchases in a month.
    async fn open_holder(&self, number: usize, purchases: usize) -> RuleHolder {
        let address = &self.world.address;
        let user = TestUser::arrive(address, &format!("buyer-{number}@example.com")).await;
        let sub = user.tokens.subject.clone();
        let body = json!({
            "customer": {"sub": sub}, "pack": "small",
            "success_url": "https://shop.example/done", "cancel_url": "https://shop.example/cart",
        });
        let start = async || {
            let sessions = "/v1/checkout-sessions";
            self.site.post(sessions, &sub, &body).await
        };
        let checkout = with_retries(start, |response| response.status == 200).await;
        pay(&self.stripe, &checkout);
        finish(&self.site, &text(&checkout["id"])).await;
        self.save_card(&checkout);
        self.stripe.double.deliver_due().await.unwrap();
        let limit = i64::try_from(purchases).unwrap();
        let rule = json!({
            "website": self.site.website_id(), "mode": "test", "pack": "small", "threshold": THRESHOLD,
            "month_max_minor": limit * PACK_PRICE, "month_max_count": limit, "min_seconds": 60,
            "consent": "Buy 500 credits for 10.00 euros whenever fewer than 100 are left.",
        });
        user.put(address, "/v1/me/top-up", &rule).await;
        let customer = text(&checkout["customer_id"]);
        let path = format!("/v1/customers/{customer}/top-up");
        let is_on = |response: &SaleResponse| response.body["state"] == "active";
        with_retries(async || self.site.get(&path).await, is_on).await;
        RuleHolder { sub, customer }
    }

    /// Saves a card for the customer of a session, as the page of the customer's billing does.
    fn save_card(&self, checkout: &Value) {
        let control = |name: &str, arguments: &Value| {
            let done = self.stripe.double.control(name, arguments);
            done.unwrap()
        };
        let session = control("get_object", &json!({"id": session_of(checkout)}));
        let card = json!({"customer": session["customer"], "method": "pays"});
        control("add_card", &card);
    }

    /// Spends so much of each buyer's credits that the rule has to buy.
    async fn spend_all(&self, holders: &[RuleHolder], round: usize) {
        let amount = if round == 0 {
            PACK_CREDITS - LEFT
        } else {
            PACK_CREDITS
        };
        for holder in holders {
            let body = json!({"customer": {"sub": holder.sub}, "amount": amount});
            let key = format!("{}-{round}", holder.sub);
            let is_final = |response: &SaleResponse| response.status == 200;
            let spend = async || self.site.post("/v1/spends", &key, &body).await;
            with_retries(spend, is_final).await;
        }
    }

    /// Lets the rules buy, with a kill at a moment of a call to Stripe.
    async fn top_up_under_kill(
        &mut self,
        holders: &[RuleHolder],
        round: usize,
        (call, moment): (&str, HoldMoment),
    ) {
        let held = self.stripe.hold(call, moment);
        self.spend_all(holders, round).await;
        self.kill_while_held(held, Sending::new()).await;
    }

    /// Lets the rules buy, with a kill at a random moment after the first call to Stripe.
    async fn top_up_under_random_kill(
        &mut self,
        holders: &[RuleHolder],
        round: usize,
        rng: &mut SeededRng,
    ) {
        let mut held = self.stripe.hold(INVOICE, BeforeEffect);
        self.spend_all(holders, round).await;
        held.reached().await;
        held.release();
        let moment = u64::try_from(rng.below(MAX_MILLISECONDS)).unwrap();
        tokio::time::sleep(Duration::from_millis(moment)).await;
        self.kill().await;
    }

    /// Waits until a buyer's rule has made a number of purchases, which are all paid and granted.
    async fn has_topped_up(&self, holder: &RuleHolder, purchases: usize) {
        let path = format!(
            "/v1/customers/{}/top-up/attempts?limit=100",
            holder.customer
        );
        let is_paid = |response: &SaleResponse| {
            let attempts = response.body["items"].as_array();
            response.body["items"][0]["state"] == "paid"
                && attempts.is_some_and(|attempts| attempts.len() == purchases)
        };
        with_retries(async || self.site.get(&path).await, is_paid).await;
        let available = self.site.available(&holder.customer).await;
        assert_eq!(available, LEFT + PACK_CREDITS, "{}", holder.customer);
    }

    /// Lets the time pass that each rule waits between two purchases.
    async fn end_pauses(&self) {
        let mut transaction = self.database.begin().await.unwrap();
        for statement in END_PAUSES {
            change(&mut transaction.connection(), statement).await;
        }
        transaction.commit().await.unwrap();
    }

    /// Waits until the events say of each rule that its month is full.
    async fn reports_full_months(&self) {
        let reported = async || -> Result<SaleResponse, reqwest::Error> {
            let mut reader = self.database.reader().await.unwrap();
            let failures = "SELECT COUNT(*) FROM outbox WHERE type = 'topup.failed'";
            let found = count(&mut reader.connection(), failures).await;
            Ok(SaleResponse {
                status: 200,
                body: Value::from(found),
            })
        };
        let all = i64::try_from(BUYERS).unwrap();
        with_retries(reported, |response| response.body == all).await;
    }
}
