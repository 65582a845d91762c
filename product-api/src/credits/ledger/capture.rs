//! Captures: requests to spend the credits of a hold.

use super::amount::Amount;

/// Credits that a capture may take beyond its hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overage {
    /// No credits.
    Reject,
    /// Credits that the wallet has available.
    Available,
    /// Credits that the wallet has available, then overdraft.
    Debt,
}

/// Action of a capture after its hold has expired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IfExpired {
    /// The capture is refused.
    Reject,
    /// The capture spends available credits in place of those that the hold had left, until the final capture.
    Spend,
}

/// A capture of a hold's credits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Capture {
    /// Public id of the hold.
    pub(crate) hold: String,
    /// Number of credits; all that are left if absent.
    pub(crate) amount: Option<Amount>,
    /// True for the last capture, which releases the rest.
    pub(crate) is_final: bool,
    /// Credits that may be taken beyond the hold.
    pub(crate) overage: Overage,
    /// Action if the hold has expired.
    pub(crate) if_expired: IfExpired,
}
