//! A world that sells, and the steps of one history.

use std::collections::BTreeMap;
use std::time::Duration;

use foundation::testing::SeededRng;
use serde_json::json;
use stripe_double::{ApiVersion, DeliveryFaults, EventForm};

use super::buyer_action::BuyerAction;
use super::purchase::Purchase;
use super::reversals::OpenHold;
use crate::billing::sales::{Seller, session_of};
use crate::harness::TestApi;

/// Maximum number of purchases of a history, and of actions after them.
const MAX_PURCHASES: usize = 4;
const MAX_REVERSALS: usize = 12;
/// Customers of a history; each may start 20 checkouts an hour.
const CUSTOMERS: usize = 2;

/// A world that sells, and its random numbers.
pub(super) struct Market<'a> {
    pub(super) world: &'a TestApi,
    pub(super) seller: Seller,
    pub(super) rng: SeededRng,
    /// Number of the history.
    pub(super) number: usize,
    /// Credits that each customer has spent.
    pub(super) spent: BTreeMap<String, i64>,
    /// Holds that were opened in this history.
    pub(super) holds: Vec<OpenHold>,
    /// Number and sum of the payments.
    pub(super) paid: (i64, i64),
    keys: u64,
}

impl<'a> Market<'a> {
    pub(super) async fn open(world: &'a TestApi, seed: u64) -> Self {
        let seller = Seller::open(world).await;
        let more = "UPDATE api_keys SET scopes = scopes || ' billing.refund' WHERE website_id = $1";
        world.sql(more, &[&seller.shop.id]).await;
        Self {
            world,
            seller,
            rng: SeededRng::new(seed),
            number: 0,
            spent: BTreeMap::new(),
            holds: Vec::new(),
            paid: (0, 0),
            keys: 0,
        }
    }

    pub(super) fn next_key(&mut self) -> String {
        self.keys += 1;
        format!("action-{}", self.keys)
    }

    /// Runs one history until everything has ended.
    pub(super) async fn run_history(&mut self) -> Vec<Purchase> {
        self.number += 1;
        let mut purchases: Vec<Purchase> = Vec::new();
        let number = 1 + self.rng.below(MAX_PURCHASES);
        let mut reversals = self.rng.below(MAX_REVERSALS + 1);
        while purchases.len() < number
            || reversals > 0
            || purchases.iter().any(|purchase| !purchase.is_done)
        {
            self.set_faults();
            match self.rng.below(8) {
                0 => self.deliver().await,
                1 => {
                    let seconds = self.rng.between(1, 240).unsigned_abs();
                    self.world.clock.advance(Duration::from_secs(seconds));
                }
                2 | 3 if purchases.len() < number => {
                    let next = self.start().await;
                    purchases.push(next);
                }
                4..=6 if reversals > 0 => {
                    reversals -= usize::from(self.go_on(&mut purchases).await);
                }
                _ => self.act(&mut purchases),
            }
        }
        self.settle(&purchases).await;
        purchases
    }

    /// Sets how the events that follow are delivered: up to five times, in any order and shape, up to half of them lost.
    fn set_faults(&mut self) {
        let faults = DeliveryFaults {
            duplicates: u32::try_from(self.rng.below(5)).unwrap(),
            drop_one_in: self.rng.pick(&[0, 0, 2, 3]),
            delay_seconds: self.rng.between(0, 300),
            shuffle: self.rng.one_in(2),
            signature_skew_seconds: self.rng.between(-250, 250),
            form: self
                .rng
                .pick(&[None, Some(EventForm::Snapshot), Some(EventForm::Thin)]),
            version: Some(self.rng.pick(&ApiVersion::ALL)),
        };
        self.world.stripe.set_delivery_faults(&faults).unwrap();
    }

    async fn start(&mut self) -> Purchase {
        let customer = format!("buyer-{}-{}", self.number, self.rng.below(CUSTOMERS));
        let quantity = self.rng.between(1, 3);
        let buyer = json!({"customer": {"external_id": customer}, "quantity": quantity});
        Purchase {
            customer,
            quantity,
            action: self.rng.pick(&BuyerAction::ALL),
            checkout: self.seller.started(self.world, &buyer).await,
            is_done: false,
            dispute: None,
            warning: None,
            refunds: Vec::new(),
        }
    }

    /// Performs the action of one purchase.
    fn act(&mut self, purchases: &mut [Purchase]) {
        let waiting = purchases.iter_mut().filter(|purchase| !purchase.is_done);
        let mut waiting: Vec<&mut Purchase> = waiting.collect();
        if waiting.is_empty() {
            return;
        }
        let purchase = waiting.swap_remove(self.rng.below(waiting.len()));
        purchase.is_done = true;
        let session = session_of(&purchase.checkout);
        let Some(method) = purchase.action.method() else {
            return;
        };
        let result = self.world.stripe.pay_session(&session, method).unwrap();
        if result == "must_confirm" {
            let confirmed = json!({"session": session, "is_confirmed": true});
            self.world
                .stripe
                .control("confirm_session", &confirmed)
                .unwrap();
        }
    }

    /// Performs an action after a purchase, or ends a hold; false if no purchase is done.
    async fn go_on(&mut self, purchases: &mut [Purchase]) -> bool {
        if !self.holds.is_empty() && self.rng.one_in(5) {
            let index = self.rng.below(self.holds.len());
            let hold = self.holds.swap_remove(index);
            self.end_hold(&hold).await;
            return true;
        }
        let done = purchases.iter_mut().filter(|purchase| purchase.is_done);
        let mut done: Vec<&mut Purchase> = done.collect();
        if done.is_empty() {
            return false;
        }
        let purchase = done.swap_remove(self.rng.below(done.len()));
        self.reverse(purchase).await;
        true
    }
}
