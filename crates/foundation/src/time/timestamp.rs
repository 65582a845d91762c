//! Timestamps as numbers, and their text formats.

use std::time::Duration;

use chrono::{DateTime, Datelike, Months, SecondsFormat, Utc};

/// Microseconds since 1970-01-01T00:00:00Z; stored as BIGINT in both databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Timestamp(i64);

impl Timestamp {
    /// Creates a timestamp from microseconds since the epoch.
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// Creates a timestamp from whole seconds since the epoch, saturating at the limits.
    pub const fn from_seconds(seconds: i64) -> Self {
        Self(seconds.saturating_mul(1_000_000))
    }

    /// Returns the microseconds since the epoch.
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// Returns whole seconds since the epoch, rounded down: the unit of every JWT claim.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1_000_000)
    }

    /// Returns whole milliseconds since the epoch, rounded down.
    pub const fn millis(self) -> i64 {
        self.0.div_euclid(1_000)
    }

    /// Returns a later timestamp, saturating at the maximum.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(micros_of(duration)))
    }

    /// Returns an earlier timestamp, saturating at the minimum.
    #[must_use]
    pub fn minus(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(micros_of(duration)))
    }

    /// Returns ISO 8601 in UTC with milliseconds and `Z`, as the API and the session response write it.
    pub fn to_iso8601(self) -> String {
        DateTime::<Utc>::from_timestamp_micros(self.0)
            .unwrap_or(DateTime::<Utc>::MAX_UTC)
            .to_rfc3339_opts(SecondsFormat::Millis, true)
    }

    /// Returns the day in UTC, as in 2023-11-14, for pages and emails.
    pub fn day(self) -> String {
        self.written("%Y-%m-%d")
    }

    /// Returns the minute in UTC, as in 2023-11-14 22:13 UTC, for pages and emails.
    pub fn minute(self) -> String {
        self.written("%Y-%m-%d %H:%M UTC")
    }

    /// Returns the month in UTC, in months since January 1970.
    pub fn month(self) -> i64 {
        let at = DateTime::<Utc>::from_timestamp_micros(self.0).unwrap_or(DateTime::<Utc>::MAX_UTC);
        (i64::from(at.year()) - 1970) * 12 + i64::from(at.month0())
    }

    /// Returns the beginning of a month, given in months since January 1970, saturating at the limits.
    pub fn from_month(month: i64) -> Self {
        let months = Months::new(u32::try_from(month.unsigned_abs()).unwrap_or(u32::MAX));
        let (moved, end) = if month < 0 {
            (
                DateTime::UNIX_EPOCH.checked_sub_months(months),
                DateTime::<Utc>::MIN_UTC,
            )
        } else {
            (
                DateTime::UNIX_EPOCH.checked_add_months(months),
                DateTime::<Utc>::MAX_UTC,
            )
        };
        Self(moved.unwrap_or(end).timestamp_micros())
    }

    /// Reads ISO 8601 with an offset; `None` for any other text.
    pub fn from_iso8601(text: &str) -> Option<Self> {
        DateTime::parse_from_rfc3339(text)
            .ok()
            .map(|instant| Self(instant.timestamp_micros()))
    }

    /// Returns the HTTP date (RFC 9110 section 5.6.7), as cookies and `Expires` write it.
    pub fn to_http_date(self) -> String {
        self.written("%a, %d %b %Y %H:%M:%S GMT")
    }

    /// Reads an HTTP date in its usual form; `None` for any other text.
    pub fn from_http_date(text: &str) -> Option<Self> {
        DateTime::parse_from_rfc2822(text)
            .ok()
            .map(|instant| Self(instant.timestamp_micros()))
    }

    fn written(self, form: &str) -> String {
        DateTime::<Utc>::from_timestamp_micros(self.0)
            .unwrap_or(DateTime::<Utc>::MAX_UTC)
            .format(form)
            .to_string()
    }
}

/// Returns the whole microseconds of a duration, saturating at the maximum.
pub(crate) fn micros_of(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_an_instant() {
        let at = Timestamp::from_micros(1_700_000_000_123_456);
        assert_eq!(at.to_iso8601(), "2023-11-14T22:13:20.123Z");
        assert_eq!(at.day(), "2023-11-14");
        assert_eq!(at.minute(), "2023-11-14 22:13 UTC");
        assert_eq!(at.to_http_date(), "Tue, 14 Nov 2023 22:13:20 GMT");
        assert_eq!(at.seconds(), 1_700_000_000);
        assert_eq!(
            Timestamp::from_iso8601("2023-11-14T23:13:20.123456+01:00"),
            Some(Timestamp::from_micros(1_700_000_000_123_456))
        );
        assert_eq!(Timestamp::from_iso8601("yesterday"), None);
    }

    #[test]
    fn months_are_counted_from_the_epoch_and_begin_at_midnight() {
        let rows = [
            ("1969-12-31T23:59:59Z", -1, "1969-12-01T00:00:00.000Z"),
            ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00.000Z"),
            ("2000-02-29T12:00:00Z", 361, "2000-02-01T00:00:00.000Z"),
            (
                "2026-12-31T23:59:59.999999Z",
                683,
                "2026-12-01T00:00:00.000Z",
            ),
            ("2027-01-01T00:00:00Z", 684, "2027-01-01T00:00:00.000Z"),
        ];
        for (text, month, first) in rows {
            let at = Timestamp::from_iso8601(text).unwrap();
            assert_eq!(at.month(), month, "{text}");
            assert_eq!(Timestamp::from_month(month).to_iso8601(), first, "{text}");
        }
        assert!(Timestamp::from_month(i64::MAX) > Timestamp::from_month(100_000));
        assert!(Timestamp::from_month(i64::MIN) < Timestamp::from_month(-20_000));
    }

    #[test]
    fn ends_of_time_saturate() {
        let end = Timestamp::from_micros(i64::MAX);
        assert_eq!(end.plus(Duration::from_secs(1)), end);
        assert_eq!(
            end.to_iso8601(),
            DateTime::<Utc>::MAX_UTC.to_rfc3339_opts(SecondsFormat::Millis, true)
        );
    }
}
