//! A calendar of the model: dates in UTC from seconds since 1970, and the months between them.

/// Seconds of a day.
pub(super) const DAY: i64 = 86_400;

/// A date, with the second of its day. Months and days begin with 0.
#[derive(Clone, Copy, Debug)]
struct CivilTime {
    year: i64,
    month: i64,
    day: i64,
    second: i64,
}

impl CivilTime {
    fn at(seconds: i64) -> Self {
        let days = seconds.div_euclid(DAY);
        let mut year = 1970 + days.div_euclid(366);
        while first_day(year + 1) <= days {
            year += 1;
        }
        let (mut month, mut day) = (0, days - first_day(year));
        while day >= month_length(year, month) {
            day -= month_length(year, month);
            month += 1;
        }
        Self {
            year,
            month,
            day,
            second: seconds.rem_euclid(DAY),
        }
    }
}

/// Returns the number of leap years before a year.
fn leap_years_before(year: i64) -> i64 {
    let last = year - 1;
    last.div_euclid(4) - last.div_euclid(100) + last.div_euclid(400)
}

/// Returns the days from 1970 to the begin of a year.
fn first_day(year: i64) -> i64 {
    365 * (year - 1970) + leap_years_before(year) - leap_years_before(1970)
}

fn month_length(year: i64, month: i64) -> i64 {
    match month {
        1 if first_day(year + 1) - first_day(year) == 366 => 29,
        1 => 28,
        3 | 5 | 8 | 10 => 30,
        _ => 31,
    }
}

/// Returns the time a number of months later: on the same day, or on the last day of a shorter month.
pub(super) fn months_after(seconds: i64, months: i64) -> i64 {
    let time = CivilTime::at(seconds);
    let number = time.year * 12 + time.month + months;
    let (year, month) = (number.div_euclid(12), number.rem_euclid(12));
    let earlier: i64 = (0..month).map(|one| month_length(year, one)).sum();
    let day = time.day.min(month_length(year, month) - 1);
    (first_day(year) + earlier + day) * DAY + time.second
}

/// Returns the months from January 1970 to the month of a time.
pub(super) fn month_number(seconds: i64) -> i64 {
    let time = CivilTime::at(seconds);
    (time.year - 1970) * 12 + time.month
}

/// Returns the begin and the end of the period with a time in it. Periods follow from an anchor in steps of months.
pub(super) fn period_around(anchor: i64, months: i64, at: i64) -> (i64, i64) {
    let mut number = 0;
    while months_after(anchor, (number + 1) * months) <= at {
        number += 1;
    }
    while months_after(anchor, number * months) > at {
        number -= 1;
    }
    (
        months_after(anchor, number * months),
        months_after(anchor, (number + 1) * months),
    )
}

#[test]
fn months_end_with_their_last_day() {
    let seconds = |text: &str| super::super::day(text).seconds();
    let rows = [
        // time, months; time
        ("2027-01-31", 1, "2027-02-28"),
        ("2027-01-31", 13, "2028-02-29"),
        ("2028-02-29", 12, "2029-02-28"),
        ("2028-02-29", 48, "2032-02-29"),
        ("2096-02-29", 48, "2100-02-28"),
        ("2399-12-31", 2, "2400-02-29"),
        ("2027-12-15", 1, "2028-01-15"),
        ("2028-03-31", -1, "2028-02-29"),
        ("2028-12-31", 0, "2028-12-31"),
    ];
    for (time, months, expected) in rows {
        let found = months_after(seconds(time), months);
        assert_eq!(found, seconds(expected), "{time} {months}");
    }
    let period = period_around(seconds("2028-01-31"), 1, seconds("2028-03-30"));
    assert_eq!(period, (seconds("2028-02-29"), seconds("2028-03-31")));
    assert_eq!(month_number(seconds("2028-03-30")), 698);
}
