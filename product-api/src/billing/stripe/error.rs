//! Errors of calls to Stripe. None of them contains a key.

use super::permission_text::{account_id, permission};

/// Code of a refusal because an object does not exist.
const MISSING: &str = "resource_missing";

/// Reason why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StripeError {
    /// Stripe refused the call; the same call is refused again.
    #[error("Stripe refused the call: {0}")]
    Refused(Box<StripeRefusal>),
    /// The key has no permission for the call (403).
    #[error("the key lacks a permission: {message}")]
    MissingPermission {
        /// Stripe's text, which names the permission.
        message: String,
    },
    /// Stripe does not know the key, or it was revoked (401).
    #[error("Stripe refused the key")]
    Unauthorized,
    /// Stripe or our own limit allowed no call in time (429).
    #[error("too many calls were sent to Stripe")]
    RateLimited,
    /// Stripe did not respond, or failed, or the circuit is open. A write may have been done.
    #[error("Stripe is not available")]
    Unavailable,
    /// Stripe stored a failure (5xx) under the idempotency key. The caller looks the object up; if it does not exist, the
    /// caller sends another key.
    #[error("Stripe repeats a failure that it stored under the idempotency key")]
    StoredFailure,
    /// The response is not one of Stripe's API. A write may have been done.
    #[error("the response is not one of Stripe's API")]
    InvalidResponse,
}

/// A refusal in Stripe's words.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("{status}{}: {}", written_code(self), message.as_deref().unwrap_or("without a message"))]
pub(crate) struct StripeRefusal {
    /// The status of the response; 0 if this client refused the call itself.
    pub(crate) status: u16,
    /// The type such as `card_error`.
    pub(crate) error_type: Option<String>,
    /// The code such as `resource_missing`.
    pub(crate) code: Option<String>,
    /// The parameter that was refused.
    pub(crate) param: Option<String>,
    /// The bank's reason for a declined card.
    pub(crate) decline_code: Option<String>,
    /// The text for developers.
    pub(crate) message: Option<String>,
}

fn written_code(refusal: &StripeRefusal) -> String {
    let code = refusal.code.as_ref();
    code.map_or_else(String::new, |code| format!(" {code}"))
}

impl StripeError {
    /// Returns true if the same call may succeed later, with the same idempotency key.
    pub(crate) const fn is_retryable(&self) -> bool {
        matches!(
            self,
            Self::RateLimited | Self::Unavailable | Self::InvalidResponse
        )
    }

    /// Returns true if a write may have been done all the same.
    pub(crate) const fn has_unknown_outcome(&self) -> bool {
        matches!(
            self,
            Self::Unavailable | Self::StoredFailure | Self::InvalidResponse
        )
    }

    /// Returns true if the object does not exist that the path or a parameter names.
    pub(crate) fn is_missing(&self) -> bool {
        self.code() == Some(MISSING)
    }

    /// Returns the code of a refusal.
    pub(crate) fn code(&self) -> Option<&str> {
        self.refusal()?.code.as_deref()
    }

    /// Returns the refusal.
    pub(crate) const fn refusal(&self) -> Option<&StripeRefusal> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            Self::MissingPermission { .. }
            | Self::Unauthorized
            | Self::RateLimited
            | Self::Unavailable
            | Self::StoredFailure
            | Self::InvalidResponse => None,
        }
    }

    /// Returns the name of the missing permission such as `rak_charge_write`.
    pub(crate) fn permission(&self) -> Option<&str> {
        permission(self.permission_message()?)
    }

    /// Returns the account that the text about a missing permission names.
    pub(crate) fn account_id(&self) -> Option<&str> {
        account_id(self.permission_message()?)
    }

    fn permission_message(&self) -> Option<&str> {
        match self {
            Self::MissingPermission { message } => Some(message),
            Self::Refused(_)
            | Self::Unauthorized
            | Self::RateLimited
            | Self::Unavailable
            | Self::StoredFailure
            | Self::InvalidResponse => None,
        }
    }

    /// Creates the refusal of a call that this client does not send.
    pub(super) fn unsent(param: &str, message: &str) -> Self {
        Self::Refused(Box::new(StripeRefusal {
            param: Some(param.to_owned()),
            message: Some(message.to_owned()),
            ..StripeRefusal::default()
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_says_its_reason_in_one_sentence() {
        let refused = |code: Option<&str>, message: Option<&str>| {
            StripeError::Refused(Box::new(StripeRefusal {
                status: 404,
                code: code.map(str::to_owned),
                message: message.map(str::to_owned),
                ..StripeRefusal::default()
            }))
        };
        let rows = [
            (
                refused(Some("resource_missing"), Some("No such price")),
                "Stripe refused the call: 404 resource_missing: No such price",
            ),
            (
                refused(None, None),
                "Stripe refused the call: 404: without a message",
            ),
            (StripeError::Unauthorized, "Stripe refused the key"),
        ];
        for (error, expected) in rows {
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn error_decides_if_a_call_may_be_repeated() {
        let missing = StripeError::Refused(Box::new(StripeRefusal {
            code: Some("resource_missing".to_owned()),
            ..StripeRefusal::default()
        }));
        let forbidden = StripeError::MissingPermission {
            message: "on account 'acct_1'. Having the 'rak_charge_write' permission".to_owned(),
        };
        assert_eq!(forbidden.permission(), Some("rak_charge_write"));
        assert_eq!(forbidden.account_id(), Some("acct_1"));
        // Retryable, unknown outcome, missing.
        let rows = [
            (missing, [false, false, true]),
            (forbidden, [false, false, false]),
            (StripeError::Unauthorized, [false, false, false]),
            (StripeError::RateLimited, [true, false, false]),
            (StripeError::Unavailable, [true, true, false]),
            (StripeError::StoredFailure, [false, true, false]),
            (StripeError::InvalidResponse, [true, true, false]),
        ];
        for (error, expected) in rows {
            let found = [
                error.is_retryable(),
                error.has_unknown_outcome(),
                error.is_missing(),
            ];
            assert_eq!(found, expected, "{error}");
        }
    }
}
