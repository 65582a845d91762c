//! The intake: each event is verified, recorded and acknowledged after its commit, next to bare commits of the engine.

use foundation::testing::TestEngine;
use journeys::process::Process;

use super::events::EventFactory;
use super::shop::BillingShop;
use crate::figures::{self, Figures};
use crate::ledger::measure_commits;
use crate::load::{self, Scenario};
use crate::rounds;
use crate::target::Target;

/// Number of concurrent connections.
const CONNECTIONS: usize = 64;
/// Objects that the events are about: half of them are sessions, the others subscriptions and invoices.
const OBJECTS: usize = 10_000;
/// Calls per second to Stripe. The worker, which fetches each session, is slow then, and the intake is measured alone.
const CALLS: &str = "10";

/// The names in the table.
const ONE: &str = "event, one session";
const MANY: &str = "event, 10,000 objects";
const REPEAT: &str = "event, repeated";

/// Measures, prints and compares with the goals.
pub(crate) async fn run(engine: TestEngine, hello: &Process) {
    println!("\n{engine:?}: the intake of Stripe's events ...");
    let bare = measure_commits(engine, CONNECTIONS).await;
    let mut shop = BillingShop::open(engine, CALLS).await;
    let targets = targets(&mut shop);
    let table = rounds::measure(hello, &targets, async || ()).await;
    figures::print(&table);
    let many = table.iter().find(|one| one.name == MANY);
    let many = many.expect("it was measured");
    let paced = targets.iter().find(|one| one.scenario.name == MANY);
    let paced = paced.expect("it is a target");
    let mut at_half = Figures::new(paced);
    at_half.add(load::run_paced(paced, many.rate() / 2.0).await, 1.0);
    judge(engine, many, &at_half, bare.spread);
}

fn targets(shop: &mut BillingShop) -> Vec<Target> {
    let events = EventFactory::new(&shop.site);
    let of_one = events.clone();
    let one = Scenario::numbered(ONE, move |number| {
        of_one.completed(&format!("evt_one_{number}"), "cs_test_0")
    });
    let of_many = events.clone();
    let many = Scenario::numbered(MANY, move |number| {
        let (event, index) = (format!("evt_many_{number}"), number.rem_euclid(OBJECTS));
        match index.rem_euclid(4) {
            0 => of_many.renewed(&event, &format!("sub_{index}")),
            1 => of_many.paid(&event, &format!("in_{index}")),
            _ => of_many.completed(&event, &format!("cs_test_{index}")),
        }
    });
    let repeated = events.clone();
    let repeated = Scenario::numbered(REPEAT, move |number| {
        repeated.completed(
            &format!("evt_again_{}", number.rem_euclid(512)),
            "cs_test_0",
        )
    });
    [one, many, repeated]
        .map(|scenario| shop.target(scenario, CONNECTIONS))
        .into()
}

fn judge(engine: TestEngine, many: &Figures, at_half: &Figures, bare: f64) {
    let goal = match engine {
        TestEngine::Sqlite => "4000",
        TestEngine::Postgres => "3000",
    };
    let p99 = at_half.quantile(99).as_secs_f64() * 1_000.0;
    println!("\n| intake, {CONNECTIONS} connections | measured | goal |\n|---|---:|---:|");
    println!("| events /s | {:.0} | {goal} |", many.rate());
    println!(
        "| server CPU s per 1,000 | {:.3} | at most 0.250 |",
        many.cpu()
    );
    println!(
        "| p99 ms at half the rate ({:.0}/s) | {p99:.2} | at most 25 |",
        at_half.rate()
    );
    println!(
        "| to bare commits of one update ({bare:.0}/s) | {:.2} | |",
        many.rate() / bare
    );
}
