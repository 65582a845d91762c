//! Looks of the product at the objects of a buyer, and the uses of credits between them.

use super::buyer::{Buyer, BuyerWorld};
use super::calendar::DAY;
use super::lots_of_buyer::{LotOfBuyer, LotRank};
use crate::billing::checkouts::StripeMoney;
use crate::billing::marks::Applied;
use crate::billing::payments::{apply_intent_facts, apply_warning_facts};
use crate::billing::subscriptions::invoice_facts::InvoiceStatus;

/// Maximum number of times that a look comes.
const MAX_REPEATS: usize = 5;
/// Maximum number of credits of one use.
const MAX_USE: i64 = 1_500;
/// Credits of the two lots of a pack, and the days for which they live.
pub(super) const PACK_LOTS: [(LotRank, i64, i64); 2] =
    [(LotRank::Purchase, 100, 90), (LotRank::Promo, 10, 30)];

/// A look at an object as it was after one of its changes, or a use. Objects are named by their indexes.
#[derive(Clone, Copy, Debug)]
pub(super) enum BuyerLook {
    /// How many changes ago the subscription was so: none or one.
    Subscription(usize),
    Invoice(usize, usize),
    InvoiceMoney(usize, usize),
    /// The session of a pack, before or after its payment.
    Pack(usize, bool),
    PackMoney(usize, usize),
    /// The invoice of a top-up.
    TopUp(usize, usize),
    TopUpMoney(usize, usize),
    Spend(i64),
    Hold(i64),
}

impl Buyer {
    /// Returns the looks and uses of a round. Two of three objects are not looked at.
    pub(super) fn looks(&mut self) -> Vec<BuyerLook> {
        let mut looks = Vec::new();
        let age = self.rng.below(2);
        self.repeat(BuyerLook::Subscription(age), &mut looks);
        let count = self.subscription.invoices.len();
        for index in 0..count {
            if index + 2 >= count || self.rng.one_in(4) {
                let moments = self.subscription.invoices[index].moments.len();
                let moment = moments - 1 - self.rng.below(moments.min(2));
                self.repeat(BuyerLook::Invoice(index, moment), &mut looks);
            }
            let invoice = &self.subscription.invoices[index];
            let (moments, is_year) = (invoice.money.len(), invoice.is_year());
            if moments > 0 {
                // The time of a look decides about the months of a year, so that the model knows each of these looks.
                let moment = self.rng.below(moments);
                let moment = [moment, moments - 1][usize::from(is_year)];
                self.repeat(BuyerLook::InvoiceMoney(index, moment), &mut looks);
            }
        }
        for index in 0..self.packs.len() {
            let is_paid = self.packs[index].is_paid && !self.rng.one_in(3);
            self.repeat(BuyerLook::Pack(index, is_paid), &mut looks);
            let moments = self.packs[index].money.len();
            if moments > 0 {
                let moment = self.rng.below(moments);
                self.repeat(BuyerLook::PackMoney(index, moment), &mut looks);
            }
        }
        self.add_looks_at_top_ups(&mut looks);
        if self.rng.one_in(2) {
            looks.push(BuyerLook::Spend(self.rng.between(1, MAX_USE)));
        }
        if !self.is_quiet && self.rng.one_in(4) {
            looks.push(BuyerLook::Hold(self.rng.between(1, MAX_USE)));
        }
        looks
    }

    /// Adds a look as often as it comes.
    pub(super) fn repeat(&mut self, look: BuyerLook, looks: &mut Vec<BuyerLook>) {
        let is_lost = !self.rng.one_in(3);
        let times = if is_lost {
            0
        } else {
            self.rng.below(MAX_REPEATS + 1)
        };
        looks.extend(std::iter::repeat_n(look, times));
    }

    /// Does a look or a use.
    pub(super) async fn apply(&mut self, world: &BuyerWorld, look: BuyerLook, now: i64) {
        self.write(now, &format!("{look:?}"));
        match look {
            BuyerLook::Subscription(age) => {
                let newest = self.subscription.moments.len() - 1;
                self.follow(world, newest.saturating_sub(age), now).await;
            }
            BuyerLook::Invoice(index, moment) => {
                self.look_at_invoice(world, (index, moment), now).await;
            }
            BuyerLook::InvoiceMoney(index, moment) => {
                self.look_at_invoice_money(world, (index, moment), now)
                    .await;
            }
            BuyerLook::Pack(index, is_paid) => {
                self.look_at_pack(world, index, is_paid, now).await;
            }
            BuyerLook::PackMoney(index, moment) => {
                self.look_at_pack_money(world, index, moment).await;
            }
            BuyerLook::TopUp(index, moment) => {
                self.look_at_top_up(world, (index, moment), now).await;
            }
            BuyerLook::TopUpMoney(index, moment) => {
                self.look_at_top_up_money(world, index, moment).await;
            }
            BuyerLook::Spend(amount) => self.spend(world, amount, now).await,
            BuyerLook::Hold(amount) => self.hold(world, amount).await,
        }
    }

