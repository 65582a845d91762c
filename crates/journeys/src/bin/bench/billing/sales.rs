//! Sales of the bench: checkouts of many customers, and the wait until the worker has completed them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use foundation::Database;

use super::shop::BillingShop;
use super::store;
use crate::load::{self, Scenario, now};

/// Number of concurrent connections.
pub(super) const CONNECTIONS: usize = 16;
/// Pause between two looks at the number of completed checkouts.
const PAUSE: Duration = Duration::from_millis(20);

/// Starts checkouts of as many customers; returns their sessions.
pub(super) async fn start(shop: &mut BillingShop, checkouts: usize) -> Vec<String> {
    let sessions = Rc::new(RefCell::new(Vec::new()));
    let (learned, site) = (Rc::clone(&sessions), shop.site.clone());
    let number = Rc::new(Cell::new(0));
    let scenario = Scenario::limited("checkouts", "", move |_| {
        let place = number.get();
        number.set(place + 1);
        (place < checkouts).then(|| site.start_request(place))
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

/// Waits until the worker has applied each object; returns the time at which it had.
pub(super) async fn all_applied(database: &Database, checkouts: usize) -> Instant {
    all_completed(database, checkouts).await;
    while store::count_waiting(database).await > 0 {
        tokio::time::sleep(PAUSE).await;
    }
    now()
}

/// Waits until this many checkouts are completed; returns the time at which they were.
pub(super) async fn all_completed(database: &Database, checkouts: usize) -> Instant {
    let expected = i64::try_from(checkouts).expect("a small number");
    loop {
        let completed = store::count_completed(database).await;
        if completed >= expected {
            return now();
        }
        tokio::time::sleep(PAUSE).await;
    }
}
