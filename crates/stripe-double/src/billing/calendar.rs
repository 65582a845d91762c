//! Calendar arithmetic of billing periods, in UTC: months end where the anchor's day does not exist.

use serde_json::Value;

use crate::state::Members;

const DAY: i64 = 86_400;

/// Length of a billing period, such as three months.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CalendarInterval {
    unit: IntervalUnit,
    count: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IntervalUnit {
    Days,
    Months,
}

/// A date of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CivilDate {
    year: i64,
    /// From 0 to 11.
    month: i64,
    day: i64,
}

impl CalendarInterval {
    /// Reads an interval by Stripe's word, such as `month`; `None` for an unknown word or a count below one.
    pub(crate) fn new(word: &str, count: i64) -> Option<Self> {
        let (unit, factor) = match word {
            "day" => (IntervalUnit::Days, 1),
            "week" => (IntervalUnit::Days, 7),
            "month" => (IntervalUnit::Months, 1),
            "year" => (IntervalUnit::Months, 12),
            _ => return None,
        };
        let count = count.checked_mul(factor).filter(|count| *count > 0)?;
        Some(Self { unit, count })
    }

    /// Reads the interval of a recurring price.
    pub(crate) fn from_price(price: &Value) -> Option<Self> {
        let recurring = price.member("recurring");
        Self::new(
            recurring.text("interval"),
            recurring.number("interval_count"),
        )
    }

    /// Returns the time so many intervals after an anchor, or before it for a negative number.
    pub(crate) fn after(self, anchor: i64, steps: i64) -> i64 {
        let units = self.count.saturating_mul(steps);
        match self.unit {
            IntervalUnit::Days => anchor.saturating_add(units.saturating_mul(DAY)),
            IntervalUnit::Months => add_months(anchor, units),
        }
    }

    /// Returns the first boundary of periods after a time. The anchor is a boundary too.
    pub(crate) fn next_boundary(self, anchor: i64, time: i64) -> i64 {
        let units = match self.unit {
            IntervalUnit::Days => time.saturating_sub(anchor).div_euclid(DAY),
            IntervalUnit::Months => months_of(time).saturating_sub(months_of(anchor)),
        };
        let mut steps = units.div_euclid(self.count);
        while self.after(anchor, steps) <= time {
            steps = steps.saturating_add(1);
        }
        self.after(anchor, steps)
    }
}

/// Adds months to a time; the day is at most the last one of the month.
fn add_months(time: i64, months: i64) -> i64 {
    let date = date_of(time);
    let total = months_of(time).saturating_add(months);
    let (year, month) = (total.div_euclid(12), total.rem_euclid(12));
    let day = date.day.min(days_in(year, month));
    let days = days_until(CivilDate { year, month, day });
    days.saturating_mul(DAY)
        .saturating_add(time.rem_euclid(DAY))
}

/// Returns the number of months since the year 0.
fn months_of(time: i64) -> i64 {
    let date = date_of(time);
    date.year.saturating_mul(12).saturating_add(date.month)
}

fn days_in(year: i64, month: i64) -> i64 {
    let first = CivilDate {
        year,
        month,
        day: 1,
    };
    let next = CivilDate {
        year: year.saturating_add((month + 1).div_euclid(12)),
        month: (month + 1).rem_euclid(12),
        day: 1,
    };
    days_until(next).saturating_sub(days_until(first))
}

/// Returns the days from 1970-01-01 to a date. Years begin in March here, so that the leap day is the last one.
fn days_until(date: CivilDate) -> i64 {
    let shifted = date.month.saturating_sub(2);
    let year = date.year.saturating_add(shifted.div_euclid(12));
    let month = shifted.rem_euclid(12);
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days = year.saturating_mul(365).saturating_add(leaps);
    days + (153 * month + 2).div_euclid(5) + date.day - 1 - 719_468
}

