//! Test of the statements of spends by a wallet with the threshold of an automatic top-up, on both engines.

use super::cost::{Statements, listen};
use super::test_ledger::{TestLedger, status};

/// Sets a threshold at the wallet of ada, as a rule does. Bob has none.
const SET_THRESHOLD: &str = "\
    UPDATE account SET topup_at = 50, version = version + 1 \
    WHERE kind = 'wallet' AND owner_id = (SELECT id FROM customers WHERE external_id = 'ada')";

/// Returns the statements of one spend between the begin and the end of its transaction.
async fn statements_of_spend(
    world: &TestLedger,
    customer: &'static str,
    amount: i64,
) -> Vec<String> {
    let thread = Statements::thread_of_writes(world).await;
    let _before = Statements::work_of(thread);
    let key = format!("{customer}-{amount}");
    let outcome = world.spend(&key, customer, amount).await;
    assert_eq!(status(&outcome), 200, "{outcome:?}");
    Statements::work_of(thread)
}

/// A spend with a threshold runs the statements of one without, and a crossing adds one row before the last of them.
#[tokio::test]
async fn threshold_costs_one_insert_and_only_when_it_is_crossed() {
    for world in [TestLedger::sqlite().await, TestLedger::postgres().await] {
        listen();
        for customer in ["ada", "bob"] {
            world.grant(customer, customer, 100, None).await.unwrap();
        }
        assert_eq!(world.sql(SET_THRESHOLD).await, 1, "the control");
        let engine = world.app.database.engine();
        let plain = statements_of_spend(&world, "bob", 10).await;
        assert_eq!(plain.len(), 11, "{plain:?}");
        let above = statements_of_spend(&world, "ada", 10).await;
        assert_eq!(above, plain, "above the threshold on {engine}");
        let mut expected = plain.clone();
        // The batch is one transaction, and its last statement comes after the row.
        expected.insert(plain.len() - 1, "INSERT INTO topup_due".to_owned());
        let crossing = statements_of_spend(&world, "ada", 50).await;
        assert_eq!(crossing, expected, "across the threshold on {engine}");
        let below = statements_of_spend(&world, "ada", 5).await;
        assert_eq!(below, plain, "below the threshold on {engine}");
        world.assert_sound(&world.findings().await);
    }
}
