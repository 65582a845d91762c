//! Actions of users with rules, of owners and of banks. The product and Stripe may refuse them.

use std::time::Duration;

use serde_json::json;

use super::history::RuleHistories;
use super::holder::{RULE, RuleHolder};
use crate::billing::histories::{PRICE, STEPS};
use crate::billing::refunding::deliver;
use crate::billing::sales::{call, text};
use crate::credits::post;

/// Times that pass: within a step, between two attempts, and until a pause or a confirmation ends.
const TIMES: [Duration; 6] = [
    Duration::from_secs(31),
    Duration::from_secs(61),
    Duration::from_secs(301),
    Duration::from_hours(1),
    Duration::from_hours(25),
    Duration::from_hours(24 * 9),
];
/// Calls of a top-up that are lost or fail, and the ways in which they do.
const CALLS: [&str; 4] = [
    "POST /v1/invoices",
    "POST /v1/invoiceitems",
    "POST /v1/invoices/",
    "GET /v1/invoices/",
];
const FAULTS: [&str; 5] = [
    "lost_before",
    "lost_after",
    "server_error_before",
    "server_error_after",
    "rate_limited",
];

impl RuleHistories<'_> {
    /// Performs one action.
    pub(super) async fn act(&mut self, holders: &mut [RuleHolder]) {
        match self.rng.below(16) {
            0..=3 => self.spend(holders).await,
            4 | 5 => self.look().await,
            6 => deliver(self.world).await,
            7 | 8 => self.world.clock.advance(self.rng.pick(&TIMES)),
            9 => self.change_outcome(holders).await,
            10 => self.act_at_bank(holders).await,
            11 => self.replace_card(holders),
            12 => self.reverse(holders).await,
            13 => self.change_rule(holders).await,
            14 => self.lose_calls(),
            _ => self.merge_or_undo(holders).await,
        }
    }

    /// Lets a server look for what the rules have to buy.
    pub(super) async fn look(&self) {
        product_api::billing::sweep_topups(&self.world.app)
            .await
            .unwrap();
    }

    /// Spends credits of a user. While two users are merged, the remaining one spends.
    async fn spend(&mut self, holders: &mut [RuleHolder]) {
        let (key, amount) = (self.next_key(), self.rng.between(1, 400));
        let is_merged = self.merge.is_some();
        let index = self.rng.below(holders.len());
        let holder = &mut holders[if is_merged { 1 } else { index }];
        let body = json!({"customer": {"sub": holder.user}, "amount": amount});
        let spent = post(self.world, "/v1/spends", self.seller.test_key(), &key, body).await;
        assert!([200, 402].contains(&spent.status), "{spent:?}");
        holder.spent += if spent.status == 200 { amount } else { 0 };
    }

    /// Refunds, disputes or doubts a charge.
    async fn reverse(&mut self, holders: &mut [RuleHolder]) {
        let action = self.rng.below(5);
        let step = self.rng.pick(&STEPS);
        let amount = self.rng.between(1, PRICE);
        let is_whole = self.rng.one_in(3);
        let world = self.world;
        let index = self.rng.below(holders.len());
        let charges = holders[index].charges(world).await;
        let charge = charges[self.rng.below(charges.len())].clone();
        let known = holders[index].reversals.entry(charge.clone()).or_default();
        let mut arguments = json!({ "charge": charge });
        if !is_whole {
            arguments["amount"] = json!(amount);
        }
        match (action, &known.dispute) {
            (0 | 1, _) => drop(self.try_control("refund_charge", &arguments)),
            (2 | 3, Some(dispute)) => {
                let arguments = json!({"dispute": dispute, "step": step});
                drop(self.try_control("step_dispute", &arguments));
            }
            (2 | 3, None) => {
                let opened = self.try_control("open_dispute", &arguments);
                known.dispute = opened.map(|dispute| text(&dispute["id"]));
            }
            _ if known.warning.is_none() => {
                let warned = self.try_control("warn_of_fraud", &json!({ "charge": charge }));
                known.warning = warned.map(|warning| text(&warning["id"]));
            }
            _ => {}
        }
    }

    /// Turns a rule off or on again, lowers it, or tries it now. A user who is merged into another one may be refused.
    async fn change_rule(&mut self, holders: &mut [RuleHolder]) {
        let (action, key) = (self.rng.below(4), self.next_key());
        let threshold = self.rng.between(1, 400);
        let world = self.world;
        let holder = self.one_of(holders);
        let changed = match action {
            0 => holder.turn_off(world).await,
            1 | 2 => holder.set(world, &json!({ "threshold": threshold })).await,
            _ => {
                let body = json!({"website": holder.website, "mode": "test"});
                let operation = format!("POST {RULE}/retry");
                call(world, &operation, &holder.token(world), &key, &body).await
            }
        };
        let expected = [200, 401, 403, 404, 409, 422, 429, 502, 503];
        assert!(expected.contains(&changed.status), "{changed:?}");
    }

    /// Lets some calls to Stripe fail or lose their response.
    fn lose_calls(&mut self) {
        let fault = json!({
            "call": self.rng.pick(&CALLS), "times": self.rng.between(1, 4), "kind": self.rng.pick(&FAULTS),
        });
        self.world.stripe.control("add_fault", &fault).unwrap();
    }

    /// Merges the first user into the second one, or undoes that.
    pub(super) async fn merge_or_undo(&mut self, holders: &[RuleHolder]) {
        let state = match self.merge {
            Some(_) => "undone",
            None => "merged",
        };
        if self.merge.is_none() {
            self.merges += 1;
        }
        let number = self.merges;
        self.merge = self.merge.is_none().then_some(number);
        let id = format!("mrg_{number}");
        let (from, into) = (&holders[0].user, &holders[1].user);
        self.world.issuer.merge(&id, from, into, state);
        product_api::user_changes::once(&self.world.app)
            .await
            .unwrap();
    }
}
