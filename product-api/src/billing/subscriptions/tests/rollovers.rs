//! Tests of the credits that expire when the next allowance is granted.

use foundation::{Timestamp, on_both_engines};
use proptest::prelude::*;

use super::test_plans::{TestPlans, invoice, subscription};
use super::{MONTHLY, days};
use crate::billing::catalog::{PlanTerms, Rollover};
use crate::billing::recognize_revenue;
use crate::billing::subscriptions::allowance::OlderLot;
use crate::billing::subscriptions::rollover::early_expiries;

fn rule(rollover: Rollover, rollover_cap: Option<i64>) -> PlanTerms {
    PlanTerms {
        rollover,
        rollover_cap,
        ..MONTHLY
    }
}

/// Returns lots in the order of their starts, with what is left and what is pinned of each.
fn lots(amounts: &[(i64, i64)]) -> Vec<OlderLot> {
    let numbered = (1..).zip(amounts);
    let lots = numbered.map(|(number, (left, pinned))| OlderLot {
        lot_id: 100 - number,
        starts_at: Timestamp::from_seconds(number),
        left: *left,
        pinned: *pinned,
    });
    lots.collect()
}

#[test]
fn excess_expires_from_the_oldest_lot_on() {
    use Rollover::{All, Capped, None as Nothing};
    type Row<'a> = (
        Rollover,
        Option<i64>,
        i64,
        &'a [(i64, i64)],
        &'a [(i64, i64)],
    );
    let rows: [Row<'_>; 12] = [
        // rule, cap, quantity, lots (left, pinned); expiries (number of the lot, credits)
        (Nothing, None, 1, &[], &[]),
        (Nothing, None, 1, &[(300, 0)], &[(1, 300)]),
        (Nothing, None, 1, &[(300, 100)], &[(1, 200)]),
        (Nothing, None, 1, &[(0, 0), (5, 5), (7, 0)], &[(3, 7)]),
        (All, None, 1, &[(300, 0), (900, 0)], &[]),
        (Capped, Some(500), 1, &[(300, 0)], &[]),
        (Capped, Some(500), 1, &[(500, 0)], &[]),
        (Capped, Some(500), 1, &[(300, 0), (400, 0)], &[(1, 200)]),
        (Capped, Some(500), 2, &[(300, 0), (400, 0)], &[]),
        (
            Capped,
            Some(100),
            1,
            &[(300, 0), (400, 0)],
            &[(1, 300), (2, 300)],
        ),
        (Capped, Some(500), 1, &[(300, 300), (400, 0)], &[(2, 200)]),
        (
            Capped,
            Some(500),
            1,
            &[(600, 550), (100, 0)],
            &[(1, 50), (2, 100)],
        ),
    ];
    for (rollover, cap, quantity, given, expected) in rows {
        let found = early_expiries(&rule(rollover, cap), quantity, &lots(given));
        let found: Vec<(i64, i64)> = found
            .into_iter()
            .map(|expiry| (100 - expiry.lot_id, expiry.credits))
            .collect();
        assert_eq!(found, expected, "{rollover:?} {cap:?} {quantity} {given:?}");
    }
}

proptest! {
    /// Pinned credits never expire early, and afterwards no more is left than the cap, as far as holds permit.
    #[test]
    fn cap_is_kept(
        amounts in proptest::collection::vec((0..1_000_i64, 0..1_000_i64), 0..8), cap in 1..2_000_i64, turn in 0..8_usize,
    ) {
        let amounts: Vec<(i64, i64)> = amounts.into_iter().map(|(left, pinned)| (left, pinned.min(left))).collect();
        let mut given = lots(&amounts);
        let total: i64 = given.iter().map(|lot| lot.left).sum();
        let pinned: i64 = given.iter().map(|lot| lot.pinned).sum();
        let expiries = early_expiries(&rule(Rollover::Capped, Some(cap)), 1, &given);
        let expired: i64 = expiries.iter().map(|expiry| expiry.credits).sum();
        prop_assert_eq!(expired, (total - cap).max(0).min(total - pinned));
        for expiry in &expiries {
            let lot = given.iter().find(|lot| lot.lot_id == expiry.lot_id).unwrap();
            prop_assert!(0 < expiry.credits && expiry.credits <= lot.left - lot.pinned);
        }
        let length = given.len().max(1);
        given.rotate_left(turn % length);
        prop_assert_eq!(early_expiries(&rule(Rollover::Capped, Some(cap)), 1, &given), expiries);
    }
}

