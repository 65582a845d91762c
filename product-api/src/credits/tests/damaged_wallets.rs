//! Tests of spend checks of a damaged wallet: its own check fails, and no other.

use futures_util::future::join_all;

use super::cost::{Statements, listen};
use super::test_ledger::{TestLedger, on_both_engines};
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::charge::Charge;
use crate::credits::queries::spend_check::{CheckRequest, check_spend};
use crate::customers::CustomerRef;

/// Grants credits to sixteen customers, and damages the wallet of one: the database cannot add up its lots.
async fn damage_one_of_sixteen(world: &TestLedger) -> Vec<String> {
    let customers: Vec<String> = (0..16).map(|n| format!("customer-{n}")).collect();
    for customer in &customers {
        world.grant(customer, customer, 10, None).await.unwrap();
    }
    world.grant("again", &customers[5], 10, None).await.unwrap();
    world
        .sql(
            "UPDATE lot SET amount = 9000000000000000000, remaining = 9000000000000000000, \
                effective_at = 8000000000000000 \
             WHERE account_id = (SELECT account_id FROM lot GROUP BY account_id HAVING COUNT(*) = 2)",
        )
        .await;
    customers
}

/// Checks all customers at the same time, and asserts that only the damaged wallet's check fails.
async fn assert_one_fails(world: &TestLedger, customers: &[String]) {
    let access = world.access("web_1");
    let check = |customer: &String| {
        let request = CheckRequest {
            customer: CustomerRef::ExternalId(customer.clone()),
            charge: Some(Charge::Amount(Amount::new(10).unwrap(), None)),
        };
        check_spend(&world.app, &access, request)
    };
    let checks = join_all(customers.iter().map(check)).await;
    for (index, check) in checks.into_iter().enumerate() {
        let available = check.map(|check| check.available).ok();
        assert_eq!(available, (index != 5).then_some(10), "{index}");
    }
}

on_both_engines! {
    async fn damaged_wallet_fails_its_own_check_only(world: TestLedger) {
        let customers = damage_one_of_sixteen(&world).await;
        assert_one_fails(&world, &customers).await;
    }
}

/// A damaged wallet costs its batch two reads for each halving, and one of its own: ten of three statements.
#[tokio::test]
async fn batch_with_a_damaged_wallet_is_read_by_halves() {
    let world = TestLedger::postgres().await;
    let customers = damage_one_of_sixteen(&world).await;
    listen();
    assert_one_fails(&world, &customers).await;
    let count = Statements::taken().len();
    assert!(count <= 30, "{count}");
}
