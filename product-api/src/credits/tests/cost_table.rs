//! Test of the table in `docs/ledger/costs.md`, which lists the statements and commits of each operation.

use std::time::Duration;

use super::cost::{Statements, listen};
use super::reversals_alike::txn_of;
use super::test_ledger::{TestLedger, hold_of, status};
use crate::caller::SpendCap;
use crate::credits::execution::request::OperationResponse;
use crate::credits::ledger::charge::Charge;
use crate::credits::ledger::hold::OnExpiry;
use crate::problem::Problem;

const TABLE: &str = include_str!("../../../../docs/ledger/costs.md");

type CostOutcome = Result<OperationResponse, Problem>;

/// The costs of operations, in their order.
#[derive(Default)]
struct Costs(Vec<String>);

impl Costs {
    /// Records the cost of the last operation, and returns its outcome.
    fn measure(&mut self, name: &str, expected: u16, outcome: CostOutcome) -> CostOutcome {
        assert_eq!(status(&outcome), expected, "{name}: {outcome:?}");
        self.record(name);
        outcome
    }

    fn record(&mut self, name: &str) {
        let recorded = Statements::taken();
        let is_end = |words: &&String| ["COMMIT", "ROLLBACK"].contains(&words.as_str());
        let commits = recorded.iter().filter(|words| *words == "COMMIT").count();
        let statements = recorded.len() - recorded.iter().filter(is_end).count();
        self.0
            .push(format!("| {name} | {statements} | {commits} |"));
    }
}

async fn measure_spends(world: &TestLedger, costs: &mut Costs) {
    let images = || Charge::Quantity(2, "image".to_owned());
    let spent = costs.measure("spend", 200, world.spend("s", "ada", 5).await);
    let outcome = world.spend_on("f", "ada", images()).await;
    costs.measure("spend on a feature", 200, outcome).unwrap();
    let mut capped = world.clone();
    capped.cap = Some(SpendCap {
        per_operation: None,
        per_day: Some(100),
        day: 0,
        spent: 0,
    });
    let outcome = capped.spend("c", "ada", 5).await;
    costs
        .measure("spend by a key with a cap per day", 200, outcome)
        .unwrap();
    let outcome = world.spend("n", "new", 5).await;
    costs
        .measure("spend of a customer who is new, refused", 402, outcome)
        .unwrap();
    let outcome = world.spend("r", "ada", 5000).await;
    costs
        .measure("spend that is refused", 402, outcome)
        .unwrap();
    let outcome = world.spend("s", "ada", 5).await;
    costs.measure("repeat of a key", 200, outcome).unwrap();
    let outcome = world.reverse("b", &txn_of(&spent), None).await;
    costs.measure("reversal", 200, outcome).unwrap();
    world.check("ada", images()).await;
    costs.record("check");
    world.check("nobody", images()).await;
    costs.record("check of a customer who is new");
}

/// Records the costs of spends by a wallet with the threshold of a top-up.
async fn measure_spends_with_a_threshold(world: &TestLedger, costs: &mut Costs) {
    world.grant("rule", "eve", 100, None).await.unwrap();
    world
        .sql(
            "UPDATE account SET topup_at = 50, version = version + 1 \
             WHERE kind = 'wallet' AND owner_id = (SELECT id FROM customers WHERE external_id = 'eve')",
        )
        .await;
    let _before = Statements::taken();
    let outcome = world.spend("above", "eve", 10).await;
    costs
        .measure("spend above the threshold of a top-up", 200, outcome)
        .unwrap();
    let outcome = world.spend("across", "eve", 50).await;
    costs
        .measure("spend across the threshold of a top-up", 200, outcome)
        .unwrap();
}

/// Records the cost of a check of a wallet whose hold and lots are due.
async fn measure_check_with_something_due(world: &TestLedger, costs: &mut Costs) {
    for key in ["due-a", "due-b"] {
        let until = Some(world.after(1000));
        world.grant(key, "bob", 30, until).await.unwrap();
    }
    let second = (Duration::from_secs(1), OnExpiry::Release);
    world.hold("due", "bob", 40, second).await.unwrap();
    world.clock.advance(Duration::from_secs(1001));
    let _before = Statements::taken();
    let images = Charge::Quantity(2, "image".to_owned());
    world.check("bob", images).await;
    costs.record("check of a wallet with something due");
}

async fn measure_holds(world: &TestLedger, costs: &mut Costs) {
    let minute = (Duration::from_mins(1), OnExpiry::Release);
    let hold = costs.measure("hold", 200, world.hold("h", "ada", 30, minute).await);
    let hold = hold_of(&hold);
    costs
        .measure("extend a hold", 200, world.extend("e", &hold, 90).await)
        .unwrap();
    let outcome = world.capture("p", &hold, Some(10), false).await;
    costs.measure("capture a part", 200, outcome).unwrap();
    let outcome = world.capture("a", &hold, None, true).await;
    costs.measure("capture the rest", 200, outcome).unwrap();
    let other = hold_of(&world.hold("i", "ada", 30, minute).await);
    let _opened = Statements::taken();
    costs
        .measure("void a hold", 200, world.void("v", &other).await)
        .unwrap();
}

#[tokio::test]
async fn table_has_the_cost_of_each_operation() {
    let world = TestLedger::postgres().await;
    world.grant("first", "ada", 1000, None).await.unwrap();
    super::prices::price_list(&world).await;
    world
        .sql("INSERT INTO api_keys (id, website_id, mode, name, prefix, digest, scopes, created_by, created_at, cap_per_day) \
              VALUES ('key_1', 'web_1', 'live', 'k', 'p', 'd', '', 'usr_1', 0, 100)")
        .await;
    listen();
    let mut costs = Costs::default();
    measure_spends(&world, &mut costs).await;
    measure_spends_with_a_threshold(&world, &mut costs).await;
    measure_holds(&world, &mut costs).await;
    let granted = costs.measure("grant", 200, world.grant("g", "ada", 10, None).await);
    let outcome = world.void_grant("w", &txn_of(&granted)).await;
    costs.measure("void a grant", 200, outcome).unwrap();
    measure_check_with_something_due(&world, &mut costs).await;
    let missing: Vec<&String> = costs.0.iter().filter(|row| !TABLE.contains(*row)).collect();
    assert!(
        missing.is_empty(),
        "docs/ledger/costs.md lacks\n{missing:#?}"
    );
}
