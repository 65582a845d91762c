//! The result of a call by its response: status, headers and body.

use std::time::Duration;

use bytes::Bytes;
use foundation::text::strict_json;
use serde::Deserialize;

use super::error::{StripeError, StripeRefusal};
use super::response_headers::ResponseHeaders;

/// Codes of refusals that end soon: the first call with the key is in flight, or another call has locked the object.
const TEMPORARY_CODES: [&str; 2] = ["idempotency_key_in_use", "lock_timeout"];

/// A response with its body.
#[derive(Clone, Debug)]
pub(super) struct ReceivedResponse {
    pub(super) status: u16,
    pub(super) headers: ResponseHeaders,
    pub(super) body: Bytes,
}

/// A call without a result, and the rule for sending it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FailedAttempt {
    pub(super) error: StripeError,
    /// True if the same request may be sent again at once.
    pub(super) is_repeatable: bool,
    /// Minimum time before the next attempt.
    pub(super) retry_after: Option<Duration>,
}

impl FailedAttempt {
    /// Creates a failure that another attempt does not change.
    pub(super) const fn last(error: StripeError) -> Self {
        Self {
            error,
            is_repeatable: false,
            retry_after: None,
        }
    }

    /// Creates the failure of an attempt without a response.
    pub(super) const fn lost() -> Self {
        Self {
            error: StripeError::Unavailable,
            is_repeatable: true,
            retry_after: None,
        }
    }
}

impl ReceivedResponse {
    /// Returns true for a failure of Stripe's servers that is not the stored one of an earlier call.
    pub(super) const fn is_server_failure(&self) -> bool {
        self.status >= 500 && !self.headers.is_replayed
    }

    /// Returns the body of a success.
    pub(super) fn result(self) -> Result<Bytes, FailedAttempt> {
        match self.status {
            200..=299 => Ok(self.body),
            401 => Err(FailedAttempt::last(StripeError::Unauthorized)),
            403 => Err(FailedAttempt::last(self.missing_permission())),
            429 => Err(self.repeatable(StripeError::RateLimited, true)),
            400..=499 => Err(self.refused()),
            500.. if self.headers.is_replayed => {
                Err(FailedAttempt::last(StripeError::StoredFailure))
            }
            500.. => Err(self.repeatable(StripeError::Unavailable, true)),
            _ => Err(FailedAttempt::last(StripeError::InvalidResponse)),
        }
    }

    fn missing_permission(&self) -> StripeError {
        let refusal = self.refusal();
        let message = refusal.and_then(|refusal| refusal.message);
        StripeError::MissingPermission {
            message: message.unwrap_or_default(),
        }
    }

    fn refused(&self) -> FailedAttempt {
        let Some(refusal) = self.refusal() else {
            return FailedAttempt::last(StripeError::InvalidResponse);
        };
        let code = refusal.code.as_deref().unwrap_or_default();
        if TEMPORARY_CODES.contains(&code) {
            return self.repeatable(StripeError::Unavailable, true);
        }
        self.repeatable(StripeError::Refused(Box::new(refusal)), false)
    }

    fn repeatable(&self, error: StripeError, is_usual: bool) -> FailedAttempt {
        FailedAttempt {
            error,
            is_repeatable: self.headers.should_retry.unwrap_or(is_usual),
            retry_after: self.headers.retry_after,
        }
    }

    /// Reads the error of the body; `None` if the body is not one of Stripe's API.
    fn refusal(&self) -> Option<StripeRefusal> {
        let body: ErrorBody = strict_json::from_slice(&self.body).ok()?;
        Some(StripeRefusal {
            status: self.status,
            error_type: body.error.error_type,
            code: body.error.code,
            param: body.error.param,
            decline_code: body.error.decline_code,
            message: body.error.message,
        })
    }
}

#[derive(Debug, Deserialize)]
struct ErrorBody {
    error: ErrorMembers,
}

#[derive(Debug, Deserialize)]
struct ErrorMembers {
    #[serde(rename = "type")]
    error_type: Option<String>,
    code: Option<String>,
    param: Option<String>,
    decline_code: Option<String>,
    message: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFUSAL: &str = r#"{"error": {"type": "card_error", "code": "card_declined", "decline_code": "lost_card",
        "param": "p", "message": "Declined.", "doc_url": "https://a.example", "new": {}}}"#;

    fn received(status: u16, headers: ResponseHeaders, body: &str) -> ReceivedResponse {
        ReceivedResponse {
            status,
            headers,
            body: Bytes::from(body.to_owned()),
        }
    }

    #[test]
    fn status_and_headers_decide() {
        let [none, never, always] =
            [None, Some(false), Some(true)].map(|should_retry| ResponseHeaders {
                should_retry,
                ..ResponseHeaders::default()
            });
        let stored = ResponseHeaders {
            is_replayed: true,
            ..always
        };
        let in_use = r#"{"error": {"code": "idempotency_key_in_use"}}"#;
        let unavailable = Some("Stripe is not available");
        let limited = Some("too many calls were sent to Stripe");
        let invalid = Some("the response is not one of Stripe's API");
        let repeats = Some("Stripe repeats a failure that it stored under the idempotency key");
        let declined = Some("Stripe refused the call: 402 card_declined: Declined.");
        let rows = [
            (200, none, "{}", None, false),
            (204, none, "", None, false),
            (301, none, "", invalid, false),
            (304, always, "", invalid, false),
            (401, always, REFUSAL, Some("Stripe refused the key"), false),
            (
                403,
                always,
                REFUSAL,
                Some("the key lacks a permission: Declined."),
                false,
            ),
            (403, none, "no", Some("the key lacks a permission: "), false),
            (402, none, REFUSAL, declined, false),
            (402, always, REFUSAL, declined, true),
            (404, none, "<html>", invalid, false),
            (409, none, in_use, unavailable, true),
            (409, never, in_use, unavailable, false),
            (429, none, REFUSAL, limited, true),
            (429, never, REFUSAL, limited, false),
            (500, none, REFUSAL, unavailable, true),
            (503, never, "", unavailable, false),
            (500, stored, REFUSAL, repeats, false),
        ];
        for (status, headers, body, expected, is_repeatable) in rows {
            let result = received(status, headers, body).result();
            let found = result.as_ref().err();
            let text = found.map(|found| found.error.to_string());
            assert_eq!(text.as_deref(), expected, "{status} {body}");
            let repeatable = found.is_some_and(|found| found.is_repeatable);
            assert_eq!(repeatable, is_repeatable, "{status} {headers:?}");
        }
        assert!(received(500, none, "").is_server_failure());
        assert!(!received(500, stored, "").is_server_failure());
        assert!(!received(499, none, "").is_server_failure());
    }

    #[test]
    fn refusal_has_every_part_of_the_error() {
        let failed = received(402, ResponseHeaders::default(), REFUSAL).result();
        let expected = StripeRefusal {
            status: 402,
            error_type: Some("card_error".to_owned()),
            code: Some("card_declined".to_owned()),
            param: Some("p".to_owned()),
            decline_code: Some("lost_card".to_owned()),
            message: Some("Declined.".to_owned()),
        };
        assert_eq!(failed.unwrap_err().error.refusal(), Some(&expected));
    }
}
