//! Costs of a long history: spends and pages of a book with millions of transactions compared with a young one, and the
//! growth of the server's memory.

use foundation::env::Environment;
use foundation::testing::TestEngine;
use journeys::process::Process;

use super::requests::BATCH;
use super::shop::TestWebsite;
use crate::figures;
use crate::load;
use crate::rounds;
use crate::size::memory;
use crate::target::Target;

/// Transactions of the long history, unless `BENCH_HISTORY` sets them; half of them are of one customer.
const LONG: usize = 5_000_000;
/// Transactions of the short history.
const SHORT: usize = 1_000;
/// Number of portions of the long history; the memory is measured after each.
const PORTIONS: usize = 10;
const CUSTOMERS: usize = 1_000;
const CONNECTIONS: usize = 16;
/// Number of spends in a batch while the history is created: the batches of all connections fit into one queue.
const AT_ONCE: usize = 500;
const MILLION: f64 = 1_000_000.0;

/// The scenarios, for both histories.
const NAMES: [(&str, &str); 5] = [
    ("spend, one account, short", "spend, one account, long"),
    (
        "spend, 1,000 accounts, short",
        "spend, 1,000 accounts, long",
    ),
    ("check, short", "check, long"),
    ("balance, short", "balance, long"),
    (
        "first page of transactions, short",
        "first page of transactions, long",
    ),
];

/// Measures, prints and compares with the goals.
pub(crate) async fn run(engine: TestEngine, hello: &Process) {
    let configured = Environment::from_process()
        .get("BENCH_HISTORY")
        .map(str::to_owned);
    let long = configured.map_or(LONG, |expected| {
        expected.parse().expect("a number of transactions")
    });
    let mut young = TestWebsite::open(engine, &[], CUSTOMERS).await;
    let mut old = TestWebsite::open(engine, &[], CUSTOMERS).await;
    make(&mut young, SHORT, BATCH).await;
    println!("\n{engine:?}: booking {long} transactions ...");
    grow(&mut old, long).await;
    if matches!(engine, TestEngine::Sqlite) {
        println!("of it, up to 64 MiB are the pages that the writer keeps: they are filled once");
    }
    let pairs = targets(&mut young, |pair| pair.0)
        .into_iter()
        .zip(targets(&mut old, |pair| pair.1));
    // Each pair is measured in succession, because the speed of a disk changes within a minute.
    let targets: Vec<Target> = pairs.flat_map(|(young, old)| [young, old]).collect();
    let found = rounds::measure(hello, &targets, async || ()).await;
    figures::print(&found);
    println!("\n| {long} transactions, to {SHORT} | ratio | goal |\n|---|---:|---:|");
    for (short, long) in NAMES {
        let of = |name| {
            found
                .iter()
                .find(|one| one.name == name)
                .expect("it was measured")
        };
        let what = short.trim_end_matches(", short");
        println!("| {what} | {:.2} | 0.90 |", of(long).ratio_to(of(short)));
    }
}

async fn make(shop: &mut TestWebsite, spends: usize, batch: usize) {
    let target = shop.target(shop.requests.history(spends, batch), CONNECTIONS);
    load::run_dry(&target).await;
}

/// Creates the history and prints the server's memory; the first portions fill the memory that is reused.
async fn grow(shop: &mut TestWebsite, spends: usize) {
    let portion = spends.div_ceil(PORTIONS);
    let mut resident = Vec::new();
    for number in 1..=PORTIONS {
        let target = shop.target(shop.requests.history(portion, AT_ONCE), CONNECTIONS);
        let turn = load::run_dry(&target).await;
        let now = memory(shop.process(), "VmRSS");
        println!(
            "  {} of {spends}, {:.0}/s, server {now:.0} MiB",
            number * portion,
            turn.rate
        );
        resident.push(now);
    }
    let middle = PORTIONS.div_euclid(2);
    let (half, all) = (resident.get(middle - 1), resident.last());
    let grown = all.zip(half).map_or(0.0, |(all, half)| all - half);
    let millions = (portion * (PORTIONS - middle)) as f64 / MILLION;
    println!(
        "server's memory over the second half: {grown:+.1} MiB in {millions:.1} million spends, {:+.1} MiB in ten million",
        grown / millions * 10.0
    );
}

fn targets(
    shop: &mut TestWebsite,
    name: impl Fn(&(&'static str, &'static str)) -> &'static str,
) -> Vec<Target> {
    let requests = shop.requests.clone();
    let [one, many, check, balance, transactions] = NAMES.map(|pair| name(&pair));
    [
        requests.spends_of_one(one),
        requests.spends_of_many_in_no_order(many),
        requests.checks(check),
        requests.page(balance, &shop.hot, "balance"),
        requests.page(transactions, &shop.hot, "transactions"),
    ]
    .map(|scenario| shop.target(scenario, CONNECTIONS))
    .into()
}
