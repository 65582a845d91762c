//! The numbers of histories, and the tests of both ways by which events come.

use foundation::env::Environment;
use foundation::testing::TestEngine;

use super::market::Market;
use crate::billing::stripe::with_deliveries;
use crate::harness::{TestApi, on_both_engines};

/// Histories of a normal run, for each engine and each way by which events come.
const HISTORIES: usize = 6;
/// Maximum number of histories of one database: lists of all objects become long.
const HISTORIES_OF_A_WORLD: usize = 50;

/// Returns a setting of the test run.
fn setting(name: &str) -> Option<u64> {
    let environment = Environment::from_process();
    let text = environment.get(name)?;
    Some(text.parse().unwrap())
}

/// The way by which events come.
#[derive(Clone, Copy, Debug)]
enum EventPath {
    Webhook,
    Poll,
}

impl EventPath {
    async fn open(self, engine: TestEngine) -> TestApi {
        match self {
            Self::Webhook => with_deliveries(engine).await,
            Self::Poll => foundation::testing::open(engine).await,
        }
    }
}

/// Runs all histories of a test, some of them in each database.
async fn run_histories(engine: TestEngine, path: EventPath) {
    let all = setting("TEST_BILLING_HISTORIES").map(|number| usize::try_from(number).unwrap());
    let seed = setting("TEST_SEED").unwrap_or(20_261_127);
    let (mut left, mut world_number) = (all.unwrap_or(HISTORIES), 0);
    while left > 0 {
        let histories = left.min(HISTORIES_OF_A_WORLD);
        left -= histories;
        world_number += 1;
        let world = path.open(engine).await;
        run_histories_in(
            &world,
            seed.wrapping_mul(31).wrapping_add(world_number),
            histories,
        )
        .await;
    }
}

/// Runs some histories in one world.
async fn run_histories_in(world: &TestApi, seed: u64, histories: usize) {
    let mut market = Market::open(world, seed).await;
    let mut done = Vec::new();
    for _history in 0..histories {
        let purchases = market.run_history().await;
        market.check(&purchases).await;
        done.push(purchases);
    }
    market.check_comparison().await;
    // Stripe ends what was left open in the days that have passed.
    for purchases in &done {
        market.check(purchases).await;
    }
    market.check_books().await;
}

on_both_engines! {
    async fn deliveries_in_any_order_leave_the_same_books(engine: TestEngine) {
        run_histories(engine, EventPath::Webhook).await;
    }

    async fn readings_of_events_leave_the_same_books(engine: TestEngine) {
        run_histories(engine, EventPath::Poll).await;
    }
}
