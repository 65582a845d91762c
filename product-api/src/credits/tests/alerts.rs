//! Tests of alerts, which are sent at crossings: tables of spends, holds, captures and expiries, and alerts of coming expiries.

use std::time::Duration;

use foundation::Timestamp;
use futures_util::future::join_all;

use super::rules::{details, empty, grant, spend};
use super::test_ledger::{TestLedger, on_both_engines, status};
use crate::credits::ledger::account::{EventSubscription, NotificationSettings};
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::capture::{Capture, IfExpired, Overage};
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::ledger::hold::OpenHold;
use crate::credits::ledger::lot::LotKind;
use crate::credits::ledger::operation::LedgerOperation;
use crate::credits::ledger::row_ids::RowIds;
use crate::credits::{settle_due, warn_of_expiry};

/// A step: its time, its operation, and the expected alerts.
type AlertStep = (i64, Option<LedgerOperation>, &'static [&'static str]);

fn hold(amount: i64, seconds: u64) -> LedgerOperation {
    LedgerOperation::OpenHold(OpenHold {
        public_id: "hold_1".to_owned(),
        amount: Amount::new(amount).unwrap(),
        ttl: Duration::from_secs(seconds),
        on_expiry: OnExpiry::Release,
        feature: None,
    })
}

const LOW: &str = "credits.low";
const DEPLETED: &str = "credits.depleted";

/// Runs steps on an empty wallet with a threshold, and checks the alerts of each.
fn run(name: &str, low_at: Option<i64>, overdraft: i64, steps: &[AlertStep]) {
    let keys = RowIds::for_writer(1).unwrap();
    let mut state = empty(overdraft);
    state.account.notices = NotificationSettings {
        subscription: EventSubscription::ExceptSpends,
        low_at,
        topup_at: None,
    };
    for (index, (at, operation, expected)) in steps.iter().enumerate() {
        let before = state.writes.events.len();
        let at = Timestamp::from_seconds(*at);
        match operation {
            Some(operation) => {
                state
                    .apply(operation, details(&index.to_string()), at, &keys)
                    .unwrap();
            }
            None => state.settle(at, &keys),
        }
        let emitted: Vec<&str> = state.writes.events[before..]
            .iter()
            .map(|event| event.kind.name())
            .filter(|kind| [LOW, DEPLETED].contains(kind))
            .collect();
        assert_eq!(emitted, *expected, "{name}, step {index}");
    }
}

#[expect(clippy::unnecessary_wraps, reason = "as the steps have it")]
fn promo(amount: i64) -> Option<LedgerOperation> {
    Some(grant(LotKind::Promo, amount, None))
}

#[expect(clippy::unnecessary_wraps, reason = "as the steps have it")]
fn until(amount: i64, seconds: i64) -> Option<LedgerOperation> {
    Some(grant(LotKind::Promo, amount, Some(seconds * 1_000_000)))
}

#[test]
fn alerts_fire_when_a_balance_crosses_downwards_and_arm_again_above() {
    run(
        "spends",
        Some(20),
        0,
        &[
            (1, promo(30), &[]),
            (2, Some(spend(9)), &[]),
            (3, Some(spend(1)), &[LOW]),
            (4, Some(spend(1)), &[]),
            (5, promo(1), &[]),
            (6, promo(1), &[]),
            (7, Some(spend(1)), &[LOW]),
            (8, Some(spend(20)), &[DEPLETED]),
            (9, promo(5), &[]),
            (10, Some(spend(5)), &[DEPLETED]),
        ],
    );
    run(
        "both at once",
        Some(20),
        0,
        &[(1, promo(30), &[]), (2, Some(spend(30)), &[LOW, DEPLETED])],
    );
    run(
        "a grant that does not reach it",
        Some(20),
        0,
        &[
            (1, promo(10), &[]),
            (2, Some(spend(1)), &[]),
            (3, Some(spend(9)), &[DEPLETED]),
        ],
    );
    run(
        "no threshold",
        None,
        0,
        &[
            (1, promo(30), &[]),
            (2, Some(spend(29)), &[]),
            (3, Some(spend(1)), &[DEPLETED]),
        ],
    );
    run(
        "what may be owed counts",
        Some(20),
        15,
        &[
            (1, promo(30), &[]),
            (2, Some(spend(24)), &[]),
            (3, Some(spend(1)), &[LOW]),
            (4, Some(spend(20)), &[DEPLETED]),
            (5, promo(15), &[]),
            (6, promo(6), &[]),
            (7, Some(spend(1)), &[LOW]),
        ],
    );
}

