//! Results of applying an object as it is at Stripe now.

use foundation::Failure;

use crate::billing::stripe::StripeError;

/// The result of an application that came to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Applied {
    /// Our rows agree with the object now.
    Done,
    /// The object is not ours: neither a row nor its metadata names it.
    Foreign,
    /// The object is ours and cannot be applied; the text is the reason, for the owner.
    Dead(String),
}

/// The cause of an application that has to be repeated.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApplyError {
    /// Stripe refused a call or did not answer.
    #[error(transparent)]
    Stripe(#[from] StripeError),
    /// Our own machinery failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}
