//! A request for a refund: the part of the payment that is to go back, and the reason.

/// The part of a payment that is to go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefundPart {
    /// Everything that is left.
    Full,
    /// The part of the amount that has bought the unused credits.
    Unspent,
    /// This amount in minor units.
    Amount(i64),
}

/// The reason of a refund, which Stripe shows in its dashboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefundReason {
    /// The buyer paid twice.
    Duplicate,
    /// The buyer did not want to pay.
    Fraudulent,
    /// The buyer asked for it.
    RequestedByCustomer,
}

impl RefundReason {
    /// Returns Stripe's word.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Duplicate => "duplicate",
            Self::Fraudulent => "fraudulent",
            Self::RequestedByCustomer => "requested_by_customer",
        }
    }
}

/// A request for a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RefundRequest {
    /// The part that is to go back.
    pub(super) part: RefundPart,
    /// The reason.
    pub(super) reason: Option<RefundReason>,
}
