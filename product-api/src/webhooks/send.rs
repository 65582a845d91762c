//! Sends one event to an endpoint: a signed POST to an address that is checked when the connection is made.

use std::time::Duration;

use foundation::Timestamp;
use foundation::outbound::PostError;
use foundation::secret::SecretString;

use super::event::{WebhookEvent, public_id};
use super::schedule::ATTEMPT_TIMEOUT;
use super::sign::signatures;
use super::store::deliveries::AttemptError;
use crate::app::App;

/// The URL of an endpoint and the secrets that sign for it.
#[derive(Clone, Debug)]
pub(super) struct Receiver {
    /// The URL.
    pub(super) url: String,
    /// The secret, followed by previous ones after rotations.
    pub(super) secrets: Vec<SecretString>,
}

/// The outcome of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DeliveryResult {
    /// The endpoint accepted the event: any 2xx.
    Accepted(i16),
    /// The endpoint no longer exists: 410.
    Gone,
    /// The attempt failed; the endpoint may have requested a delay.
    Failed(AttemptError, Option<Duration>),
}

impl DeliveryResult {
    /// Returns the outcome of a status; a redirect is a failure.
    fn from_status(status: u16, retry_after: Option<Duration>) -> Self {
        let code = i16::try_from(status).unwrap_or_default();
        match status {
            200..=299 => Self::Accepted(code),
            410 => Self::Gone,
            300..=399 => Self::failed(Some(code), "it answered with a redirect", retry_after),
            _ => Self::failed(
                Some(code),
                "it did not answer with a 2xx status",
                retry_after,
            ),
        }
    }

    fn failed(status: Option<i16>, error: &'static str, retry_after: Option<Duration>) -> Self {
        Self::Failed(AttemptError { status, error }, retry_after)
    }

    /// Returns the outcome of an event that cannot be sent.
    pub(super) fn unsendable(error: &'static str) -> Self {
        Self::failed(None, error, None)
    }
}

/// Sends an event once.
pub(super) async fn send(app: &App, to: &Receiver, event: &WebhookEvent) -> DeliveryResult {
    let now = app.clock.now();
    let (id, body) = (public_id(event.id), event.body().to_string());
    let seconds = now.seconds();
    let Ok(signature) = signatures(&to.secrets, &id, seconds, &body) else {
        return DeliveryResult::unsendable("its secret cannot be read; rotate it");
    };
    let time = seconds.to_string();
    let headers = [
        ("webhook-id", id.as_str()),
        ("webhook-timestamp", time.as_str()),
        ("webhook-signature", signature.as_str()),
    ];
    let posted = app
        .webhooks
        .outbound
        .post_json(&to.url, &headers, body, ATTEMPT_TIMEOUT);
    match posted.await {
        Ok(posted) => {
            let asked = posted.retry_after.as_deref();
            DeliveryResult::from_status(
                posted.status,
                asked.and_then(|text| parse_retry_after(text, now)),
            )
        }
        Err(PostError::NotAllowed) => DeliveryResult::unsendable("its address may not be asked"),
        Err(PostError::TooSlow) => {
            DeliveryResult::unsendable("it did not answer within 15 seconds")
        }
        Err(PostError::Failed(failure)) => {
            tracing::debug!(%failure, "an endpoint was not reached");
            DeliveryResult::unsendable("it was not reached")
        }
    }
}

/// Parses a Retry-After: seconds, or a date (RFC 9110 section 10.2.3).
fn parse_retry_after(text: &str, now: Timestamp) -> Option<Duration> {
    let text = text.trim();
    if let Ok(seconds) = text.parse::<u32>() {
        return Some(Duration::from_secs(seconds.into()));
    }
    let until = Timestamp::from_http_date(text)?;
    let wait = u64::try_from(until.seconds() - now.seconds()).ok()?;
    Some(Duration::from_secs(wait))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses() {
        let kind = |status| match DeliveryResult::from_status(status, None) {
            DeliveryResult::Accepted(_) => "taken",
            DeliveryResult::Gone => "gone",
            DeliveryResult::Failed(..) => "failed",
        };
        let rows = [
            (200, "taken"),
            (204, "taken"),
            (299, "taken"),
            (301, "failed"),
            (304, "failed"),
            (307, "failed"),
            (400, "failed"),
            (404, "failed"),
            (410, "gone"),
            (429, "failed"),
            (500, "failed"),
            (503, "failed"),
        ];
        for (status, expected) in rows {
            assert_eq!(kind(status), expected, "{status}");
        }
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = Timestamp::from_seconds(784_111_777);
        let rows = [
            ("120", Some(120)),
            (" 7 ", Some(7)),
            ("Sun, 06 Nov 1994 08:50:37 GMT", Some(60)),
            ("Sun, 06 Nov 1994 08:48:37 GMT", None),
            ("-5", None),
            ("soon", None),
            ("", None),
        ];
        for (text, expected) in rows {
            assert_eq!(
                parse_retry_after(text, now).map(|wait| wait.as_secs()),
                expected,
                "{text}"
            );
        }
    }
}
