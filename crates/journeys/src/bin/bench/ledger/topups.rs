//! Spends of customers with the threshold of an automatic top-up, next to the same spends of customers without one.

use foundation::testing::TestEngine;

use super::requests::CustomerHalf;
use super::shop::TestWebsite;
use crate::figures::median;
use crate::load::{self, TurnResult};

/// Customers; every second one has the threshold.
const CUSTOMERS: usize = 10_000;
/// Number of concurrent connections.
const CONNECTIONS: usize = 16;

/// The spends of a measurement. A threshold at the wallet is all that a spend reads of a rule.
struct Spends {
    name: &'static str,
    goal: &'static str,
    /// Credits between the balance of a wallet and its threshold.
    distance: i64,
    /// Spends of each customer in a turn.
    times: usize,
    rounds: usize,
}

const MEASUREMENTS: [Spends; 2] = [
    Spends {
        name: "far above the threshold",
        goal: "within 2 %",
        distance: 500_000_000,
        times: 2,
        rounds: 10,
    },
    Spends {
        name: "each wallet crosses its threshold once",
        goal: "",
        distance: 0,
        times: 1,
        rounds: 5,
    },
];

/// Ratios of one round: customers with the threshold to the others.
struct RoundRatios {
    rate: f64,
    cpu: f64,
}

/// Measures and compares with the goal.
pub(crate) async fn run(engine: TestEngine) {
    println!("\n{engine:?}: spends with and without the threshold of a top-up ...");
    let mut shop = TestWebsite::open(engine, &[], CUSTOMERS).await;
    let mut rows = Vec::new();
    for spends in &MEASUREMENTS {
        rows.push(measure(&mut shop, spends).await);
    }
    println!(
        "\n| spends with the threshold of a top-up, to the same without one | ratio of rates | ratio of CPU s | goal |\n|---|---:|---:|---:|"
    );
    for row in rows {
        println!("{row}");
    }
}

/// Measures in rounds, and returns the row of the table with the medians.
async fn measure(shop: &mut TestWebsite, spends: &Spends) -> String {
    let (mut rates, mut cpu) = (Vec::new(), Vec::new());
    for round in 1..=spends.rounds {
        println!("  {}: round {round} of {}", spends.name, spends.rounds);
        let ratios = measure_round(shop, spends).await;
        rates.push(ratios.rate);
        cpu.push(ratios.cpu);
    }
    let (rate, cpu) = (median(rates), median(cpu));
    format!(
        "| {} | {rate:.3} | {cpu:.3} | {} |",
        spends.name, spends.goal
    )
}

/// Measures four turns: with, without, without, with. A machine that becomes slower or faster changes both sums alike.
async fn measure_round(shop: &mut TestWebsite, spends: &Spends) -> RoundRatios {
    use CustomerHalf::{WithThreshold, WithoutThreshold};
    let first = run_turn(shop, WithThreshold, spends).await;
    let second = run_turn(shop, WithoutThreshold, spends).await;
    let third = run_turn(shop, WithoutThreshold, spends).await;
    let fourth = run_turn(shop, WithThreshold, spends).await;
    let cpu = |turn: &TurnResult| turn.cpu + turn.database.unwrap_or_default();
    RoundRatios {
        rate: (first.rate + fourth.rate) / (second.rate + third.rate),
        cpu: (cpu(&first) + cpu(&fourth)) / (cpu(&second) + cpu(&third)),
    }
}

/// Runs the spends of one half of the customers. Thresholds are set before each turn, because a wallet crosses its own once.
async fn run_turn(shop: &mut TestWebsite, half: CustomerHalf, spends: &Spends) -> TurnResult {
    shop.set_thresholds(spends.distance).await;
    let target = shop.target(
        shop.requests.spends_of_half(half, spends.times),
        CONNECTIONS,
    );
    load::run_dry(&target).await
}
