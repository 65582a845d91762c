//! Our records of a sale, as comparisons need them.

use foundation::Timestamp;

use crate::billing::checkouts::CheckoutState;
use crate::billing::payments::PaymentState;

/// The state of an object's marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkedState {
    /// The object was never marked.
    Unmarked,
    /// It waits to be applied.
    Waiting,
    /// It was applied at this time, or found to be of other software.
    Applied(Option<Timestamp>),
    /// It cannot be applied.
    Dead,
}

/// Our records of a session: its checkout and the amount of its payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecordedSale {
    pub(super) book_id: i64,
    pub(super) state: CheckoutState,
    pub(super) reason: Option<String>,
    /// The customer at Stripe.
    pub(super) customer: Option<String>,
    /// The currency and the amount of the payment, if there is one.
    pub(super) paid: Option<RecordedAmount>,
}

/// An amount in minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecordedAmount {
    pub(super) amount_minor: i64,
    pub(super) currency: String,
}

/// Our records of an invoice of a subscription or a top-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecordedInvoice {
    pub(super) book_id: i64,
    /// The time from which the link of its customer counts, if a website has linked one.
    pub(super) linked_at: Option<Timestamp>,
    /// The payment, if there is one.
    pub(super) payment: Option<RecordedInvoicePayment>,
}

/// Our payment of an invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecordedInvoicePayment {
    pub(super) state: PaymentState,
    pub(super) reason: Option<String>,
    pub(super) paid: RecordedAmount,
}

/// Our records of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecordedPayment {
    pub(super) id: String,
    pub(super) book_id: i64,
    pub(super) state: PaymentState,
    pub(super) paid: RecordedAmount,
    pub(super) charge: Option<String>,
    /// The movement of the balance whose fee was recorded.
    pub(super) balance: Option<String>,
    /// Money at Stripe that the journal has for the payment itself.
    pub(super) journal_minor: i64,
}
