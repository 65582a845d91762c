//! Actions of buyers, owners and banks. The product does what a buyer asks for, and looks at the outcome; all else it has to find.

use super::buyer::{Buyer, BuyerWorld, PackAtStripe};
use super::invoice_at_stripe::PlanPieces;
use super::plan_on_sale::{CAPPED, PLAIN, TEAM, YEARLY};
use crate::billing::checkouts::{PACK_PRICE, StripeMoney};

/// Maximum number of packs of a buyer.
const MAX_PACKS: usize = 2;
/// Maximum number of pieces of a plan.
const MAX_QUANTITY: i64 = 10;

impl Buyer {
    /// Performs one action, if it is possible.
    pub(super) async fn act(&mut self, world: &BuyerWorld, now: i64) {
        match self.rng.below(15) {
            0 => self.restart(world, now).await,
            1 => self.prorate(world, now).await,
            2 => self.plan_next(world, now).await,
            3 => self.set_end(world, now).await,
            4 => self.cancel(world, now).await,
            5 | 6 => self.change_card(now),
            7 | 8 => self.buy_pack(world, now).await,
            9 | 10 if !self.is_quiet => self.reverse(now),
            11 if !self.is_quiet => self.merge_or_undo(world, now).await,
            12..=14 => self.top_up(world, now).await,
            _ => {}
        }
    }

    /// Returns true if the product knows the subscription and it lives.
    fn is_known(&self) -> bool {
        self.expected.row.is_some() && !self.subscription.is_over()
    }

    /// Looks at what a request of the buyer has changed, as the product does before it responds.
    async fn look_at_change(&mut self, world: &BuyerWorld, now: i64) {
        self.look_at_subscription(world, now).await;
        let index = self.subscription.invoices.len() - 1;
        let moment = self.subscription.invoices[index].moments.len() - 1;
        self.look_at_invoice(world, (index, moment), now).await;
    }

    /// Begins a new period with a dearer plan, or with another interval.
    async fn restart(&mut self, world: &BuyerWorld, now: i64) {
        if !self.is_known() || !self.subscription.is_changeable(now) {
            return;
        }
        let PlanPieces { plan, quantity } = self.subscription.pieces;
        let next = match plan.price {
            "plain" | "capped" => self.rng.pick(&[&TEAM, &YEARLY]),
            "team" => &YEARLY,
            _ => &TEAM,
        };
        let quantity = if next.is_yearly() { 1 } else { quantity };
        self.write(now, &format!("restarts with {quantity} {}", next.price));
        let next = PlanPieces {
            plan: next,
            quantity,
        };
        self.subscription.restart(next, now);
        self.look_at_change(world, now).await;
    }

    /// Pays for further pieces, or for a dearer plan, for the rest of the period.
    async fn prorate(&mut self, world: &BuyerWorld, now: i64) {
        let PlanPieces { plan, quantity } = self.subscription.pieces;
        let is_possible = plan.months == 1 && quantity < MAX_QUANTITY;
        if !is_possible || !self.is_known() || !self.subscription.is_changeable(now) {
            return;
        }
        let is_dearer = plan.price == "plain" && self.rng.one_in(2);
        let next = if is_dearer {
            PlanPieces {
                plan: &TEAM,
                quantity,
            }
        } else {
            PlanPieces {
                plan,
                quantity: quantity + 1,
            }
        };
        self.write(
            now,
            &format!("prorates to {} {}", next.quantity, next.plan.price),
        );
        self.subscription.prorate(next, now);
        self.look_at_change(world, now).await;
    }

    /// Lets the next period begin with a cheaper plan, or with fewer pieces.
    async fn plan_next(&mut self, world: &BuyerWorld, now: i64) {
        let PlanPieces { plan, quantity } = self.subscription.pieces;
        let is_possible = plan.price == "team" || (plan.price == "plain" && quantity > 1);
        if !is_possible || !self.is_known() || !self.subscription.is_changeable(now) {
            return;
        }
        let cheaper = if plan.price == "team" {
            self.rng.pick(&[&PLAIN, &CAPPED])
        } else {
            plan
        };
        self.write(now, &format!("goes down to {}", cheaper.price));
        self.subscription.plan_next(PlanPieces {
            plan: cheaper,
            quantity: 1,
        });
        self.look_at_subscription(world, now).await;
    }

    /// Lets the subscription end with its period, or goes back on that.
    async fn set_end(&mut self, world: &BuyerWorld, now: i64) {
        if !self.is_known() {
            return;
        }
        let is_ending = self.subscription.cancel_at.is_none();
        self.write(now, &format!("ends with the period: {is_ending}"));
        self.subscription.set_end(is_ending);
        self.look_at_subscription(world, now).await;
    }

    async fn cancel(&mut self, world: &BuyerWorld, now: i64) {
        if !self.is_known() || !self.rng.one_in(3) {
            return;
        }
        self.write(now, "cancels now");
        self.subscription.cancel_now(now);
        self.look_at_subscription(world, now).await;
    }

    /// Lets the card fail from now on, or replaces one that fails.
    fn change_card(&mut self, now: i64) {
        if self.subscription.card_works {
            self.write(now, "the card stops to work");
            self.subscription.card_works = false;
        } else {
            self.write(now, "has a new card");
            self.subscription.replace_card(now);
        }
    }

    /// Begins to buy a pack, or pays the last one.
    async fn buy_pack(&mut self, world: &BuyerWorld, now: i64) {
        if let Some(pack) = self.packs.iter_mut().find(|pack| !pack.is_paid) {
            pack.is_paid = true;
            pack.money.push(StripeMoney::new(PACK_PRICE));
            self.write(now, "pays a pack");
        } else if self.packs.len() < MAX_PACKS {
            let number = self.number * MAX_PACKS + self.packs.len();
            world.shop.sell(number, &self.customer()).await;
            self.packs.push(PackAtStripe {
                number,
                is_paid: false,
                is_booked: false,
                money: Vec::new(),
            });
            self.write(now, "chooses a pack");
        }
    }

    /// Refunds, disputes or doubts one of the payments.
    fn reverse(&mut self, now: i64) {
        let invoices = self.subscription.invoices.iter_mut();
        let packs = self.packs.iter_mut().map(|pack| &mut pack.money);
        let top_ups = self.top_ups.iter_mut().map(|one| &mut one.money);
        let all = invoices.map(|invoice| &mut invoice.money).chain(packs);
        let all = all.chain(top_ups);
        let mut paid: Vec<&mut Vec<StripeMoney>> = all.filter(|money| !money.is_empty()).collect();
        if paid.is_empty() {
            return;
        }
        let money = paid.swap_remove(self.rng.below(paid.len()));
        let mut next = money[money.len() - 1].clone();
        next.step(&mut self.rng);
        let line = format!("money goes back: {next:?}");
        money.push(next);
        self.write(now, &line);
    }
}
