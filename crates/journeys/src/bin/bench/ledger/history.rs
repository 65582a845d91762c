//! What a long history costs: spends and pages of a book with millions of transactions beside the same of a young one, and
//! how the server's memory grows meanwhile.

use foundation::env::Environment;
use journeys::process::Process;
use journeys::world::Engine;

use super::asks::BATCH;
use super::shop::Shop;
use crate::figures;
use crate::load;
use crate::rounds::{self, Target};
use crate::size::memory;

/// How many transactions the long history has, unless `BENCH_HISTORY` says otherwise; half of them are of one customer.
const LONG: usize = 5_000_000;
/// How many the short one has.
const SHORT: usize = 1_000;
/// In how many portions the long one is made, for a look at the memory after each.
const PORTIONS: usize = 10;
const CUSTOMERS: usize = 1_000;
const CONNECTIONS: usize = 16;
/// How many spends a batch holds while the history is made: those of all connections find room in one lane.
const AT_ONCE: usize = 500;
const MILLION: f64 = 1_000_000.0;

/// The scenarios, asked of both.
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

/// Measures, prints and judges.
pub(crate) async fn run(engine: Engine, hello: &Process) {
    let wanted = Environment::of_process()
        .get("BENCH_HISTORY")
        .map(str::to_owned);
    let long = wanted.map_or(LONG, |wanted| {
        wanted.parse().expect("a number of transactions")
    });
    let mut young = Shop::open(engine, &[], CUSTOMERS).await;
    let mut old = Shop::open(engine, &[], CUSTOMERS).await;
    make(&mut young, SHORT, BATCH).await;
    println!("\n{engine:?}: booking {long} transactions ...");
    grow(&mut old, long).await;
    if matches!(engine, Engine::Sqlite) {
        println!("of it, up to 64 MiB are the pages that the writer keeps: they are filled once");
    }
    let pairs = of(&mut young, |pair| pair.0)
        .into_iter()
        .zip(of(&mut old, |pair| pair.1));
    // A pair side by side: a disk is not the same a minute later.
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

async fn make(shop: &mut Shop, spends: usize, batch: usize) {
    let target = shop.target(shop.asks.history(spends, batch), CONNECTIONS);
    load::run_dry(&target).await;
}

/// Makes the history, and tells what the server's memory does; the first portions fill what is kept for reuse.
async fn grow(shop: &mut Shop, spends: usize) {
    let portion = spends.div_ceil(PORTIONS);
    let mut resident = Vec::new();
    for number in 1..=PORTIONS {
        let target = shop.target(shop.asks.history(portion, AT_ONCE), CONNECTIONS);
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

fn of(
    shop: &mut Shop,
    name: impl Fn(&(&'static str, &'static str)) -> &'static str,
) -> Vec<Target> {
    let asks = shop.asks.clone();
    let [one, many, check, balance, transactions] = NAMES.map(|pair| name(&pair));
    [
        asks.of_one(one),
        asks.of_many_in_no_order(many),
        asks.checks(check),
        asks.page(balance, &shop.hot, "balance"),
        asks.page(transactions, &shop.hot, "transactions"),
    ]
    .map(|scenario| shop.target(scenario, CONNECTIONS))
    .into()
}
