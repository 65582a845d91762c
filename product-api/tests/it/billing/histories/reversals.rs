//! Actions after a purchase: refunds, disputes, warnings of fraud, spends and holds.

use serde_json::{Value, json};

use super::market::Market;
use super::purchase::{PRICE, Purchase};
use crate::billing::sales::{PATH, text};
use crate::credits::post;

/// Steps of a dispute; the double refuses those that its status does not allow.
pub(in crate::billing) const STEPS: [&str; 8] = [
    "respond",
    "win",
    "win",
    "lose",
    "lose",
    "appeal",
    "escalate",
    "close_inquiry",
];

/// A hold that may be open.
#[derive(Debug)]
pub(super) struct OpenHold {
    pub(super) id: String,
    pub(super) amount: i64,
    pub(super) customer: String,
}

impl Market<'_> {
    /// Performs one action about a purchase that is done. Stripe and the product may refuse it.
    pub(super) async fn reverse(&mut self, purchase: &mut Purchase) {
        match self.rng.below(10) {
            0 | 1 => self.refund_at_stripe(purchase),
            2 | 3 => self.refund_here(purchase).await,
            4 => self.open_dispute(purchase),
            5 => self.step_dispute(purchase),
            6 => self.warn_of_fraud(purchase),
            7 => self.end_refund(purchase),
            8 => self.spend(purchase).await,
            _ => self.hold(purchase).await,
        }
    }

    fn refund_at_stripe(&mut self, purchase: &mut Purchase) {
        let Some(charge) = purchase.charge(self.world) else {
            return;
        };
        let mut arguments = json!({ "charge": charge });
        if !self.rng.one_in(3) {
            arguments["amount"] = json!(self.rng.between(1, PRICE * purchase.quantity));
        }
        if let Ok(refund) = self.world.stripe.control("refund_charge", &arguments) {
            purchase.refunds.push(text(&refund["id"]));
        }
    }

    /// Asks the product for a refund, if it knows the payment.
    async fn refund_here(&mut self, purchase: &Purchase) {
        let path = format!("{PATH}/{}", text(&purchase.checkout["id"]));
        let checkout = self.world.get(&path, self.seller.test_key()).await.json();
        let Some(payment) = checkout["payment_id"].as_str() else {
            return;
        };
        let amount = self.rng.between(1, PRICE * purchase.quantity);
        let body = self.rng.pick(&["full", "unspent", "amount"]);
        let body = match body {
            "amount" => json!({"what": body, "amount_minor": amount}),
            _ => json!({ "what": body }),
        };
        let path = format!("/v1/payments/{payment}/refunds");
        let key = self.next_key();
        let refunded = post(self.world, &path, self.seller.test_key(), &key, body).await;
        assert!([200, 409, 422].contains(&refunded.status), "{refunded:?}");
    }

    fn open_dispute(&mut self, purchase: &mut Purchase) {
        let Some(charge) = purchase.charge(self.world) else {
            return;
        };
        let mut arguments = json!({"charge": charge, "is_inquiry": self.rng.one_in(3)});
        if self.rng.one_in(2) {
            arguments["amount"] = json!(self.rng.between(1, PRICE * purchase.quantity));
        }
        if let Ok(dispute) = self.world.stripe.control("open_dispute", &arguments) {
            purchase.dispute = Some(text(&dispute["id"]));
        }
    }

    fn step_dispute(&mut self, purchase: &Purchase) {
        if let Some(dispute) = &purchase.dispute {
            let arguments = json!({"dispute": dispute, "step": self.rng.pick(&STEPS)});
            let _refused = self.world.stripe.control("step_dispute", &arguments);
        }
    }

    fn warn_of_fraud(&self, purchase: &mut Purchase) {
        let Some(charge) = purchase.charge(self.world) else {
            return;
        };
        if purchase.warning.is_none() && purchase.is_paid() {
            let arguments = json!({ "charge": charge });
            let warning = self.world.stripe.control("warn_of_fraud", &arguments);
            purchase.warning = Some(text(&warning.unwrap()["id"]));
        }
    }

    /// Lets a refund of the dashboard fail, even after it has succeeded.
    fn end_refund(&mut self, purchase: &Purchase) {
        if !purchase.refunds.is_empty() {
            let index = self.rng.below(purchase.refunds.len());
            let arguments = json!({"refund": purchase.refunds[index], "is_successful": false});
            self.world.stripe.control("end_refund", &arguments).unwrap();
        }
    }

    async fn spend(&mut self, purchase: &Purchase) {
        let amount = self.rng.between(1, 400);
        if self.take("/v1/spends", purchase, amount).await.is_some() {
            *self.spent.entry(purchase.customer.clone()).or_default() += amount;
        }
    }

    async fn hold(&mut self, purchase: &Purchase) {
        let amount = self.rng.between(1, 400);
        if let Some(held) = self.take("/v1/holds", purchase, amount).await {
            self.holds.push(OpenHold {
                id: text(&held["hold"]["id"]),
                amount,
                customer: purchase.customer.clone(),
            });
        }
    }

    /// Spends or holds credits of the customer; none if there are too few.
    async fn take(&mut self, path: &str, purchase: &Purchase, amount: i64) -> Option<Value> {
        let key = self.next_key();
        let customer = json!({"external_id": purchase.customer});
        let body = json!({"customer": customer, "amount": amount});
        let taken = post(self.world, path, self.seller.test_key(), &key, body).await;
        assert!([200, 402].contains(&taken.status), "{taken:?}");
        (taken.status == 200).then(|| taken.json())
    }

    /// Ends a hold: some are captured, and the others are voided. An expired hold has ended by itself.
    pub(super) async fn end_hold(&mut self, hold: &OpenHold) {
        let action = self.rng.pick(&["void", "capture"]);
        let path = format!("/v1/holds/{}/{action}", hold.id);
        let key = self.next_key();
        let ended = post(self.world, &path, self.seller.test_key(), &key, "{}").await;
        assert!([200, 409].contains(&ended.status), "{ended:?}");
        if action == "capture" && ended.status == 200 {
            *self.spent.entry(hold.customer.clone()).or_default() += hold.amount;
        }
    }
}
