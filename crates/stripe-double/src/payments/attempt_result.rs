//! Results of attempts to pay.

/// Result of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AttemptResult {
    /// The session is complete; a delayed payment may still be on its way.
    Completed,
    /// The buyer has to confirm at the bank.
    MustConfirm,
    /// The session stays open; the message is for the buyer.
    Declined(String),
}
