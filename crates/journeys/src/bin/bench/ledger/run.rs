//! Spends, repeats and checks with few and with many connections, next to a server that books each spend alone.

use foundation::testing::TestEngine;
use journeys::process::Process;

use super::commits;
use super::judge::{LedgerMeasurements, judge};
use super::shop::TestWebsite;
use crate::figures;
use crate::load;
use crate::rounds;
use crate::target::Target;

/// Customers of the scenarios with many accounts.
const CUSTOMERS: usize = 10_000;
/// Number of concurrent connections, in two tables.
const FEW: usize = 16;
const MANY: usize = 64;
/// A server with sixteen transactions of one operation each in flight, instead of four with all that wait.
const ONE_BY_ONE: [(&str, &str); 2] = [("API_LEDGER_LANES", "16"), ("API_LEDGER_TOGETHER", "1")];

/// The names in the tables.
pub(super) mod names {
    pub(crate) const ONE: &str = "spend, one account";
    pub(crate) const MANY: &str = "spend, 10,000 accounts";
    pub(crate) const BATCH_ONE: &str = "spends by 100, one account";
    pub(crate) const BATCH_MANY: &str = "spends by 100, 10,000 accounts";
    pub(crate) const REPEAT: &str = "spend, repeated key";
    pub(crate) const CHECK: &str = "check";
    pub(crate) const ALONE_ONE: &str = "one by one, one account";
    pub(crate) const ALONE_MANY: &str = "one by one, 10,000 accounts";
}

/// Measures, prints and compares with the goals.
pub(crate) async fn run(engine: TestEngine, hello: &Process) {
    println!("\n{engine:?}: the ledger; giving {CUSTOMERS} customers their credits ...");
    let bare = commits::measure(engine, MANY).await;
    let mut ours = TestWebsite::open(engine, &[], CUSTOMERS).await;
    let mut alone = TestWebsite::open(engine, &ONE_BY_ONE, CUSTOMERS).await;
    let first = ours.target(ours.requests.first(), FEW);
    load::run_dry(&first).await;
    let mut tables = Vec::new();
    for connections in [FEW, MANY] {
        println!("\n{engine:?}, {connections} connections:");
        let targets = targets(&mut ours, &mut alone, connections);
        let table = rounds::measure(hello, &targets, async || ()).await;
        figures::print(&table);
        tables.push(table);
    }
    if let [few, many] = tables.as_slice() {
        judge(&LedgerMeasurements {
            engine,
            few,
            many,
            bare: &bare,
        });
    }
}

fn targets(ours: &mut TestWebsite, alone: &mut TestWebsite, connections: usize) -> Vec<Target> {
    let requests = ours.requests.clone();
    let mut all: Vec<Target> = [
        requests.spends_of_one(names::ONE),
        requests.spends_of_many(names::MANY),
        requests.batches_of_one(names::BATCH_ONE),
        requests.batches_of_many(names::BATCH_MANY),
        requests.repeated(names::REPEAT),
        requests.checks(names::CHECK),
    ]
    .map(|scenario| ours.target(scenario, connections))
    .into();
    let requests = alone.requests.clone();
    all.extend(
        [
            requests.spends_of_one(names::ALONE_ONE),
            requests.spends_of_many(names::ALONE_MANY),
        ]
        .map(|scenario| alone.target(scenario, connections)),
    );
    all
}
