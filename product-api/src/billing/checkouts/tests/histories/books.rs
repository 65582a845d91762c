//! Compares the books with what the deeds of buyers, owners and banks make of them.

use super::history::{History, Purchase};
use crate::billing::checkouts::tests::test_shop::{AMOUNTS, PACK_CREDITS, TestShop};
use crate::credits::verify;
use foundation::testing::select;

/// Numbers that a purchase has left: of its payment, its wallet, and its accounts in the money journal.
#[derive(Debug, Default, PartialEq, Eq)]
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

/// The payment of a checkout. Without all three columns the database reads all payments.
const PAYMENT_ID: &str = "SELECT id FROM payment WHERE connection_id = 'scn_1' AND source = 'checkout' AND source_id = $1";
/// Columns of a payment.
const PAYMENT: [&str; 4] = [
    "SELECT refunded_minor FROM payment WHERE id = $1",
    "SELECT withdrawn_minor FROM payment WHERE id = $1",
    "SELECT clawed FROM payment WHERE id = $1 AND waits_for_holds = 0",
    "SELECT frozen FROM payment WHERE id = $1",
];
const POSTED: &str = "SELECT COALESCE(CAST(SUM(a.posted) AS BIGINT), 0) FROM account a JOIN payment p \
    ON p.owner_id = a.owner_id WHERE p.id = $1 AND a.kind = 'wallet'";
const DEBT: &str = "SELECT COALESCE(CAST(SUM(a.posted) AS BIGINT), 0) FROM account a JOIN payment p \
    ON p.owner_id = a.owner_id WHERE p.id = $1 AND a.kind = 'debt'";
const MONEY: &str = "SELECT COALESCE(CAST(SUM(e.amount) AS BIGINT), 0) FROM money_entry e JOIN money_txn t ON t.id = e.txn_id \
    WHERE t.payment_id = $1 AND t.kind <> 'fee' AND e.account = $2";

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
    /// Checks the checkouts and payments of the history against what follows from the deeds alone.
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
        let payment: String = select(&shop.app.database, PAYMENT_ID, &[id]).await;
        let number = async |statement: &'static str| -> i64 {
            select(&shop.app.database, statement, &[&payment]).await
        };
        let money = async |account: &'static str| -> i64 {
            select(&shop.app.database, MONEY, &[&payment, account]).await
        };
        Self {
            refunded: number(PAYMENT[0]).await,
            withdrawn: number(PAYMENT[1]).await,
            taken_back: number(PAYMENT[2]).await,
            frozen: number(PAYMENT[3]).await,
            posted: number(POSTED).await,
            debt: number(DEBT).await,
            at_stripe: money("stripe").await,
            disputed: money("disputed").await,
        }
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
