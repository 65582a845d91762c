//! Reasons why a step at Stripe was not done.

use foundation::Failure;
use foundation::http::log_failure;

use crate::app::App;
use crate::billing::connections::note_error;
use crate::billing::marks::ApplyError;
use crate::billing::payments::provider_problem;
use crate::billing::stripe::StripeError;
use crate::billing::stripe_customers::CustomerError;
use crate::idempotency::key_in_flight;
use crate::problem::Problem;

/// The reason.
#[derive(Debug, thiserror::Error)]
pub(super) enum ProviderError {
    /// Another request does the same and has not ended in time.
    #[error("another request does the same")]
    InFlight,
    /// Stripe has not done it.
    #[error(transparent)]
    Stripe(#[from] StripeError),
    /// Our own machinery failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

impl From<CustomerError> for ProviderError {
    fn from(error: CustomerError) -> Self {
        match error {
            CustomerError::InFlight => Self::InFlight,
            CustomerError::Stripe(error) => Self::Stripe(error),
            CustomerError::Failure(failure) => Self::Failure(failure),
        }
    }
}

impl From<ApplyError> for ProviderError {
    fn from(error: ApplyError) -> Self {
        match error {
            ApplyError::Stripe(error) => Self::Stripe(error),
            ApplyError::Failure(failure) => Self::Failure(failure),
        }
    }
}

impl ProviderError {
    /// Notes an error of Stripe at its connection, and returns the problem of the request.
    pub(super) async fn into_problem(self, app: &App, connection_id: &str) -> Problem {
        match self {
            Self::InFlight => key_in_flight(),
            Self::Failure(failure) => failure.into(),
            Self::Stripe(error) => {
                if let Err(failure) = note_error(app, connection_id, &error).await {
                    log_failure(&failure);
                }
                provider_problem(&error)
            }
        }
    }
}
