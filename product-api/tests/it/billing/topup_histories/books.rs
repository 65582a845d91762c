//! The end of a history, and the comparison of its books with the invoices and charges at Stripe.

use std::time::Duration;

use serde_json::{Value, json};

use super::history::RuleHistories;
use super::holder::RuleHolder;
use crate::billing::histories::{CREDITS, PRICE};
use crate::billing::reconciling::{apply, compare, counts};
use crate::billing::refunding::{assert_settled, deliver, recorded};

/// The largest number of purchases, and the largest sum of their prices, that a month of a customer has.
const MAX_COUNT: &str = "\
    SELECT COALESCE(MAX(m.number), 0) FROM (SELECT COUNT(*) AS number FROM topup_attempt \
        WHERE owner_id = $1 AND state = 'paid' GROUP BY month) AS m";
const MAX_MINOR: &str = "\
    SELECT COALESCE(MAX(m.minor), 0) FROM (SELECT CAST(SUM(total_minor) AS BIGINT) AS minor FROM topup_attempt \
        WHERE owner_id = $1 AND state = 'paid' GROUP BY month) AS m";

impl RuleHistories<'_> {
    /// Divides merged users, turns the rules off, and lets the time pass in which everything ends.
    pub(super) async fn settle(&mut self, holders: &[RuleHolder]) {
        self.world
            .stripe
            .control("clear_faults", &json!({}))
            .unwrap();
        if self.merge.is_some() {
            self.merge_or_undo(holders).await;
        }
        for holder in holders {
            let off = holder.turn_off(self.world).await;
            assert_eq!(off.status, 200, "{off:?}");
        }
        for hours in [1, 24, 1, 24] {
            self.world.clock.advance(Duration::from_hours(hours));
            self.look().await;
            deliver(self.world).await;
            product_api::sweep::once(&self.world.app).await.unwrap();
            product_api::billing::reconcile_due(&self.world.app)
                .await
                .unwrap();
            apply(self.world).await;
        }
        compare(self.world, &self.seller, &json!({})).await;
        apply(self.world).await;
        apply(self.world).await;
    }

    /// Compares what the product says of two users with their objects at Stripe.
    pub(super) async fn check(&mut self, holders: &[RuleHolder]) {
        let (mut credits, mut found, mut spent) = (0, 0, 0);
        for holder in holders {
            let paid = self.check_attempts(holder).await;
            self.check_caps(holder).await;
            self.bought += i64::try_from(paid).unwrap();
            for charge in holder.charges(self.world).await {
                credits += CREDITS - self.check_payment(holder, &charge).await;
            }
            spent += holder.spent;
            let balance = self
                .read(&format!("/v1/customers/{}/balance", holder.customer))
                .await;
            let number = |name: &str| balance[name].as_i64().unwrap();
            found += number("posted") - number("debt");
        }
        // Merges have moved credits from one to the other.
        assert_eq!(found, credits - spent, "{holders:#?}");
    }

    /// Checks that each paid invoice is one attempt, and that nothing is open. Returns the number of purchases.
    async fn check_attempts(&self, holder: &RuleHolder) -> usize {
        let path = format!(
            "/v1/customers/{}/top-up/attempts?limit=100",
            holder.customer
        );
        let attempts = self.read(&path).await;
        let attempts = attempts["items"].as_array().unwrap();
        let ended = |state: &str| {
            attempts
                .iter()
                .filter(|attempt| attempt["state"] == state)
                .count()
        };
        let paid = ended("paid");
        assert_eq!(
            paid + ended("failed"),
            attempts.len(),
            "{attempts:#?} {holder:#?}"
        );
        let invoices = holder.objects(self.world, "/v1/invoices").await;
        let with = |status: &str| {
            invoices
                .iter()
                .filter(|invoice| invoice["status"] == status)
                .count()
        };
        assert_eq!(
            (with("paid"), with("open")),
            (paid, 0),
            "{invoices:#?} {attempts:#?}"
        );
        let charges = holder.charges(self.world).await;
        assert_eq!(charges.len(), paid + 1, "{attempts:#?}");
        paid
    }

    async fn check_caps(&self, holder: &RuleHolder) {
        let (count, minor) = holder.caps;
        let most = self.world.count_of(MAX_COUNT, &[&holder.customer]).await;
        let most_minor = self.world.count_of(MAX_MINOR, &[&holder.customer]).await;
        assert!(most <= count && most_minor <= minor, "{holder:#?}");
    }

    /// Checks the payment of a charge, and returns the credits that were taken back.
    async fn check_payment(&self, holder: &RuleHolder, charge: &str) -> i64 {
        let find = "SELECT COUNT(*) FROM payment WHERE stripe_charge = $1 AND state = 'paid'";
        let found = self.world.count_of(find, &[charge]).await;
        assert_eq!(found, 1, "{charge} {holder:#?}");
        let find = "SELECT id FROM payment WHERE stripe_charge = $1";
        let payment: String =
            foundation::testing::select(&self.world.app.database, find, &[charge]).await;
        let detail = self.read(&format!("/v1/payments/{payment}")).await;
        let expected = holder.sold(charge).expected(self.world);
        let number = |name: &str| detail[name].as_i64().unwrap();
        assert_eq!(
            (number("amount_minor"), number("credits")),
            (PRICE, CREDITS),
            "{detail:#}"
        );
        let levels = (
            number("refunded_minor"),
            number("withdrawn_minor"),
            number("credits_taken_back"),
        );
        let wanted = (expected.refunded, expected.withdrawn, expected.target);
        assert_eq!(levels, wanted, "{detail:#} {holder:#?}");
        assert!(
            number("credits_frozen") <= expected.frozen,
            "{detail:#} {holder:#?}"
        );
        expected.target
    }

    async fn read(&self, path: &str) -> Value {
        let found = self.world.get(path, self.seller.test_key()).await;
        assert_eq!(found.status, 200, "{found:?}");
        found.json()
    }

    /// Compares everything again, and the books of all histories.
    pub(super) async fn check_books(&self) {
        self.world.clock.advance(Duration::from_mins(1));
        let run = compare(self.world, &self.seller, &json!({})).await;
        assert_eq!(counts(&run), (0, 0), "{run}");
        let paid = "SELECT COUNT(*) FROM payment WHERE source = 'topup' AND state = 'paid'";
        assert_eq!(self.world.count(paid).await, self.bought, "{run}");
        // Sweeps remove events that are older than 30 days.
        let announced = recorded(self.world, "topup.succeeded").await;
        assert!(announced <= self.bought, "{announced}");
        for none in [
            "SELECT COUNT(*) FROM topup_attempt WHERE settled_at IS NULL",
            "SELECT COUNT(*) FROM stripe_object WHERE state = 'dead'",
            "SELECT COUNT(*) FROM payment WHERE state = 'review'",
        ] {
            assert_eq!(self.world.count(none).await, 0, "{none}");
        }
        assert_settled(self.world).await;
    }
}
