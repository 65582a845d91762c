//! Tests of holds in the database: random histories with the results of the rules in memory, and concurrent requests for one
//! hold.

use std::time::Duration;

use foundation::Timestamp;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;

use super::holds::open;
use super::once::run_concurrently;
use super::reversals::attach;
use super::reversals_alike::{is_unavailable, txn_of};
use super::rules::{details, empty, grant, spend};
use super::test_ledger::{TestLedger, body, hold_of, on_both_engines, slug, status};
use crate::credits::commands::holds;
use crate::credits::commands::holds::TransactionTexts;
use crate::credits::execution::request::OperationResponse;
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::capture::{Capture, IfExpired, Overage};
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::ledger::lot::LotKind;
use crate::credits::ledger::operation::ReversalRequest;
use crate::credits::ledger::operation::{LedgerOperation, LedgerRefusal};
use crate::credits::ledger::row_ids::RowIds;
use crate::credits::ledger::state::AccountState;
use crate::credits::queries::holds::find_hold;
use crate::credits::settle_due;
use crate::problem::Problem;

/// A hold of 15 minutes.
const QUARTER: (Duration, OnExpiry) = (Duration::from_mins(15), OnExpiry::Release);

/// A step: a request about one customer, or about an earlier hold or transaction.
#[derive(Clone, Debug)]
enum HoldStep {
    Grant(i64, Option<u64>),
    Spend(i64),
    Open(i64, u64, OnExpiry),
    Capture(usize, Option<i64>, bool),
    Void(usize),
    Extend(usize, u64),
    Reverse(usize, Option<i64>),
    VoidGrant(usize),
}

/// Created objects: the ids of holds, and the keys and ids of transactions.
#[derive(Default)]
struct HoldRun {
    holds: Vec<String>,
    txns: Vec<(String, String)>,
}

impl HoldRun {
    /// Returns one of the latest holds.
    fn hold(&self, index: usize) -> String {
        let hold = self.holds.iter().rev().nth(index);
        hold.cloned().unwrap_or_else(|| "hold_none".to_owned())
    }

    /// Returns one of the latest transactions.
    fn txn(&self, index: usize) -> (String, String) {
        let txn = self.txns.iter().rev().nth(index);
        txn.cloned()
            .unwrap_or_else(|| ("none".to_owned(), "txn_none".to_owned()))
    }

    /// Stores a hold if it was opened, and returns its id or an empty string.
    fn opened(&mut self, outcome: &Result<OperationResponse, Problem>) -> String {
        if status(outcome) != 200 {
            return String::new();
        }
        self.holds.push(hold_of(outcome));
        hold_of(outcome)
    }

    /// Stores the transaction of a response.
    fn remember(&mut self, key: &str, outcome: &Result<OperationResponse, Problem>) {
        if status(outcome) == 200 && body(outcome)["transaction"].is_string() {
            self.txns.push((key.to_owned(), txn_of(outcome)));
        }
    }
}

fn steps() -> impl Strategy<Value = (u64, HoldStep)> {
    let index = || 0_usize..6;
    let choices = prop::sample::select(OnExpiry::ALL.to_vec());
    let step = prop_oneof![
        (1_i64..60, prop::option::of(1_u64..60))
            .prop_map(|(amount, ttl)| HoldStep::Grant(amount, ttl)),
        (1_i64..30).prop_map(HoldStep::Spend),
        (1_i64..40, 1_u64..40, choices)
            .prop_map(|(amount, ttl, end)| HoldStep::Open(amount, ttl, end)),
        (index(), prop::option::of(1_i64..40), any::<bool>())
            .prop_map(|(hold, amount, last)| HoldStep::Capture(hold, amount, last)),
        index().prop_map(HoldStep::Void),
        (index(), 1_u64..40).prop_map(|(hold, ttl)| HoldStep::Extend(hold, ttl)),
        (index(), prop::option::of(1_i64..20))
            .prop_map(|(txn, amount)| HoldStep::Reverse(txn, amount)),
        (0_usize..20).prop_map(HoldStep::VoidGrant),
    ];
    (0_u64..8, step)
}

fn status_of(refusal: &LedgerRefusal) -> u16 {
    match refusal {
        LedgerRefusal::Insufficient { .. } => 402,
        LedgerRefusal::NoSuchHold
        | LedgerRefusal::NoSuchTransaction
        | LedgerRefusal::NoSuchGrant => 404,
        LedgerRefusal::SystemHold
        | LedgerRefusal::HoldNotOpen { .. }
        | LedgerRefusal::HoldExpired { .. }
        | LedgerRefusal::AlreadyReversed { .. }
        | LedgerRefusal::NothingLeft => 409,
        LedgerRefusal::ExpiresInThePast | LedgerRefusal::HoldTooLong => 400,
        LedgerRefusal::OutOfRange
        | LedgerRefusal::TooManyLots
        | LedgerRefusal::TooManyHolds
        | LedgerRefusal::CaptureExceedsHold { .. }
        | LedgerRefusal::NotReversible { .. }
        | LedgerRefusal::OtherFeature { .. }
        | LedgerRefusal::ReversalExceedsOriginal { .. }
        | LedgerRefusal::TooManyReversals { .. } => 422,
        LedgerRefusal::LimitReached(_) => 403,
        LedgerRefusal::NotRead(_) => 500,
    }
}

