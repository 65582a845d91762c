//! Invoices, in the shape of each version of the API.

use serde::Deserialize;

use super::expandable::Expandable;
use super::hidden_text::HiddenText;
use super::invoice_payments::InvoicePayment;
use super::members::{Metadata, or_default};
use super::pages::{PageQuery, StripePage};
use super::prices::StripePrice;
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// An invoice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "InvoiceMembers")]
pub(crate) struct StripeInvoice {
    /// The id.
    pub(crate) id: String,
    /// `draft`, `open`, `paid`, `void` or `uncollectible`.
    pub(crate) status: Option<String>,
    /// The number on the document.
    pub(crate) number: Option<String>,
    /// The currency in lower case.
    pub(crate) currency: Option<String>,
    /// The customer's id.
    pub(crate) customer: Option<String>,
    /// The subscription's id; none for an invoice of something else.
    pub(crate) subscription: Option<String>,
    /// Minor units before discounts and exclusive taxes.
    pub(crate) subtotal: Option<i64>,
    /// Minor units with taxes, after discounts.
    pub(crate) total: Option<i64>,
    /// Minor units of all taxes.
    pub(crate) tax: i64,
    /// Minor units to pay.
    pub(crate) amount_due: Option<i64>,
    /// Minor units that were paid.
    pub(crate) amount_paid: Option<i64>,
    /// The payment that paid the invoice, else the newest; since 2025-03-31 only if the call asked for payments.
    pub(crate) payment_intent: Option<String>,
    /// Reason such as `manual` or `subscription_cycle`.
    pub(crate) billing_reason: Option<String>,
    /// The page on which the invoice can be paid.
    pub(crate) hosted_invoice_url: Option<HiddenText>,
    /// The document.
    pub(crate) invoice_pdf: Option<HiddenText>,
    /// Minor units of all discounts.
    pub(crate) discount: i64,
    /// The number of payments that were tried.
    pub(crate) attempt_count: Option<i64>,
    /// The lines; those after the first ones only if [`Self::has_more_lines`] was followed.
    pub(crate) lines: Vec<InvoiceLine>,
    /// True if there are lines that the response does not have.
    pub(crate) has_more_lines: bool,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// Metadata.
    pub(crate) metadata: Metadata,
    /// Creation.
    pub(crate) created: Option<i64>,
    /// Time of the payment.
    pub(crate) paid_at: Option<i64>,
}

/// A line of an invoice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "LineMembers")]
pub(crate) struct InvoiceLine {
    /// The id.
    pub(crate) id: String,
    /// The price's id.
    pub(crate) price: Option<String>,
    /// Minor units.
    pub(crate) amount: Option<i64>,
    /// The number of pieces.
    pub(crate) quantity: Option<i64>,
    /// True for a part of a period.
    pub(crate) is_proration: bool,
    /// The subscription's id; none for a line of something else.
    pub(crate) subscription: Option<String>,
    /// The span for which it is.
    pub(crate) period: Option<LinePeriod>,
}

/// The span of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct LinePeriod {
    /// The first second.
    pub(crate) start: i64,
    /// The first second after it.
    pub(crate) end: i64,
}

/// The members of all versions.
#[derive(Deserialize)]
struct InvoiceMembers {
    id: String,
    status: Option<String>,
    number: Option<String>,
    currency: Option<String>,
    customer: Option<Expandable<serde_json::Value>>,
    /// Before 2025-03-31.
    subscription: Option<Expandable<serde_json::Value>>,
    /// Since 2025-03-31.
    parent: Option<InvoiceParent>,
    subtotal: Option<i64>,
    total: Option<i64>,
    /// Before 2025-03-31.
    tax: Option<i64>,
    /// Since 2025-03-31.
    #[serde(default, deserialize_with = "or_default")]
    total_taxes: Vec<InvoiceTax>,
    #[serde(default, deserialize_with = "or_default")]
    total_discount_amounts: Vec<InvoiceTax>,
    attempt_count: Option<i64>,
    amount_due: Option<i64>,
    amount_paid: Option<i64>,
    /// Before 2025-03-31.
    payment_intent: Option<Expandable<serde_json::Value>>,
    /// Since 2025-03-31.
    payments: Option<StripePage<InvoicePayment>>,
    billing_reason: Option<String>,
    hosted_invoice_url: Option<HiddenText>,
    invoice_pdf: Option<HiddenText>,
    lines: Option<StripePage<InvoiceLine>>,
    livemode: Option<bool>,
    #[serde(default, deserialize_with = "or_default")]
    metadata: Metadata,
    created: Option<i64>,
    status_transitions: Option<InvoiceTransitions>,
}

#[derive(Deserialize)]
struct InvoiceParent {
    subscription_details: Option<SubscriptionDetails>,
}

#[derive(Deserialize)]
struct SubscriptionDetails {
    subscription: Option<Expandable<serde_json::Value>>,
}

/// An amount of a tax or a discount.
#[derive(Deserialize)]
struct InvoiceTax {
    amount: Option<i64>,
}

#[derive(Deserialize)]
struct InvoiceTransitions {
    paid_at: Option<i64>,
}

