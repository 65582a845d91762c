//! A buyer with a subscription and packs, and one round of the buyer's history.

use foundation::testing::{SeededRng, execute, select};

use super::expected_rows::ExpectedRows;
use super::invoice_at_stripe::PlanPieces;
use super::plan_on_sale::{CAPPED, PLAIN, TEAM, YEARLY};
use super::subscription_at_stripe::SubscriptionAtStripe;
use super::top_up_at_stripe::TopUpAtStripe;
use crate::billing::checkouts::{StripeMoney, TestShop};
use crate::billing::subscriptions::tests::test_plans::TestPlans;
use crate::billing::topups::TestRules;

/// The environment of all histories of a test.
pub(super) struct BuyerWorld {
    pub(super) plans: TestPlans,
    pub(super) shop: TestShop,
    pub(super) rules: TestRules,
}

/// A pack that a buyer buys.
#[derive(Debug)]
pub(super) struct PackAtStripe {
    pub(super) number: usize,
    pub(super) is_paid: bool,
    /// True once the product has looked at the paid session.
    pub(super) is_booked: bool,
    /// Its payment as it was after each change.
    pub(super) money: Vec<StripeMoney>,
}

/// A buyer.
#[derive(Debug)]
pub(super) struct Buyer {
    pub(super) number: usize,
    pub(super) rng: SeededRng,
    /// True without reversals, holds and merges: then each lot is compared.
    pub(super) is_quiet: bool,
    pub(super) subscription: SubscriptionAtStripe,
    pub(super) expected: ExpectedRows,
    pub(super) packs: Vec<PackAtStripe>,
    /// True while the rule of automatic top-ups is on, as far as the buyer knows.
    pub(super) has_rule: bool,
    /// The invoices of the rule.
    pub(super) top_ups: Vec<TopUpAtStripe>,
    /// Credits that the buyer has spent.
    pub(super) spent: i64,
    /// True while the customer is merged into another one.
    pub(super) is_merged: bool,
    /// The number of merges so far.
    pub(super) merges: usize,
    keys: usize,
    /// Actions and looks with their times.
    pub(super) diary: Vec<String>,
}

const CUSTOMERS: &str = "\
    INSERT INTO customers (id, website_id, mode, external_id, created_at, updated_at, listed_as) \
    VALUES ($1, 'web_1', 'live', $1, 0, 0, 'buyer'), ($2, 'web_1', 'live', $2, 0, 0, 'buyer')";
const STRIPE_CUSTOMER: &str = "\
    INSERT INTO stripe_customer (connection_id, owner_kind, owner_id, generation, stripe_id, is_default, created_at, updated_at) \
    VALUES ('scn_1', 'customer', $1, 1, $2, TRUE, 0, 0)";
const ENDING: &str =
    "SELECT COUNT(*) FROM subscription WHERE stripe_id = $1 AND end_reason = 'dispute-lost'";

impl Buyer {
    /// Creates a buyer who subscribes now.
    pub(super) fn new(number: usize, seed: u64, now: i64) -> Self {
        let mut rng = SeededRng::new(seed);
        let subscription = if rng.one_in(4) {
            SubscriptionAtStripe::tried(number, now)
        } else {
            let plan = rng.pick(&[&PLAIN, &PLAIN, &TEAM, &CAPPED, &YEARLY]);
            let quantity = if plan.is_yearly() {
                1
            } else {
                rng.between(1, 3)
            };
            SubscriptionAtStripe::paid(number, PlanPieces { plan, quantity }, now)
        };
        Self {
            number,
            is_quiet: rng.one_in(2),
            rng,
            subscription,
            expected: ExpectedRows::default(),
            packs: Vec::new(),
            has_rule: false,
            top_ups: Vec::new(),
            spent: 0,
            is_merged: false,
            merges: 0,
            keys: 0,
            diary: Vec::new(),
        }
    }

    /// Returns the customer who buys.
    pub(super) fn customer(&self) -> String {
        format!("cus_h{}", self.number)
    }

    /// Returns the customer into which the buyer may be merged.
    pub(super) fn merge_target(&self) -> String {
        format!("cus_t{}", self.number)
    }

    /// Returns the customer who has the credits now.
    pub(super) fn holder(&self) -> String {
        if self.is_merged {
            self.merge_target()
        } else {
            self.customer()
        }
    }

    pub(super) fn next_key(&mut self) -> String {
        self.keys += 1;
        format!("history-{}-{}", self.number, self.keys)
    }

    pub(super) fn write(&mut self, now: i64, line: &str) {
        self.diary.push(format!("{now} {line}"));
    }

    /// Returns the seed's number and the diary, for the message of a failure.
    pub(super) fn story(&self) -> String {
        let Self { number, diary, .. } = self;
        format!(
            "buyer {number}:\n{}\n{:#?}",
            diary.join("\n"),
            self.subscription.facts()
        )
    }

    /// Adds the customers of the buyer.
    pub(super) async fn open(&self, world: &BuyerWorld) {
        let database = &world.plans.app.database;
        let (customer, target) = (self.customer(), self.merge_target());
        execute(database, CUSTOMERS, &[&customer, &target]).await;
        let at_stripe = format!("cus_s{}", self.number);
        execute(database, STRIPE_CUSTOMER, &[&customer, &at_stripe]).await;
    }

    /// Lets the time pass at Stripe. The months of a year are granted by the row alone, so that a comparison comes before them, as
    /// it does each night.
    pub(super) async fn pass(&mut self, world: &BuyerWorld, now: i64) {
        self.subscription.pass(now);
        if self.subscription.pieces.plan.is_yearly() {
            self.look_at_subscription(world, now).await;
        }
    }

    /// Runs one round: some actions, then looks and uses in any order.
    pub(super) async fn run_round(&mut self, world: &BuyerWorld, now: i64) {
        for _ in 0..self.rng.below(3) {
            self.act(world, now).await;
        }
        let mut looks = self.looks();
        for last in (1..looks.len()).rev() {
            looks.swap(last, self.rng.below(last + 1));
        }
        for look in looks {
            self.apply(world, look, now).await;
        }
        self.obey(world, now).await;
    }

    /// Ends the subscription at Stripe if the product does so, because of a lost dispute.
    pub(super) async fn obey(&mut self, world: &BuyerWorld, now: i64) {
        let id = self.subscription.id.clone();
        let ending: i64 = select(&world.plans.app.database, ENDING, &[&id]).await;
        if ending == 0 {
            return;
        }
        let invoices = self.subscription.invoices.iter();
        let mut money = invoices.flat_map(|invoice| &invoice.money);
        assert!(money.any(StripeMoney::is_lost), "{}", self.story());
        self.write(now, "the product ends the subscription");
        self.subscription.cancel_now(now);
        self.look_at_subscription(world, now).await;
    }
}
