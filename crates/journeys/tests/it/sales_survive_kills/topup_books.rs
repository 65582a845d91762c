//! Compares the books of automatic top-ups after kills with the number of purchases, and with what the double has.

use journeys::selling_website::{ACCOUNT, PACK_CREDITS, PACK_PRICE};

use super::books::count;
use super::killed_shop::KilledShop;
use super::topup_kills::{BUYERS, LEFT};

/// Statements whose number is the number of all purchases by rules times the second value, plus the number of buyers times the
/// third. Each buyer has bought one pack by hand.
const SUMS: [(&str, i64, i64); 14] = [
    ("SELECT COUNT(*) FROM stripe_customer", 0, 1),
    (
        "SELECT COUNT(*) FROM topup_rule WHERE state = 'active'",
        0,
        1,
    ),
    (
        "SELECT COUNT(*) FROM topup_attempt WHERE state = 'paid'",
        1,
        0,
    ),
    ("SELECT COUNT(*) FROM topup_attempt", 1, 0),
    (
        "SELECT COUNT(DISTINCT stripe_invoice) FROM topup_attempt",
        1,
        0,
    ),
    (
        "SELECT COUNT(*) FROM payment WHERE state = 'paid' AND source = 'topup'",
        1,
        0,
    ),
    ("SELECT COUNT(*) FROM payment", 1, 1),
    ("SELECT COUNT(*) FROM lot", 2, 2),
    (
        "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM lot",
        PACK_CREDITS,
        PACK_CREDITS,
    ),
    (
        "SELECT CAST(COALESCE(SUM(remaining), 0) AS BIGINT) FROM lot",
        0,
        LEFT,
    ),
    (
        "SELECT COUNT(*) FROM money_txn WHERE kind = 'payment'",
        1,
        1,
    ),
    (
        "SELECT COUNT(*) FROM outbox WHERE type = 'topup.succeeded'",
        1,
        0,
    ),
    (
        "SELECT COUNT(*) FROM outbox WHERE type = 'topup.failed'",
        0,
        1,
    ),
    (
        "SELECT COUNT(*) FROM outbox WHERE type = 'payment.succeeded'",
        1,
        1,
    ),
];

/// Counts rules whose month has more purchases or more money than its buyer allows.
const OVER_CAP: &str = "\
    SELECT COUNT(*) FROM topup_rule r WHERE \
        (SELECT COUNT(*) FROM topup_attempt a WHERE a.owner_id = r.owner_id AND a.state <> 'failed') > r.month_max_count \
        OR (SELECT COALESCE(SUM(a.amount_minor), 0) FROM topup_attempt a WHERE a.owner_id = r.owner_id AND a.state <> 'failed') \
            > r.month_max_minor";

impl KilledShop {
    /// Checks the books, and that the double has charged each purchase once.
    pub(super) async fn check_topups(&self, purchases: i64) {
        let buyers = i64::try_from(BUYERS).unwrap();
        let all = purchases * buyers;
        let mut reader = self.database.reader().await.unwrap();
        for (statement, each, more) in SUMS {
            let found = count(&mut reader.connection(), statement).await;
            assert_eq!(found, each * all + more * buyers, "{statement}");
        }
        assert_eq!(count(&mut reader.connection(), OVER_CAP).await, 0);
        drop(reader);
        let findings = product_api::verify(&self.database).await.unwrap();
        assert!(findings.is_empty(), "{findings:?}");
        let figures = self.stripe.figures(ACCOUNT);
        for (kind, number) in [
            ("customer", buyers),
            ("invoice", all),
            ("charge", all + buyers),
        ] {
            assert_eq!(figures["objects"][kind], number, "{kind}: {figures}");
        }
        let charged = &figures["charges"]["succeeded"]["eur"];
        assert_eq!(charged["count"], all + buyers, "{figures}");
        assert_eq!(charged["amount"], (all + buyers) * PACK_PRICE, "{figures}");
    }
}
