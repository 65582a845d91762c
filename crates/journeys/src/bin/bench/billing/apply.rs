//! Marked sessions of paid checkouts: the worker fetches each with its subscription and invoice, and books credits and money.

use std::rc::Rc;

use foundation::Database;
use foundation::testing::TestEngine;

use super::events::EventFactory;
use super::sales::{all_applied, pay, start};
use super::shop::BillingShop;
use super::store;
use crate::load::{self, Scenario, now};
use crate::services::CpuTime;

/// Checkouts that are paid and then applied.
const CHECKOUTS: usize = 2_000;
/// Checkouts of packs among them; the others are of plans.
const PACKS: usize = 1_000;
/// The most calls per second to Stripe.
const CALLS: &str = "1000";

/// Measures and compares with the goal.
pub(crate) async fn run(engine: TestEngine) {
    println!("\n{engine:?}: starting {CHECKOUTS} checkouts ...");
    let mut shop = BillingShop::open(engine, CALLS).await;
    let site = shop.site.clone();
    let mut sessions = start(&mut shop, &site, 0..PACKS).await;
    let plans = site.selling_plans().await;
    sessions.extend(start(&mut shop, &plans, PACKS..CHECKOUTS).await);
    pay(&shop, &sessions);
    let database = Database::open(&shop.database_url()).await;
    let database = database.expect("the server's database");
    let events = EventFactory::new(&shop.site);
    let shared = Rc::new(sessions);
    let number = Rc::new(std::cell::Cell::new(0));
    let deliveries = Scenario::limited("deliveries", "", move |_| {
        let index = number.get();
        number.set(index + 1);
        let session = shared.get(index)?;
        Some(events.completed(&format!("evt_{index}"), session))
    });
    let target = shop.target_without_rest(deliveries);
    let before = CpuTime::read(target.process, &target.services);
    let started = now();
    let (_sent, applied_at) =
        tokio::join!(load::run_dry(&target), all_applied(&database, CHECKOUTS));
    let took = applied_at.duration_since(started).as_secs_f64();
    let after = CpuTime::read(target.process, &target.services);
    let thousands = CHECKOUTS as f64 / 1_000.0;
    let rate = CHECKOUTS as f64 / took;
    let cpu = (after.server - before.server) / thousands;
    println!("\n| apply, one connection to Stripe | measured | goal |\n|---|---:|---:|");
    let applied = store::count_applied(&database).await as f64;
    println!(
        "| objects /s, with the intake of their events | {:.0} | 300 |",
        applied / took
    );
    println!("| paid checkouts /s | {rate:.0} | |");
    println!("| server CPU s per 1,000 checkouts | {cpu:.3} | |");
    database.close().await;
}
