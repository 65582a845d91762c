//! Tests of balances at a time: past ones equal earlier reads, and future ones equal later reads, including lots.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join_all;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::prices::price_list;
use super::test_ledger::{START, TestLedger, body, hold_of, on_both_engines};
use crate::credits::ledger::charge::Charge;
use crate::credits::ledger::hold::{HoldState, OnExpiry};
use crate::credits::queries::balance_at::{BalanceAt, customer_balance_at};
use crate::credits::queries::holds;
use crate::credits::queries::transactions::CreditsPageRequest;
use crate::credits::settle_due;

impl TestLedger {
    async fn balance_at(&self, at: Option<foundation::Timestamp>) -> BalanceAt {
        let id = self.customer_id("ada").await;
        customer_balance_at(&self.app, &self.access("web_1"), &id, at)
            .await
            .unwrap()
    }
}

/// Formats numbers and lots as `posted held debt available [remaining …] count next`.
fn format_balance(balance: &BalanceAt) -> String {
    let numbers = &balance.balance;
    let lots: Vec<i64> = balance
        .lots
        .iter()
        .flatten()
        .map(|view| view.lot.remaining)
        .collect();
    let next = balance
        .next_expiry
        .map(|(at, amount)| (at.seconds() - START.seconds(), amount));
    format!(
        "{} {} {} {} {lots:?} {:?} {next:?}",
        numbers.posted, numbers.held, numbers.debt, numbers.available, balance.lot_count
    )
}

#[derive(Clone, Debug)]
enum BalanceStep {
    Grant(i64, Option<u64>),
    Spend(i64),
    Hold(i64, u64, OnExpiry),
    Void,
}

fn steps() -> impl Strategy<Value = (u64, BalanceStep)> {
    let choices = prop::sample::select(OnExpiry::ALL.to_vec());
    let step = prop_oneof![
        (1_i64..60, prop::option::of(1_u64..60))
            .prop_map(|(amount, ttl)| BalanceStep::Grant(amount, ttl)),
        (1_i64..40).prop_map(BalanceStep::Spend),
        (1_i64..30, 1_u64..30, choices)
            .prop_map(|(amount, ttl, end)| BalanceStep::Hold(amount, ttl, end)),
        Just(BalanceStep::Void),
    ];
    (1_u64..9, step)
}