#[test]
fn alerts_fire_by_holds_and_by_expiry() {
    run(
        "a hold",
        Some(20),
        0,
        &[
            (1, promo(30), &[]),
            (2, Some(hold(10, 60)), &[LOW]),
            (3, Some(LedgerOperation::Void("hold_1".to_owned())), &[]),
            (4, Some(spend(10)), &[LOW]),
        ],
    );
    run(
        "a hold of all that runs out of time",
        Some(20),
        0,
        &[
            (1, promo(30), &[]),
            (2, Some(hold(30, 60)), &[LOW, DEPLETED]),
            (61, None, &[]),
            (62, None, &[]),
            (63, Some(spend(10)), &[LOW]),
        ],
    );
    run(
        "an expiry",
        Some(20),
        0,
        &[
            (1, promo(15), &[]),
            (2, until(15, 50), &[]),
            (49, None, &[]),
            (50, None, &[LOW]),
            (51, Some(spend(15)), &[DEPLETED]),
        ],
    );
    run(
        "two expiries that are found late, each by itself",
        Some(20),
        0,
        &[
            (1, until(15, 50), &[]),
            (2, until(15, 60), &[]),
            (99, None, &[LOW, DEPLETED]),
            (100, None, &[]),
        ],
    );
    run(
        "an expiry before the spend that finds it",
        Some(20),
        0,
        &[
            (1, until(15, 50), &[]),
            (2, promo(15), &[]),
            (60, Some(spend(15)), &[LOW, DEPLETED]),
        ],
    );
}

/// Credits that are released and expire in one operation cannot be spent. They cause no alert, and do not rearm one.
#[test]
fn release_of_an_expired_lot_emits_no_alert() {
    let void = || Some(LedgerOperation::Void("hold_1".to_owned()));
    let capture = LedgerOperation::Capture(Capture {
        hold: "hold_1".to_owned(),
        amount: Amount::new(5),
        is_final: true,
        overage: Overage::Reject,
        if_expired: IfExpired::Reject,
    });
    run(
        "a void, above a threshold for no time",
        Some(50),
        0,
        &[
            (1, promo(40), &[]),
            (2, until(20, 10), &[]),
            (3, Some(hold(20, 60)), &[LOW]),
            (10, None, &[]),
            (12, void(), &[]),
            (13, promo(20), &[]),
            (14, Some(spend(10)), &[LOW]),
        ],
    );
    run(
        "a last capture",
        Some(50),
        0,
        &[
            (1, promo(40), &[]),
            (2, until(20, 10), &[]),
            (3, Some(hold(20, 60)), &[LOW]),
            (12, Some(capture), &[]),
        ],
    );
    run(
        "a void of all there was",
        None,
        0,
        &[
            (1, until(20, 10), &[]),
            (2, Some(hold(20, 60)), &[DEPLETED]),
            (12, void(), &[]),
        ],
    );
}

/// Credits that an expired hold releases into an expired lot cause no alert.
#[test]
fn released_hold_emits_no_alert() {
    run(
        "a hold that runs out of time after its lot",
        None,
        0,
        &[
            (1, until(20, 10), &[]),
            (2, Some(hold(20, 60)), &[DEPLETED]),
            (99, None, &[]),
        ],
    );
    run(
        "a hold that runs out of time before its lot, found late",
        None,
        0,
        &[
            (1, until(20, 80), &[]),
            (2, Some(hold(20, 60)), &[DEPLETED]),
            (99, None, &[DEPLETED]),
        ],
    );
}

