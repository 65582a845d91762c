//! The population of a comparison: packs, and plans that have renewed once. The events of some of them are lost.

use std::time::Duration;

use foundation::Database;
use serde_json::Value;

use super::events::EventFactory;
use super::lists::read_list;
use super::sales::{all_applied, all_granted, deliver, pay, start};
use super::shop::BillingShop;

/// Sales of packs: each has a session, a charge and a movement of the balance.
pub(super) const PACKS: usize = 20_100;
/// Sales of plans: each has a session, a subscription, and in each of two months an invoice, a charge and a movement.
pub(super) const PLANS: usize = 5_000;
/// Packs whose events are lost.
const LOST_PACKS: usize = 900;
/// Renewals whose events are lost.
const LOST_RENEWALS: usize = 100;
/// Sales and renewals whose events are lost.
pub(super) const LOST: usize = LOST_PACKS + LOST_RENEWALS;
/// Completed checkouts and paid invoices when nothing is lost.
pub(super) const GRANTS: usize = PACKS + PLANS + 2 * PLANS;
/// Time in which a month ends at the double, and the draft of its renewal is charged.
const MONTH: Duration = Duration::from_hours(31 * 24 + 2);

/// Sells everything; the worker applies all but the lost ones. Lost events are older than others, because the server reads the
/// newest page of all events every five minutes.
pub(super) async fn sell(shop: &mut BillingShop, database: &Database) {
    let site = shop.site.clone();
    let packs = start(shop, &site, 0..PACKS).await;
    let (lost, delivered) = packs.split_at(LOST_PACKS);
    pay(shop, lost);
    complete(shop, delivered).await;
    all_applied(database, delivered.len()).await;
    let site = site.selling_plans().await;
    let plans = start(shop, &site, PACKS..PACKS + PLANS).await;
    complete(shop, &plans).await;
    all_applied(database, delivered.len() + PLANS).await;
    renew(shop).await;
    all_granted(database, GRANTS - LOST).await;
}

/// Pays sessions, and delivers their events.
async fn complete(shop: &mut BillingShop, sessions: &[String]) {
    pay(shop, sessions);
    let (events, sessions) = (EventFactory::new(&shop.site), sessions.to_vec());
    deliver(shop, move |index| {
        let session = sessions.get(index)?;
        Some(events.completed(&format!("evt_{session}"), session))
    })
    .await;
}

/// Lets a month end at the double, and delivers the events of the renewals but for the lost ones.
async fn renew(shop: &mut BillingShop) {
    let advanced = shop.stripe.double.advance_clock(MONTH);
    advanced.expect("a later time");
    let mut renewals: Vec<[String; 2]> = Vec::new();
    read_list(shop, "subscriptions?limit=100", |subscription| {
        let id = |name: &str| subscription.get(name).and_then(Value::as_str);
        let ids = ["id", "latest_invoice"].map(|name| id(name).expect("an id").to_owned());
        renewals.push(ids);
    })
    .await;
    // The newest are first.
    renewals.truncate(PLANS - LOST_RENEWALS);
    let events = EventFactory::new(&shop.site);
    deliver(shop, move |index| {
        let [subscription, invoice] = renewals.get(index.div_euclid(2))?;
        Some(if index.is_multiple_of(2) {
            events.renewed(&format!("evt_{subscription}"), subscription)
        } else {
            events.paid(&format!("evt_{invoice}"), invoice)
        })
    })
    .await;
}
