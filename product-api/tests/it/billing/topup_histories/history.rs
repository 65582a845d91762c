//! A world with rules, and the steps of one history.

use std::collections::BTreeMap;

use foundation::testing::SeededRng;
use serde_json::{Value, json};
use stripe_double::{ApiVersion, DeliveryFaults, EventForm};

use super::holder::RuleHolder;
use crate::billing::histories::PRICE;
use crate::billing::refunding::deliver;
use crate::billing::sales::{Seller, pay, session_of, text};
use crate::harness::TestApi;

/// Users of a history.
pub(super) const HOLDERS: usize = 2;
/// Maximum number of actions of a history.
const MAX_ACTIONS: usize = 40;

/// A world with rules, and its random numbers.
pub(super) struct RuleHistories<'a> {
    pub(super) world: &'a TestApi,
    pub(super) seller: Seller,
    pub(super) rng: SeededRng,
    /// Number of the history.
    pub(super) number: usize,
    /// Number of the merge of the two users while it is not undone.
    pub(super) merge: Option<usize>,
    pub(super) merges: usize,
    /// Number of the purchases by rules in all histories.
    pub(super) bought: i64,
    keys: u64,
}

impl<'a> RuleHistories<'a> {
    pub(super) async fn open(world: &'a TestApi, seed: u64) -> Self {
        Self {
            world,
            seller: Seller::open(world).await,
            rng: SeededRng::new(seed),
            number: 0,
            merge: None,
            merges: 0,
            bought: 0,
            keys: 0,
        }
    }

    pub(super) fn next_key(&mut self) -> String {
        self.keys += 1;
        format!("rule-action-{}", self.keys)
    }

    /// Runs one history until everything has ended.
    pub(super) async fn run_history(&mut self) -> Vec<RuleHolder> {
        self.number += 1;
        let mut holders = Vec::new();
        for index in 0..HOLDERS {
            holders.push(self.open_holder(index).await);
        }
        for _ in 0..MAX_ACTIONS.div_euclid(2) + self.rng.below(MAX_ACTIONS) {
            self.set_delivery_faults();
            self.act(&mut holders).await;
        }
        self.settle(&holders).await;
        holders
    }

    /// Sells a pack to a new user, who saves a card and turns a rule on.
    async fn open_holder(&mut self, index: usize) -> RuleHolder {
        let user = format!("usr_r{}_{index}", self.number);
        let buyer = json!({"customer": {"sub": user}});
        let checkout = self.seller.started(self.world, &buyer).await;
        pay(self.world, &checkout, "pays");
        let synced = self.seller.synced(self.world, &checkout).await;
        assert_eq!(synced["state"], "completed", "{synced}");
        let session = json!({"id": session_of(&checkout)});
        let session = self.world.stripe.control("get_object", &session).unwrap();
        let holder = RuleHolder {
            user,
            website: self.seller.shop.id.clone(),
            customer: text(&checkout["customer_id"]),
            at_stripe: text(&session["customer"]),
            caps: (self.rng.between(1, 4), PRICE * self.rng.between(1, 4)),
            spent: 0,
            reversals: BTreeMap::new(),
        };
        let card = json!({"customer": holder.at_stripe, "method": "pays"});
        self.world.stripe.control("add_card", &card).unwrap();
        deliver(self.world).await;
        let set = holder.set(self.world, &json!({})).await;
        assert_eq!(set.status, 200, "{set:?}");
        holder
    }

    /// Sets how the events that follow are delivered: up to five times, in any order and shape, up to half of them lost.
    fn set_delivery_faults(&mut self) {
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

    /// Returns one of the users.
    pub(super) fn one_of<'h>(&mut self, holders: &'h mut [RuleHolder]) -> &'h mut RuleHolder {
        let index = self.rng.below(holders.len());
        &mut holders[index]
    }

    /// Executes a control of the double, which may refuse it.
    pub(super) fn try_control(&self, name: &str, arguments: &Value) -> Option<Value> {
        self.world.stripe.control(name, arguments).ok()
    }
}