on_both_engines! {
    /// A balance at a past time equals the balance that was read then. A balance at a future time equals the later read, if
    /// nothing happens until then.
    async fn past_balance_equals_the_balance_read_then(world: TestLedger) {
        world.grant("first", "ada", 20, Some(world.after(50))).await.unwrap();
        world.sql("UPDATE account SET overdraft_limit = 15 WHERE kind = 'wallet'").await;
        let history = prop::collection::vec(steps(), 60);
        let history = history.new_tree(&mut TestRunner::default()).unwrap().current();
        let (mut seen, mut last_hold) = (Vec::new(), None);
        for (number, (pause, step)) in history.into_iter().enumerate() {
            let key = format!("k{number}");
            match step {
                BalanceStep::Grant(amount, ttl) => {
                    let until = ttl.map(|seconds| world.after(seconds));
                    world.grant(&key, "ada", amount, until).await.unwrap();
                }
                BalanceStep::Spend(amount) => {
                    world.spend(&key, "ada", amount).await.unwrap();
                }
                BalanceStep::Hold(amount, ttl, end) => {
                    let outcome = world.hold(&key, "ada", amount, (Duration::from_secs(ttl), end)).await;
                    last_hold = body(&outcome)["hold"][0].as_str().map(ToOwned::to_owned);
                }
                BalanceStep::Void => {
                    if let Some(hold) = &last_hold {
                        let _any = world.void(&key, hold).await;
                    }
                }
            }
            for ahead in [0, pause * 500_000] {
                world.clock.advance(Duration::from_micros(ahead));
                seen.push((world.clock.now(), format_balance(&world.balance_at(None).await)));
            }
            world.clock.advance(Duration::from_micros(pause * 500_000));
        }
        for (at, then) in &seen {
            assert_eq!(format_balance(&world.balance_at(Some(*at)).await), *then, "{at:?}");
        }
        let ahead: Vec<_> = [0, 1, 10, 25, 26, 59, 60, 600].map(|seconds| world.after(seconds)).to_vec();
        let mut expected = Vec::new();
        for at in &ahead {
            expected.push(format_balance(&world.balance_at(Some(*at)).await));
        }
        for (at, expected) in ahead.iter().zip(expected) {
            world.clock.set(*at);
            assert_eq!(format_balance(&world.balance_at(None).await), expected, "{at:?}");
            settle_due(&world.app).await.unwrap();
            assert_eq!(format_balance(&world.balance_at(None).await), expected, "{at:?} when booked");
        }
        for (at, then) in &seen {
            assert_eq!(format_balance(&world.balance_at(Some(*at)).await), *then, "{at:?} after all");
        }
        let before = world.balance_at(Some(START.minus(Duration::from_secs(1)))).await;
        assert_eq!(format_balance(&before), "0 0 0 15 [] Some(0) None", "the limit counts as it is now");
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn lots_are_listed_in_burn_order_with_their_source(world: TestLedger) {
        price_list(&world).await;
        let hour = START.plus(Duration::from_hours(1));
        let granted = body(&world.grant("a", "ada", 10, None).await);
        world.grant("b", "ada", 20, Some(hour)).await.unwrap();
        world.grant("c", "ada", 30, Some(hour)).await.unwrap();
        world.grant("d", "ada", 40, Some(hour.plus(Duration::from_secs(1)))).await.unwrap();
        world.sql("UPDATE lot SET scope = 1 WHERE amount = 40").await;
        world.spend_on("s", "ada", Charge::Quantity(2, "image".to_owned())).await.unwrap();
        let now = world.balance_at(None).await;
        assert_eq!(format_balance(&now), "97 0 0 97 [37, 20, 30, 10] Some(4) Some((3600, 50))");
        let lots = now.lots.unwrap();
        assert_eq!(lots[0].origin.feature.as_deref(), Some("image"));
        assert_eq!((lots[3].origin.transaction_id.as_str(), lots[3].origin.feature.as_deref()), (granted["transaction"].as_str().unwrap(), None));
        for (seconds, expected) in [
            (3599, "97 0 0 97 [37, 20, 30, 10] Some(4) Some((3600, 50))"),
            (3600, "47 0 0 47 [37, 10] Some(2) Some((3601, 37))"),
            (3601, "10 0 0 10 [10] Some(1) None"),
        ] {
            assert_eq!(format_balance(&world.balance_at(Some(world.after(seconds))).await), expected);
        }
        for number in 0..101 {
            world.grant(&format!("many{number}"), "ada", 1, None).await.unwrap();
        }
        let many = world.balance_at(None).await;
        assert_eq!((many.lots.unwrap().len(), many.lot_count), (100, Some(105)));
    }
}

on_both_engines! {
    async fn holds_are_listed_as_they_are_at_the_instant(world: TestLedger) {
        world.grant("g", "ada", 1000, None).await.unwrap();
        let mut names = Vec::new();
        for (number, end) in [OnExpiry::Release, OnExpiry::Capture, OnExpiry::Release, OnExpiry::Release].into_iter().enumerate() {
            let hold = world.hold(&format!("h{number}"), "ada", 5, (Duration::from_mins(1), end)).await;
            names.push(hold_of(&hold));
            if number % 2 == 0 {
                world.clock.advance(Duration::from_secs(1));
            }
        }
        world.void("v", &names[2]).await.unwrap();
        let id = world.customer_id("ada").await;
        let listed = async |world: &TestLedger, state: Option<HoldState>| {
            let (mut all, mut cursor) = (Vec::new(), None);
            loop {
                let request = CreditsPageRequest { limit: Some(1), cursor };
                let page = holds::list_holds(&world.app, &world.access("web_1"), &id, state, request).await.unwrap();
                all.extend(page.items.into_iter().map(|hold| {
                    let index = names.iter().position(|name| *name == hold.id).unwrap();
                    format!("{index} {}", hold.state)
                }));
                cursor = page.next_cursor;
                if cursor.is_none() {
                    return all.join(", ");
                }
            }
        };
        assert_eq!(listed(&world, None).await, "3 open, 2 voided, 1 open, 0 open");
        assert_eq!(listed(&world, Some(HoldState::Open)).await, "3 open, 1 open, 0 open");
        assert_eq!(listed(&world, Some(HoldState::Expired)).await, "");
        // Holds 0 and 1 have expired; the test reads before and after the expiry is booked.
        world.clock.set(START.plus(Duration::from_secs(61)));
        for _ in 0..2 {
            assert_eq!(listed(&world, None).await, "3 open, 2 voided, 1 captured, 0 expired");
            for (state, expected) in [
                (HoldState::Open, "3 open"),
                (HoldState::Voided, "2 voided"),
                (HoldState::Captured, "1 captured"),
                (HoldState::Expired, "0 expired"),
            ] {
                assert_eq!(listed(&world, Some(state)).await, expected);
            }
            settle_due(&world.app).await.unwrap();
        }
        let other = crate::customers::find(&world.app, &world.access("web_2"), &id).await;
        assert!(other.is_err());
    }
}

on_both_engines! {
    /// Several statements of one read see one time, while spends are booked concurrently.
    async fn balance_during_spends_is_of_one_instant(world: TestLedger) {
        for lot in 0..20 {
            world.grant(&format!("g{lot}"), "ada", 16, None).await.unwrap();
        }
        let is_over = Cell::new(false);
        let spends = (0..8).map(|spender| {
            let world = &world;
            async move {
                for number in 0..40 {
                    world.spend(&format!("s{spender}-{number}"), "ada", 1).await.unwrap();
                }
            }
        });
        let spending = async {
            join_all(spends).await;
            is_over.set(true);
        };
        let looking = async {
            let (mut looks, mut seen) = (0, BTreeSet::new());
            while !is_over.get() {
                let shown = world.balance_at(None).await;
                let in_lots: i64 = shown.lots.iter().flatten().map(|view| view.lot.remaining).sum();
                assert_eq!(in_lots, shown.balance.posted, "{shown:?}");
                looks += 1;
                seen.insert(in_lots);
            }
            (looks, seen)
        };
        let ((), (looks, seen)) = tokio::join!(spending, looking);
        assert!(seen.len() > 3, "{looks} looks between the spends saw {seen:?}");
        assert_eq!(world.balance_at(None).await.balance.posted, 0);
    }
}
