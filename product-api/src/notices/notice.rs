//! A notice: a problem that the owner of a website has to solve.

use foundation::Timestamp;

use crate::caller::Mode;

/// The kind of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoticeKind {
    /// A webhook endpoint receives no events.
    EndpointDisabled,
    /// A bank asks about a payment, or has withdrawn it.
    PaymentDisputed,
    /// A bank believes that a payment is fraudulent.
    FraudWarning,
    /// A payment is paid, and no credits were granted.
    PaymentReview,
    /// A part of a connection to Stripe does not work.
    ConnectionDegraded,
    /// Stripe refuses the key of a connection.
    ConnectionRevoked,
    /// Objects at Stripe could not be applied.
    DeadLetters,
}

impl NoticeKind {
    /// Returns the word in responses.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::EndpointDisabled => "webhook-endpoint-disabled",
            Self::PaymentDisputed => "payment-disputed",
            Self::FraudWarning => "payment-fraud-warning",
            Self::PaymentReview => "payment-review",
            Self::ConnectionDegraded => "stripe-connection-degraded",
            Self::ConnectionRevoked => "stripe-connection-revoked",
            Self::DeadLetters => "stripe-dead-letters",
        }
    }
}

/// A problem of one website.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Notice {
    /// The kind.
    pub(super) kind: NoticeKind,
    /// The website.
    pub(super) website_id: String,
    /// The website's name.
    pub(super) website_name: String,
    /// The mode.
    pub(super) mode: Mode,
    /// The id of the item concerned.
    pub(super) subject: String,
    /// The endpoint's URL, or the page on which the owner acts.
    pub(super) url: String,
    /// The cause, as a text.
    pub(super) reason: String,
    /// The time since when, if it is known.
    pub(super) since: Option<Timestamp>,
}
