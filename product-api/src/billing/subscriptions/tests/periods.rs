//! Tests of series of periods: month ends, leap days, and parts of a paid period.

use std::time::Duration;

use foundation::Timestamp;
use proptest::prelude::*;

use super::{MONTHLY, at, day, days};
use crate::billing::catalog::{GrantEvery, Interval, PlanTerms, Rollover};
use crate::billing::subscriptions::period::{Period, Series, Step, lot_end};

#[test]
fn start_of_a_short_month_is_its_last_day() {
    let rows = [
        // anchor, months, number; start
        ("2027-01-31", 1, 0, "2027-01-31"),
        ("2027-01-31", 1, 1, "2027-02-28"),
        ("2027-01-31", 1, 2, "2027-03-31"),
        ("2027-01-31", 1, 3, "2027-04-30"),
        ("2027-01-31", 1, 13, "2028-02-29"),
        ("2027-01-30", 1, 1, "2027-02-28"),
        ("2028-01-30", 1, 1, "2028-02-29"),
        ("2027-08-31", 3, 1, "2027-11-30"),
        ("2027-08-31", 3, 2, "2028-02-29"),
        ("2028-02-29", 12, 1, "2029-02-28"),
        ("2028-02-29", 12, 4, "2032-02-29"),
        ("2028-02-29", 1, 1, "2028-03-29"),
        ("2027-03-31", 1, -1, "2027-02-28"),
        ("2027-12-15", 1, 1, "2028-01-15"),
        ("2096-02-29", 12, 4, "2100-02-28"), // no leap year
    ];
    for (anchor, months, number, expected) in rows {
        let series = Series::new(day(anchor), Step::Months(months));
        assert_eq!(
            series.start(number),
            day(expected),
            "{anchor} {months} {number}"
        );
    }
    let weekly = Series::new(day("2028-02-25"), Step::Days(7));
    assert_eq!(weekly.start(1), day("2028-03-03"), "over a leap day");
    let late = Series::new(at("2027-01-31T23:59:59.999Z"), Step::Months(1));
    assert_eq!(late.start(1), at("2027-02-28T23:59:59.999Z"));
}

#[test]
fn instant_is_in_one_period_of_a_series() {
    let rows = [
        // anchor, instant; start and end
        ("2027-01-31", "2027-01-31", "2027-01-31", "2027-02-28"),
        ("2027-01-31", "2027-02-27", "2027-01-31", "2027-02-28"),
        ("2027-01-31", "2027-02-28", "2027-02-28", "2027-03-31"),
        ("2027-01-31", "2027-03-30", "2027-02-28", "2027-03-31"),
        ("2027-01-31", "2027-01-30", "2026-12-31", "2027-01-31"),
        ("2027-05-10", "2027-05-09", "2027-04-10", "2027-05-10"),
    ];
    for (anchor, instant, start, end) in rows {
        let series = Series::new(day(anchor), Step::Months(1));
        assert_eq!(
            series.around(day(instant)),
            days(start, end),
            "{anchor} {instant}"
        );
    }
}

#[test]
fn year_with_monthly_allowances_has_twelve_parts() {
    let terms = PlanTerms {
        interval: Interval::Year,
        grant_every: GrantEvery::Month,
        ..MONTHLY
    };
    let anchor = day("2027-10-31");
    let series = Series::allowances(anchor, &terms);
    let parts = series.parts(days("2027-10-31", "2028-10-31"));
    assert_eq!(parts.len(), 12);
    assert_eq!(parts.first(), Some(&days("2027-10-31", "2027-11-30")));
    assert_eq!(parts.get(3), Some(&days("2028-01-31", "2028-02-29")));
    assert_eq!(parts.get(4), Some(&days("2028-02-29", "2028-03-31")));
    assert_eq!(parts.last(), Some(&days("2028-09-30", "2028-10-31")));
    let whole = Series::billing(anchor, &terms).parts(days("2027-10-31", "2028-10-31"));
    assert_eq!(whole, [days("2027-10-31", "2028-10-31")]);
}