const FIRST: (&str, &str) = ("2028-01-10", "2028-02-10");
const SECOND: (&str, &str) = ("2028-02-10", "2028-03-10");

/// Subscribes to a plan of 1,000 credits for 9 euros.
async fn subscribe(plans: &TestPlans, plan: &str) {
    let period = days(FIRST.0, FIRST.1);
    plans.at(FIRST.0);
    plans.follow(&subscription(plan, period)).await;
    plans.bill(&invoice(1, plan, 900, period)).await;
}

async fn renew(plans: &TestPlans, plan: &str) {
    let period = days(SECOND.0, SECOND.1);
    plans.at(SECOND.0);
    plans.follow(&subscription(plan, period)).await;
    plans.bill(&invoice(2, plan, 900, period)).await;
}

/// Recognizes the revenue up to a day, and returns the earned money and the breakage of the first allowance.
async fn recognize_first(plans: &TestPlans, date: &str) -> (i64, i64) {
    plans.at(date);
    recognize_revenue(&plans.app).await.unwrap();
    let earned = plans
        .count("SELECT earned FROM recognition ORDER BY lot_id LIMIT 1")
        .await;
    let breakage = plans
        .count("SELECT broken FROM recognition ORDER BY lot_id LIMIT 1")
        .await;
    (earned, breakage)
}

/// Returns the statement by which a migration records the credits that expired early under earlier versions.
fn backfill() -> &'static str {
    let migration = include_str!("../../../../migrations/0108_expired_early.sql");
    let start = migration.find("UPDATE recognition").unwrap();
    migration.get(start..).unwrap()
}

on_both_engines! {
    async fn credits_that_expire_at_a_renewal_are_breakage(plans: TestPlans) {
        subscribe(&plans, "plain").await;
        assert!(plans.ledger.use_up("work", "cus_1", 400).await);
        renew(&plans, "plain").await;
        assert_eq!(plans.credits().await, 1_000, "the other 600 expired a day before their lot ends");
        // The days of the renewal, and after the end of the lot.
        for date in ["2028-02-11", "2028-02-20"] {
            assert_eq!(recognize_first(&plans, date).await, (360, 540), "{date}");
        }
    }

    async fn credits_above_a_cap_are_breakage(plans: TestPlans) {
        subscribe(&plans, "capped").await;
        assert!(plans.ledger.use_up("work", "cus_1", 300).await);
        renew(&plans, "capped").await;
        assert_eq!(plans.credits().await, 1_500, "200 of 700 expired");
        assert_eq!(recognize_first(&plans, "2028-02-11").await, (270, 180));
        assert!(plans.ledger.use_up("more", "cus_1", 100).await);
        assert_eq!(recognize_first(&plans, "2028-02-20").await, (360, 180));
    }

    async fn credits_of_a_hold_outlive_a_renewal_and_are_earned(plans: TestPlans) {
        subscribe(&plans, "plain").await;
        assert!(plans.ledger.use_up("work", "cus_1", 400).await);
        plans.at(SECOND.0);
        let hold = plans.ledger.reserve("reserve", "cus_1", 100).await.unwrap();
        renew(&plans, "plain").await;
        assert_eq!(plans.credits().await, 1_100, "the other 500 expired");
        plans.ledger.release("release", &hold).await;
        assert!(plans.ledger.use_up("more", "cus_1", 50).await);
        assert_eq!(recognize_first(&plans, "2028-02-11").await, (405, 450));
    }

    async fn migration_finds_credits_that_expired_at_a_renewal(plans: TestPlans) {
        subscribe(&plans, "capped").await;
        assert!(plans.ledger.use_up("work", "cus_1", 300).await);
        renew(&plans, "capped").await;
        let recorded = "SELECT CAST(SUM(expired_early) AS BIGINT) FROM recognition";
        assert_eq!(plans.count(recorded).await, 200);
        // A server of an earlier version has not recorded them.
        plans.sql("UPDATE recognition SET expired_early = 0").await;
        plans.sql(backfill()).await;
        assert_eq!(plans.count(recorded).await, 200);
        assert_eq!(recognize_first(&plans, "2028-02-11").await, (270, 180));
    }
}
