//! Kills while buyers subscribe, renew by the double's clock, change the plan, and cancel.

use std::time::Duration;

use journeys::selling_website::{SaleResponse, TEAM_PRICE, session_of};
use journeys::stripe_server::HoldMoment::{self, AfterEffect, BeforeEffect};
use serde_json::{Value, json};

use super::books::count;
use super::killed_shop::{KilledShop, pay};
use super::step_kills::{OPENING, Sending};
use crate::sale_steps::{completed, text, with_retries};

/// Renewals of each subscription.
pub(super) const RENEWALS: i64 = 2;
/// Time in which a month ends, and the draft of its renewal is charged.
const MONTH: Duration = Duration::from_hours(31 * 24 + 2);
/// Kills of one buyer, without the renewals.
const KILLS_OF_BUYER: usize = 4;
/// Objects of Stripe with events that the server has not applied.
const WAITING: &str = "SELECT COUNT(*) FROM stripe_object WHERE state = 'waiting'";
/// Pause between two looks at them, and the maximum time until there are none: a machine may be busy.
const PAUSE: Duration = Duration::from_millis(50);
const TIMEOUT: Duration = Duration::from_mins(2);

/// A subscription as it was seen last.
struct SubscriberInShop {
    customer: String,
    id: String,
    paid_through: Value,
}

impl KilledShop {
    /// Lets buyers subscribe, renew, change and cancel, with a kill at each step. Returns the number of the buyers.
    pub(super) async fn kill_subscribers(&mut self, kills: usize) -> i64 {
        self.site = self.site.selling_plans().await;
        let count = kills.div_euclid(KILLS_OF_BUYER).max(1);
        let mut subscribers = Vec::new();
        for round in 0..count {
            let new = self.subscribe_under_kill(round).await;
            subscribers.push(new);
        }
        for _ in 0..RENEWALS {
            self.renew_under_kill(&mut subscribers).await;
        }
        for (round, subscriber) in subscribers.iter().enumerate() {
            let moment = [BeforeEffect, AfterEffect][round % 2];
            self.change_under_kill(subscriber, moment).await;
            self.cancel_under_kill(subscriber, moment).await;
        }
        i64::try_from(count).unwrap()
    }

    /// Subscribes a buyer, with a kill while the session is opened, and another one after the look at the paid session.
    async fn subscribe_under_kill(&mut self, round: usize) -> SubscriberInShop {
        let checkout = self.start_under_kill(OPENING[round % OPENING.len()]).await;
        pay(&self.stripe, &checkout);
        let id = text(&checkout["id"]);
        let look = format!("GET /v1/checkout/sessions/{}", session_of(&checkout));
        let held = self.stripe.hold(&look, AfterEffect);
        let mut looking = Sending::new();
        let (site, name) = (self.site.clone(), id.clone());
        looking.spawn(async move { site.sync(&name).await });
        self.kill_while_held(held, looking).await;
        completed(&self.site, &id).await;
        let customer = text(&checkout["customer_id"]);
        let found = self.paid_subscription(&customer, &Value::Null).await;
        SubscriberInShop {
            customer,
            id: text(&found["id"]),
            paid_through: found["paid_through"].clone(),
        }
    }

    /// Waits until the server has applied by itself that a period is paid, other than that of the last look.
    async fn paid_subscription(&self, customer: &str, last: &Value) -> Value {
        let path = format!("/v1/subscriptions?customer={customer}");
        let is_paid = |response: &SaleResponse| {
            let found = &response.body["items"][0];
            let paid = &found["paid_through"];
            paid.is_string() && paid != last && *paid == found["period_end"]
        };
        let page = with_retries(async || self.site.get(&path).await, is_paid).await;
        page["items"][0].clone()
    }

    /// Lets a month end at Stripe, with a kill while the server applies the invoices.
    async fn renew_under_kill(&mut self, subscribers: &mut [SubscriberInShop]) {
        let double = self.stripe.double.clone();
        // Events of the begin would be applied in place of the renewal's.
        double.deliver_due().await.unwrap();
        self.applies_deliveries().await;
        double.advance_clock(MONTH).unwrap();
        let held = self.stripe.hold("GET /v1/invoices/", AfterEffect);
        double.deliver_due().await.unwrap();
        self.kill_while_held(held, Sending::new()).await;
        for one in subscribers {
            let found = self
                .paid_subscription(&one.customer, &one.paid_through)
                .await;
            one.paid_through = found["paid_through"].clone();
        }
    }

    /// Waits until the server has applied the events that were delivered.
    async fn applies_deliveries(&self) {
        let applying = async {
            while !self.has_applied_all().await {
                tokio::time::sleep(PAUSE).await;
            }
        };
        tokio::time::timeout(TIMEOUT, applying).await.unwrap();
    }

    async fn has_applied_all(&self) -> bool {
        // A connection of the pool may have ended with the database.
        let Ok(mut reader) = self.database.reader().await else {
            return false;
        };
        count(&mut reader.connection(), WAITING).await == 0
    }

    async fn change_under_kill(&mut self, subscriber: &SubscriberInShop, moment: HoldMoment) {
        let body = json!({"plan": "team", "expected_amount_minor": TEAM_PRICE});
        let changed = self
            .act_under_kill(subscriber, ("change", "POST", moment), &body)
            .await;
        assert_eq!(changed["plan"], "team", "{changed}");
    }

    async fn cancel_under_kill(&mut self, subscriber: &SubscriberInShop, moment: HoldMoment) {
        let canceled = self
            .act_under_kill(
                subscriber,
                ("cancel", "DELETE", moment),
                &json!({"at": "now"}),
            )
            .await;
        assert_eq!(canceled["status"], "canceled", "{canceled}");
    }

    /// Posts to a subscription, with a kill at a moment of the call to Stripe that this leads to, and repeats it with its key.
    async fn act_under_kill(
        &mut self,
        subscriber: &SubscriberInShop,
        (action, method, moment): (&str, &str, HoldMoment),
        body: &Value,
    ) -> Value {
        let path = format!("/v1/subscriptions/{}/{action}", subscriber.id);
        let key = format!("{action}-{}", subscriber.id);
        let held = self
            .stripe
            .hold(&format!("{method} /v1/subscriptions/"), moment);
        let mut asking = Sending::new();
        let (site, sent) = (self.site.clone(), body.clone());
        let (to, name) = (path.clone(), key.clone());
        asking.spawn(async move { site.post(&to, &name, &sent).await });
        self.kill_while_held(held, asking).await;
        let is_final = |response: &SaleResponse| response.status == 200;
        with_retries(async || self.site.post(&path, &key, body).await, is_final).await
    }
}