#[test]
fn lot_outlives_its_period_by_rollover_and_grace() {
    let hours = |hours| Duration::from_hours(hours);
    let rolling = |periods: i64| PlanTerms {
        rollover: Rollover::All,
        rollover_periods: periods,
        ..MONTHLY
    };
    let rows = [
        // terms, end of the allowance, grace; end of the lot
        (MONTHLY, "2027-02-28", hours(0), "2027-02-28T00:00:00.000Z"),
        (MONTHLY, "2027-02-28", hours(24), "2027-03-01T00:00:00.000Z"),
        (
            rolling(1),
            "2027-02-28",
            hours(24),
            "2027-04-01T00:00:00.000Z",
        ),
        (
            rolling(2),
            "2027-02-28",
            hours(1),
            "2027-04-30T01:00:00.000Z",
        ),
        (
            rolling(12),
            "2027-02-28",
            hours(0),
            "2028-02-29T00:00:00.000Z",
        ),
    ];
    for (terms, end, grace, expected) in rows {
        let found = lot_end(day("2027-01-31"), &terms, day(end), grace);
        assert_eq!(found, at(expected), "{terms:?} {end}");
    }
}

#[test]
fn seconds_of_a_period_are_never_below_zero() {
    assert_eq!(days("2027-01-01", "2027-01-02").seconds(), 86_400);
    assert_eq!(days("2027-01-02", "2027-01-01").seconds(), 0);
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (1..1_100_i64).prop_map(Step::Days),
        (1..37_i64).prop_map(Step::Months),
    ]
}

proptest! {
    /// Starts follow one another, each instant is in one period, and the number of a start is its own.
    #[test]
    fn periods_of_a_series_cover_time_without_a_gap(
        anchor in 0..4_000_000_000_i64, step in any_step(), number in -200..200_i64, offset in 0..100_000_000_i64,
    ) {
        let series = Series::new(Timestamp::from_seconds(anchor), step);
        let (start, next) = (series.start(number), series.start(number + 1));
        prop_assert!(start < next);
        prop_assert_eq!(series.number(start), number);
        let instant = start.plus(Duration::from_secs(offset.unsigned_abs()));
        let around = series.around(instant);
        prop_assert!(around.start <= instant && instant < around.end);
    }

    /// A start never drifts: it has the day of the anchor, or is the last day of its month.
    #[test]
    fn start_has_the_day_of_its_anchor_or_the_last_one(
        anchor in 0..4_000_000_000_i64, months in 1..37_i64, number in 0..120_i64,
    ) {
        let anchor = Timestamp::from_seconds(anchor);
        let start = Series::new(anchor, Step::Months(months)).start(number);
        prop_assert_eq!(start.month(), anchor.month() + months * number);
        let (own, first) = (start.day(), anchor.day());
        let is_last = start.plus(Duration::from_hours(24)).month() > start.month();
        prop_assert!(own.get(8..) == first.get(8..) || is_last, "{} {}", own, first);
        prop_assert!(own.get(8..) <= first.get(8..));
    }

    /// The parts of a paid period begin with it, end with it, and follow one another.
    #[test]
    fn parts_cover_a_paid_period(
        anchor in 0..4_000_000_000_i64, offset in -90_000_000..90_000_000_i64, length in 1..95_000_000_i64,
    ) {
        let start = Timestamp::from_seconds(anchor + offset);
        let paid = Period { start, end: Timestamp::from_seconds(anchor + offset + length) };
        let parts = Series::new(Timestamp::from_seconds(anchor), Step::Months(1)).parts(paid);
        prop_assert_eq!(parts.first().map(|part| part.start), Some(paid.start));
        prop_assert_eq!(parts.last().map(|part| part.end), Some(paid.end));
        for pair in parts.windows(2) {
            prop_assert_eq!(pair[0].end, pair[1].start);
        }
        prop_assert!(parts.iter().all(|part| part.start < part.end && part.seconds() <= 31 * 86_400));
    }
}
