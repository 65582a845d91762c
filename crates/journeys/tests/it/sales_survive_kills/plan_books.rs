//! Compares the books of subscriptions after kills with the number of buyers, and with what the double has.

use journeys::selling_website::{ACCOUNT, PLAN_CREDITS, PLAN_PRICE, TEAM_CREDITS, TEAM_PRICE};

use super::books::count;
use super::killed_shop::KilledShop;
use super::plan_kills::RENEWALS;

/// Months of the first plan that each buyer has paid.
const MONTHS: i64 = 1 + RENEWALS;
/// Money of each buyer in cents: the months, and one of the dearer plan.
const PAID: i64 = MONTHS * PLAN_PRICE + TEAM_PRICE;

/// Statements whose number is the number of buyers times the second value.
const SUMS: [(&str, i64); 11] = [
    ("SELECT COUNT(*) FROM stripe_customer", 1),
    (
        "SELECT COUNT(*) FROM subscription WHERE status = 'canceled' AND end_reason IS NULL",
        1,
    ),
    ("SELECT COUNT(*) FROM subscription", 1),
    (
        "SELECT COUNT(*) FROM allowance WHERE kind = 'paid' AND state = 'granted'",
        MONTHS + 1,
    ),
    ("SELECT COUNT(*) FROM allowance", MONTHS + 1),
    (
        "SELECT COUNT(*) FROM payment WHERE state = 'paid' AND clawed = 0 AND frozen = 0",
        MONTHS + 1,
    ),
    (
        "SELECT CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT) FROM payment",
        PAID,
    ),
    (
        "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM lot",
        MONTHS * PLAN_CREDITS + TEAM_CREDITS,
    ),
    // The credits of the months before the last one have expired with the renewals.
    (
        "SELECT CAST(COALESCE(SUM(remaining), 0) AS BIGINT) FROM lot",
        PLAN_CREDITS + TEAM_CREDITS,
    ),
    (
        "SELECT COUNT(*) FROM outbox WHERE type = 'payment.succeeded'",
        MONTHS + 1,
    ),
    (
        "SELECT COUNT(*) FROM subscription_request WHERE state = 'done'",
        2,
    ),
];

impl KilledShop {
    /// Checks the books, and that the double has charged each period once.
    pub(super) async fn check_plans(&self, subscribers: i64) {
        let mut reader = self.database.reader().await.unwrap();
        for (statement, each) in SUMS {
            let found = count(&mut reader.connection(), statement).await;
            assert_eq!(found, each * subscribers, "{statement}");
        }
        drop(reader);
        let findings = product_api::verify(&self.database).await.unwrap();
        assert!(findings.is_empty(), "{findings:?}");
        let figures = self.stripe.figures(ACCOUNT);
        for kind in ["customer", "subscription"] {
            assert_eq!(figures["objects"][kind], subscribers, "{kind}: {figures}");
        }
        let charged = &figures["charges"]["succeeded"]["eur"];
        assert_eq!(charged["count"], (MONTHS + 1) * subscribers, "{figures}");
        assert_eq!(charged["amount"], PAID * subscribers, "{figures}");
    }
}