/// Returns the date of a time.
fn date_of(time: i64) -> CivilDate {
    let days = time.div_euclid(DAY).saturating_add(719_468);
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let leap_days =
        of_era.div_euclid(1_460) - of_era.div_euclid(36_524) + of_era.div_euclid(146_096);
    let year_of_era = (of_era - leap_days).div_euclid(365);
    let passed = 365 * year_of_era + year_of_era.div_euclid(4) - year_of_era.div_euclid(100);
    let of_year = of_era - passed;
    let month = (5 * of_year + 2).div_euclid(153);
    let shifted = month + 2;
    CivilDate {
        year: year_of_era + era.saturating_mul(400) + shifted.div_euclid(12),
        month: shifted.rem_euclid(12),
        day: of_year - (153 * month + 2).div_euclid(5) + 1,
    }
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::*;

    fn at(year: i64, month: i64, day: i64) -> i64 {
        let days = days_until(CivilDate {
            year,
            month: month - 1,
            day,
        });
        days * DAY + 43_200
    }

    fn written(time: i64) -> String {
        let text = Timestamp::from_seconds(time).to_iso8601();
        text.chars().take(10).collect()
    }

    #[test]
    fn date_is_read_and_written_without_a_difference() {
        let mut time = at(1996, 1, 1);
        while time < at(2105, 1, 1) {
            let date = date_of(time);
            let text = format!("{}-{:02}-{:02}", date.year, date.month + 1, date.day);
            assert_eq!(written(time), text);
            assert_eq!(at(date.year, date.month + 1, date.day), time);
            time += DAY;
        }
    }

    #[test]
    fn period_ends_at_the_anchor_or_at_the_end_of_the_month() {
        // anchor, interval, count, dates of the next boundaries
        let rows = [
            (
                at(2027, 1, 31),
                "month",
                1,
                "2027-02-28 2027-03-31 2027-04-30 2027-05-31",
            ),
            (
                at(2028, 1, 30),
                "month",
                1,
                "2028-02-29 2028-03-30 2028-04-30 2028-05-30",
            ),
            (at(2027, 1, 29), "month", 1, "2027-02-28 2027-03-29"),
            (
                at(2028, 2, 29),
                "year",
                1,
                "2029-02-28 2030-02-28 2031-02-28 2032-02-29",
            ),
            (at(2028, 2, 29), "month", 1, "2028-03-29 2028-04-29"),
            (
                at(2027, 11, 30),
                "month",
                3,
                "2028-02-29 2028-05-30 2028-08-30",
            ),
            (at(2027, 8, 31), "month", 6, "2028-02-29 2028-08-31"),
            (at(2027, 12, 31), "year", 1, "2028-12-31 2029-12-31"),
            (at(2027, 12, 27), "week", 1, "2028-01-03 2028-01-10"),
            (at(2028, 2, 20), "week", 2, "2028-03-05 2028-03-19"),
            (at(2028, 2, 28), "day", 1, "2028-02-29 2028-03-01"),
        ];
        for (anchor, word, count, expected) in rows {
            let interval = CalendarInterval::new(word, count).unwrap();
            let mut time = anchor;
            let mut found = Vec::new();
            for step in (1..).take(expected.split(' ').count()) {
                assert_eq!(
                    interval.next_boundary(anchor, time + 1),
                    interval.after(anchor, step)
                );
                time = interval.next_boundary(anchor, time);
                assert_eq!(time.rem_euclid(DAY), 43_200);
                found.push(written(time));
            }
            assert_eq!(found.join(" "), expected, "{count} {word}");
        }
    }

    #[test]
    fn boundary_before_the_anchor_is_found() {
        let interval = CalendarInterval::new("month", 1).unwrap();
        let anchor = at(2027, 5, 31);
        assert_eq!(
            written(interval.next_boundary(anchor, at(2027, 2, 1))),
            "2027-02-28"
        );
        assert_eq!(interval.next_boundary(anchor, anchor - 1), anchor);
        assert_eq!(CalendarInterval::new("hour", 1), None);
        assert_eq!(CalendarInterval::new("month", 0), None);
    }
}
