//! The comparison with Stripe: a hundred thousand objects with planted losses, next to bare reads of the same lists.

use std::time::Duration;

use foundation::Database;
use foundation::testing::TestEngine;
use serde_json::Value;

use super::lists::read_list;
use super::population::{GRANTS, LOST, PACKS, PLANS, sell};
use super::sales::all_granted;
use super::shop::BillingShop;
use super::store;
use crate::load::{Scenario, now};
use crate::services::CpuTime;
use crate::size::memory;

/// Calls per second to Stripe.
const CALLS: &str = "1000";
/// Pause of a run before each call to Stripe.
const PAUSE_SECONDS: f64 = 0.1;
/// Objects of a page at Stripe.
const PAGE: f64 = 100.0;
/// Pause between two looks at a run.
const LOOK: Duration = Duration::from_millis(100);
/// The lists that a run reads.
const LISTS: [&str; 7] = [
    "checkout/sessions?limit=100",
    "subscriptions?limit=100",
    "invoices?limit=100&expand[]=data.payments",
    "charges?limit=100",
    "refunds?limit=100",
    "disputes?limit=100",
    "balance_transactions?limit=100&expand[]=data.source",
];

/// Measures and compares with the goals.
pub(crate) async fn run(engine: TestEngine) {
    println!(
        "\n{engine:?}: selling {PACKS} packs and {PLANS} plans that renew once, {LOST} of them without an event ..."
    );
    let mut shop = BillingShop::open(engine, CALLS).await;
    let database = Database::open(&shop.database_url()).await;
    let database = database.expect("the server's database");
    sell(&mut shop, &database).await;
    let bare = read_lists(&shop).await;
    let before = store::count_granted(&database).await;
    let first = compare(&mut shop).await;
    let started = now();
    let repaired_at = all_granted(&database, GRANTS).await;
    let repaired = store::count_granted(&database).await - before;
    let applying = repaired_at.duration_since(started).as_secs_f64();
    let second = compare(&mut shop).await;
    database.close().await;
    print(&first, bare);
    println!("| repaired of {LOST} planted losses | {repaired} | {LOST} |");
    println!("| s until the repairs were applied | {applying:.1} | |");
    println!(
        "| differences of the second run | {} | 0 |",
        second.repaired + second.findings
    );
}

/// Prints the rows of the first run.
fn print(first: &MeasuredRun, bare: f64) {
    println!("\n| comparison with Stripe | measured | goal |\n|---|---:|---:|");
    println!("| objects | {} | 100000 |", first.objects);
    println!(
        "| s, without the pauses of ten calls a second | {:.1} | at most 120 |",
        first.working()
    );
    println!("| s, in all | {:.1} | |", first.seconds);
    println!(
        "| to bare reads of the same lists ({bare:.1} s) | {:.2} | |",
        first.working() / bare
    );
    println!("| server CPU s per 1,000 objects | {:.3} | |", first.cpu());
    println!(
        "| MiB of the server at most, {:.0} before | {:.0} | 64 more at most |",
        first.memory_before, first.memory_most
    );
    println!("| objects that are applied again | {} | |", first.repaired);
    println!("| invented findings | {} | 0 |", first.findings);
}

/// Reads the lists without a comparison; returns the seconds.
async fn read_lists(shop: &BillingShop) -> f64 {
    let started = now();
    for list in LISTS {
        read_list(shop, list, |_| ()).await;
    }
    started.elapsed().as_secs_f64()
}

/// A measured run.
struct MeasuredRun {
    seconds: f64,
    cpu_seconds: f64,
    objects: i64,
    repaired: i64,
    findings: i64,
    memory_before: f64,
    memory_most: f64,
}

impl MeasuredRun {
    /// Returns the seconds without the pauses before each call.
    fn working(&self) -> f64 {
        let calls = self.objects as f64 / PAGE + LISTS.len() as f64;
        self.seconds - calls * PAUSE_SECONDS
    }

    fn cpu(&self) -> f64 {
        self.cpu_seconds * 1_000.0 / self.objects as f64
    }
}

fn state(run: &Value) -> &str {
    run.get("state").and_then(Value::as_str).expect("a state")
}

/// Compares all objects, and looks at the memory of the server during the run.
async fn compare(shop: &mut BillingShop) -> MeasuredRun {
    let idle = Scenario::limited("comparison", "", |_| None);
    let target = shop.target(idle, 1);
    let memory_before = memory(target.process, "VmRSS");
    let (before, started) = (CpuTime::read(target.process, &target.services), now());
    let begun = shop.site.compare().await;
    let id = begun
        .get("id")
        .and_then(Value::as_str)
        .expect("an id")
        .to_owned();
    let mut memory_most = memory_before;
    let run = loop {
        tokio::time::sleep(LOOK).await;
        memory_most = memory_most.max(memory(target.process, "VmRSS"));
        let run = shop.site.comparison(&id).await;
        if state(&run) != "running" {
            break run;
        }
    };
    let after = CpuTime::read(target.process, &target.services);
    assert_eq!(state(&run), "ended", "{run}");
    let number = |name: &str| run.get(name).and_then(Value::as_i64).expect("a number");
    MeasuredRun {
        seconds: started.elapsed().as_secs_f64(),
        cpu_seconds: after.server - before.server,
        objects: number("objects"),
        repaired: number("repaired"),
        findings: number("findings"),
        memory_before,
        memory_most,
    }
}
