//! Compares the books with what the actions of buyers, owners and banks make of them.

use super::history::{History, Purchase};
use crate::billing::checkouts::tests::test_shop::{AMOUNTS, PACK_CREDITS, TestShop};
use crate::credits::verify;
use foundation::on_engine;
use sqlx::FromRow;

/// Numbers that a purchase has left: of its payment, its wallet, and its accounts in the money journal.
#[derive(Debug, PartialEq, Eq, FromRow)]
struct PurchaseBooks {
    refunded: i64,
    withdrawn: i64,
    taken_back: i64,
    frozen: i64,
    /// Credits in the wallet, those that the system has frozen included.
    posted: i64,
    debt: i64,
    at_stripe: i64,
    disputed: i64,
}

/// Reads the numbers of a checkout's payment in one statement, as each of 10,000 histories needs them. Without all three
/// columns of its source the database would read all payments. A debt is found by its wallet: by its owner the database
/// would read all accounts.
const NUMBERS: &str = "\
    SELECT p.refunded_minor AS refunded, p.withdrawn_minor AS withdrawn, p.clawed AS taken_back, p.frozen, w.posted, \
        COALESCE(d.posted, 0) AS debt, \
        (SELECT COALESCE(CAST(SUM(e.amount) AS BIGINT), 0) FROM money_txn t JOIN money_entry e ON e.txn_id = t.id \
            WHERE t.payment_id = p.id AND t.kind <> 'fee' AND e.account = 'stripe') AS at_stripe, \
        (SELECT COALESCE(CAST(SUM(e.amount) AS BIGINT), 0) FROM money_txn t JOIN money_entry e ON e.txn_id = t.id \
            WHERE t.payment_id = p.id AND t.kind <> 'fee' AND e.account = 'disputed') AS disputed \
    FROM payment p JOIN account w ON w.kind = 'wallet' AND w.owner_id = p.owner_id \
        LEFT JOIN account d ON d.id = w.debt_account_id \
    WHERE p.connection_id = 'scn_1' AND p.source = 'checkout' AND p.source_id = $1 AND p.waits_for_holds = 0";

/// Statements whose numbers are known from the number of paid purchases: `(statement, number for each)`.
const SUMS: &[(&str, i64)] = &[
    (
        "SELECT COUNT(*) FROM payment WHERE state = 'paid' AND granted = 110",
        1,
    ),
    ("SELECT COUNT(*) FROM payment_lot", 2),
    ("SELECT COUNT(*) FROM money_txn WHERE kind = 'payment'", 1),
    ("SELECT COUNT(*) FROM money_txn WHERE kind = 'fee'", 1),
    (
        "SELECT COALESCE(CAST(SUM(cost_minor) AS BIGINT), 0) FROM recognition",
        1_000,
    ),
    (
        "SELECT COUNT(*) FROM outbox WHERE type = 'checkout.completed'",
        1,
    ),
    (
        "SELECT COUNT(*) FROM outbox WHERE type = 'payment.succeeded'",
        1,
    ),
];

/// Statements that count what must not be.
const NONE: &[&str] = &[
    "SELECT COUNT(*) FROM (SELECT txn_id FROM money_entry GROUP BY txn_id, currency HAVING SUM(amount) <> 0) AS odd",
    // What the journal owes is the cost of the credits that are neither used nor returned.
    "SELECT (SELECT COALESCE(CAST(SUM(amount) AS BIGINT), 0) FROM money_entry WHERE account = 'deferred') \
        + (SELECT COALESCE(CAST(SUM(cost_minor - earned - broken - returned) AS BIGINT), 0) FROM recognition)",
    "SELECT COUNT(*) FROM payment WHERE state <> 'paid' AND (clawed <> 0 OR frozen <> 0)",
];

impl History {
    /// Checks the checkouts and payments of the history against what follows from the actions alone.
    pub(super) async fn check(&self, shop: &TestShop) {
        for purchase in &self.purchases {
            let id = format!("chk_{}", purchase.number);
            let found = shop.find(&id).await;
            assert_eq!(found.state.word(), purchase.ending.state(), "{self:#?}");
            if purchase.ending.is_paid() {
                let books = PurchaseBooks::read(shop, &id).await;
                assert_eq!(books, PurchaseBooks::expected(purchase), "{self:#?}");
            }
        }
    }
}

impl PurchaseBooks {
    async fn read(shop: &TestShop, id: &str) -> Self {
        let mut reader = shop.app.database.reader().await.unwrap();
        let found = on_engine!(&mut reader.connection(), |c| {
            sqlx::query_as(NUMBERS).bind(id).fetch_one(c).await
        });
        found.unwrap()
    }

    fn expected(purchase: &Purchase) -> Self {
        let levels = purchase.expected();
        // Without other credits, what was spent and taken back beyond the purchase is debt.
        let left = PACK_CREDITS - purchase.spent - levels.target;
        Self {
            refunded: levels.refunded,
            withdrawn: levels.withdrawn,
            taken_back: levels.target,
            frozen: levels.frozen.min(left.max(0)),
            posted: left.max(0),
            debt: (-left).max(0),
            at_stripe: AMOUNTS.total - levels.refunded - levels.withdrawn,
            disputed: levels.disputed,
        }
    }
}

/// Checks the books of all histories so far, of which this many purchases were paid.
pub(super) async fn check_sums(shop: &TestShop, paid: i64) {
    let findings = verify(&shop.app.database).await.unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    for (statement, each) in SUMS {
        assert_eq!(shop.count(statement).await, each * paid, "{statement}");
    }
    for statement in NONE {
        assert_eq!(shop.count(statement).await, 0, "{statement}");
    }
}
