//! Periods of subscriptions: instants that follow from an anchor in steps of days or of calendar months.

use std::time::Duration;

use foundation::Timestamp;

use crate::billing::catalog::{GrantEvery, Interval, PlanTerms};

/// Length of a day in microseconds.
const DAY: i64 = 86_400_000_000;

/// A span of time, its end excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Period {
    /// The first instant.
    pub(crate) start: Timestamp,
    /// The first instant after it.
    pub(crate) end: Timestamp,
}

impl Period {
    /// Returns the number of whole seconds; 0 for a period that ends before it starts.
    pub(super) fn seconds(self) -> i64 {
        (self.end.seconds() - self.start.seconds()).max(0)
    }
}

/// The distance between two starts of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A number of days.
    Days(i64),
    /// A number of calendar months.
    Months(i64),
}

/// Starts of periods: the anchor, and each instant that is a number of steps away from it. A month without the day of the anchor
/// has its last day instead; the day of the anchor comes back in the next month that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Series {
    anchor: Timestamp,
    step: Step,
}

impl Series {
    /// Returns a series; a step is at least one day or month.
    pub(super) const fn new(anchor: Timestamp, step: Step) -> Self {
        Self { anchor, step }
    }

    /// Returns the series of the billing periods of a plan.
    pub(super) const fn billing(anchor: Timestamp, terms: &PlanTerms) -> Self {
        let count = terms.interval_count;
        let step = match terms.interval {
            Interval::Week => Step::Days(7 * count),
            Interval::Month => Step::Months(count),
            Interval::Year => Step::Months(12 * count),
        };
        Self::new(anchor, step)
    }

    /// Returns the series of the allowances of a plan.
    pub(super) const fn allowances(anchor: Timestamp, terms: &PlanTerms) -> Self {
        match terms.grant_every {
            GrantEvery::Interval => Self::billing(anchor, terms),
            GrantEvery::Month => Self::new(anchor, Step::Months(1)),
        }
    }

    /// Returns the start with a number, which is 0 for the anchor.
    pub(super) fn start(self, number: i64) -> Timestamp {
        match self.step {
            Step::Days(days) => {
                let distance = days.max(1).saturating_mul(number).saturating_mul(DAY);
                Timestamp::from_micros(self.anchor.micros().saturating_add(distance))
            }
            Step::Months(months) => months_after(self.anchor, months.max(1).saturating_mul(number)),
        }
    }

    /// Returns the number of the last start that is not after an instant.
    pub(super) fn number(self, at: Timestamp) -> i64 {
        match self.step {
            Step::Days(days) => {
                let distance = at.micros().saturating_sub(self.anchor.micros());
                distance.div_euclid(days.max(1).saturating_mul(DAY))
            }
            Step::Months(months) => {
                let distance = at.month() - self.anchor.month();
                let number = distance.div_euclid(months.max(1));
                if self.start(number) > at {
                    number - 1
                } else {
                    number
                }
            }
        }
    }

    /// Returns the period of the series in which an instant is.
    pub(super) fn around(self, at: Timestamp) -> Period {
        let number = self.number(at);
        Period {
            start: self.start(number),
            end: self.start(number + 1),
        }
    }

    /// Returns an end of a period, moved by a number of steps.
    pub(super) fn moved(self, end: Timestamp, steps: i64) -> Timestamp {
        if steps == 0 {
            return end;
        }
        let number = self.number(end);
        let offset = end.micros().saturating_sub(self.start(number).micros());
        let moved = self.start(number.saturating_add(steps));
        Timestamp::from_micros(moved.micros().saturating_add(offset))
    }

    /// Returns the part of a paid period for one allowance: the part in which an instant is.
    pub(super) fn part(self, paid: Period, at: Timestamp) -> Period {
        let around = self.around(at.max(paid.start));
        Period {
            start: around.start.max(paid.start),
            end: around.end.min(paid.end),
        }
    }

    /// Returns the parts of a paid period, one for each allowance; they cover it without a gap.
    pub(super) fn parts(self, paid: Period) -> Vec<Period> {
        let mut parts = Vec::new();
        let mut at = paid.start;
        while at < paid.end {
            let part = self.part(paid, at);
            at = part.end;
            parts.push(part);
        }
        parts
    }
}

/// Returns the instant a number of calendar months after another one, at the same time of the day; on the last day of a shorter
/// month.
fn months_after(anchor: Timestamp, months: i64) -> Timestamp {
    let month = anchor.month();
    let offset = anchor.micros() - Timestamp::from_month(month).micros();
    let (day, time) = (offset.div_euclid(DAY), offset.rem_euclid(DAY));
    let target = Timestamp::from_month(month.saturating_add(months));
    let after = Timestamp::from_month(month.saturating_add(months).saturating_add(1));
    let days = (after.micros() - target.micros()).div_euclid(DAY);
    let day = day.min((days - 1).max(0));
    Timestamp::from_micros(target.micros().saturating_add(day * DAY + time))
}

/// Returns the end of an allowance's lot: the renewal grace and the rollover follow the end of the allowance.
pub(super) fn lot_end(
    anchor: Timestamp,
    terms: &PlanTerms,
    allowance_end: Timestamp,
    renewal_grace: Duration,
) -> Timestamp {
    let series = Series::allowances(anchor, terms);
    let rolled = series.moved(allowance_end, terms.rollover_periods);
    rolled.plus(renewal_grace)
}