#[derive(Deserialize)]
struct LineMembers {
    id: String,
    amount: Option<i64>,
    quantity: Option<i64>,
    /// Before 2025-03-31.
    price: Option<StripePrice>,
    /// Since 2025-03-31.
    pricing: Option<LinePricing>,
    /// Before 2025-03-31.
    proration: Option<bool>,
    /// Before 2025-03-31.
    subscription: Option<Expandable<serde_json::Value>>,
    /// Since 2025-03-31.
    parent: Option<LineParent>,
    period: Option<LinePeriod>,
}

#[derive(Deserialize)]
struct LineParent {
    subscription_item_details: Option<LineOrigin>,
    invoice_item_details: Option<LineOrigin>,
}

#[derive(Deserialize)]
struct LineOrigin {
    proration: Option<bool>,
    subscription: Option<Expandable<serde_json::Value>>,
}

#[derive(Deserialize)]
struct LinePricing {
    price_details: Option<LinePriceDetails>,
}

#[derive(Deserialize)]
struct LinePriceDetails {
    price: Option<Expandable<StripePrice>>,
}

impl StripeInvoice {
    /// Returns the minor units that were paid of a paid invoice. A balance of the customer or a credit note makes them differ from
    /// the total.
    pub(crate) fn paid_minor(&self) -> i64 {
        let paid = self.amount_paid.or(self.total);
        paid.unwrap_or_default().max(0)
    }
}

impl From<InvoiceMembers> for StripeInvoice {
    fn from(members: InvoiceMembers) -> Self {
        let taxes = members.total_taxes.iter();
        let taxes = taxes.map(|tax| tax.amount.unwrap_or_default());
        let tax = members
            .tax
            .unwrap_or_else(|| taxes.fold(0, i64::saturating_add));
        let payments = members.payments.map(|payments| payments.data);
        let payments = payments.unwrap_or_default();
        let paying = payments.iter().find(|payment| payment.is_paid());
        let paying = paying.or(payments.first());
        let new_intent = paying.and_then(InvoicePayment::payment_intent);
        let old_intent = members.payment_intent.map(|intent| intent.id);
        let transitions = members.status_transitions;
        let discounts = members.total_discount_amounts.iter();
        let discounts = discounts.map(|discount| discount.amount.unwrap_or_default());
        let details = members
            .parent
            .and_then(|parent| parent.subscription_details);
        let new_subscription = details.and_then(|details| details.subscription);
        let subscription = members.subscription.or(new_subscription);
        let has_more_lines = members.lines.as_ref().is_some_and(|lines| lines.has_more);
        Self {
            subscription: subscription.map(|subscription| subscription.id),
            discount: discounts.fold(0, i64::saturating_add),
            attempt_count: members.attempt_count,
            has_more_lines,
            payment_intent: old_intent.or(new_intent.map(str::to_owned)),
            id: members.id,
            status: members.status,
            number: members.number,
            currency: members.currency,
            customer: members.customer.map(|customer| customer.id),
            subtotal: members.subtotal,
            total: members.total,
            tax,
            amount_due: members.amount_due,
            amount_paid: members.amount_paid,
            billing_reason: members.billing_reason,
            hosted_invoice_url: members.hosted_invoice_url,
            invoice_pdf: members.invoice_pdf,
            lines: members.lines.map(|lines| lines.data).unwrap_or_default(),
            livemode: members.livemode,
            metadata: members.metadata,
            created: members.created,
            paid_at: transitions.and_then(|transitions| transitions.paid_at),
        }
    }
}

impl From<LineMembers> for InvoiceLine {
    fn from(members: LineMembers) -> Self {
        let details = members.pricing.and_then(|pricing| pricing.price_details);
        let new_price = details.and_then(|details| details.price);
        let new_price = new_price.map(|price| price.id);
        let origin = members.parent.and_then(|parent| {
            let of_item = parent.subscription_item_details;
            of_item.or(parent.invoice_item_details)
        });
        let (new_proration, new_subscription) = match origin {
            Some(origin) => (origin.proration, origin.subscription),
            None => (None, None),
        };
        let subscription = members.subscription.or(new_subscription);
        Self {
            is_proration: members.proration.or(new_proration).unwrap_or_default(),
            subscription: subscription.map(|subscription| subscription.id),
            period: members.period,
            id: members.id,
            price: new_price.or(members.price.map(|price| price.id)),
            amount: members.amount,
            quantity: members.quantity,
        }
    }
}

impl StripeAccount<'_> {
    /// Returns an invoice with its payments.
    pub(crate) async fn get_invoice(&self, id: &str) -> Result<StripeInvoice, StripeError> {
        let expansion = Form::default().expanding(&["payments"]);
        self.get(&["invoices", id], &expansion).await
    }

    /// Returns a page of invoices with their payments, newest first.
    pub(crate) async fn list_invoices(
        &self,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<StripeInvoice>, StripeError> {
        let form = query.form().expanding(&["data.payments"]);
        self.get(&["invoices"], &form).await
    }

    /// Returns a page of an invoice's lines after one of them.
    pub(crate) async fn list_invoice_lines(
        &self,
        id: &str,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<InvoiceLine>, StripeError> {
        self.get(&["invoices", id, "lines"], &query.form()).await
    }
}
