//! Compares the books after kills with the number of purchases and refunds, and with what the double has.

use foundation::{Connection, on_engine};
use journeys::selling_website::{ACCOUNT, PACK_CREDITS, PACK_PRICE};

use super::killed_shop::KilledShop;

/// Statements whose number is the number of purchases times the second value, less the number of refunds times the third.
const SUMS: [(&str, i64, i64); 12] = [
    (
        "SELECT COUNT(*) FROM checkout WHERE state = 'completed'",
        1,
        0,
    ),
    ("SELECT COUNT(*) FROM checkout", 1, 0),
    ("SELECT COUNT(*) FROM stripe_customer", 1, 0),
    ("SELECT COUNT(*) FROM payment WHERE state = 'paid'", 1, 0),
    (
        "SELECT COUNT(*) FROM payment WHERE clawed = 0 AND frozen = 0",
        1,
        1,
    ),
    ("SELECT COUNT(*) FROM lot", 2, 0),
    (
        "SELECT CAST(COALESCE(SUM(remaining), 0) AS BIGINT) FROM lot",
        PACK_CREDITS,
        PACK_CREDITS,
    ),
    (
        "SELECT COUNT(*) FROM money_txn WHERE kind = 'payment'",
        1,
        0,
    ),
    (
        "SELECT -COUNT(*) FROM money_txn WHERE kind = 'refund'",
        0,
        1,
    ),
    (
        "SELECT -COUNT(*) FROM refund WHERE state = 'succeeded'",
        0,
        1,
    ),
    (
        "SELECT COUNT(*) FROM outbox WHERE type = 'payment.succeeded'",
        1,
        0,
    ),
    (
        "SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM money_entry WHERE account = 'deferred'",
        PACK_PRICE,
        PACK_PRICE,
    ),
];

impl KilledShop {
    /// Checks the books, and that the double has as many charges and refunds as the product.
    pub(super) async fn check(&self) {
        let purchases = i64::try_from(self.purchases).unwrap();
        let refunds = i64::try_from(self.refunds).unwrap();
        let mut reader = self.database.reader().await.unwrap();
        for (statement, each, less) in SUMS {
            let found = count(&mut reader.connection(), statement).await;
            assert_eq!(found, each * purchases - less * refunds, "{statement}");
        }
        drop(reader);
        let findings = product_api::verify(&self.database).await.unwrap();
        assert!(findings.is_empty(), "{findings:?}");
        let figures = self.stripe.figures(ACCOUNT);
        for kind in ["customer", "checkout.session", "charge"] {
            assert_eq!(figures["objects"][kind], purchases, "{kind}: {figures}");
        }
        for (kind, number) in [("charges", purchases), ("refunds", refunds)] {
            let found = figures[kind]["succeeded"]["eur"]["amount"].as_i64();
            assert_eq!(found.unwrap_or_default(), number * PACK_PRICE, "{figures}");
        }
    }
}

pub(super) async fn count(db: &mut Connection<'_>, statement: &'static str) -> i64 {
    on_engine!(db, |c| sqlx::query_scalar(statement).fetch_one(c).await).unwrap()
}