    /// Looks at the subscription as it is now.
    pub(super) async fn look_at_subscription(&mut self, world: &BuyerWorld, now: i64) {
        let newest = self.subscription.moments.len() - 1;
        self.follow(world, newest, now).await;
    }

    async fn follow(&mut self, world: &BuyerWorld, moment: usize, now: i64) {
        let facts = &self.subscription.moments[moment];
        let applied = world.plans.follow(facts).await;
        assert_eq!(applied, Applied::Done, "{}", self.story());
        self.expected.follow(facts, now);
    }

    /// Looks at an invoice. The first one fetches the subscription before.
    pub(super) async fn look_at_invoice(
        &mut self,
        world: &BuyerWorld,
        (index, moment): (usize, usize),
        now: i64,
    ) {
        if self.expected.row.is_none() {
            self.look_at_subscription(world, now).await;
        }
        let invoice = &self.subscription.invoices[index];
        let facts = &invoice.moments[moment];
        let applied = world.plans.bill(facts).await;
        assert_eq!(applied, Applied::Done, "{}", self.story());
        if facts.status == InvoiceStatus::Paid {
            self.expected.book(index, invoice, now);
        }
    }

    /// Looks at the payment of an invoice. What goes back of it marks the subscription.
    pub(super) async fn look_at_invoice_money(
        &mut self,
        world: &BuyerWorld,
        (index, moment): (usize, usize),
        now: i64,
    ) {
        let invoice = &self.subscription.invoices[index];
        let money = &invoice.money[moment];
        apply_money(world, money, &invoice.id, None).await;
        if moment > 0 && self.expected.booked.contains(&index) {
            self.expected.see_money(index, money);
            self.look_at_subscription(world, now).await;
        }
    }

    /// Looks at the session of a pack.
    pub(super) async fn look_at_pack(
        &mut self,
        world: &BuyerWorld,
        index: usize,
        is_paid: bool,
        now: i64,
    ) {
        let pack = &mut self.packs[index];
        world.shop.look(pack.number, is_paid).await;
        if !is_paid || pack.is_booked {
            return;
        }
        pack.is_booked = true;
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

    /// Looks at the payment of a pack.
    pub(super) async fn look_at_pack_money(&self, world: &BuyerWorld, index: usize, moment: usize) {
        let pack = &self.packs[index];
        let name = pack.number.to_string();
        let checkout = format!("chk_{name}");
        apply_money(world, &pack.money[moment], &name, Some(&checkout)).await;
    }

    async fn spend(&mut self, world: &BuyerWorld, amount: i64, now: i64) {
        let (key, customer) = (self.next_key(), self.customer());
        let is_spent = world.plans.ledger.use_up(&key, &customer, amount).await;
        self.spent += if is_spent { amount } else { 0 };
        let is_expected = self.expected.lots.spend(amount, now);
        if self.is_quiet {
            assert_eq!(is_spent, is_expected, "{}", self.story());
        }
    }

    /// Holds credits for an hour, so that the hold ends before the next round.
    async fn hold(&mut self, world: &BuyerWorld, amount: i64) {
        let (key, customer) = (self.next_key(), self.customer());
        world.plans.ledger.reserve(&key, &customer, amount).await;
    }

    /// Looks at each object as it is in the end, in any order; what the payments mark comes last.
    pub(super) async fn look_at_all(&mut self, world: &BuyerWorld, now: i64) {
        self.write(now, "the product looks at everything");
        let invoices = self.subscription.invoices.len();
        let mut order: Vec<usize> = (0..invoices).collect();
        for last in (1..invoices).rev() {
            order.swap(last, self.rng.below(last + 1));
        }
        self.look_at_subscription(world, now).await;
        for index in order {
            let last = self.subscription.invoices[index].moments.len() - 1;
            self.look_at_invoice(world, (index, last), now).await;
            let moments = self.subscription.invoices[index].money.len();
            if moments > 0 {
                self.look_at_invoice_money(world, (index, moments - 1), now)
                    .await;
            }
        }
        for index in 0..self.packs.len() {
            let is_paid = self.packs[index].is_paid;
            self.look_at_pack(world, index, is_paid, now).await;
            let moments = self.packs[index].money.len();
            if moments > 0 {
                self.look_at_pack_money(world, index, moments - 1).await;
            }
        }
        self.look_at_top_ups(world, now).await;
        self.look_at_subscription(world, now).await;
        self.obey(world, now).await;
    }
}

/// Applies a payment, and the warning about it.
pub(super) async fn apply_money(
    world: &BuyerWorld,
    money: &StripeMoney,
    name: &str,
    checkout: Option<&str>,
) {
    let (app, connection) = (&world.plans.app, &world.plans.connection);
    if let Some(warning) = money.warning(name) {
        apply_warning_facts(app, connection, &warning)
            .await
            .unwrap();
    }
    apply_intent_facts(app, connection, &money.intent(name, checkout))
        .await
        .unwrap();
}
