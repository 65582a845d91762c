//! The end of a history, and the comparison of its books with the money at Stripe.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use super::market::Market;
use super::purchase::Purchase;
use crate::billing::reconciling::{apply, compare, counts};
use crate::billing::refunding::assert_settled;
use crate::billing::sales::{PATH, text};
use crate::billing::stripe::ACCOUNT;

impl Market<'_> {
    /// Delivers the due events, and applies the objects that they mark.
    pub(super) async fn deliver(&self) {
        self.world.stripe.deliver_due().await.unwrap();
        apply(self.world).await;
    }

    /// Lets the time pass in which everything ends, and finds lost events.
    pub(super) async fn settle(&mut self, purchases: &[Purchase]) {
        for hold in std::mem::take(&mut self.holds) {
            self.end_hold(&hold).await;
        }
        for minutes in [6, 62, 6] {
            self.world.clock.advance(Duration::from_mins(minutes));
            self.deliver().await;
            product_api::sweep::once(&self.world.app).await.unwrap();
            // A lost warning of fraud is found among the events of the account only.
            product_api::billing::reconcile_due(&self.world.app)
                .await
                .unwrap();
            apply(self.world).await;
        }
        for purchase in purchases {
            self.paid.0 += i64::from(purchase.is_paid());
            self.paid.1 += if purchase.is_paid() {
                super::purchase::PRICE * purchase.quantity
            } else {
                0
            };
        }
        compare(self.world, &self.seller, &json!({})).await;
        apply(self.world).await;
        apply(self.world).await;
    }

    /// Compares what the product says of purchases and their customers with the money at Stripe.
    pub(super) async fn check(&self, purchases: &[Purchase]) {
        for purchase in purchases {
            self.check_purchase(purchase, purchases).await;
        }
        let customers: BTreeSet<&str> = purchases
            .iter()
            .map(|purchase| purchase.customer.as_str())
            .collect();
        for customer in customers {
            self.check_customer(customer, purchases).await;
        }
    }

    async fn check_purchase(&self, purchase: &Purchase, all: &[Purchase]) {
        let path = format!("{PATH}/{}", text(&purchase.checkout["id"]));
        let checkout = self.read(&path).await;
        assert_eq!(checkout["state"], purchase.action.state(), "{all:#?}");
        let expected = purchase.expected(self.world);
        if !purchase.is_paid() {
            return;
        }
        let path = format!("/v1/payments/{}", text(&checkout["payment_id"]));
        let detail = self.read(&path).await;
        let number = |name: &str| detail[name].as_i64().unwrap();
        let found = (
            number("refunded_minor"),
            number("withdrawn_minor"),
            number("credits_taken_back"),
        );
        let wanted = (expected.refunded, expected.withdrawn, expected.target);
        assert_eq!(found, wanted, "{detail:#} {all:#?}");
        assert!(number("credits_frozen") <= expected.frozen, "{all:#?}");
        assert_eq!(detail["waits_for_holds"], false, "{all:#?}");
        let (status, _) = purchase.dispute_at(self.world);
        let known = detail["disputes"][0]["status"].as_str().unwrap_or_default();
        assert_eq!(known, status, "{all:#?}");
    }

    /// Checks that a customer has what was bought and not taken back, frozen or spent.
    async fn check_customer(&self, customer: &str, all: &[Purchase]) {
        let own = all.iter().filter(|purchase| purchase.customer == customer);
        let own: Vec<&Purchase> = own.collect();
        let (mut credits, mut frozen, mut level) = (0, 0, 0);
        for purchase in own.iter().filter(|purchase| purchase.is_paid()) {
            let expected = purchase.expected(self.world);
            credits += purchase.credits() - expected.target;
            level += expected.frozen;
            let path = format!("{PATH}/{}", text(&purchase.checkout["id"]));
            let payment = text(&self.read(&path).await["payment_id"]);
            let detail = self.read(&format!("/v1/payments/{payment}")).await;
            frozen += detail["credits_frozen"].as_i64().unwrap();
        }
        credits -= self.spent.get(customer).copied().unwrap_or_default();
        let id = text(&own[0].checkout["customer_id"]);
        let balance = self.read(&format!("/v1/customers/{id}/balance")).await;
        let number = |name: &str| balance[name].as_i64().unwrap();
        let found = (number("posted") - number("debt"), number("held"));
        assert_eq!(found, (credits, frozen), "{balance} {all:#?}");
        if own.len() == 1 {
            let left = number("posted");
            assert_eq!(frozen, level.min(left), "{balance} {all:#?}");
        }
    }

    async fn read(&self, path: &str) -> Value {
        let found = self.world.get(path, self.seller.test_key()).await;
        assert_eq!(found.status, 200, "{found:?}");
        found.json()
    }

    /// Compares the books of all histories so far with the payments, and with the money that the double has.
    pub(super) async fn check_books(&self) {
        let (number, sum) = self.paid;
        let gross = "SELECT CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT) FROM payment WHERE state = 'paid'";
        let paid = "SELECT count(*) FROM payment WHERE state = 'paid' AND granted > 0";
        let succeeded = "SELECT count(*) FROM outbox WHERE type = 'payment.succeeded'";
        let rows = [
            (paid, number),
            ("SELECT count(*) FROM payment_lot", 2 * number),
            (succeeded, number),
            (
                "SELECT count(*) FROM money_txn WHERE kind = 'payment'",
                number,
            ),
            (
                "SELECT count(DISTINCT payment_id) FROM money_txn WHERE kind = 'fee'",
                number,
            ),
            ("SELECT count(*) FROM stripe_object WHERE state = 'dead'", 0),
            ("SELECT count(*) FROM reconcile_finding", 0),
            (gross, sum),
        ];
        for (statement, expected) in rows {
            let found = self.world.count(statement).await;
            assert_eq!(found, expected, "{statement}");
        }
        let figures = self.world.stripe.figures().unwrap();
        let charges = &figures[format!("{ACCOUNT}/test")]["charges"]["succeeded"]["eur"];
        let figure = |name: &str| charges[name].as_i64().unwrap_or_default();
        assert_eq!((figure("count"), figure("amount")), self.paid);
        assert_settled(self.world).await;
    }

    /// Compares everything again: a comparison finds nothing, and knows each movement of the account's balance.
    pub(super) async fn check_comparison(&self) {
        self.world.clock.advance(Duration::from_mins(1));
        let run = compare(self.world, &self.seller, &json!({})).await;
        assert_eq!(counts(&run), (0, 0), "{run}");
        apply(self.world).await;
    }
}
