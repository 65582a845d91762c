//! Memory of a server under load for an hour, which must not grow in the second half.

use std::time::Duration;

use foundation::env::Environment;
use foundation::testing::TestEngine;

use super::shop::TestWebsite;
use crate::load;
use crate::size::memory;
use crate::target::Target;

/// Duration of a run, unless `SOAK_MINUTES` sets it.
const MINUTES: usize = 60;
const CUSTOMERS: usize = 1_000;
const CONNECTIONS: usize = 16;
/// Maximum growth from the mean of the third quarter to the mean of the fourth, as a share of the former. A single reading
/// depends on its minute: memory that was released and is taken again made readings of one run fall from 89.8 to 71.1 MiB.
const MAX_GROWTH: f64 = 0.05;
/// Number of equal parts of a run; the last two are compared.
const PARTS: usize = 4;

/// Runs the load, prints the memory of each minute, and stops with an error if it grows.
pub(crate) async fn run(engine: TestEngine) {
    let configured = Environment::from_process()
        .get("SOAK_MINUTES")
        .map(str::to_owned);
    let minutes = configured.map_or(MINUTES, |expected| expected.parse().expect("whole minutes"));
    println!("\n{engine:?}: {minutes} minutes of spends, repeats, checks and pages ...");
    let mut shop = TestWebsite::open(engine, &[], CUSTOMERS).await;
    let first = shop.target(shop.requests.first(), CONNECTIONS);
    load::run_dry(&first).await;
    let targets = targets(&mut shop);
    let share = u32::try_from(targets.len()).expect("a few targets");
    let mut resident = Vec::new();
    for minute in 1..=minutes {
        for target in &targets {
            load::run_for(target, Duration::from_mins(1) / share).await;
        }
        let now = memory(shop.process(), "VmRSS");
        println!("  minute {minute}: {now:.1} MiB");
        resident.push(now);
    }
    let part = minutes.div_euclid(PARTS).max(1);
    let mut parts = resident.rchunks(part).map(mean);
    let (fourth, third) = parts.next().zip(parts.next()).expect("two minutes");
    let growth = (fourth - third) / third;
    println!(
        "third quarter {third:.1} MiB, fourth {fourth:.1} MiB: {:+.1} % (goal: at most {:.0} %)",
        growth * 100.0,
        MAX_GROWTH * 100.0
    );
    assert!(growth <= MAX_GROWTH, "the server's memory grows");
}

fn mean(readings: &[f64]) -> f64 {
    readings.iter().sum::<f64>() / readings.len() as f64
}

fn targets(shop: &mut TestWebsite) -> Vec<Target> {
    let requests = shop.requests.clone();
    [
        requests.spends_of_one("spend, one account"),
        requests.spends_of_many("spend, 1,000 accounts"),
        requests.batches_of_many("spends by 100"),
        requests.repeated("spend, repeated key"),
        requests.checks("check"),
        requests.page("first page of transactions", &shop.hot, "transactions"),
    ]
    .map(|scenario| shop.target(scenario, CONNECTIONS))
    .into()
}
