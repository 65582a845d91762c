//! The number of histories, and the test.

use foundation::env::Environment;
use foundation::testing::TestEngine;

use super::history::RuleHistories;
use crate::billing::stripe::with_deliveries;
use crate::harness::on_both_engines;

/// Histories of a normal run on each engine.
const HISTORIES: usize = 6;
/// Maximum number of histories of one database: lists of all objects become long.
const HISTORIES_OF_A_WORLD: usize = 20;

/// Returns a setting of the test run.
fn setting(name: &str) -> Option<u64> {
    let environment = Environment::from_process();
    let text = environment.get(name)?;
    Some(text.parse().unwrap())
}

async fn run_histories(engine: TestEngine) {
    let all = setting("TEST_BILLING_HISTORIES").map(|number| usize::try_from(number).unwrap());
    let seed = setting("TEST_SEED").unwrap_or(20_261_128);
    let (mut left, mut world_number) = (all.unwrap_or(HISTORIES), 0);
    while left > 0 {
        let histories = left.min(HISTORIES_OF_A_WORLD);
        left -= histories;
        world_number += 1;
        let world = with_deliveries(engine).await;
        let seed = seed.wrapping_mul(31).wrapping_add(world_number);
        let mut rules = RuleHistories::open(&world, seed).await;
        for _history in 0..histories {
            let holders = rules.run_history().await;
            rules.check(&holders).await;
        }
        rules.check_books().await;
    }
}

on_both_engines! {
    async fn rules_of_buyers_leave_the_books_of_the_paid_invoices(engine: TestEngine) {
        run_histories(engine).await;
    }
}
