//! Actions about automatic top-ups, and looks at their invoices. The product decides if a rule buys, and the model checks its caps.

use super::buyer::{Buyer, BuyerWorld};
use super::calendar::{DAY, month_number};
use super::looks::{BuyerLook, PACK_LOTS, apply_money};
use super::lots_of_buyer::LotOfBuyer;
use super::top_up_at_stripe::TopUpAtStripe;
use crate::billing::topups::SeenInvoice;

/// Purchases that a rule may make in a month.
const MONTH_CAP: usize = 2;

impl Buyer {
    /// Turns the rule on, buys by it, or lets a bank or the buyer decide about an invoice.
    pub(super) async fn top_up(&mut self, world: &BuyerWorld, now: i64) {
        match self.rng.below(4) {
            0 => self.set_rule(world, now).await,
            1 => self.buy_by_rule(world, now).await,
            _ => self.decide_top_up(now),
        }
    }

    /// Turns the rule on or off. A rule that is turned on again after a decline tries at once.
    async fn set_rule(&mut self, world: &BuyerWorld, now: i64) {
        self.has_rule = !self.has_rule || self.rng.one_in(2);
        self.write(now, &format!("has a rule: {}", self.has_rule));
        if self.has_rule {
            let cap = i64::try_from(MONTH_CAP).unwrap();
            world.rules.turn_on(&self.customer(), cap).await;
        } else {
            world.rules.turn_off(&self.customer()).await;
        }
    }

    /// Lets the product decide if the rule buys now. It buys at most one pack at a time, and no more than the month allows.
    async fn buy_by_rule(&mut self, world: &BuyerWorld, now: i64) {
        if !self.has_rule {
            return;
        }
        let at_stripe = format!("cus_s{}", self.number);
        let begun = world.rules.begin(&self.customer(), &at_stripe).await;
        let Some(attempt) = begun else {
            return;
        };
        self.write(now, &format!("the rule begins {attempt}"));
        let month = month_number(now);
        let this_month = self.top_ups.iter().filter(|one| one.month == month);
        let counted = this_month.filter(|one| one.now() != SeenInvoice::Closed);
        assert!(counted.count() < MONTH_CAP, "{}", self.story());
        assert!(!self.is_merged, "{}", self.story());
        self.top_ups.push(TopUpAtStripe::new(attempt, month));
    }

    /// Lets a bank or the buyer decide about the newest invoice.
    fn decide_top_up(&mut self, now: i64) {
        let outcome = self.rng.below(8);
        if let Some(last) = self.top_ups.last_mut() {
            last.decide(outcome);
            let line = format!("the invoice of {} is {:?}", last.attempt, last.now());
            self.write(now, &line);
        }
    }

    /// Adds the looks of a round at top-ups.
    pub(super) fn add_looks_at_top_ups(&mut self, looks: &mut Vec<BuyerLook>) {
        for index in 0..self.top_ups.len() {
            let moments = self.top_ups[index].moments.len();
            let moment = moments - 1 - self.rng.below(moments.min(2));
            self.repeat(BuyerLook::TopUp(index, moment), looks);
            let moments = self.top_ups[index].money.len();
            if moments > 0 {
                let moment = self.rng.below(moments);
                self.repeat(BuyerLook::TopUpMoney(index, moment), looks);
            }
        }
    }

    /// Looks at the invoice of a top-up as it was at a moment. The product gives a declined one up at Stripe.
    pub(super) async fn look_at_top_up(
        &mut self,
        world: &BuyerWorld,
        (index, moment): (usize, usize),
        now: i64,
    ) {
        let one = &mut self.top_ups[index];
        let seen = one.moments[moment];
        world.rules.look(&one.attempt, seen).await;
        if seen == SeenInvoice::Paid && !one.is_booked {
            one.is_booked = true;
            for (rank, credits, days) in PACK_LOTS {
                self.expected.lots.grant(LotOfBuyer {
                    rank,
                    credits,
                    expires_at: now + days * DAY,
                    span: None,
                    is_of_subscription: false,
                });
            }
        }
        let one = &mut self.top_ups[index];
        if one.is_open() && world.rules.state(&one.attempt).await == "voiding" {
            one.close();
        }
    }

    /// Looks at the payment of a top-up.
    pub(super) async fn look_at_top_up_money(
        &self,
        world: &BuyerWorld,
        index: usize,
        moment: usize,
    ) {
        let one = &self.top_ups[index];
        let name = format!("in_{}", one.attempt);
        apply_money(world, &one.money[moment], &name, None).await;
    }

    /// Looks at each top-up as it is in the end. An invoice that is given up then is looked at again.
    pub(super) async fn look_at_top_ups(&mut self, world: &BuyerWorld, now: i64) {
        for index in 0..self.top_ups.len() {
            for _ in 0..2 {
                let last = self.top_ups[index].moments.len() - 1;
                self.look_at_top_up(world, (index, last), now).await;
            }
            let moments = self.top_ups[index].money.len();
            if moments > 0 {
                self.look_at_top_up_money(world, index, moments - 1).await;
            }
        }
    }

    /// Checks that each paid invoice is a paid attempt, and each one that was given up a failed one.
    pub(super) async fn check_top_ups(&self, world: &BuyerWorld) {
        for one in &self.top_ups {
            let state = world.rules.state(&one.attempt).await;
            let expected = match one.now() {
                SeenInvoice::Open => "paying",
                SeenInvoice::NeedsAction => "action",
                SeenInvoice::Paid => "paid",
                SeenInvoice::Declined(_) | SeenInvoice::Closed => "failed",
            };
            assert_eq!(state, expected, "{} {}", one.attempt, self.story());
        }
    }
}
