//! One history: a few purchases, each of its own customer, and the looks at them in any order.

use foundation::testing::{SeededRng, execute};

use super::ending::Ending;
use super::stripe_money::{ExpectedLevels, StripeMoney};
use crate::billing::checkouts::session_facts::SessionFacts;
use crate::billing::checkouts::tests::test_shop::{AMOUNTS, PACK_CREDITS, TestShop};
use crate::billing::payments::{apply_intent_facts, apply_warning_facts};

/// Maximum number of purchases of a history.
const MAX_PURCHASES: usize = 2;
/// Maximum number of times that a look comes.
const MAX_REPEATS: usize = 5;

/// A purchase with its moments at Stripe.
#[derive(Debug)]
pub(super) struct Purchase {
    pub(super) number: usize,
    pub(super) ending: Ending,
    sessions: Vec<SessionFacts>,
    moments: Vec<StripeMoney>,
    /// Credits that the buyer has spent.
    pub(super) spent: i64,
}

/// A step of a history on one of its purchases.
#[derive(Clone, Copy, Debug)]
enum HistoryStep {
    /// A server applies the session as it was at a moment.
    Session(usize),
    /// A server applies the payment and its warning as they were at a moment.
    Payment(usize),
    Spend(i64),
    Hold(i64),
}

/// A history.
#[derive(Debug)]
pub(super) struct History {
    pub(super) purchases: Vec<Purchase>,
    /// Steps with the indexes of their purchases.
    steps: Vec<(usize, HistoryStep)>,
}

impl History {
    /// Creates a history whose first purchase has a number.
    pub(super) fn random(first: usize, rng: &mut SeededRng) -> Self {
        let count = 1 + rng.below(MAX_PURCHASES);
        let purchases: Vec<Purchase> = (first..first + count)
            .map(|number| Purchase::random(number, rng))
            .collect();
        let mut steps = Vec::new();
        for (index, purchase) in purchases.iter().enumerate() {
            let looks = purchase.looks(rng).into_iter();
            steps.extend(looks.map(|step| (index, step)));
        }
        for last in (1..steps.len()).rev() {
            steps.swap(last, rng.below(last + 1));
        }
        Self { purchases, steps }
    }

    /// Runs the steps, then lets all holds end, and looks at everything once more.
    pub(super) async fn run(&mut self, shop: &TestShop) {
        for purchase in &self.purchases {
            purchase.open(shop).await;
        }
        let mut holds = Vec::new();
        for (index, step) in self.steps.clone() {
            let purchase = &mut self.purchases[index];
            let key = format!("{}-{}", purchase.number, holds.len());
            match step {
                HistoryStep::Session(moment) => purchase.look_at_session(shop, moment).await,
                HistoryStep::Payment(moment) => purchase.look_at_payment(shop, moment).await,
                HistoryStep::Spend(amount) => purchase.spend(shop, amount).await,
                HistoryStep::Hold(amount) => {
                    let name = purchase.customer();
                    holds.extend(shop.ledger.reserve(&key, &name, amount).await);
                }
            }
        }
        for hold in holds {
            shop.ledger.release(&hold, &hold).await;
        }
        for purchase in &self.purchases {
            purchase
                .look_at_session(shop, purchase.sessions.len() - 1)
                .await;
            purchase
                .look_at_payment(shop, purchase.moments.len() - 1)
                .await;
        }
    }
}

impl Purchase {
    fn random(number: usize, rng: &mut SeededRng) -> Self {
        let ending = Ending::random(rng);
        let moments = if ending.is_paid() {
            StripeMoney::moments(AMOUNTS.total, rng)
        } else {
            vec![StripeMoney::default()]
        };
        Self {
            number,
            ending,
            sessions: ending.sessions(number),
            moments,
            spent: 0,
        }
    }

    /// Returns looks at each moment, some of them lost and some repeated, with a few spends and holds of a buyer who pays.
    fn looks(&self, rng: &mut SeededRng) -> Vec<HistoryStep> {
        let sessions = (0..self.sessions.len()).map(HistoryStep::Session);
        let moments = (0..self.moments.len()).map(HistoryStep::Payment);
        let mut steps = Vec::new();
        for look in sessions.chain(moments) {
            let times = if rng.one_in(2) {
                0
            } else {
                rng.below(MAX_REPEATS + 1)
            };
            steps.extend(std::iter::repeat_n(look, times));
        }
        if self.ending.is_paid() {
            for _ in 0..rng.below(3) {
                steps.push(HistoryStep::Spend(rng.between(1, PACK_CREDITS)));
            }
            if rng.one_in(3) {
                steps.push(HistoryStep::Hold(rng.between(1, PACK_CREDITS)));
            }
        }
        steps
    }

    fn customer(&self) -> String {
        format!("cus_h{}", self.number)
    }

    async fn open(&self, shop: &TestShop) {
        let insert = "INSERT INTO customers (id, website_id, mode, external_id, created_at, updated_at, listed_as) \
             VALUES ($1, 'web_1', 'live', $1, 0, 0, 'buyer')";
        let customer = self.customer();
        execute(&shop.app.database, insert, &[&customer]).await;
        shop.open_for(self.number, &customer).await;
    }

    async fn look_at_session(&self, shop: &TestShop, moment: usize) {
        shop.apply(&self.sessions[moment]).await;
    }

    async fn look_at_payment(&self, shop: &TestShop, moment: usize) {
        let (money, connection) = (&self.moments[moment], &shop.connection);
        if !self.ending.is_paid() {
            return;
        }
        if let Some(warning) = money.warning(&self.number.to_string()) {
            apply_warning_facts(&shop.app, connection, &warning)
                .await
                .unwrap();
        }
        let name = self.number.to_string();
        let intent = money.intent(&name, Some(&format!("chk_{name}")));
        apply_intent_facts(&shop.app, connection, &intent)
            .await
            .unwrap();
    }

    async fn spend(&mut self, shop: &TestShop, amount: i64) {
        let key = format!("spend-{}-{}-{amount}", self.number, self.spent);
        let is_spent = shop.ledger.use_up(&key, &self.customer(), amount).await;
        self.spent += if is_spent { amount } else { 0 };
    }

    /// Returns the levels that follow from the last moment.
    pub(super) fn expected(&self) -> ExpectedLevels {
        let last = self.moments.last().unwrap();
        last.expected(PACK_CREDITS)
    }
}
