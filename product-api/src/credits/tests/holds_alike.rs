//! Holds in the database: random histories that answer, and read, like the rules in memory; and crowds on one hold.

use std::time::Duration;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::holds::open;
use super::once::crowded;
use super::rules::{empty, grant, slip, spend};
use super::world::{World, body, hold_of, on_both, slug, status};
use crate::credits::amount::Amount;
use crate::credits::execute::Answer;
use crate::credits::hold::OnExpiry;
use crate::credits::holding::{Capture, IfExpired, Overage};
use crate::credits::keys::Keys;
use crate::credits::ledger::AccountState;
use crate::credits::lot::LotKind;
use crate::credits::operation::{Operation, Refusal};
use crate::credits::settle_due;
use crate::problem::Problem;

/// A hold of a quarter of an hour.
const QUARTER: (Duration, OnExpiry) = (Duration::from_mins(15), OnExpiry::Release);

/// One step: what is asked of one customer, or of one of the holds so far.
#[derive(Clone, Debug)]
enum Step {
    Grant(i64, Option<u64>),
    Spend(i64),
    Open(i64, u64, OnExpiry),
    Capture(usize, Option<i64>, bool),
    Void(usize),
    Extend(usize, u64),
}

fn steps() -> impl Strategy<Value = (u64, Step)> {
    let place = || 0_usize..6;
    let choices = prop::sample::select(OnExpiry::ALL.to_vec());
    let step = prop_oneof![
        (1_i64..60, prop::option::of(1_u64..60)).prop_map(|(amount, ttl)| Step::Grant(amount, ttl)),
        (1_i64..30).prop_map(Step::Spend),
        (1_i64..40, 1_u64..40, choices).prop_map(|(amount, ttl, end)| Step::Open(amount, ttl, end)),
        (place(), prop::option::of(1_i64..40), any::<bool>())
            .prop_map(|(hold, amount, last)| Step::Capture(hold, amount, last)),
        place().prop_map(Step::Void),
        (place(), 1_u64..40).prop_map(|(hold, ttl)| Step::Extend(hold, ttl)),
    ];
    (0_u64..8, step)
}

/// The name of one of the latest holds.
fn named(holds: &[String], place: usize) -> String {
    let name = holds.iter().rev().nth(place);
    name.cloned().unwrap_or_else(|| "hold_none".to_owned())
}

fn status_of(refusal: Refusal) -> u16 {
    match refusal {
        Refusal::Insufficient { .. } => 402,
        Refusal::NoSuchHold => 404,
        Refusal::HoldNotOpen { .. } | Refusal::HoldExpired { .. } => 409,
        Refusal::ExpiresInThePast | Refusal::HoldTooLong => 400,
        Refusal::OutOfRange
        | Refusal::TooManyLots
        | Refusal::TooManyHolds
        | Refusal::CaptureExceedsHold { .. } => 422,
    }
}

/// Asks for one step; the operation as the model does it, and what the ledger answered.
async fn ask(
    world: &World,
    key: &str,
    step: Step,
    holds: &mut Vec<String>,
) -> (Operation, Result<Answer, Problem>) {
    match step {
        Step::Grant(amount, ttl) => {
            let until = ttl.map(|seconds| world.after(seconds));
            let operation = grant(
                LotKind::Promo,
                amount,
                until.map(foundation::Timestamp::micros),
            );
            (operation, world.grant(key, "ada", amount, until).await)
        }
        Step::Spend(amount) => (spend(amount), world.spend(key, "ada", amount).await),
        Step::Open(amount, seconds, on_expiry) => {
            let ttl = Duration::from_secs(seconds);
            let outcome = world.hold(key, "ada", amount, (ttl, on_expiry)).await;
            let name = match status(&outcome) {
                200 => hold_of(&outcome),
                _ => String::new(),
            };
            if !name.is_empty() {
                holds.push(name.clone());
            }
            (open(&name, amount, ttl, on_expiry), outcome)
        }
        Step::Capture(place, amount, is_final) => {
            let hold = named(holds, place);
            let outcome = world.capture(key, &hold, amount, is_final).await;
            let capture = Capture {
                hold,
                amount: amount.and_then(Amount::new),
                is_final,
                overage: Overage::Reject,
                if_expired: IfExpired::Reject,
            };
            (Operation::Capture(capture), outcome)
        }
        Step::Void(place) => {
            let hold = named(holds, place);
            let outcome = world.void(key, &hold).await;
            (Operation::Void(hold), outcome)
        }
        Step::Extend(place, ttl) => {
            let hold = named(holds, place);
            let outcome = world.extend(key, &hold, ttl).await;
            (Operation::Extend(hold, Duration::from_secs(ttl)), outcome)
        }
    }
}

