//! Facts of the invoice of a top-up at Stripe, without the shapes of Stripe's versions.

use crate::billing::currency::TaxedSums;

/// The status of an invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InvoiceStatus {
    /// It can still be changed.
    Draft,
    /// It is to be paid.
    Open,
    /// It is paid, or there was nothing to pay.
    Paid,
    /// It was given up.
    Closed,
    /// A word that this version does not know.
    Unknown,
}

/// The last attempt to charge the card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ChargeResult {
    /// Nothing was charged yet.
    Untried,
    /// The bank has not decided.
    Pending,
    /// The buyer has to confirm the payment.
    NeedsAction,
    /// It failed; the word is the bank's reason, or else Stripe's.
    Failed(String),
}

/// An invoice as it is at Stripe now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TopUpFacts {
    /// The id at Stripe.
    pub(super) id: String,
    /// The status.
    pub(super) status: InvoiceStatus,
    /// The attempt that the metadata name.
    pub(super) named: Option<String>,
    /// True if real money moves.
    pub(super) is_live: bool,
    /// The customer at Stripe.
    pub(super) customer: Option<String>,
    /// The currency, as Stripe writes it.
    pub(super) currency: String,
    /// Minor units before discounts and taxes that come on top.
    pub(super) subtotal: i64,
    /// Minor units after discounts, with taxes.
    pub(super) total: i64,
    /// Minor units that were paid; a balance of the customer at Stripe makes them differ from the total.
    pub(super) paid: i64,
    /// The taxes in the total.
    pub(super) tax: i64,
    /// The discounts.
    pub(super) discount: i64,
    /// The payment intent.
    pub(super) payment_intent: Option<String>,
    /// The last attempt to charge the card.
    pub(super) charge: ChargeResult,
    /// The page on which it can be paid.
    pub(super) hosted_url: Option<String>,
}

impl TopUpFacts {
    /// Returns the taxes in what was paid, in proportion.
    pub(super) fn paid_tax(&self) -> i64 {
        let sums = TaxedSums {
            total: self.total,
            tax: self.tax,
            paid: self.paid,
        };
        sums.paid_tax()
    }
}
