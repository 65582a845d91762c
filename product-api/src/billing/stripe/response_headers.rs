//! The headers of responses that decide about a call.

use std::time::Duration;

use foundation::Timestamp;
use reqwest::header::{AsHeaderName, DATE, HeaderMap, RETRY_AFTER};

/// Maximum time that a response can hold calls back.
const MAX_RETRY_AFTER: Duration = Duration::from_mins(1);

/// The headers that decide about a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ResponseHeaders {
    /// `Stripe-Should-Retry`.
    pub(super) should_retry: Option<bool>,
    /// `Idempotent-Replayed`: the response is the stored one of an earlier call.
    pub(super) is_replayed: bool,
    /// `Retry-After`, at most a minute.
    pub(super) retry_after: Option<Duration>,
    /// `Date`.
    pub(super) date: Option<Timestamp>,
}

impl ResponseHeaders {
    /// Reads the headers; those of another form count as absent.
    pub(super) fn read(headers: &HeaderMap) -> Self {
        let seconds = text(headers, RETRY_AFTER).parse().ok();
        Self {
            should_retry: text(headers, "stripe-should-retry").parse().ok(),
            is_replayed: text(headers, "idempotent-replayed") == "true",
            retry_after: seconds.map(|seconds| Duration::from_secs(seconds).min(MAX_RETRY_AFTER)),
            date: Timestamp::from_http_date(text(headers, DATE)),
        }
    }
}

/// Returns the text of a header; the empty text without one.
fn text(headers: &HeaderMap, name: impl AsHeaderName) -> &str {
    let value = headers.get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;

    #[test]
    fn headers_of_another_form_count_as_absent() {
        let read = |pairs: &[(&'static str, &'static str)]| {
            let pairs = pairs.iter().copied();
            let headers: HeaderMap = pairs
                .map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value)))
                .collect();
            ResponseHeaders::read(&headers)
        };
        let none = ResponseHeaders::default();
        assert_eq!(read(&[]), none);
        for pair in [
            ("stripe-should-retry", "perhaps"),
            ("idempotent-replayed", "no"),
            ("retry-after", "Wed, 21 Oct 2026 07:28:00 GMT"),
            ("retry-after", "-1"),
            ("date", "yesterday"),
        ] {
            assert_eq!(read(&[pair]), none, "{pair:?}");
        }
        let all = read(&[
            ("stripe-should-retry", "false"),
            ("idempotent-replayed", "true"),
            ("retry-after", "86400"),
            ("date", "Tue, 14 Nov 2023 22:13:20 GMT"),
        ]);
        let expected = ResponseHeaders {
            should_retry: Some(false),
            is_replayed: true,
            retry_after: Some(MAX_RETRY_AFTER),
            date: Some(Timestamp::from_seconds(1_700_000_000)),
        };
        assert_eq!(all, expected);
    }
}