/// Executes a step, and returns the operation for the model and the ledger's outcome.
async fn ask(
    world: &TestLedger,
    key: &str,
    step: HoldStep,
    made: &mut HoldRun,
) -> (LedgerOperation, Result<OperationResponse, Problem>) {
    match step {
        HoldStep::Grant(amount, ttl) => {
            let until = ttl.map(|seconds| world.after(seconds));
            let operation = grant(LotKind::Promo, amount, until.map(Timestamp::micros));
            (operation, world.grant(key, "ada", amount, until).await)
        }
        HoldStep::Spend(amount) => (spend(amount), world.spend(key, "ada", amount).await),
        HoldStep::Open(amount, seconds, on_expiry) => {
            let ttl = Duration::from_secs(seconds);
            let outcome = world.hold(key, "ada", amount, (ttl, on_expiry)).await;
            let name = made.opened(&outcome);
            (open(&name, amount, ttl, on_expiry), outcome)
        }
        HoldStep::Capture(index, amount, is_final) => {
            let hold = made.hold(index);
            let outcome = world.capture(key, &hold, amount, is_final).await;
            let capture = Capture {
                hold,
                amount: amount.and_then(Amount::new),
                is_final,
                overage: Overage::Reject,
                if_expired: IfExpired::Reject,
            };
            (LedgerOperation::Capture(capture), outcome)
        }
        HoldStep::Void(index) => {
            let hold = made.hold(index);
            let outcome = world.void(key, &hold).await;
            (LedgerOperation::Void(hold), outcome)
        }
        HoldStep::Extend(index, ttl) => {
            let hold = made.hold(index);
            let outcome = world.extend(key, &hold, ttl).await;
            (
                LedgerOperation::Extend(hold, Duration::from_secs(ttl)),
                outcome,
            )
        }
        HoldStep::Reverse(index, amount) => {
            let (original, id) = made.txn(index);
            let outcome = world.reverse(key, &id, amount).await;
            let amount = amount.and_then(Amount::new);
            (
                LedgerOperation::Reverse(ReversalRequest { original, amount }),
                outcome,
            )
        }
        HoldStep::VoidGrant(index) => {
            let (original, id) = made.txn(index);
            (
                LedgerOperation::VoidGrant(original),
                world.void_grant(key, &id).await,
            )
        }
    }
}

