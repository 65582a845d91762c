//! An instant as a number, and the texts in which it is told.

use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};

/// An instant, in microseconds since 1970-01-01T00:00:00Z; stored as BIGINT in both databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Timestamp(i64);

impl Timestamp {
    /// An instant from microseconds since the epoch.
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// An instant from whole seconds since the epoch, saturating at the ends of time.
    pub const fn from_seconds(seconds: i64) -> Self {
        Self(seconds.saturating_mul(1_000_000))
    }

    /// Microseconds since the epoch.
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// Whole seconds since the epoch, rounded down: the unit of every JWT claim.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1_000_000)
    }

    /// Whole milliseconds since the epoch, rounded down.
    pub const fn millis(self) -> i64 {
        self.0.div_euclid(1_000)
    }

    /// This instant moved into the future, saturating at the end of time.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(micros_of(duration)))
    }

    /// This instant moved into the past, saturating at the beginning of time.
    #[must_use]
    pub fn minus(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(micros_of(duration)))
    }

    /// ISO 8601 in UTC with milliseconds and `Z`, as the API and the session answer write it.
    pub fn to_iso8601(self) -> String {
        DateTime::<Utc>::from_timestamp_micros(self.0)
            .unwrap_or(DateTime::<Utc>::MAX_UTC)
            .to_rfc3339_opts(SecondsFormat::Millis, true)
    }

    /// The day in UTC, as in 2023-11-14: for people who read a page or a mail.
    pub fn day(self) -> String {
        self.written("%Y-%m-%d")
    }

    /// The minute in UTC, as in 2023-11-14 22:13 UTC, likewise.
    pub fn minute(self) -> String {
        self.written("%Y-%m-%d %H:%M UTC")
    }

    /// Reads ISO 8601 with an offset; `None` when the text is no such instant.
    pub fn from_iso8601(text: &str) -> Option<Self> {
        DateTime::parse_from_rfc3339(text)
            .ok()
            .map(|instant| Self(instant.timestamp_micros()))
    }

    /// The HTTP date of this instant (RFC 9110 section 5.6.7), as cookies and `Expires` write it.
    pub fn to_http_date(self) -> String {
        self.written("%a, %d %b %Y %H:%M:%S GMT")
    }

    /// Reads an HTTP date in its usual form; `None` when the text is none.
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

/// Whole microseconds of a duration, saturating at the end of time.
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
    fn the_ends_of_time_saturate() {
        let end = Timestamp::from_micros(i64::MAX);
        assert_eq!(end.plus(Duration::from_secs(1)), end);
        assert_eq!(
            end.to_iso8601(),
            DateTime::<Utc>::MAX_UTC.to_rfc3339_opts(SecondsFormat::Millis, true)
        );
    }
}