on_both! {
    async fn one_after_the_other_holds_answer_and_read_like_their_model(world: World) {
        let history = prop::collection::vec(steps(), 150);
        let history = history.new_tree(&mut TestRunner::default()).unwrap().current();
        let keys = Keys::of_writer(1).unwrap();
        let mut model = empty(0);
        let mut holds: Vec<String> = Vec::new();
        world.grant("first", "ada", 50, None).await.unwrap();
        model.apply(&grant(LotKind::Promo, 50, None), slip("first"), world.clock.now(), &keys).unwrap();
        for (number, (pause, step)) in history.into_iter().enumerate() {
            world.clock.advance(Duration::from_secs(pause));
            let now = world.clock.now();
            // What is due and not booked reads as if it were.
            let mut settled = model.clone();
            settled.settle(now.max(model.account.last_booked_at), &keys);
            let read = world.balance("ada").await;
            let of_model = |state: &AccountState| (state.account.posted, state.account.held, state.account.available());
            assert_eq!((read.posted, read.held, read.available), of_model(&settled), "before {number}: {step:?}");

            let key = format!("k{number}");
            let (operation, outcome) = ask(&world, &key, step, &mut holds).await;
            let expected = model.apply(&operation, slip(&key), now, &keys);
            let expected = expected.map_or_else(status_of, |_applied| 200);
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

on_both! {
    /// Captures and voids of one hold at once: each is done whole or refused with the state that it met.
    async fn a_crowd_on_one_hold_takes_no_more_than_it_holds(world: World) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let hold = hold_of(&world.hold("h", "ada", 40, QUARTER).await);
        let crowd = (0..40).map(|place| {
            let (world, hold) = (world.clone(), hold.clone());
            async move {
                let key = format!("c{place}");
                match place {
                    20 => world.void(&key, &hold).await,
                    _ => world.capture(&key, &hold, Some(3), false).await,
                }
            }
        });
        let outcomes = crowded(crowd).await;
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

on_both! {
    async fn a_hold_of_another_website_is_absent(world: World) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let hold = hold_of(&world.hold("h", "ada", 40, QUARTER).await);
        let access = world.access("web_1");
        let seen = crate::credits::set_aside::find(&world.app, &access, &hold).await.unwrap();
        assert_eq!((seen.state, seen.amount), ("open", 40));
        let other = world.access("web_2");
        let absent = crate::credits::set_aside::find(&world.app, &other, &hold).await.unwrap_err();
        assert_eq!(absent.kind().slug(), "not-found");
        for outcome in [
            world.capture_at("web_2", "c", &hold).await,
            world.void_at("web_2", "v", &hold).await,
        ] {
            assert_eq!((status(&outcome), slug(&outcome)), (404, ""), "stored, as every refusal that reached the books");
        }
        assert_eq!(world.balance("ada").await.held, 40);
        // The time of the hold runs out for readers at its instant, though nothing was booked.
        world.clock.advance(Duration::from_mins(15));
        let over = crate::credits::set_aside::find(&world.app, &access, &hold).await.unwrap();
        assert_eq!((over.state, over.released, over.closed_at), ("expired", 40, over.expires_at));
        assert_eq!(world.balance("ada").await.held, 0);
    }
}
