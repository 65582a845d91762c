//! A day of the money journal.

use std::time::Duration;

use foundation::Timestamp;

/// A day, in seconds.
const DAY_SECONDS: i64 = 86_400;

/// A day in UTC, in days since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AccountingDay(i64);

impl AccountingDay {
    /// Returns the day of a time.
    pub(crate) const fn from_timestamp(at: Timestamp) -> Self {
        Self(at.seconds().div_euclid(DAY_SECONDS))
    }

    /// Returns the day with a number, as in the table.
    pub(crate) const fn from_number(number: i64) -> Self {
        Self(number)
    }

    /// Parses a day such as 2026-11-27; `None` for any other text.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let midnight = Timestamp::from_iso8601(&format!("{text}T00:00:00Z"))?;
        let day = Self::from_timestamp(midnight);
        (day.text() == text).then_some(day)
    }

    /// Returns the number of days since 1970, as in the table.
    pub(crate) const fn number(self) -> i64 {
        self.0
    }

    /// Returns the day before.
    #[must_use]
    pub(crate) const fn before(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// Returns the beginning of the day.
    pub(crate) const fn first_moment(self) -> Timestamp {
        Timestamp::from_seconds(self.0.saturating_mul(DAY_SECONDS))
    }

    /// Returns the last microsecond of the day.
    pub(crate) fn last_moment(self) -> Timestamp {
        let next = Self(self.0.saturating_add(1));
        next.first_moment().minus(Duration::from_micros(1))
    }

    /// Returns the month as text, such as 2026-11.
    pub(crate) fn month_text(self) -> String {
        self.text().chars().take(7).collect()
    }

    /// Returns the day as text, such as 2026-11-27.
    pub(crate) fn text(self) -> String {
        self.first_moment().day()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_begins_at_midnight_and_ends_before_the_next() {
        let rows = [
            ("1969-12-31T23:59:59.999999Z", -1, "1969-12-31"),
            ("1970-01-01T00:00:00Z", 0, "1970-01-01"),
            ("2028-02-29T12:00:00Z", 21_243, "2028-02-29"),
            ("2026-12-31T23:59:59.999999Z", 20_818, "2026-12-31"),
        ];
        for (text, number, day_text) in rows {
            let at = Timestamp::from_iso8601(text).unwrap();
            let day = AccountingDay::from_timestamp(at);
            assert_eq!(
                (day.number(), day.text().as_str()),
                (number, day_text),
                "{text}"
            );
            assert_eq!(AccountingDay::parse(day_text), Some(day), "{text}");
            assert_eq!(AccountingDay::from_number(number), day, "{text}");
            assert_eq!(day.month_text(), day_text.get(..7).unwrap(), "{text}");
            assert!(
                day.first_moment() <= at && at <= day.last_moment(),
                "{text}"
            );
            assert_eq!(
                AccountingDay::from_timestamp(day.last_moment()),
                day,
                "{text}"
            );
            let before =
                AccountingDay::from_timestamp(day.first_moment().minus(Duration::from_micros(1)));
            assert_eq!(before, day.before(), "{text}");
        }
        for text in [
            "",
            "2026-11",
            "2026-02-30",
            "2026-1-01",
            "2026-11-27T00:00:00Z",
            "today",
        ] {
            assert_eq!(AccountingDay::parse(text), None, "{text}");
        }
    }
}
