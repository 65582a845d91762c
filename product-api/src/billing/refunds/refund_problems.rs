//! Problems of refunds that are not possible.

use crate::billing::payments::refused_by_provider;
use crate::problem::{Kind, Problem};

/// Reason of a refund that Stripe does not know a day after it was to be sent.
pub(super) const NEVER_MADE: &str = "never-made";

/// Returns the problem of a payment whose money a bank disputes.
pub(super) fn disputed() -> Problem {
    let detail = "A bank disputes the payment, so that Stripe refunds nothing of it. Answer the dispute in the Stripe dashboard.";
    Problem::new(Kind::PaymentDisputed, detail)
}

/// Returns the problem of a payment of which nothing is left.
pub(super) fn already_refunded() -> Problem {
    Problem::new(Kind::AlreadyRefunded, "Nothing of the payment is left.")
}

/// Returns the problem of an amount that is larger than the rest.
pub(super) fn exceeds(remaining_minor: i64) -> Problem {
    let detail = "The amount is larger than what is left of the payment.";
    Problem::new(Kind::RefundExceedsPayment, detail).with("remaining_minor", remaining_minor)
}

/// Returns the problem of a refund of unused credits of which none are left.
pub(super) fn nothing_unspent() -> Problem {
    let detail = "No credits of the payment are unused. Refund an amount, or everything.";
    Problem::new(Kind::RefundExceedsPayment, detail).with("remaining_minor", 0)
}

/// Returns the problem of a payment that is not paid.
pub(super) fn not_paid() -> Problem {
    let detail = "The payment is not paid, so that nothing can be refunded.";
    Problem::new(Kind::Conflict, detail)
}

/// Returns the problem of a website that is not connected to the account of the payment any more.
pub(super) fn not_connected() -> Problem {
    let detail = "The Stripe account of this payment is not connected. Connect it again, or refund in the Stripe dashboard.";
    Problem::new(Kind::BillingNotConnected, detail)
}

/// Returns the problem of a refund that Stripe has refused with a code.
pub(super) fn refused(code: Option<&str>) -> Problem {
    match code {
        Some("charge_already_refunded") => already_refunded(),
        Some("charge_disputed") => disputed(),
        Some(_) | None => refused_by_provider(),
    }
}
