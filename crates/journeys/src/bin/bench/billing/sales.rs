//! Sales of the bench: checkouts of many customers, deliveries of events, and the wait until the worker has applied them.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;
use std::time::{Duration, Instant};

use foundation::Database;
use journeys::selling_website::SellingWebsite;

use super::shop::BillingShop;
use super::store;
use crate::load::{self, Scenario, now};

/// Number of concurrent connections.
pub(super) const CONNECTIONS: usize = 16;
/// Pause between two looks at the number of completed checkouts.
const PAUSE: Duration = Duration::from_millis(100);

/// Starts a checkout of what the website sells for each of these buyers; returns the sessions.
pub(super) async fn start(
    shop: &mut BillingShop,
    site: &SellingWebsite,
    buyers: Range<usize>,
) -> Vec<String> {
    let sessions = Rc::new(RefCell::new(Vec::new()));
    let (learned, site) = (Rc::clone(&sessions), site.clone());
    let buyers = RefCell::new(buyers);
    let scenario = Scenario::limited("checkouts", "", move |_| {
        let buyer = buyers.borrow_mut().next()?;
        Some(site.start_request(buyer))
    });
    let scenario = scenario.learning(move |response| {
        let session = response.split("/pay/").nth(1);
        let session = session.and_then(|rest| rest.split('"').next());
        let session = session.expect("the URL of a session").to_owned();
        learned.borrow_mut().push(session);
    });
    let target = shop.target_without_rest(scenario);
    load::run_dry(&target).await;
    sessions.take()
}

/// Pays sessions at the double.
pub(super) fn pay(shop: &BillingShop, sessions: &[String]) {
    for session in sessions {
        let paid = shop.stripe.double.pay_session(session, "pays");
        paid.expect("an open session");
    }
}

/// Sends the deliveries with the numbers 0, 1 and so on, until there is none.
pub(super) async fn deliver(
    shop: &mut BillingShop,
    delivery: impl Fn(usize) -> Option<String> + 'static,
) {
    let number = Cell::new(0);
    let deliveries = Scenario::limited("deliveries", "", move |_| {
        let index = number.get();
        number.set(index + 1);
        delivery(index)
    });
    let target = shop.target_without_rest(deliveries);
    load::run_dry(&target).await;
}

/// Waits until this many checkouts are completed and invoices of subscriptions are paid, and the worker has applied each object;
/// returns the time at which it had.
pub(super) async fn all_granted(database: &Database, grants: usize) -> Instant {
    let expected = i64::try_from(grants).expect("a small number");
    while store::count_granted(database).await < expected
        || store::count_waiting(database).await > 0
    {
        tokio::time::sleep(PAUSE).await;
    }
    now()
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
