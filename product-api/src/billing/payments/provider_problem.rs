//! Problems of requests for which Stripe had no answer.

use crate::billing::stripe::StripeError;
use crate::problem::{Kind, Problem};

/// Returns the problem of a call without a result; `retryable` says if a repeat with the same idempotency key can succeed.
pub(crate) fn provider_problem(error: &StripeError) -> Problem {
    if error.is_retryable() || *error == StripeError::StoredFailure {
        let detail = "Stripe does not answer at the moment. Nothing is done twice: send the same request again.";
        return Problem::new(Kind::PaymentProviderError, detail).with("retryable", true);
    }
    refused_by_provider()
}

/// Returns the problem of a request that Stripe refuses for good.
pub(crate) fn refused_by_provider() -> Problem {
    let detail =
        "Stripe refuses the request. The website's owner sees the reason in the Stripe dashboard.";
    Problem::new(Kind::PaymentProviderError, detail).with("retryable", false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problem_says_if_a_repeat_can_succeed() {
        let rows = [
            (StripeError::Unavailable, true),
            (StripeError::RateLimited, true),
            (StripeError::InvalidResponse, true),
            (StripeError::StoredFailure, true),
            (StripeError::Unauthorized, false),
            (StripeError::Refused(Box::default()), false),
            (
                StripeError::MissingPermission {
                    message: String::new(),
                },
                false,
            ),
        ];
        let instance = crate::problem::ProblemInstance {
            issuer: "https://id.example.com".to_owned(),
            resource_metadata: None,
            instance: "/v1/checkout-sessions".to_owned(),
            request_id: String::new(),
            is_bound: false,
        };
        for (error, expected) in rows {
            let body = String::from_utf8(provider_problem(&error).body(&instance)).unwrap();
            assert!(
                body.contains(&format!("\"retryable\":{expected}")),
                "{error}"
            );
        }
    }
}
