//! Property test of purchases: sessions in any order, repeated, stale or lost leave the books that they leave in order.

use foundation::testing::{TestEngine, open};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use super::test_shop::{TestShop, session};
use crate::billing::checkouts::session_facts::{PaymentStatus, SessionFacts, SessionStatus};
use crate::credits::verify;

/// Number of histories after which the sums of all are checked.
const CHECK_INTERVAL: u32 = 200;

/// The way in which a buyer ends a session.
#[derive(Clone, Copy, Debug)]
enum Ending {
    /// Pays at once.
    Pays,
    /// Pays by a method that takes days.
    PaysLater,
    /// Pays by such a method, and the bank refuses.
    Fails,
    /// Does not pay.
    Leaves,
    /// Pays, and the price differs.
    Differs,
}

/// A look at a session: the number of the purchase, and the number of the step that Stripe had reached.
#[derive(Clone, Copy, Debug)]
struct Look {
    purchase: usize,
    step: usize,
}

impl Ending {
    /// Returns the sessions that Stripe has one after the other.
    fn steps(self, number: usize) -> Vec<SessionFacts> {
        use PaymentStatus::{Failed, Paid, Pending};
        let open = session(number, SessionStatus::Open, Pending);
        let complete = |payment| session(number, SessionStatus::Complete, payment);
        match self {
            Self::Pays => vec![open, complete(Paid)],
            Self::PaysLater => vec![open, complete(Pending), complete(Paid)],
            Self::Fails => vec![open, complete(Pending), complete(Failed)],
            Self::Leaves => vec![open, session(number, SessionStatus::Expired, Pending)],
            Self::Differs => {
                let mut odd = complete(Paid);
                odd.currency = "usd".to_owned();
                vec![open, odd]
            }
        }
    }

    /// Returns the last state, and the credits.
    const fn outcome(self) -> (&'static str, i64) {
        match self {
            Self::Pays | Self::PaysLater => ("completed", 110),
            Self::Fails => ("failed", 0),
            Self::Leaves => ("expired", 0),
            Self::Differs => ("review", 0),
        }
    }
}

fn endings() -> impl Strategy<Value = Vec<Ending>> {
    let one = prop_oneof![
        3 => Just(Ending::Pays),
        2 => Just(Ending::PaysLater),
        2 => Just(Ending::Fails),
        1 => Just(Ending::Leaves),
        1 => Just(Ending::Differs),
    ];
    proptest::collection::vec(one, 1..5)
}

/// Returns looks in any order, each repeated up to five times or lost, and a last look at each session.
fn looks(endings: &[Ending]) -> impl Strategy<Value = Vec<Look>> + use<> {
    let all: Vec<Look> = endings
        .iter()
        .enumerate()
        .flat_map(|(purchase, ending)| {
            let steps = 0..ending.steps(0).len();
            steps.map(move |step| Look { purchase, step })
        })
        .collect();
    let last: Vec<Look> = endings
        .iter()
        .enumerate()
        .map(|(purchase, ending)| Look {
            purchase,
            step: ending.steps(0).len() - 1,
        })
        .collect();
    let repeats = proptest::collection::vec(0..6_usize, all.len());
    let delivered = repeats.prop_map(move |repeats| {
        let pairs = all.iter().zip(repeats);
        let looks = pairs.flat_map(|(look, times)| std::iter::repeat_n(*look, times));
        looks.collect::<Vec<Look>>()
    });
    let shuffled = delivered.prop_shuffle();
    shuffled.prop_map(move |mut looks| {
        looks.extend(&last);
        looks
    })
}

fn histories() -> impl Strategy<Value = (Vec<Ending>, Vec<Look>)> {
    endings().prop_flat_map(|endings| {
        let looks = looks(&endings);
        (Just(endings), looks)
    })
}

/// Checks the checkouts of a history against what follows from the endings alone.
async fn check(shop: &TestShop, first: usize, endings: &[Ending]) -> Result<(), TestCaseError> {
    for (purchase, ending) in endings.iter().enumerate() {
        let checkout = shop.find(&format!("chk_{}", first + purchase)).await;
        prop_assert_eq!(checkout.state.word(), ending.outcome().0);
    }
    Ok(())
}

/// Statements whose numbers are known from the number of completed purchases `n`: `(statement, number for each)`.
const SUMS: &[(&str, i64)] = &[
    (
        "SELECT COUNT(*) FROM payment WHERE state = 'paid' AND granted = 110",
        1,
    ),
    ("SELECT COUNT(*) FROM payment_lot", 2),
    ("SELECT COUNT(*) FROM lot", 2),
    (
        "SELECT COALESCE(CAST(SUM(posted) AS BIGINT), 0) FROM account WHERE kind = 'wallet'",
        110,
    ),
    ("SELECT COUNT(*) FROM money_txn WHERE kind = 'payment'", 1),
    ("SELECT COUNT(*) FROM money_txn WHERE kind = 'fee'", 1),
    (
        "SELECT COALESCE(CAST(SUM(amount) AS BIGINT), 0) FROM money_entry WHERE account = 'stripe'",
        1_147,
    ),
    (
        "SELECT COALESCE(CAST(-SUM(amount) AS BIGINT), 0) FROM money_entry WHERE account = 'deferred'",
        1_000,
    ),
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

/// Checks the books of all histories so far.
async fn check_sums(shop: &TestShop, completed: i64) -> Result<(), TestCaseError> {
    let findings = verify(&shop.app.database).await;
    prop_assert!(findings.unwrap().is_empty());
    for (statement, each) in SUMS {
        let found = shop.count(statement).await;
        prop_assert_eq!(found, each * completed, "{}", statement);
    }
    let unbalanced = "SELECT COUNT(*) FROM (SELECT txn_id FROM money_entry GROUP BY txn_id, currency HAVING SUM(amount) <> 0) AS odd";
    prop_assert_eq!(shop.count(unbalanced).await, 0);
    Ok(())
}

async fn run(shop: &TestShop, cases: u32) {
    let config = Config {
        cases,
        ..Config::default()
    };
    let mut runner = TestRunner::new(config);
    let (mut first, mut completed) = (1_usize, 0_i64);
    for case in 1..=cases {
        let tree = histories().new_tree(&mut runner).unwrap();
        let (endings, looks) = tree.current();
        let mut steps = Vec::new();
        for (purchase, ending) in endings.iter().enumerate() {
            shop.open(first + purchase).await;
            steps.push(ending.steps(first + purchase));
        }
        for look in &looks {
            shop.apply(&steps[look.purchase][look.step]).await;
        }
        let granted = endings.iter().filter(|ending| ending.outcome().1 > 0);
        completed += i64::try_from(granted.count()).unwrap();
        let checked = check(shop, first, &endings).await;
        let checked = match checked {
            // The sums are those of all histories, so that each of them costs more than the one before.
            Ok(()) if case == cases || case.is_multiple_of(CHECK_INTERVAL) => {
                check_sums(shop, completed).await
            }
            checked => checked,
        };
        assert!(checked.is_ok(), "{checked:?}: {endings:?} {looks:?}");
        first += endings.len();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn looks_in_any_order_leave_the_same_books_on_sqlite() {
    run(&open(TestEngine::Sqlite).await, 60).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn looks_in_any_order_leave_the_same_books_on_postgres() {
    run(&open(TestEngine::Postgres).await, 20).await;
}
