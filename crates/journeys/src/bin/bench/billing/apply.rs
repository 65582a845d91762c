//! Marked sessions of paid checkouts: the worker fetches each, and books its credits and its money.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use foundation::Database;
use foundation::testing::TestEngine;

use super::events::EventFactory;
use super::shop::BillingShop;
use super::store;
use crate::load::{self, Scenario, now};
use crate::services::CpuTime;

/// Checkouts that are paid and then applied.
const CHECKOUTS: usize = 2_000;
/// Number of concurrent connections.
const CONNECTIONS: usize = 16;
/// The most calls per second to Stripe.
const CALLS: &str = "1000";
/// Pause between two looks at the number of completed checkouts.
const PAUSE: Duration = Duration::from_millis(20);

/// Measures and compares with the goal.
pub(crate) async fn run(engine: TestEngine) {
    println!("\n{engine:?}: starting {CHECKOUTS} checkouts ...");
    let mut shop = BillingShop::open(engine, CALLS).await;
    let sessions = start(&mut shop).await;
    for session in &sessions {
        let paid = shop.stripe.double.pay_session(session, "pays");
        paid.expect("an open session");
    }
    let database = Database::open(&shop.database_url()).await;
    let database = database.expect("the server's database");
    let events = EventFactory::new(&shop.site);
    let shared = Rc::new(sessions);
    let number = Rc::new(std::cell::Cell::new(0));
    let deliveries = Scenario::limited("deliveries", "", move |_| {
        let place = number.get();
        number.set(place + 1);
        let session = shared.get(place)?;
        Some(events.completed(&format!("evt_{place}"), session))
    });
    let target = shop.target(deliveries, CONNECTIONS);
    let before = CpuTime::read(target.process, &target.services);
    let started = now();
    let (_sent, completed_at) = tokio::join!(load::run_dry(&target), all_completed(&database));
    let took = completed_at.duration_since(started).as_secs_f64();
    let after = CpuTime::read(target.process, &target.services);
    let thousands = CHECKOUTS as f64 / 1_000.0;
    let rate = CHECKOUTS as f64 / took;
    let cpu = (after.server - before.server) / thousands;
    println!("\n| apply, one connection to Stripe | measured | goal |\n|---|---:|---:|");
    println!("| sessions /s, with their intake | {rate:.0} | 300 |");
    println!("| server CPU s per 1,000 | {cpu:.3} | |");
    database.close().await;
}

/// Starts checkouts of as many customers; returns their sessions.
async fn start(shop: &mut BillingShop) -> Vec<String> {
    let sessions = Rc::new(RefCell::new(Vec::new()));
    let (learned, site) = (Rc::clone(&sessions), shop.site.clone());
    let number = Rc::new(std::cell::Cell::new(0));
    let scenario = Scenario::limited("checkouts", "", move |_| {
        let place = number.get();
        number.set(place + 1);
        (place < CHECKOUTS).then(|| site.start_request(place))
    });
    let scenario = scenario.learning(move |answer| {
        let session = answer.split("/pay/").nth(1);
        let session = session.and_then(|rest| rest.split('"').next());
        let session = session.expect("the URL of a session").to_owned();
        learned.borrow_mut().push(session);
    });
    let target = shop.target(scenario, CONNECTIONS);
    load::run_dry(&target).await;
    sessions.take()
}

/// Waits until all checkouts are completed; returns the time at which they were.
async fn all_completed(database: &Database) -> Instant {
    let expected = i64::try_from(CHECKOUTS).expect("a small number");
    loop {
        let completed = store::count_completed(database).await;
        if completed == expected {
            return now();
        }
        tokio::time::sleep(PAUSE).await;
    }
}
