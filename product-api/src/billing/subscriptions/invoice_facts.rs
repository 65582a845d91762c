//! Facts of an invoice at Stripe that decide about allowances, without the shapes of Stripe's versions.

use foundation::Timestamp;

use super::period::Period;
use crate::billing::currency::TaxedSums;

/// The status of an invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InvoiceStatus {
    /// Stripe can still change it.
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

/// A line of an invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InvoiceLineFacts {
    /// The price at Stripe.
    pub(super) price_id: Option<String>,
    /// The number of pieces.
    pub(super) quantity: i64,
    /// The amount in minor units; below zero for unused time.
    pub(super) amount_minor: i64,
    /// True for a part of a period, because of a change within it.
    pub(super) is_proration: bool,
    /// The span for which it is.
    pub(super) period: Period,
}

/// The amounts of an invoice in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct InvoiceAmounts {
    /// The amount of all lines, with taxes and after discounts.
    pub(super) total: i64,
    /// The taxes in it.
    pub(super) tax: i64,
    /// The discounts that were taken off.
    pub(super) discount: i64,
    /// The amount that is to be paid of an open invoice, after the customer's balance.
    pub(super) due: i64,
    /// The amount that was paid of a paid invoice: a balance of the customer or a credit note may have paid the rest.
    pub(super) paid: i64,
}

impl InvoiceAmounts {
    /// Returns the taxes in the amount that was paid, in proportion to the total.
    pub(super) fn paid_tax(&self) -> i64 {
        let sums = TaxedSums {
            total: self.total,
            tax: self.tax,
            paid: self.paid,
        };
        sums.paid_tax()
    }
}

/// An invoice as it is at Stripe now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InvoiceFacts {
    /// The id at Stripe.
    pub(super) id: String,
    /// The status.
    pub(super) status: InvoiceStatus,
    /// The subscription at Stripe; none for an invoice of something else.
    pub(super) subscription: Option<String>,
    /// The customer at Stripe.
    pub(super) customer: Option<String>,
    /// True if real money moves.
    pub(super) is_live: bool,
    /// The currency, as Stripe writes it.
    pub(super) currency: String,
    /// The amounts.
    pub(super) amounts: InvoiceAmounts,
    /// The payment at Stripe.
    pub(super) payment_intent: Option<String>,
    /// The lines of subscriptions.
    pub(super) lines: Vec<InvoiceLineFacts>,
    /// True for a period that begins by itself; false for a first period and for a change.
    pub(super) is_renewal: bool,
    /// The number of payments that were tried.
    pub(super) attempts: i64,
    /// The page on which it can be paid.
    pub(super) hosted_url: Option<String>,
    /// The time of the payment.
    pub(super) paid_at: Option<Timestamp>,
}