#[test]
fn subscribed_spends_are_emitted_together() {
    let keys = RowIds::for_writer(1).unwrap();
    for (recorded, shown) in [
        (EventSubscription::Unsubscribed, vec![]),
        (EventSubscription::ExceptSpends, vec![]),
        (EventSubscription::AllEvents, vec![(Some(2), -7, 23, 4)]),
    ] {
        let mut state = empty(0);
        state.account.notices.subscription = recorded;
        let operations = [promo(30).unwrap(), spend(3), hold(5, 60), spend(4)];
        for (index, operation) in operations.iter().enumerate() {
            let at = Timestamp::from_seconds(1);
            state
                .apply(operation, details(&index.to_string()), at, &keys)
                .unwrap();
        }
        state.emit_spend_event(&keys);
        let spent = state
            .writes
            .events
            .iter()
            .filter(|event| event.kind.name() == "credits.spent");
        let spent: Vec<_> = spent
            .map(|event| (event.detail.spends, event.amount, event.posted, event.n + 2))
            .collect();
        assert_eq!(spent, shown, "{recorded:?}");
    }
}

const EXPIRY_EVENTS: &str = "SELECT count(*) FROM outbox WHERE type = 'credits.expiring'";
const HOUR: u64 = 3600;

on_both_engines! {
    /// Each lot gets one alert seven days and one a day before its expiry, in spite of repeated and concurrent sweeps.
    async fn expiring_credits_emit_two_events(world: TestLedger) {
        world.grant("x", "bob", 1, None).await.unwrap();
        world.sql("UPDATE book SET heard = 1").await;
        let day = 24 * HOUR;
        world.grant("g", "ada", 50, Some(world.after(10 * day))).await.unwrap();
        world.grant("h", "ada", 7, Some(world.after(10 * day + HOUR))).await.unwrap();
        // The lot lasts less than a week, so it gets the later alert only.
        world.grant("i", "cyd", 3, Some(world.after(6 * day))).await.unwrap();
        assert_eq!(status(&world.spend("s", "ada", 4).await), 200);
        let steps = [
            (3 * day - 1, 0, 0, ""),
            (1, 1, 1, "46"),
            (HOUR, 1, 2, "7"),
            (2 * day - HOUR - 1, 0, 2, ""),
            (1, 1, 3, "3"),
            (4 * day + HOUR, 1, 4, "53"),
            (day, 0, 4, ""),
        ];
        for (index, (wait, warned, shown, amount)) in steps.into_iter().enumerate() {
            world.clock.advance(Duration::from_secs(wait));
            let outcomes = join_all((0..4).map(|_| warn_of_expiry(&world.app))).await;
            let most = outcomes.into_iter().map(Result::unwrap).max().unwrap();
            assert_eq!(most, warned, "step {index}");
            assert_eq!(world.count(EXPIRY_EVENTS).await, shown, "step {index}");
            assert_eq!(warn_of_expiry(&world.app).await.unwrap(), 0, "step {index}");
            if !amount.is_empty() {
                let statement = format!("{EXPIRY_EVENTS} AND payload LIKE '%\"amount\":{amount},%'");
                assert!(world.count(Box::leak(statement.into_boxed_str())).await >= 1, "step {index}: {amount}");
            }
        }
        settle_due(&world.app).await.unwrap();
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn expiry_without_subscription_emits_no_event(world: TestLedger) {
        world.grant("g", "ada", 50, Some(world.after(8 * 24 * HOUR))).await.unwrap();
        world.clock.advance(Duration::from_hours(2 * 24));
        assert_eq!(warn_of_expiry(&world.app).await.unwrap(), 0);
        assert_eq!(world.count("SELECT count(*) FROM outbox WHERE is_waiting").await, 0);
        // Lots without a subscriber are not visited again, and a later subscriber gets the alert of the next stage.
        world.sql("UPDATE book SET heard = 1").await;
        assert_eq!(world.count("SELECT count(*) FROM lot WHERE warned = 0").await, 0);
        assert_eq!(warn_of_expiry(&world.app).await.unwrap(), 0);
        world.clock.advance(Duration::from_hours(5 * 24));
        assert_eq!(warn_of_expiry(&world.app).await.unwrap(), 1);
        assert_eq!(world.count("SELECT count(*) FROM outbox WHERE is_waiting").await, 1);
        assert_eq!(warn_of_expiry(&world.app).await.unwrap(), 0);
        world.assert_sound(&world.findings().await);
    }
}