on_both_engines! {
    async fn sequential_holds_match_the_model(world: TestLedger) {
        let history = prop::collection::vec(steps(), 200);
        let history = history.new_tree(&mut TestRunner::default()).unwrap().current();
        let keys = RowIds::for_writer(1).unwrap();
        let mut model = empty(0);
        let mut made = HoldRun::default();
        world.grant("first", "ada", 50, None).await.unwrap();
        model.apply(&grant(LotKind::Promo, 50, None), details("first"), world.clock.now(), &keys).unwrap();
        for (number, (pause, step)) in history.into_iter().enumerate() {
            world.clock.advance(Duration::from_secs(pause));
            let now = world.clock.now();
            // Reads include due expiries that are not booked.
            let mut settled = model.clone();
            settled.settle(now.max(model.account.last_booked_at), &keys);
            let read = world.balance("ada").await;
            let of_model = |state: &AccountState| (state.account.posted, state.account.held, state.account.available());
            assert_eq!((read.posted, read.held, read.available), of_model(&settled), "before {number}: {step:?}");

            let key = format!("k{number}");
            let (operation, outcome) = ask(&world, &key, step, &mut made).await;
            made.remember(&key, &outcome);
            if let LedgerOperation::Reverse(ReversalRequest { original, .. }) | LedgerOperation::VoidGrant(original) = &operation {
                let from = model.clone();
                attach(&mut model, &from, original);
            }
            let expected = model.apply(&operation, details(&key), now, &keys);
            let expected = expected.map_or_else(|refusal| status_of(&refusal), |_applied| 200);
            assert_eq!(status(&outcome), expected, "{number}: {operation:?}");
            if expected == 200 {
                assert_eq!(body(&outcome)["available"], model.account.available(), "{number}: {operation:?}");
            }
            if number % 10 == 0 {
                world.assert_sound(&world.findings().await);
            }
        }
        world.clock.advance(Duration::from_hours(1));
        settle_due(&world.app).await.unwrap();
        model.settle(world.clock.now(), &keys);
        let read = world.balance("ada").await;
        assert_eq!((read.posted, read.held), (model.account.posted, model.account.held));
        assert_eq!(read.held, 0);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// Concurrent captures and voids of one hold each succeed completely, or are refused with the hold's current state.
    async fn concurrent_captures_take_at_most_the_hold(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let hold = hold_of(&world.hold("h", "ada", 40, QUARTER).await);
        let requests = (0..40).map(|index| {
            let (world, hold) = (world.clone(), hold.clone());
            async move {
                let key = format!("c{index}");
                match index {
                    20 => world.void(&key, &hold).await,
                    _ => world.capture(&key, &hold, Some(3), false).await,
                }
            }
        });
        let outcomes = run_concurrently(requests).await;
        for outcome in &outcomes {
            assert!([200, 409, 422, 503].contains(&status(outcome)), "{outcome:?}");
        }
        world.assert_sound(&world.findings().await);
        let taken = world.count("SELECT captured FROM hold").await;
        let captures = world.count("SELECT count(*) FROM txn WHERE kind = 'capture'").await;
        assert_eq!(taken, 3 * captures);
        let balance = world.balance("ada").await;
        assert_eq!((balance.posted, balance.held), (100 - taken, if balance.held > 0 { 40 - taken } else { 0 }));
    }
}

impl TestLedger {
    /// Captures an amount of a hold that may have expired, as the last capture.
    async fn capture_late(
        &self,
        key: &str,
        hold: &str,
        amount: i64,
    ) -> Result<OperationResponse, Problem> {
        let call = self.call("web_1", key, &json!({"late": amount, "hold": hold}));
        let capture = Capture {
            hold: hold.to_owned(),
            amount: Amount::new(amount),
            is_final: true,
            overage: Overage::Reject,
            if_expired: IfExpired::Spend,
        };
        let words = TransactionTexts {
            description: None,
            metadata: "{}".to_owned(),
        };
        holds::capture(
            &self.app,
            call,
            hold.to_owned(),
            Some((capture, None)),
            words,
        )
        .await
    }
}

on_both_engines! {
    /// Of fifty concurrent captures of an expired hold, one succeeds, and takes no more than the hold had.
    async fn fifty_late_captures_spend_once(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let hold = hold_of(&world.hold("h", "ada", 30, QUARTER).await);
        world.clock.advance(QUARTER.0);
        let over = world.capture_late("over", &hold, 31).await;
        assert_eq!((status(&over), &body(&over)["remaining"]), (422, &json!(30)));
        let requests = (0..50).map(|index| {
            let (world, hold) = (world.clone(), hold.clone());
            async move {
                let key = format!("c{index}");
                loop {
                    let outcome = world.capture_late(&key, &hold, 10).await;
                    if !is_unavailable(&outcome) {
                        return outcome;
                    }
                }
            }
        });
        let outcomes = run_concurrently(requests).await;
        let done = outcomes.iter().filter(|outcome| status(outcome) == 200).count();
        assert_eq!(done, 1);
        assert!(outcomes.iter().all(|outcome| [200, 409].contains(&status(outcome))), "{outcomes:?}");
        assert_eq!(world.balance("ada").await.available, 90);
        let rows = "SELECT count(*) FROM hold WHERE state = 'expired' AND captured = 10 AND released = 20 AND late_at > 0";
        assert_eq!(world.count(rows).await, 1);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn hold_of_another_website_is_absent(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let hold = hold_of(&world.hold("h", "ada", 40, QUARTER).await);
        let access = world.access("web_1");
        let seen = find_hold(&world.app, &access, &hold).await.unwrap();
        assert_eq!((seen.state, seen.amount), ("open", 40));
        let other = world.access("web_2");
        let absent = find_hold(&world.app, &other, &hold).await.unwrap_err();
        assert_eq!(absent.kind().slug(), "not-found");
        for outcome in [
            world.capture_at("web_2", "c", &hold).await,
            world.void_at("web_2", "v", &hold).await,
        ] {
            assert_eq!((status(&outcome), slug(&outcome)), (404, ""), "stored, as every refusal that reached the books");
        }
        assert_eq!(world.balance("ada").await.held, 40);
        // Readers see the expiry of the hold at its time, before it is booked.
        world.clock.advance(Duration::from_mins(15));
        let over = find_hold(&world.app, &access, &hold).await.unwrap();
        assert_eq!((over.state, over.released, over.closed_at), ("expired", 40, over.expires_at));
        assert_eq!(world.balance("ada").await.held, 0);
    }
}
