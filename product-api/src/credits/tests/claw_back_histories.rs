//! Property test of claw-backs with random histories of refunds, disputes, holds, spends and expiries.

use std::time::Duration;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::purchase::Purchase;
use super::test_ledger::{TestLedger, hold_of, on_both_engines, status};
use crate::credits::Shortfall;
use crate::credits::ledger::hold::OnExpiry;

/// Credits of each purchase: a lot without an end, and one that ends.
const BOUGHT: (i64, i64) = (60, 40);

/// A step of a history.
#[derive(Clone, Copy, Debug)]
enum ClawBackStep {
    Take(i64, Shortfall),
    Give(i64),
    Freeze(i64),
    Spend(i64),
    Hold(i64, u64, OnExpiry),
    Capture(usize, i64),
    Void(usize),
    Grant(i64),
    Wait(u64),
}

fn steps() -> impl Strategy<Value = ClawBackStep> {
    let amount = || 1_i64..50;
    let ends = prop::sample::select(OnExpiry::ALL.to_vec());
    prop_oneof![
        (amount(), prop::sample::select(Shortfall::ALL.to_vec()))
            .prop_map(|(amount, rule)| ClawBackStep::Take(amount, rule)),
        amount().prop_map(ClawBackStep::Give),
        (0_i64..90).prop_map(ClawBackStep::Freeze),
        (1_i64..25).prop_map(ClawBackStep::Spend),
        (1_i64..25, 5_u64..60, ends)
            .prop_map(|(amount, ttl, end)| ClawBackStep::Hold(amount, ttl, end)),
        (0_usize..3, 1_i64..20).prop_map(|(hold, amount)| ClawBackStep::Capture(hold, amount)),
        (0_usize..3).prop_map(ClawBackStep::Void),
        amount().prop_map(ClawBackStep::Grant),
        (1_u64..30).prop_map(ClawBackStep::Wait),
    ]
}

/// A history of one customer, with what the payments' side remembers.
struct History {
    world: TestLedger,
    customer: &'static str,
    purchase: Purchase,
    holds: Vec<String>,
    /// Credits that are taken back now.
    clawed_back: i64,
}

impl History {
    async fn run(&mut self, number: usize, step: ClawBackStep) {
        let key = format!("{}.{number}", self.customer);
        match step {
            ClawBackStep::Take(amount, rule) => self.take(amount, rule).await,
            ClawBackStep::Give(amount) => self.give(amount).await,
            ClawBackStep::Freeze(amount) => self.freeze(amount).await,
            ClawBackStep::Spend(amount) => self.spend(&key, amount).await,
            ClawBackStep::Hold(amount, ttl, end) => self.hold(&key, amount, ttl, end).await,
            ClawBackStep::Capture(index, amount) => self.capture(&key, index, amount).await,
            ClawBackStep::Void(index) => self.void(&key, index).await,
            ClawBackStep::Grant(amount) => {
                let granted = self.world.grant(&key, self.customer, amount, None).await;
                granted.unwrap();
            }
            ClawBackStep::Wait(seconds) => self.world.clock.advance(Duration::from_secs(seconds)),
        }
    }

    async fn take(&mut self, amount: i64, rule: Shortfall) {
        let amount = amount.min(BOUGHT.0 + BOUGHT.1 - self.clawed_back);
        let taken = self.purchase.take(amount, rule).await.unwrap();
        assert_eq!(taken.taken + taken.pinned, amount);
        let from_lots: i64 = taken.from_lots.iter().map(|(_, credits)| credits).sum();
        assert_eq!(from_lots + taken.shortfall, taken.taken);
        self.clawed_back += taken.taken;
    }

    async fn give(&mut self, amount: i64) {
        let amount = amount.min(self.clawed_back);
        self.purchase.give(amount).await.unwrap();
        self.clawed_back -= amount;
        assert!(self.clawed_back > 0 || self.purchase.give(1).await.is_err());
    }

    async fn freeze(&mut self, amount: i64) {
        let frozen = self.purchase.freeze(amount).await.unwrap();
        assert!((0..=amount).contains(&frozen), "{frozen} of {amount}");
        let again = self.purchase.freeze(amount).await.unwrap();
        assert_eq!(again, frozen, "a repeat changes nothing");
    }

    async fn spend(&self, key: &str, amount: i64) {
        let available = self.world.balance(self.customer).await.available;
        let spent = status(&self.world.spend(key, self.customer, amount).await);
        assert_eq!(spent == 200, amount <= available, "{amount} of {available}");
    }

    async fn hold(&mut self, key: &str, amount: i64, ttl: u64, end: OnExpiry) {
        let ttl = Duration::from_secs(ttl);
        let opened = self
            .world
            .hold(key, self.customer, amount, (ttl, end))
            .await;
        self.holds
            .extend((status(&opened) == 200).then(|| hold_of(&opened)));
    }

    async fn capture(&self, key: &str, index: usize, amount: i64) {
        if let Some(hold) = self.holds.iter().rev().nth(index) {
            let _refused = self.world.capture(key, hold, Some(amount), false).await;
        }
    }

    async fn void(&self, key: &str, index: usize) {
        if let Some(hold) = self.holds.iter().rev().nth(index) {
            let _refused = self.world.void(key, hold).await;
        }
    }
}

on_both_engines! {
    async fn histories_of_claw_backs_keep_the_books(world: TestLedger) {
        let mut runner = TestRunner::default();
        for index in 0..24 {
            let history = prop::collection::vec(steps(), 30).new_tree(&mut runner).unwrap().current();
            let customer: &'static str = Box::leak(format!("c{index}").into_boxed_str());
            world.grant(&format!("first.{customer}"), customer, 20, None).await.unwrap();
            let reference = format!("pmt_{index}");
            let mut purchase = Purchase::new(&world, customer, &reference).await;
            purchase.buy(BOUGHT.0, None).await;
            purchase.buy(BOUGHT.1, Some(world.after(120))).await;
            let mut one = History { world: world.clone(), customer, purchase, holds: Vec::new(), clawed_back: 0 };
            for (number, step) in history.iter().enumerate() {
                one.run(number, *step).await;
            }
            let findings = world.findings().await;
            assert!(findings.is_empty(), "{findings:?} after {history:?}");
            let booked: &'static str = Box::leak(format!(
                "SELECT COALESCE(CAST(SUM(e.amount) AS BIGINT), 0) FROM txn t JOIN entry e ON e.txn_id = t.id \
                 JOIN account a ON a.id = e.account_id WHERE a.kind = 'clawed_back' AND t.op_key LIKE 'settle:{reference}:%'"
            ).into_boxed_str());
            assert_eq!(world.count(booked).await, one.clawed_back, "{history:?}");
        }
    }
}
